package dev.reprise.engine.watch;

import java.util.concurrent.atomic.LongAdder;

/** Values in buckets with fixed bounds; from any thread, without allocating. */
final class Histogram implements Meter.Samples {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private static final long[] SPANS = {
        10 * MICRO,
        25 * MICRO,
        50 * MICRO,
        100 * MICRO,
        250 * MICRO,
        500 * MICRO,
        MILLI,
        2_500 * MICRO,
        5 * MILLI,
        10 * MILLI,
        25 * MILLI,
        50 * MILLI,
        100 * MILLI,
        250 * MILLI,
        500 * MILLI,
        SECOND,
        2_500 * MILLI,
        5 * SECOND,
        10 * SECOND,
        30 * SECOND,
        60 * SECOND,
        300 * SECOND,
        1_800 * SECOND
    };

    private final long[] bounds;
    private final LongAdder[] buckets;
    private final LongAdder sum = new LongAdder();

    Histogram(Metric.Unit unit) {
        this.bounds =
                switch (unit) {
                    case NANOS -> SPANS;
                    case ONE -> powers(1, 2, 13);
                    case BYTES -> powers(64, 4, 10);
                };
        this.buckets = new LongAdder[bounds.length + 1];
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = new LongAdder();
        }
    }

    private static long[] powers(long first, long factor, int count) {
        var bounds = new long[count];
        long bound = first;
        for (int i = 0; i < count; i++) {
            bounds[i] = bound;
            bound *= factor;
        }
        return bounds;
    }

    @Override
    public void add(long value) {
        // Most values are small, and there are few buckets.
        int i = 0;
        while (i < bounds.length && value > bounds[i]) {
            i++;
        }
        buckets[i].increment();
        sum.add(value);
    }

    /** How many bounds there are; behind the last is one more bucket. */
    int bounds() {
        return bounds.length;
    }

    /** The greatest value that belongs to a bucket. */
    long bound(int bucket) {
        return bounds[bucket];
    }

    /** How many values are in a bucket. */
    long in(int bucket) {
        return buckets[bucket].sum();
    }

    /** All values together. */
    long sum() {
        return sum.sum();
    }

    /** How many there were. */
    long count() {
        long count = 0;
        for (LongAdder bucket : buckets) {
            count += bucket.sum();
        }
        return count;
    }
}
