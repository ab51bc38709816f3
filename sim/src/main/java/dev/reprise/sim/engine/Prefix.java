package dev.reprise.sim.engine;

import dev.reprise.engine.store.Cursor;
import dev.reprise.sim.node.LogMedium;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is durable never changes and never vanishes; it only grows. {@link Truth} says so for each
 * group; this looks at what a store shows after it was opened again.
 */
final class Prefix extends EngineOracle {
    static final String NAME = "Prefix";

    @Override
    @Nullable String opened(EngineWorld world, LogMedium medium) {
        int runs = 0;
        for (RunTruth truth : world.truth().runs()) {
            runs++;
            var head = medium.head(truth.run);
            long position = head.isEmpty() ? 0 : head.get().position();
            if (position != truth.size()) {
                return "run "
                        + truth.run
                        + " has "
                        + position
                        + " entries when its store is opened again, and "
                        + truth.size()
                        + " were durable";
            }
            long first = head.isEmpty() ? 0 : head.get().first();
            if (first != truth.forgottenBefore) {
                return "run "
                        + truth.run
                        + " is kept from entry "
                        + first
                        + " on when its store is opened again, and what is before "
                        + truth.forgottenBefore
                        + " was forgotten";
            }
            try (Cursor<byte[]> turns = medium.turns(truth.run, first)) {
                for (int at = (int) first; at < truth.size(); at++) {
                    if (!Arrays.equals(turns.next(), truth.raw(at))) {
                        return "entry " + at + " of run " + truth.run + " is not what was durable";
                    }
                }
            }
        }
        int found = 0;
        for (var heads = medium.heads(null); heads.hasNext(); heads.next()) {
            found++;
        }
        return found == runs ? null : "there are " + found + " runs, and " + runs + " were durable";
    }
}
