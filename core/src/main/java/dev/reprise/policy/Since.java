package dev.reprise.policy;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Times as nanoseconds since the first that was told, without an object for each. They never go
 * back, whatever a clock does, and after 290 years they stand still.
 */
final class Since {
    private static final long NANOS = 1_000_000_000;
    private static final long SECONDS_MAX = Long.MAX_VALUE / 2 / NANOS;

    private @Nullable Instant origin;
    private long latest;

    /** The time, or the latest that was told before. */
    long nanos(Instant now) {
        if (origin == null) {
            origin = now;
        }
        long seconds = now.getEpochSecond() - origin.getEpochSecond();
        int rest = now.getNano() - origin.getNano();
        long nanos = seconds > SECONDS_MAX ? SECONDS_MAX * NANOS : seconds * NANOS + rest;
        latest = seconds < 0 ? latest : Math.max(latest, nanos);
        return latest;
    }

    /** The time that was told as so many nanoseconds. */
    Instant instant(long nanos) {
        return (origin == null ? Instant.EPOCH : origin).plusNanos(nanos);
    }
}
