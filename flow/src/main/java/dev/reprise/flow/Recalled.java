package dev.reprise.flow;

import dev.reprise.Payload;
import dev.reprise.history.CommandOptions;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the run decided itself when an activation that is replayed was carried out first. */
final class Recalled {
    private final TreeMap<Long, Payload> values = new TreeMap<>();
    private final TreeMap<Long, CommandOptions> options = new TreeMap<>();

    void keepValue(long seq, Payload value) {
        values.put(seq, value);
    }

    @Nullable Payload value(long seq) {
        return values.get(seq);
    }

    void keepOptions(long seq, CommandOptions recorded) {
        options.put(seq, recorded);
    }

    /** The options that command {@code seq} was given, when they are of the same kind. */
    <T extends CommandOptions> T optionsFor(long seq, T attempted) {
        CommandOptions recorded = options.get(seq);
        if (recorded == null || recorded.getClass() != attempted.getClass()) {
            return attempted;
        }
        @SuppressWarnings("unchecked")
        T same = (T) recorded;
        return same;
    }
}
