package dev.reprise.policy;

import dev.reprise.Check;
import java.time.Duration;

/**
 * How long to wait between one attempt and the next.
 *
 * @param base the wait to begin with
 * @param max the longest wait, at least the base
 */
public record Backoff(Shape shape, Duration base, Duration max) {
    /** How waits grow. */
    public enum Shape {
        /** No wait. */
        NONE,
        /** Each wait is longer than the one before by the base. */
        LINEAR,
        /** Each wait is twice the one before. */
        EXPONENTIAL,
        /** Any wait from zero to the exponential one: callers that failed together part. */
        JITTER,
        /** Any wait from the base to three times the one before. */
        DECORRELATED
    }

    /** No wait; for a shape that waits, half a second and up to half a minute. */
    public static final Backoff NONE =
            new Backoff(Shape.NONE, Duration.ofMillis(500), Duration.ofSeconds(30));

    /** Checks that the base is not greater than the longest wait. */
    public Backoff {
        Bounds.span("base", base);
        Bounds.span("max", max);
        Check.argument(base.compareTo(max) <= 0, "base %s exceeds max %s", base, max);
    }

    /** Waits that are doubled, from {@code base} to {@code max}. */
    public static Backoff exponential(Duration base, Duration max) {
        return new Backoff(Shape.EXPONENTIAL, base, max);
    }

    /**
     * The wait before a retry: from zero to {@link #max}, whatever the other numbers are.
     *
     * @param retry which one, from 1
     * @param previous the wait before the retry before; for the first it is not read
     * @param draw 64 random bits; shapes without chance do not read them
     */
    public Duration delay(int retry, Duration previous, long draw) {
        Check.argument(retry >= 1, "retries are counted from 1: %d", retry);
        return switch (shape) {
            case NONE -> Duration.ZERO;
            case LINEAR -> Duration.ofNanos(capped(base.toNanos(), retry));
            case EXPONENTIAL -> Duration.ofNanos(doubled(retry));
            case JITTER -> Duration.ofNanos(drawn(0, doubled(retry), draw));
            case DECORRELATED -> {
                Duration before = retry == 1 ? base : Bounds.span("previous", previous);
                long most = Math.max(base.toNanos(), capped(before.toNanos(), 3));
                yield Duration.ofNanos(drawn(base.toNanos(), most, draw));
            }
        };
    }

    private long doubled(int retry) {
        // A hundred years have fewer than 62 bits of nanoseconds.
        return retry > 62 && !base.isZero()
                ? max.toNanos()
                : capped(base.toNanos(), 1L << Math.min(retry - 1, 61));
    }

    private long capped(long nanos, long times) {
        long most = max.toNanos();
        return nanos != 0 && times > most / nanos ? most : nanos * times;
    }

    private static long drawn(long least, long most, long draw) {
        return least + Math.unsignedMultiplyHigh(draw, most - least + 1);
    }

    /** The same with another shape. */
    public Backoff shape(Shape value) {
        return new Backoff(value, base, max);
    }

    /** The same with another base. */
    public Backoff base(Duration value) {
        return new Backoff(shape, value, max);
    }

    /** The same with another longest wait. */
    public Backoff max(Duration value) {
        return new Backoff(shape, base, value);
    }
}
