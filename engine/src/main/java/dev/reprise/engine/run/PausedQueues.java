package dev.reprise.engine.run;

import dev.reprise.engine.store.Store;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed.Problem;
import java.util.SortedSet;
import java.util.TreeSet;

/** The task queues that are paused, as they are kept. docs/engine.md has the bytes. */
public final class PausedQueues {
    /** The name under which they are kept. */
    public static final String KEPT = "queues/paused";

    private static final int VERSION = 1;
    private static final int COUNT_MAX = 100_000;

    private PausedQueues() {}

    /**
     * Those of a store.
     *
     * @throws dev.reprise.form.Malformed when what is kept cannot be read
     */
    public static SortedSet<String> of(Store store) {
        return store.kept(KEPT).map(PausedQueues::fromBytes).orElseGet(TreeSet::new);
    }

    static byte[] toBytes(SortedSet<String> names) {
        var out = new ByteSink(64);
        out.u8(VERSION);
        out.varint(names.size());
        names.forEach(out::text);
        return out.toByteArray();
    }

    private static SortedSet<String> fromBytes(byte[] bytes) {
        var in = new ByteSource("the paused queues", bytes);
        int version = in.u8();
        if (version != VERSION) {
            throw in.malformed(
                    Problem.VERSION,
                    "it has version " + version + ", this program knows " + VERSION + ".");
        }
        var names = new TreeSet<String>();
        for (int left = in.count("the number of queues", COUNT_MAX); left > 0; left--) {
            names.add(in.text());
        }
        in.expectEnd();
        return names;
    }
}
