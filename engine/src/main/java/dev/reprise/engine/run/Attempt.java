package dev.reprise.engine.run;

import dev.reprise.Check;
import dev.reprise.Failure;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is written down before an activity is delivered once more.
 *
 * @param seq the activity, by the number of its command
 * @param attempt which attempt this is
 * @param redeliveries how many deliveries of this attempt were lost with a process
 * @param notBefore when it may begin; null when that is at once
 * @param failure how the attempt before it ended; null when it did not, but was lost
 */
public record Attempt(
        long seq,
        int attempt,
        int redeliveries,
        @Nullable Instant notBefore,
        @Nullable Failure failure) {
    /** Checks the numbers. */
    public Attempt {
        Check.argument(attempt >= 1, "the first attempt is 1: %d", attempt);
        Check.argument(redeliveries >= 0, "redeliveries must not be negative: %d", redeliveries);
    }
}
