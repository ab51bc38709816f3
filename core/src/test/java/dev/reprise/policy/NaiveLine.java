package dev.reprise.policy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a {@link Line} does, slowly and plainly: everybody in one list that is searched from end to
 * end, every start is kept, and no key is ever forgotten while something goes on.
 */
final class NaiveLine {
    record Waiter(int owner, int priority, String key, int number) {}

    private record Flow(int priority, String key) {}

    private final QueueLimits limits;
    final List<Waiter> waiting = new ArrayList<>();
    final List<Waiter> running = new ArrayList<>();
    private final List<Instant> starts = new ArrayList<>();
    private final Map<Flow, Long> tags = new HashMap<>();
    private final Map<Integer, Long> virtual = new HashMap<>();
    boolean paused;

    NaiveLine(QueueLimits limits) {
        this.limits = limits;
    }

    void join(Waiter waiter) {
        if (waiting.stream().noneMatch(it -> flow(it).equals(flow(waiter)))) {
            catchUp(flow(waiter));
        }
        waiting.add(waiter);
    }

    /** Who starts now; empty when nobody may. */
    Optional<Waiter> next(Instant now) {
        if (paused
                || (limits.concurrencyMax() > 0 && running.size() >= limits.concurrencyMax())
                || isTooFast(now)) {
            return Optional.empty();
        }
        Waiter best = null;
        for (Waiter it : waiting) {
            if (!isFull(it.key()) && (best == null || isBefore(it, best))) {
                best = it;
            }
        }
        if (best == null) {
            return Optional.empty();
        }
        waiting.remove(best);
        running.add(best);
        starts.add(now);
        long tag = tags.getOrDefault(flow(best), 0L);
        virtual.put(best.priority(), tag);
        tags.put(flow(best), tag + Line.TURN / limits.weight(best.key()));
        return Optional.of(best);
    }

    private boolean isBefore(Waiter one, Waiter other) {
        if (one.priority() != other.priority()) {
            return one.priority() > other.priority();
        }
        long tag = tags.getOrDefault(flow(one), 0L);
        long otherTag = tags.getOrDefault(flow(other), 0L);
        return tag != otherTag ? tag < otherTag : one.number() < other.number();
    }

    private boolean isTooFast(Instant now) {
        Instant since = now.minus(limits.rate().per());
        return limits.rate().count() > 0
                && starts.stream().filter(it -> it.isAfter(since)).count() >= limits.rate().count();
    }

    private boolean isFull(String key) {
        return limits.perKeyMax() > 0
                && running.stream().filter(it -> it.key().equals(key)).count()
                        >= limits.perKeyMax();
    }

    void leave(Waiter waiter) {
        if (!waiting.remove(waiter)) {
            boolean full = isFull(waiter.key());
            running.remove(waiter);
            if (full) {
                waiting.stream()
                        .filter(it -> it.key().equals(waiter.key()))
                        .forEach(it -> catchUp(flow(it)));
            }
        }
        if (waiting.isEmpty() && running.isEmpty()) {
            tags.clear();
            virtual.clear();
        }
    }

    private void catchUp(Flow flow) {
        tags.merge(flow, virtual.getOrDefault(flow.priority(), 0L), Math::max);
    }

    private static Flow flow(Waiter waiter) {
        return new Flow(waiter.priority(), waiter.key());
    }
}
