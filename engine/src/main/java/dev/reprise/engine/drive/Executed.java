package dev.reprise.engine.drive;

import dev.reprise.history.Lifecycle;
import dev.reprise.history.Prepared;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A runnable that was executed, and where its result comes from.
 *
 * @param prepared what was executed, with its input
 * @param policy how
 * @param end what came of it
 * @param attempts how many attempts were begun
 * @param scheduled when it was asked for
 * @param ended when it was over
 * @param events what became of it: each attempt, and the end; of many the first {@link #EVENTS_MAX}
 */
public record Executed(
        Prepared prepared,
        Policy policy,
        Decision.End end,
        int attempts,
        Instant scheduled,
        Instant ended,
        List<Lifecycle> events) {
    /** The most events that are kept. */
    public static final int EVENTS_MAX = 10_000;

    /** Copies the events. */
    public Executed {
        events = List.copyOf(events);
    }

    /** From scheduling to the end. */
    public Duration took() {
        return Duration.between(scheduled, ended);
    }
}
