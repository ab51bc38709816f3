package dev.reprise.bench;

import java.util.function.Function;
import java.util.function.LongSupplier;

/** How to come to a number. */
sealed interface Measure {
    /** What the number counts. */
    Unit unit();

    /**
     * The mean time of a JMH benchmark, in a JVM of its own.
     *
     * @param type the class that holds the benchmark
     * @param method the name of its method, which carries JMH's annotation
     */
    record Timed(Class<?> type, String method) implements Measure {
        @Override
        public Unit unit() {
            return Unit.NS;
        }
    }

    /**
     * A number of bytes, determined in this JVM.
     *
     * @param bytes determines it once
     * @param samples how often to ask: once when the answer is exact
     */
    record Sized(LongSupplier bytes, int samples) implements Measure {
        @Override
        public Unit unit() {
            return Unit.BYTES;
        }
    }

    /**
     * A number that programs of the suite's own have found, which find many at once.
     *
     * @param found gives it, and measures what was not measured yet
     */
    record Found(Unit unit, Function<Effort, Measured> found) implements Measure {}
}
