package dev.reprise.bench;

/**
 * How long to measure. Every fork is a JVM of its own, which compiles the code anew; every sample
 * is the mean over the operations of one period.
 */
record Effort(int forks, int warmups, int warmupMillis, int samples, int sampleMillis) {
    /** Some minutes for a benchmark of ten cases. */
    static final Effort FULL = new Effort(3, 3, 1000, 5, 1000);

    /** Less than a minute for a benchmark of ten cases. */
    static final Effort QUICK = new Effort(1, 2, 500, 5, 300);
}
