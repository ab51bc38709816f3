package dev.reprise.policy;

import dev.reprise.Check;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who waits in a task queue, and who is next: a state machine without a clock or a thread. Whoever
 * keeps it lets one at a time speak. Each operation takes time in the logarithm of what waits.
 *
 * <p>Those with a higher priority come first. Among those of one priority the keys take turns by
 * start-time fair queueing (Goyal, Vin and Cheng, 1996): a key that has started something may start
 * its next {@code 1/weight} later in <em>virtual time</em>, which is the tag of what started last,
 * and the least tag is next. A key that comes, or comes back, begins at the virtual time: it has
 * saved nothing, and owes no more than its last start. So while two keys both wait, what one has
 * started for its weight is never further from the other's than one start of each. Of one key, and
 * where tags are equal, who came first is first.
 *
 * @param <T> who waits
 */
public final class Line<T> {
    /** How far a key of weight 1 is moved on by a start. */
    static final long TURN = 1_000_000;

    /** So many keys that do not wait are remembered with their tags, for each priority. */
    static final int REMEMBERED_MAX = 1_024;

    /** A place in a line. It outlives its owner's start: what is left later is that. */
    public static final class Place<T> {
        private final T owner;
        private final Flow<T> flow;
        private final long number;
        private final Instant since;
        private State state = State.WAITING;

        private Place(T owner, Flow<T> flow, long number, Instant since) {
            this.owner = owner;
            this.flow = flow;
            this.number = number;
            this.since = since;
        }

        /** Whose it is. */
        public T owner() {
            return owner;
        }

        /** Whether its owner was let through, and has not left. */
        public boolean isIn() {
            return state == State.IN;
        }

        /** Whether its owner waits. */
        public boolean isWaiting() {
            return state == State.WAITING;
        }
    }

    private enum State {
        WAITING,
        IN,
        OUT
    }

    /** What waits of one key with one priority; its tag is that of its first. */
    private static final class Flow<T> {
        final int priority;
        final Key<T> key;
        final TreeMap<Long, Place<T>> waiting = new TreeMap<>();
        long tag;
        int running;
        long started;

        Flow(int priority, Key<T> key) {
            this.priority = priority;
            this.key = key;
        }
    }

    /** A key, with what it has of each priority. */
    private static final class Key<T> {
        final String name;
        final TreeMap<Integer, Flow<T>> flows = new TreeMap<>();
        int running;

        Key(String name) {
            this.name = name;
        }
    }

    /** The virtual time of one priority, and the keys whose turn is later than that. */
    private static final class Level<T> {
        final TreeSet<Flow<T>> idle =
                new TreeSet<>(
                        Comparator.comparingLong((Flow<T> it) -> it.tag)
                                .thenComparing(it -> it.key.name));
        long virtual;
    }

    private final QueueLimits limits;
    private final Limits rates;
    private final Limiter limiter = new Limiter();
    private final TreeMap<String, Key<T>> keys = new TreeMap<>();
    private final TreeMap<Integer, Level<T>> levels = new TreeMap<>();

    /** Those of which one may be next, in the order in which they are. */
    private final TreeSet<Flow<T>> ready =
            new TreeSet<>(
                    Comparator.comparingInt((Flow<T> it) -> -it.priority)
                            .thenComparingLong(it -> it.tag)
                            .thenComparingLong(it -> it.waiting.firstKey()));

    private Optional<Instant> roomAt = Optional.empty();
    private boolean paused;
    private long numbers;
    private int waiting;

    /** Nobody waits. */
    public Line(QueueLimits limits) {
        this.limits = limits;
        this.rates = new Limits("", limits.concurrencyMax(), limits.rate());
    }

    /** What it lets through. */
    public QueueLimits limits() {
        return limits;
    }

    // ---- Coming and going ----

    /** Somebody comes, and waits until {@link #next} says that it is their turn. */
    public Place<T> join(T owner, int priority, String key, Instant now) {
        Key<T> of = keys.computeIfAbsent(key, Key::new);
        Flow<T> flow = of.flows.computeIfAbsent(priority, it -> new Flow<>(it, of));
        var place = new Place<>(owner, flow, ++numbers, now);
        queue(place);
        return place;
    }

    /** Who had left comes back, before all of its key that came after it. */
    public Place<T> rejoin(Place<T> left) {
        Check.state(left.state == State.OUT, "it has not left: %s", left.state);
        Key<T> of = keys.computeIfAbsent(left.flow.key.name, Key::new);
        Flow<T> flow = of.flows.computeIfAbsent(left.flow.priority, it -> new Flow<>(it, of));
        var place = new Place<>(left.owner, flow, left.number, left.since);
        queue(place);
        return place;
    }

    private void queue(Place<T> place) {
        Flow<T> flow = place.flow;
        Level<T> level = levels.computeIfAbsent(flow.priority, _ -> new Level<>());
        if (flow.waiting.isEmpty()) {
            level.idle.remove(flow);
            flow.tag = Math.max(flow.tag, level.virtual);
        } else {
            ready.remove(flow);
        }
        flow.waiting.put(place.number, place);
        waiting++;
        offer(flow);
    }

    private void offer(Flow<T> flow) {
        if (!flow.waiting.isEmpty() && !isFull(flow.key)) {
            ready.add(flow);
        }
    }

    private boolean isFull(Key<T> key) {
        return limits.perKeyMax() > 0 && key.running >= limits.perKeyMax();
    }

    /**
     * Lets the next one through, if there is room: it is in until it {@linkplain #leave leaves}.
     *
     * @return null when nobody may start now; {@link #roomAt} says whether that ends by itself
     */
    public @Nullable Place<T> next(Instant now) {
        roomAt = Optional.empty();
        if (paused || ready.isEmpty()) {
            return null;
        }
        if (limiter.ask(rates, now) instanceof Verdict.Full(var until)) {
            roomAt = until;
            return null;
        }
        Flow<T> flow = ready.removeFirst();
        Place<T> place = flow.waiting.pollFirstEntry().getValue();
        place.state = State.IN;
        Level<T> level = level(flow);
        level.virtual = flow.tag;
        flow.tag += TURN / limits.weight(flow.key.name);
        waiting--;
        flow.key.running++;
        flow.running++;
        flow.started++;
        if (flow.waiting.isEmpty()) {
            rest(level, flow);
        }
        if (isFull(flow.key)) {
            for (Flow<T> of : flow.key.flows.values()) {
                if (of != flow && !of.waiting.isEmpty()) {
                    ready.remove(of);
                }
            }
        } else {
            offer(flow);
        }
        forget(level);
        return place;
    }

    /** When the rate has room, if that is all that was missing when it was last asked. */
    public Optional<Instant> roomAt() {
        return roomAt;
    }

    /** Its owner waits no more, or is over. Once for each place. */
    public void leave(Place<T> place) {
        Flow<T> flow = place.flow;
        Key<T> key = flow.key;
        switch (place.state) {
            case WAITING -> {
                ready.remove(flow);
                flow.waiting.remove(place.number);
                waiting--;
                if (flow.waiting.isEmpty()) {
                    rest(level(flow), flow);
                    forget(level(flow));
                } else {
                    offer(flow);
                }
            }
            case IN -> {
                limiter.ended();
                boolean full = isFull(key);
                key.running--;
                flow.running--;
                if (full) {
                    for (Flow<T> of : key.flows.values()) {
                        if (!of.waiting.isEmpty()) {
                            // It could not have started before: that is nothing it has saved.
                            of.tag = Math.max(of.tag, level(of).virtual);
                            offer(of);
                        }
                    }
                }
                if (flow.waiting.isEmpty() && !level(flow).idle.contains(flow)) {
                    gone(flow);
                }
            }
            case OUT -> Check.state(false, "it has left already");
        }
        place.state = State.OUT;
        if (waiting == 0 && limiter.running() == 0) {
            keys.clear();
            levels.clear();
        }
    }

    /** Nothing of it waits: it is remembered while its next turn is later than now. */
    private void rest(Level<T> level, Flow<T> flow) {
        if (flow.tag > level.virtual) {
            level.idle.add(flow);
        } else {
            gone(flow);
        }
    }

    private void forget(Level<T> level) {
        while (!level.idle.isEmpty()
                && (level.idle.first().tag <= level.virtual
                        || level.idle.size() > REMEMBERED_MAX)) {
            gone(level.idle.removeFirst());
        }
    }

    /** Its turn is now, as if it had never been: it is kept only for what is on its way. */
    private void gone(Flow<T> flow) {
        if (flow.running == 0) {
            flow.key.flows.remove(flow.priority);
            if (flow.key.flows.isEmpty()) {
                keys.remove(flow.key.name);
            }
        }
    }

    private Level<T> level(Flow<T> flow) {
        return levels.computeIfAbsent(flow.priority, _ -> new Level<>());
    }

    /** From now on nobody is let through, or again; who is in stays in. */
    public void pause(boolean value) {
        paused = value;
    }

    // ---- How it stands ----

    /** Whether nobody is let through. */
    public boolean isPaused() {
        return paused;
    }

    /** How many wait. */
    public int waiting() {
        return waiting;
    }

    /** How many are in. */
    public int running() {
        return limiter.running();
    }

    /** Whose turn it is when there is room; null when nobody may start, room or not. */
    public @Nullable T first() {
        return paused || ready.isEmpty()
                ? null
                : ready.first().waiting.firstEntry().getValue().owner;
    }

    /** Since when the one waits who came first; empty when nobody waits. */
    public Optional<Instant> oldest() {
        Place<T> first = null;
        for (Key<T> key : keys.values()) {
            for (Flow<T> flow : key.flows.values()) {
                var head = flow.waiting.firstEntry();
                if (head != null && (first == null || head.getKey() < first.number)) {
                    first = head.getValue();
                }
            }
        }
        return first == null ? Optional.empty() : Optional.of(first.since);
    }

    /**
     * How one fairness key stands at one priority.
     *
     * @param waiting attempts that are due and may not start yet
     * @param running attempts on their way
     * @param started how many have started since nothing of it waited or was on its way
     */
    public record Load(int priority, String key, int waiting, int running, long started) {}

    /** All of which something waits or is in, by priority, the highest first, and key. */
    public List<Load> loads() {
        List<Load> loads = new ArrayList<>();
        for (Key<T> key : keys.values()) {
            for (Flow<T> it : key.flows.values()) {
                if (!it.waiting.isEmpty() || it.running > 0) {
                    loads.add(
                            new Load(
                                    it.priority,
                                    key.name,
                                    it.waiting.size(),
                                    it.running,
                                    it.started));
                }
            }
        }
        loads.sort(Comparator.comparingInt((Load it) -> -it.priority).thenComparing(Load::key));
        return loads;
    }

    /** How many keys are known. */
    int remembered() {
        return keys.size();
    }

    void invariants() {
        int counted = 0;
        int in = 0;
        for (Key<T> key : keys.values()) {
            in += key.running;
            for (Flow<T> flow : key.flows.values()) {
                counted += flow.waiting.size();
                boolean mayBeNext = !flow.waiting.isEmpty() && !isFull(key);
                Check.invariant(
                        ready.stream().anyMatch(flow::equals) == mayBeNext,
                        "%s may be next: %s",
                        key.name,
                        mayBeNext);
                Check.invariant(
                        !flow.waiting.isEmpty()
                                || flow.running > 0
                                || level(flow).idle.stream().anyMatch(flow::equals),
                        "%s is neither waiting nor on its way nor remembered",
                        key.name);
            }
            Check.invariant(!key.flows.isEmpty(), "%s is kept for nothing", key.name);
        }
        Check.invariant(counted == waiting, "%d wait, not %d", counted, waiting);
        Check.invariant(in == limiter.running(), "%d are in, not %d", in, limiter.running());
    }
}
