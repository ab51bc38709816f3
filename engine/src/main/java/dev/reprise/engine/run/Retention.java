package dev.reprise.engine.run;

import dev.reprise.Check;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How long runs are kept that have ended: a run that is too old, or too many, is deleted with all
 * that is stored of it. One that goes on, or has something to settle with another, never is. Of one
 * that goes on from leg to leg, legs that have ended are forgotten when the next one begins.
 *
 * <pre>{@code
 * EngineOptions.DEFAULT.retention(
 *         Retention.FOREVER.age(Duration.ofDays(30)).countOfType(10_000));
 * }</pre>
 *
 * @param age how long after its end a run, or a leg, is kept; empty for ever
 * @param count how many runs that have ended are kept, the last ones; empty for all
 * @param countOfType the same for those of each type
 * @param legs how many legs that have ended are kept of a run that goes on, the last ones; empty
 *     for all
 * @param every runs are looked through so often at most, unless very many have ended
 * @param stride how many runs are looked at, and deleted, at a time
 */
public record Retention(
        Optional<Duration> age,
        OptionalLong count,
        OptionalLong countOfType,
        OptionalInt legs,
        Duration every,
        int stride) {
    private static final int STRIDE = 256;

    /** All runs are kept. */
    public static final Retention FOREVER =
            new Retention(
                    Optional.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalInt.empty(),
                    Duration.ofMinutes(10),
                    STRIDE);

    /** Checks the numbers. */
    public Retention {
        age.ifPresent(
                it -> Check.argument(!it.isNegative(), "the age of a run is not negative: %s", it));
        count.ifPresent(it -> Check.argument(it >= 0, "count must not be negative: %d", it));
        countOfType.ifPresent(
                it -> Check.argument(it >= 0, "countOfType must not be negative: %d", it));
        legs.ifPresent(
                it ->
                        Check.argument(
                                it >= 1,
                                "one leg that has ended is kept at least, so legs is not %d",
                                it));
        Check.argument(
                every.isPositive(), "runs are looked through after some time, not %s", every);
        Check.argument(stride >= 1, "stride must be positive: %d", stride);
    }

    /** The same, but a run is deleted so long after its end. */
    public Retention age(Duration value) {
        return new Retention(Optional.of(value), count, countOfType, legs, every, stride);
    }

    /** The same, but only so many runs that have ended are kept. */
    public Retention count(long value) {
        return new Retention(age, OptionalLong.of(value), countOfType, legs, every, stride);
    }

    /** The same, but only so many runs of each type that have ended are kept. */
    public Retention countOfType(long value) {
        return new Retention(age, count, OptionalLong.of(value), legs, every, stride);
    }

    /**
     * The same, but of a run that goes on only so many legs are kept that have ended, and perhaps
     * some more. What was asked in the others under a request id is not known any more: asked again
     * it is done again.
     */
    public Retention legs(int value) {
        return new Retention(age, count, countOfType, OptionalInt.of(value), every, stride);
    }

    /** The same, but runs are looked through so often at most, unless very many have ended. */
    public Retention every(Duration value) {
        return new Retention(age, count, countOfType, legs, value, stride);
    }

    /** The same with so many runs looked at, and deleted, at a time. */
    public Retention stride(int value) {
        return new Retention(age, count, countOfType, legs, every, value);
    }

    /** Whether no run is ever deleted. */
    boolean isForever() {
        return age.isEmpty() && !isCounting();
    }

    /** Whether it matters how many runs there are. */
    boolean isCounting() {
        return count.isPresent() || countOfType.isPresent();
    }
}
