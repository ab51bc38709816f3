package dev.reprise.engine.drive;

import dev.reprise.policy.Policy;
import dev.reprise.policy.QueueLimits;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Task queues by name. There is one for each that has limits, or was paused; what names another
 * waits nowhere, and costs nothing.
 */
public final class TaskQueues {
    private final ConcurrentSkipListMap<String, TaskQueue> queues = new ConcurrentSkipListMap<>();
    private volatile boolean any;

    TaskQueues(SortedMap<String, QueueLimits> limits) {
        limits.forEach((name, each) -> queues.put(name, new TaskQueue(name, each)));
        any = !limits.isEmpty();
    }

    /** Whether there is a queue in which somebody may have to wait. */
    public boolean areThere() {
        return any;
    }

    /** The queue in which an activity waits; null when it waits in none. */
    @Nullable TaskQueue of(Policy policy) {
        return any ? queues.get(policy.execution().queue()) : null;
    }

    /** The queue of that name, if a start of a run may have to wait for it; else null. */
    public @Nullable TaskQueue bounded(String name) {
        TaskQueue found = any ? queues.get(name) : null;
        return found != null && found.isBounded() ? found : null;
    }

    /** From now on nothing starts in the queue of that name, or again; what is due waits. */
    public void pause(String name, boolean value, Instant now) {
        if (value) {
            queues.computeIfAbsent(name, it -> new TaskQueue(it, QueueLimits.NONE));
            any = true;
        }
        TaskQueue found = queues.get(name);
        if (found != null) {
            found.pause(value, now);
        }
    }

    /** How those stand that there are, in the order of their names. */
    public List<QueueState> states() {
        return queues.values().stream().map(TaskQueue::state).toList();
    }

    /** No start of a run waits any longer. */
    public void close() {
        queues.values().forEach(TaskQueue::close);
    }
}
