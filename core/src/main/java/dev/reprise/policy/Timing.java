package dev.reprise.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When an activity may run.
 *
 * @param delay how long after scheduling the first attempt is due
 * @param notBefore the earliest time of the first attempt
 * @param deadline the time from which on nothing is started; it cuts attempts and waits short
 */
public record Timing(Duration delay, Optional<Instant> notBefore, Optional<Instant> deadline) {
    /** At once, and for ever. */
    public static final Timing ANY = new Timing(Duration.ZERO, Optional.empty(), Optional.empty());

    /** Checks that the delay is not negative. */
    public Timing {
        Bounds.span("delay", delay);
    }

    /** When the first attempt of what is scheduled now is due. */
    Instant firstDue(Instant now) {
        Instant delayed = Bounds.after(now, delay);
        return notBefore.filter(delayed::isBefore).orElse(delayed);
    }

    /** The same with another delay. */
    public Timing delay(Duration value) {
        return new Timing(value, notBefore, deadline);
    }

    /** The same with another earliest time. */
    public Timing notBefore(Instant value) {
        return new Timing(delay, Optional.of(value), deadline);
    }

    /** The same with another deadline. */
    public Timing deadline(Instant value) {
        return new Timing(delay, notBefore, Optional.of(value));
    }
}
