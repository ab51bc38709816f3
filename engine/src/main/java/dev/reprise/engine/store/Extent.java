package dev.reprise.engine.store;

/**
 * How much there is in a store.
 *
 * @param runs how many runs
 * @param turns how many turns they have together
 */
public record Extent(long runs, long turns) {
    /** Reads all of it. */
    static Extent of(Store store) {
        long runs = 0;
        long turns = 0;
        try (Cursor<Head> heads = store.heads()) {
            while (heads.hasNext()) {
                Head head = heads.next();
                runs++;
                try (Cursor<byte[]> all = store.turns(head.run(), 0)) {
                    while (all.hasNext()) {
                        all.next();
                        turns++;
                    }
                }
            }
        }
        return new Extent(runs, turns);
    }
}
