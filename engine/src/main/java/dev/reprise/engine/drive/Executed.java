package dev.reprise.engine.drive;

import dev.reprise.history.Prepared;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Policy;
import java.time.Duration;
import java.time.Instant;

/**
 * A runnable that was executed, and where its result comes from.
 *
 * @param prepared what was executed, with its input
 * @param policy how
 * @param end what came of it
 * @param attempts how many attempts were begun
 * @param scheduled when it was asked for
 * @param ended when it was over
 */
public record Executed(
        Prepared prepared,
        Policy policy,
        Decision.End end,
        int attempts,
        Instant scheduled,
        Instant ended) {
    /** From scheduling to the end. */
    public Duration took() {
        return Duration.between(scheduled, ended);
    }
}
