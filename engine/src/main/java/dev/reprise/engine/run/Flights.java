package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Timer;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What this process has delivered for a run and heard nothing of, and when it is looked at. */
final class Flights {
    private final House house;
    private final RunId run;

    /** By the numbers of their activities. */
    private final TreeMap<Long, Delivery> inFlight = new TreeMap<>();

    /** Those of them that are carried out in the run's own step. */
    private final Seqs atHand = new Seqs();

    /** When activities are looked at again, also those that wait for something here. */
    private final TreeMap<Long, Instant> looks = new TreeMap<>();

    Flights(House house, RunId run) {
        this.house = house;
        this.run = run;
    }

    @Nullable Delivery of(long seq) {
        return inFlight.get(seq);
    }

    boolean contains(long seq) {
        return inFlight.containsKey(seq);
    }

    void add(Delivery delivery, boolean inStep) {
        long seq = delivery.seq();
        inFlight.put(seq, delivery);
        if (inStep) {
            atHand.add(seq);
        }
        watch(seq, delivery.nextLook());
    }

    /** It is not under way any more. */
    void land(long seq) {
        inFlight.remove(seq);
        atHand.remove(seq);
    }

    /** Whether something is under way that is carried out in the run's own step. */
    boolean isAtHand() {
        return !atHand.isEmpty();
    }

    /** Whether all of these are. */
    boolean areAtHand(List<Long> seqs) {
        return atHand.containsAll(seqs);
    }

    boolean isEmpty() {
        return inFlight.isEmpty() && looks.isEmpty();
    }

    // ---- Looks ----

    void watch(long seq, Instant at) {
        unwatch(seq);
        if (at.isBefore(Instant.MAX)) {
            looks.put(seq, at);
            house.timers().watch(run, new Timer(at, seq));
        }
    }

    /** When an activity is looked at next; null for never. */
    @Nullable Instant looksAt(long seq) {
        return looks.get(seq);
    }

    void unwatch(long seq) {
        Instant at = looks.remove(seq);
        if (at != null) {
            house.timers().unwatch(run, new Timer(at, seq));
        }
    }

    /** What waits here for something does so no longer; what is in flight is still looked at. */
    void forget(long seq) {
        if (!inFlight.containsKey(seq)) {
            unwatch(seq);
        }
    }

    /** An activity is looked at now; false when that was said before something else was. */
    boolean look(Timer look) {
        return looks.remove(look.seq(), look.due());
    }

    // ---- The end ----

    /** Nothing waits here for anything; what is in flight comes to its own end. */
    void end() {
        List.copyOf(looks.keySet()).forEach(this::forget);
    }

    /** Nobody will hear of what is in flight. */
    void giveUp() {
        inFlight.values().forEach(Delivery::giveUp);
        inFlight.clear();
        atHand.clear();
        List.copyOf(looks.keySet()).forEach(this::unwatch);
    }
}
