package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Text;

/**
 * How many attempts may be on their way or start in some time. They are counted by a {@link
 * Limiter} for all that have the same key, and each start is judged by the limits of who asks.
 *
 * @param limitKey what is counted together; empty for the target's name
 * @param concurrencyMax how many may be on their way at once; 0 for any number
 */
public record Limits(String limitKey, int concurrencyMax, Rate rate) {
    /** The greatest limit of concurrency. */
    public static final int CONCURRENCY_MAX = 1_000_000;

    /** No limit. */
    public static final Limits NONE = new Limits("", 0, Rate.NONE);

    /** Checks the key and the number. */
    public Limits {
        Text.optionalName("a limit's key", limitKey);
        Check.argument(
                concurrencyMax >= 0 && concurrencyMax <= CONCURRENCY_MAX,
                "concurrencyMax is in 0..%d: %d",
                CONCURRENCY_MAX,
                concurrencyMax);
    }

    /** Whether there is a limit at all. */
    public boolean isLimited() {
        return concurrencyMax > 0 || rate.count() > 0;
    }

    /** The same, counted under another key. */
    public Limits limitKey(String value) {
        return new Limits(value, concurrencyMax, rate);
    }

    /** The same with another limit of concurrency. */
    public Limits concurrencyMax(int value) {
        return new Limits(limitKey, value, rate);
    }

    /** The same with another rate. */
    public Limits rate(Rate value) {
        return new Limits(limitKey, concurrencyMax, value);
    }
}
