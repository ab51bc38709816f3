package dev.reprise.engine.watch;

import dev.reprise.form.LogLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** A meter of ours, and one of somebody else, who may throw. */
final class MeterPair implements Meter {
    private static final Logger LOGGER = System.getLogger(Meter.class.getName());

    private final Meter ours;
    private final Meter theirs;
    private final AtomicBoolean told = new AtomicBoolean();

    MeterPair(Meter ours, Meter theirs) {
        this.ours = ours;
        this.theirs = theirs;
    }

    @Override
    public void counter(Metric metric, LongSupplier read) {
        ours.counter(metric, read);
        try {
            theirs.counter(metric, read);
        } catch (RuntimeException e) {
            threw(metric, e);
        }
    }

    @Override
    public void gauge(Metric metric, LongSupplier read) {
        ours.gauge(metric, read);
        try {
            theirs.gauge(metric, read);
        } catch (RuntimeException e) {
            threw(metric, e);
        }
    }

    @Override
    public Samples samples(Metric metric) {
        Samples first = ours.samples(metric);
        try {
            Samples second = theirs.samples(metric);
            return value -> {
                first.add(value);
                try {
                    second.add(value);
                } catch (RuntimeException e) {
                    threw(metric, e);
                }
            };
        } catch (RuntimeException e) {
            threw(metric, e);
            return first;
        }
    }

    private void threw(Metric metric, RuntimeException e) {
        if (!told.getAndSet(true)) {
            LOGGER.log(
                    Level.WARNING,
                    new LogLine("meter-failed")
                            .with("metric", metric.name())
                            .saying("The meter threw. When it does so again nothing is said."),
                    e);
        }
    }
}
