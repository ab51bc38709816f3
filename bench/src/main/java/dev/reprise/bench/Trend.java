package dev.reprise.bench;

import dev.reprise.Check;
import java.util.List;

/**
 * The straight line that is nearest to some values, by least squares, and whether it goes up.
 *
 * @param mean of the values
 * @param perHour by how much the line goes up in an hour
 * @param growth by how much it goes up from the first value to the last
 * @param error how far off the growth may be: two standard errors
 */
record Trend(double mean, double perHour, double growth, double error) {
    private static final int LEAST = 3;

    /**
     * The line through values at these seconds.
     *
     * @param seconds when each was measured, ascending
     */
    static Trend of(List<Double> seconds, List<Double> values) {
        int n = values.size();
        Check.argument(n >= LEAST && seconds.size() == n, "no line through %d values", n);
        double meanX = mean(seconds);
        double meanY = mean(values);
        double xx = 0;
        double xy = 0;
        for (int i = 0; i < n; i++) {
            double x = seconds.get(i) - meanX;
            xx += x * x;
            xy += x * (values.get(i) - meanY);
        }
        double slope = xy / xx;
        double rest = 0;
        for (int i = 0; i < n; i++) {
            double off = values.get(i) - meanY - slope * (seconds.get(i) - meanX);
            rest += off * off;
        }
        double span = seconds.getLast() - seconds.getFirst();
        double error = 2 * Math.sqrt(rest / (n - 2) / xx) * span;
        return new Trend(meanY, slope * 3_600, slope * span, error);
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(it -> it).average().orElseThrow();
    }

    /** Whether it grows: by more than {@code least}, and by more than chance. */
    boolean grows(double least) {
        return growth - error > 0 && growth > least;
    }
}
