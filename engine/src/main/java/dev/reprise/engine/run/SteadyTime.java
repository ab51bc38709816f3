package dev.reprise.engine.run;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * How time goes by, whatever the clock is set to. What this process measures is measured in it:
 * limits of attempts, waits at gates, rests between two looks. What is recorded, and what somebody
 * was promised for a moment, goes by the clock. Where the clock is never set both are the same.
 */
final class SteadyTime {
    private final InstantSource clock;
    private final InstantSource steady;

    SteadyTime(InstantSource clock, InstantSource steady) {
        this.clock = clock;
        this.steady = steady;
    }

    /** How late it is; only the span between two of these means something. */
    Instant now() {
        return steady.instant();
    }

    /** When it will be, by this time, what the clock says then, if nobody sets the clock. */
    Instant of(Instant moment) {
        return shifted(moment, Duration.between(clock.instant(), now()));
    }

    private static Instant shifted(Instant at, Duration by) {
        if (at.equals(Instant.MIN) || at.equals(Instant.MAX)) {
            return at; // never before, and never
        }
        if (by.isNegative()) {
            Duration room = Duration.between(Instant.MIN, at);
            return room.compareTo(by.negated()) <= 0 ? Instant.MIN : at.plus(by);
        }
        return Outstanding.later(at, by);
    }

    /** What the clock will say then if nobody sets it. */
    Instant moment(Instant then) {
        return shifted(then, Duration.between(now(), clock.instant()));
    }
}
