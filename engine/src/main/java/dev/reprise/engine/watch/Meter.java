package dev.reprise.engine.watch;

import java.util.function.LongSupplier;

/**
 * Where the numbers of an engine go: the port behind which a library for metrics is put.
 *
 * <p>What only grows and what goes up and down is read by the library when it wants to know; what
 * has a distribution is told as it happens, from any thread and often, so {@link Samples#add} must
 * neither block nor wait. Each metric is named once, when it is known that there is such a thing;
 * what is returned for it is kept. The same metric may be named again by another engine.
 */
public interface Meter {
    /** Nobody wants to know. */
    Meter NONE =
            new Meter() {
                @Override
                public void counter(Metric metric, LongSupplier read) {}

                @Override
                public void gauge(Metric metric, LongSupplier read) {}

                @Override
                public Samples samples(Metric metric) {
                    return Samples.NONE;
                }
            };

    /** There is a number that never becomes less. */
    void counter(Metric metric, LongSupplier read);

    /** There is a number that goes up and down. */
    void gauge(Metric metric, LongSupplier read);

    /** There will be values of which the distribution is of interest. */
    Samples samples(Metric metric);

    /** Both, this one first; what the other throws is logged once, and does no harm. */
    default Meter and(Meter other) {
        return other.equals(NONE) ? this : new MeterPair(this, other);
    }

    /** Takes values, each of them once. */
    @FunctionalInterface
    interface Samples {
        /** Forgets them. */
        Samples NONE = _ -> {};

        /** One more value, in the unit of its metric. */
        void add(long value);
    }
}
