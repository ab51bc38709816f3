package dev.reprise.engine.store;

import dev.reprise.engine.watch.Meter;
import dev.reprise.engine.watch.Metric;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long it takes to make groups durable, for a meter and for the flight recorder. Only
 * whoever has the store's pen calls it.
 */
final class CommitWatch implements Commits {
    private volatile Meter.Samples times = Meter.Samples.NONE;
    private volatile Meter.Samples sizes = Meter.Samples.NONE;
    private long begun;
    private @Nullable Commit event;

    /** From now on this meter is told. */
    void tell(Meter meter) {
        times =
                meter.samples(
                        Metric.of(
                                        "reprise.store.sync",
                                        "How long it takes to write and sync a group.")
                                .in(Metric.Unit.NANOS));
        sizes = meter.samples(Metric.of("reprise.store.group", "How many changes are in a group."));
    }

    @Override
    public void begins() {
        // The recorder's classes take long to load: nothing of it is touched before it is there.
        if (FlightRecorder.isInitialized()) {
            event = new Commit();
            event.begin();
        }
        begun = System.nanoTime();
    }

    @Override
    public void ended(int changes, long bytes) {
        times.add(System.nanoTime() - begun);
        sizes.add(changes);
        Commit told = event;
        if (told != null) {
            event = null;
            told.end();
            if (told.shouldCommit()) {
                told.changes = changes;
                told.bytes = bytes;
                told.commit();
            }
        }
    }

    /** A group became durable. */
    @Name("dev.reprise.Commit")
    @Label("Commit")
    @Category({"Reprise", "Engine"})
    @Threshold("1 ms")
    @StackTrace(false)
    static final class Commit extends Event {
        @Label("Changes")
        int changes;

        @Label("Bytes")
        @DataAmount
        long bytes;
    }
}
