package dev.reprise.sim;

import dev.reprise.sim.task.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What must be true of the executor if what it said it did is what it did: which run-token waits
 * where, who is asleep, who is woken next. Kept from the events of the trace alone, beside the
 * executor's own state, so that the two can be compared.
 */
final class Ledger {
    /** Where a run-token is. */
    enum Place {
        /** It has not been put anywhere: made, or refused by the gate. */
        NOWHERE,
        /** In a worker's lane or in the shared queue. */
        QUEUED,
        /** Taken by a worker. */
        TAKEN,
        /** Used: its task has begun to run. */
        RUN,
        /** Its task waits, and is still in flight. */
        SUSPENDED
    }

    private final List<Tokens> lanes = new ArrayList<>();
    private final Tokens injector = new Tokens();
    private Place[] places = new Place[64];
    private final int[] spawns;
    private int[] seen = new int[64];
    private int counts;
    private final boolean[] asleep;
    private int sleepers;
    private long queued;
    private int suspendedTasks;
    private int nextUnpark;
    private boolean closed;

    /** How many turns each worker has had. */
    private final long[] turns;

    Ledger(int workers) {
        for (int i = 0; i < workers; i++) {
            lanes.add(new Tokens());
        }
        spawns = new int[workers];
        turns = new long[workers];
        asleep = new boolean[workers];
        Arrays.fill(places, Place.NOWHERE);
    }

    void begin() {
        lanes.forEach(Tokens::clear);
        injector.clear();
        Arrays.fill(places, Place.NOWHERE);
        Arrays.fill(spawns, 0);
        Arrays.fill(turns, 0);
        Arrays.fill(asleep, false);
        sleepers = 0;
        queued = 0;
        suspendedTasks = 0;
        nextUnpark = 0;
        closed = false;
    }

    /** Takes in one event. */
    void take(CrewWorld world, Trace trace, int at) {
        switch (trace.type(at)) {
            case STEP -> {
                if (trace.deed(at) == Trace.Deed.STEP_WORKER) {
                    turns[(int) trace.argument(at)]++;
                    sleeps((int) trace.argument(at), false);
                }
            }
            case SPAWNED -> {
                lanes.get(trace.worker(at)).add(trace.token(at));
                put(trace.token(at));
                spawns[trace.worker(at)]++;
            }
            case INJECTED -> {
                injector.add(trace.token(at));
                put(trace.token(at));
            }
            case RESUMED -> suspendedTasks--;
            case MOVED -> {
                injector.remove(trace.token(at));
                lanes.get(trace.worker(at)).add(trace.token(at));
            }
            case POPPED -> taken(trace, at);
            case BEGAN -> place(trace.token(at), Place.RUN);
            case SUSPENDED -> {
                place(trace.token(at), Place.SUSPENDED);
                suspendedTasks++;
            }
            case UNPARKED -> {
                nextUnpark++;
                sleeps(trace.worker(at), false);
            }
            case PARKED -> sleeps(trace.worker(at), true);
            case HAPPENED ->
                    closed |=
                            world.plan().events().get((int) trace.argument(at)).event()
                                    instanceof Event.CloseGate;
            default -> {}
        }
    }

    private void sleeps(int worker, boolean sleeps) {
        if (asleep[worker] != sleeps) {
            asleep[worker] = sleeps;
            sleepers += sleeps ? 1 : -1;
        }
    }

    private void put(long token) {
        place(token, Place.QUEUED);
        queued++;
    }

    private void taken(Trace trace, int at) {
        long token = trace.token(at);
        if (place(token) == Place.QUEUED) {
            queued--;
        }
        switch (trace.source(at)) {
            case LOCAL -> lanes.get(trace.worker(at)).remove(token);
            case INJECTOR -> injector.remove(token);
            case STEAL -> lanes.get(trace.victim(at)).remove(token);
        }
        place(token, Place.TAKEN);
    }

    private void place(long token, Place place) {
        int index = (int) token;
        if (index >= places.length) {
            int larger = Math.max(index + 1, places.length * 2);
            int before = places.length;
            places = Arrays.copyOf(places, larger);
            Arrays.fill(places, before, larger, Place.NOWHERE);
        }
        places[index] = place;
    }

    Place place(long token) {
        return token < places.length ? places[(int) token] : Place.NOWHERE;
    }

    /** Begins to count anew which run-tokens are seen. */
    void countAgain() {
        counts++;
    }

    /** Whether a run-token is seen for the first time since. */
    boolean firstSeen(long token) {
        if (token >= seen.length) {
            seen = Arrays.copyOf(seen, places.length);
        }
        boolean first = seen[(int) token] != counts;
        seen[(int) token] = counts;
        return first;
    }

    /** The run-tokens of a lane, the oldest first. */
    Tokens lane(int worker) {
        return lanes.get(worker);
    }

    /** The run-tokens of the shared queue, the oldest first. */
    Tokens injector() {
        return injector;
    }

    /** How many run-tokens wait in queues. */
    long queued() {
        return queued;
    }

    /** How many tasks wait and are in flight nevertheless. */
    int suspended() {
        return suspendedTasks;
    }

    /** How often a worker was woken. */
    int unparks() {
        return nextUnpark;
    }

    /** How many tasks a worker has put in its lane. */
    int spawns(int worker) {
        return spawns[worker];
    }

    /** Whether a worker is parked. */
    boolean isAsleep(int worker) {
        return asleep[worker];
    }

    /** Whether any worker is. */
    boolean hasSleepers() {
        return sleepers > 0;
    }

    /** Whether the gate was closed. */
    boolean isClosed() {
        return closed;
    }

    /** How many turns a worker has had. */
    long turns(int worker) {
        return turns[worker];
    }
}
