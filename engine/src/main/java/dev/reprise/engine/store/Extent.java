package dev.reprise.engine.store;

import java.util.function.Consumer;

/**
 * How much there is in a store.
 *
 * @param runs how many runs
 * @param turns how many turns they have together
 */
public record Extent(long runs, long turns) {
    /** A run may have so many turns that to read them takes long. */
    private static final int TURNS_BETWEEN = 1_024;

    /** Reads all of it, and says now and then how much that was so far. */
    static Extent of(Store store, Consumer<Extent> progress) {
        long runs = 0;
        long turns = 0;
        try (Cursor<Head> heads = store.heads()) {
            while (heads.hasNext()) {
                Head head = heads.next();
                runs++;
                try (Cursor<byte[]> all = store.turns(head.run(), head.first())) {
                    while (all.hasNext()) {
                        all.next();
                        turns++;
                        if (turns % TURNS_BETWEEN == 0) {
                            progress.accept(new Extent(runs, turns));
                        }
                    }
                }
                progress.accept(new Extent(runs, turns));
            }
        }
        return new Extent(runs, turns);
    }
}
