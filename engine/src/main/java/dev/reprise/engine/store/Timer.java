package dev.reprise.engine.store;

import dev.reprise.Check;
import java.time.Instant;

/**
 * Something that a run waits for by time.
 *
 * @param due when it fires
 * @param seq the number of the command that set it
 */
public record Timer(Instant due, long seq) {
    /** Checks the number. */
    public Timer {
        Check.argument(seq >= 0, "a timer's number is not negative: %d", seq);
    }
}
