package dev.reprise.bench;

import dev.reprise.Check;
import java.util.stream.LongStream;

/**
 * A measured number.
 *
 * @param value the mean of the samples
 * @param error how far off it may be: for timed measures half of the 99.9 % confidence interval,
 *     for sizes half of the range of the samples
 */
record Measured(double value, double error) {
    Measured {
        Check.argument(Double.isFinite(value), "not a measured value: %s", value);
        Check.argument(error >= 0, "not an error: %s", error);
    }

    /** The mean of some samples and half of their range. */
    static Measured of(long... samples) {
        var all = LongStream.of(samples).summaryStatistics();
        return new Measured(all.getAverage(), (all.getMax() - all.getMin()) / 2.0);
    }
}
