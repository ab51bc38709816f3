package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Failure;
import java.time.Duration;
import java.util.Optional;

/**
 * What has happened to an activity so far, as far as decisions need it.
 *
 * @param attempt the attempt that is next or on its way, from 1: those before returned a failure
 * @param redelivery how often this attempt was lost
 * @param delay the wait before this attempt
 * @param fallback whether this attempt is the fallback
 * @param last the last failure
 */
public record Progress(
        int attempt, int redelivery, Duration delay, boolean fallback, Optional<Failure> last) {
    /** Nothing has happened. */
    public static final Progress NONE = new Progress(1, 0, Duration.ZERO, false, Optional.empty());

    /** Checks the numbers. */
    public Progress {
        Check.argument(attempt >= 1, "attempts are counted from 1: %d", attempt);
        Check.argument(redelivery >= 0, "redelivery must not be negative: %d", redelivery);
        Bounds.span("delay", delay);
    }

    Progress lost() {
        return new Progress(attempt, redelivery + 1, delay, fallback, last);
    }

    Progress retried(Duration wait, Failure failure) {
        return new Progress(attempt + 1, 0, wait, false, Optional.of(failure));
    }

    Progress fellBack(int number, Failure failure) {
        return new Progress(number, 0, Duration.ZERO, true, Optional.of(failure));
    }
}
