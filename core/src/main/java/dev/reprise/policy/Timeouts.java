package dev.reprise.policy;

import java.time.Duration;

/**
 * The times that an activity may take; {@link Duration#ZERO} is no timeout.
 *
 * @param startToClose from the start of an attempt to its end; a fallback's attempt too
 * @param scheduleToStart from the time at which an attempt is due to its start
 * @param scheduleToClose from scheduling to the end of the last attempt
 * @param heartbeat between two heartbeats of an attempt: handed on with every start
 */
public record Timeouts(
        Duration startToClose,
        Duration scheduleToStart,
        Duration scheduleToClose,
        Duration heartbeat) {
    /** No timeout at all. */
    public static final Timeouts NONE =
            new Timeouts(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** Checks that no time is negative. */
    public Timeouts {
        Bounds.span("startToClose", startToClose);
        Bounds.span("scheduleToStart", scheduleToStart);
        Bounds.span("scheduleToClose", scheduleToClose);
        Bounds.span("heartbeat", heartbeat);
    }

    /** The same with another time for an attempt. */
    public Timeouts startToClose(Duration value) {
        return new Timeouts(value, scheduleToStart, scheduleToClose, heartbeat);
    }

    /** The same with another time until an attempt starts. */
    public Timeouts scheduleToStart(Duration value) {
        return new Timeouts(startToClose, value, scheduleToClose, heartbeat);
    }

    /** The same with another time for all attempts. */
    public Timeouts scheduleToClose(Duration value) {
        return new Timeouts(startToClose, scheduleToStart, value, heartbeat);
    }

    /** The same with another time between heartbeats. */
    public Timeouts heartbeat(Duration value) {
        return new Timeouts(startToClose, scheduleToStart, scheduleToClose, value);
    }
}
