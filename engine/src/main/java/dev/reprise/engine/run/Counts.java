package dev.reprise.engine.run;

import java.util.concurrent.atomic.LongAdder;

/** How often what has happened since the engine was opened. */
public final class Counts {
    private final LongAdder activations = new LongAdder();
    private final LongAdder replays = new LongAdder();
    private final LongAdder appends = new LongAdder();
    private final LongAdder deliveries = new LongAdder();
    private final LongAdder redeliveries = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder lates = new LongAdder();
    private final LongAdder abandons = new LongAdder();
    private final LongAdder faults = new LongAdder();
    private final LongAdder deletions = new LongAdder();

    Counts() {}

    void activated() {
        activations.increment();
    }

    void replayed() {
        replays.increment();
    }

    void appended() {
        appends.increment();
    }

    void delivered(int again) {
        deliveries.increment();
        if (again > 0) {
            redeliveries.increment();
        }
    }

    void retried() {
        retries.increment();
    }

    void late() {
        lates.increment();
    }

    void abandoned() {
        abandons.increment();
    }

    void deleted() {
        deletions.increment();
    }

    void broke() {
        faults.increment();
    }

    /** Activations that were carried out, queries included. */
    public long activations() {
        return activations.sum();
    }

    /** Runs that were brought back into memory by replaying their history. */
    public long replays() {
        return replays.sum();
    }

    /** Entries that were made durable. */
    public long appends() {
        return appends.sum();
    }

    /** Activities that were handed out, each attempt and each redelivery. */
    public long deliveries() {
        return deliveries.sum();
    }

    /** How many of the deliveries repeat one that was lost with a process. */
    public long redeliveries() {
        return redeliveries.sum();
    }

    /** Attempts that failed and were followed by another. */
    public long retries() {
        return retries.sum();
    }

    /** Attempts that took too long: they were interrupted, and nobody waits for them. */
    public long abandonedAttempts() {
        return abandons.sum();
    }

    /** Steps that failed by a fault of ours, and were not carried out. */
    public long faults() {
        return faults.sum();
    }

    /** Runs that were deleted, by somebody or because they were kept long enough. */
    public long deletions() {
        return deletions.sum();
    }

    /** Outcomes that nobody waited for any more. */
    public long lateOutcomes() {
        return lates.sum();
    }
}
