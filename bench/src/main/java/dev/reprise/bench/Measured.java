package dev.reprise.bench;

import dev.reprise.Check;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A measured number.
 *
 * @param value the mean of the samples
 * @param error how far off it may be: for timed measures half of the 99.9 % confidence interval,
 *     otherwise half of the range of the samples
 */
record Measured(double value, double error) {
    Measured {
        Check.argument(Double.isFinite(value), "not a measured value: %s", value);
        Check.argument(error >= 0, "not an error: %s", error);
    }

    /** The mean of some samples and half of their range. */
    static Measured of(List<Double> samples) {
        var all = samples.stream().mapToDouble(it -> it).summaryStatistics();
        return new Measured(all.getAverage(), (all.getMax() - all.getMin()) / 2.0);
    }

    /** The mean of some samples and half of their range. */
    static Measured of(long... samples) {
        var all = LongStream.of(samples).summaryStatistics();
        return new Measured(all.getAverage(), (all.getMax() - all.getMin()) / 2.0);
    }
}
