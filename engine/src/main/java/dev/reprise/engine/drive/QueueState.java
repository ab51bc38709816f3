package dev.reprise.engine.drive;

import dev.reprise.policy.Line;
import dev.reprise.policy.QueueLimits;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a task queue stands, in one process.
 *
 * @param paused whether nothing starts, because somebody said so
 * @param waiting how many attempts are due and may not start yet
 * @param running how many are on their way
 * @param oldest since when the one waits that waits longest
 * @param loads the same numbers by priority and fairness key
 * @param starting how many runs are being started on it
 * @param startsWaiting how many starts of runs wait for room
 */
public record QueueState(
        String name,
        QueueLimits limits,
        boolean paused,
        int waiting,
        int running,
        Optional<Instant> oldest,
        List<Line.Load> loads,
        int starting,
        int startsWaiting) {
    /** Copies the list. */
    public QueueState {
        loads = List.copyOf(loads);
    }

    /** A queue of which only is known whether it is paused. */
    public static QueueState unknown(String name, boolean paused) {
        return new QueueState(
                name, QueueLimits.NONE, paused, 0, 0, Optional.empty(), List.of(), 0, 0);
    }
}
