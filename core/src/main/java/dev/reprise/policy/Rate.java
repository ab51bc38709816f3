package dev.reprise.policy;

import dev.reprise.Check;
import java.time.Duration;

/**
 * How many may start in any span of time so long.
 *
 * @param count how many; 0 for any number
 * @param per the span
 */
public record Rate(int count, Duration per) {
    /** The most starts that are counted. */
    public static final int COUNT_MAX = 10_000;

    /** Any number. */
    public static final Rate NONE = new Rate(0, Duration.ZERO);

    /** Checks the numbers. */
    public Rate {
        Check.argument(
                count >= 0 && count <= COUNT_MAX, "a rate is in 0..%d: %d", COUNT_MAX, count);
        Bounds.span("the time of a rate", per);
        Check.argument(
                (count == 0) == per.isZero(),
                "a rate has a count and a time, or none: %d/%s",
                count,
                per);
    }

    /** As text: {@code 100/PT1S}. */
    @Override
    public String toString() {
        return count + "/" + per;
    }
}
