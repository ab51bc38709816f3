package dev.reprise.policy;

import dev.reprise.Check;

/**
 * What becomes of a delivery that was lost with a process.
 *
 * @param atMostOnce whether it is never delivered again: nobody knows whether it had an effect
 * @param redeliveriesMax how often one attempt is delivered again
 */
public record Delivery(boolean atMostOnce, int redeliveriesMax) {
    /** The most redeliveries that can be asked for. */
    public static final int REDELIVERIES_MAX = 1_000_000;

    /** A hundred times: more processes than that do not die by accident. */
    public static final Delivery DEFAULT = new Delivery(false, 100);

    /** Checks the number. */
    public Delivery {
        Check.argument(
                redeliveriesMax >= 0 && redeliveriesMax <= REDELIVERIES_MAX,
                "redeliveriesMax is in 0..%d: %d",
                REDELIVERIES_MAX,
                redeliveriesMax);
    }

    /** Whether an attempt that was delivered again so often may be once more. */
    boolean again(int redeliveries) {
        return !atMostOnce && redeliveries < redeliveriesMax;
    }

    /** The same, at most once or not. */
    public Delivery atMostOnce(boolean value) {
        return new Delivery(value, redeliveriesMax);
    }

    /** The same with another number of redeliveries. */
    public Delivery redeliveriesMax(int value) {
        return new Delivery(atMostOnce, value);
    }
}
