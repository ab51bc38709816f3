package dev.reprise.engine.run;

import dev.reprise.Check;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How long runs are kept that have ended: a run that is too old, or too many, is deleted with all
 * that is stored of it. One that goes on, or has something to settle with another, never is.
 *
 * <pre>{@code
 * EngineOptions.DEFAULT.retention(
 *         Retention.FOREVER.age(Duration.ofDays(30)).countOfType(10_000));
 * }</pre>
 *
 * @param age how long after its end a run is kept; empty for ever
 * @param count how many runs that have ended are kept, the last ones; empty for all
 * @param countOfType the same for those of each type
 * @param every runs are looked through so often at most, unless very many have ended
 * @param stride how many runs are looked at, and deleted, at a time
 */
public record Retention(
        Optional<Duration> age,
        OptionalLong count,
        OptionalLong countOfType,
        Duration every,
        int stride) {
    private static final int STRIDE = 256;

    /** All runs are kept. */
    public static final Retention FOREVER =
            new Retention(
                    Optional.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    Duration.ofMinutes(10),
                    STRIDE);

    /** Checks the numbers. */
    public Retention {
        age.ifPresent(
                it -> Check.argument(!it.isNegative(), "the age of a run is not negative: %s", it));
        count.ifPresent(it -> Check.argument(it >= 0, "count must not be negative: %d", it));
        countOfType.ifPresent(
                it -> Check.argument(it >= 0, "countOfType must not be negative: %d", it));
        Check.argument(
                every.isPositive(), "runs are looked through after some time, not %s", every);
        Check.argument(stride >= 1, "stride must be positive: %d", stride);
    }

    /** The same, but a run is deleted so long after its end. */
    public Retention age(Duration value) {
        return new Retention(Optional.of(value), count, countOfType, every, stride);
    }

    /** The same, but only so many runs that have ended are kept. */
    public Retention count(long value) {
        return new Retention(age, OptionalLong.of(value), countOfType, every, stride);
    }

    /** The same, but only so many runs of each type that have ended are kept. */
    public Retention countOfType(long value) {
        return new Retention(age, count, OptionalLong.of(value), every, stride);
    }

    /** The same, but runs are looked through so often at most, unless very many have ended. */
    public Retention every(Duration value) {
        return new Retention(age, count, countOfType, value, stride);
    }

    /** The same with so many runs looked at, and deleted, at a time. */
    public Retention stride(int value) {
        return new Retention(age, count, countOfType, every, value);
    }

    /** Whether nothing is ever deleted. */
    boolean isForever() {
        return age.isEmpty() && !isCounting();
    }

    /** Whether it matters how many runs there are. */
    boolean isCounting() {
        return count.isPresent() || countOfType.isPresent();
    }
}
