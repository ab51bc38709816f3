package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Text;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a task queue lets through. Who waits there and who is next decides a {@link Line}.
 *
 * @param concurrencyMax how many attempts may be on their way at once; 0 for any number
 * @param rate how many may start in any span of time so long; who wants {@code r} in a second with
 *     at most {@code b} at once says {@code b} in {@code b/r} seconds
 * @param perKeyMax how many of one fairness key may be on their way at once; 0 for any number
 * @param weights the shares of fairness keys; those that are not here have 1
 * @param backlogMax when so many wait, no run is started on this queue; 0 for any number
 */
public record QueueLimits(
        int concurrencyMax,
        Rate rate,
        int perKeyMax,
        SortedMap<String, Integer> weights,
        int backlogMax) {
    /** The greatest weight of a key. */
    public static final int WEIGHT_MAX = 1_000;

    /** The greatest backlog that can be a limit. */
    public static final int BACKLOG_MAX = 100_000_000;

    /** No limit. */
    public static final QueueLimits NONE =
            new QueueLimits(0, Rate.NONE, 0, Collections.emptySortedMap(), 0);

    /** Checks the numbers, and copies the weights. */
    public QueueLimits {
        checkNumber("concurrencyMax", concurrencyMax, Limits.CONCURRENCY_MAX);
        checkNumber("perKeyMax", perKeyMax, Limits.CONCURRENCY_MAX);
        checkNumber("backlogMax", backlogMax, BACKLOG_MAX);
        weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
        for (Map.Entry<String, Integer> weight : weights.entrySet()) {
            Text.optionalName("a fairness key", weight.getKey());
            Check.argument(
                    weight.getValue() >= 1 && weight.getValue() <= WEIGHT_MAX,
                    "the weight of key \"%s\" is in 1..%d: %d",
                    weight.getKey(),
                    WEIGHT_MAX,
                    weight.getValue());
        }
    }

    private static void checkNumber(String what, int number, int max) {
        Check.argument(number >= 0 && number <= max, "%s is in 0..%d: %d", what, max, number);
    }

    /** The same with another number at once. */
    public QueueLimits concurrencyMax(int value) {
        return new QueueLimits(value, rate, perKeyMax, weights, backlogMax);
    }

    /** The same with another rate. */
    public QueueLimits rate(Rate value) {
        return new QueueLimits(concurrencyMax, value, perKeyMax, weights, backlogMax);
    }

    /** The same with another number of one key at once. */
    public QueueLimits perKeyMax(int value) {
        return new QueueLimits(concurrencyMax, rate, value, weights, backlogMax);
    }

    /** The same with another weight for a key. */
    public QueueLimits weight(String key, int value) {
        var all = new TreeMap<>(weights);
        all.put(key, value);
        return new QueueLimits(concurrencyMax, rate, perKeyMax, all, backlogMax);
    }

    /** The same with another bound for what waits. */
    public QueueLimits backlogMax(int value) {
        return new QueueLimits(concurrencyMax, rate, perKeyMax, weights, value);
    }

    /** The share of a key. */
    public int weight(String key) {
        return weights.getOrDefault(key, 1);
    }
}
