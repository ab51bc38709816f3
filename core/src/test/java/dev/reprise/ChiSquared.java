package dev.reprise;

/** The chi-squared test of uniformity, for tests that fix their seeds. */
public final class ChiSquared {
    private ChiSquared() {}

    /**
     * By how many standard deviations the statistic of {@code counts} lies above what uniform draws
     * give: above 5 happens about once in a million times (Wilson and Hilferty's approximation).
     */
    public static double excess(long[] counts, long draws) {
        double expected = (double) draws / counts.length;
        double statistic = 0;
        for (long count : counts) {
            statistic += (count - expected) * (count - expected) / expected;
        }
        double freedom = counts.length - 1;
        double spread = 2 / (9 * freedom);
        return (Math.cbrt(statistic / freedom) - (1 - spread)) / Math.sqrt(spread);
    }
}
