package dev.reprise.engine.run;

import dev.reprise.engine.store.Store;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed.Problem;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The task queues that are paused, as they are kept, and the requests by which that came about.
 * docs/engine.md has the bytes.
 */
public final class PausedQueues {
    /** The name under which they are kept. */
    public static final String KEPT = "queues/paused";

    /** So many requests are known when they are made again. */
    static final int REQUESTS_MAX = 256;

    /** It knew no requests. */
    private static final int OLDER_VERSION = 1;

    private static final int VERSION = 2;
    private static final int COUNT_MAX = 100_000;

    private final TreeSet<String> names = new TreeSet<>();

    /** The oldest first. */
    private final Deque<String> requests = new ArrayDeque<>();

    PausedQueues() {}

    /**
     * Those of a store.
     *
     * @throws dev.reprise.form.Malformed when what is kept cannot be read
     */
    public static PausedQueues of(Store store) {
        return store.kept(KEPT).map(PausedQueues::fromBytes).orElseGet(PausedQueues::new);
    }

    /** Their names. */
    public SortedSet<String> names() {
        return Collections.unmodifiableSortedSet(names);
    }

    /**
     * A queue is to be paused, or resumed.
     *
     * @return whether it was not so before, and this was not asked before
     */
    boolean set(String queue, boolean paused, String requestId) {
        if (!requestId.isEmpty()) {
            RequestKey key = RequestKey.of(paused ? "pause" : "resume", queue, requestId);
            if (requests.contains(key.row()) || requests.contains(key.older())) {
                return false;
            }
            requests.add(key.row());
            if (requests.size() > REQUESTS_MAX) {
                requests.remove();
            }
        }
        return paused ? names.add(queue) : names.remove(queue);
    }

    byte[] toBytes() {
        var out = new ByteSink(64);
        out.u8(VERSION);
        out.varint(names.size());
        names.forEach(out::text);
        out.varint(requests.size());
        requests.forEach(out::text);
        return out.toByteArray();
    }

    private static PausedQueues fromBytes(byte[] bytes) {
        var in = new ByteSource("the paused queues", bytes);
        int version = in.u8();
        if (version != VERSION && version != OLDER_VERSION) {
            throw in.malformed(
                    Problem.VERSION,
                    "it has version " + version + ", this program knows " + VERSION + ".");
        }
        var known = new PausedQueues();
        for (int left = in.count("the number of queues", COUNT_MAX); left > 0; left--) {
            known.names.add(in.text());
        }
        if (version != OLDER_VERSION) {
            for (int left = in.count("the number of requests", REQUESTS_MAX); left > 0; left--) {
                known.requests.add(in.text());
            }
        }
        in.expectEnd();
        return known;
    }
}
