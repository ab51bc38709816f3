package dev.reprise.engine.store;

/**
 * What a store has made durable since it was opened.
 *
 * @param syncs how many groups, each by one sync
 * @param changes how many changes were in them
 * @param bytes how many bytes were handed over for them; on disk, those of the log
 */
public record StoreCounters(long syncs, long changes, long bytes) {
    /** Those of a store that was just opened. */
    static final StoreCounters ZERO = new StoreCounters(0, 0, 0);

    StoreCounters plus(long moreChanges, long moreBytes) {
        return new StoreCounters(syncs + 1, changes + moreChanges, bytes + moreBytes);
    }

    /** What came since. */
    public StoreCounters minus(StoreCounters earlier) {
        return new StoreCounters(
                syncs - earlier.syncs, changes - earlier.changes, bytes - earlier.bytes);
    }
}
