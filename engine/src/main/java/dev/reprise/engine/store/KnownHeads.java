package dev.reprise.engine.store;

import dev.reprise.Check;
import dev.reprise.RunId;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The heads that were used last, so that a run that goes on is judged without reading. What is in
 * it is what is durable: it is told of every group, and nobody else changes the medium. A run that
 * is not in it may be there all the same.
 */
final class KnownHeads {
    /** The most bytes that it takes, roughly. */
    static final long BYTES_MAX = 32L << 20;

    /** What a head takes beside its summary: itself, its id, its place here. */
    private static final long HEAD_BYTES = 256;

    private final Medium medium;

    /** The one that was not used for the longest time comes first. */
    private final Map<RunId, Head> heads = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;

    KnownHeads(Medium medium) {
        this.medium = medium;
    }

    /** What is durable of a run. */
    Optional<Head> of(RunId run) {
        Head known = heads.get(run);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Head> read = medium.head(run);
        read.ifPresent(this::keep);
        return read;
    }

    /** The epochs that are durable. */
    Epochs epochs() {
        return medium.epochs();
    }

    /** Makes a group durable, and learns from it; returns how many bytes that took. */
    long commit(Group group) {
        long written = medium.commit(group);
        group.outcome().forEach(this::learn);
        return written;
    }

    private void learn(RunId run, Optional<Head> head) {
        if (head.isPresent()) {
            keep(head.get());
        } else {
            bytes -= bytes(heads.remove(run));
        }
    }

    private void keep(Head head) {
        bytes += bytes(head) - bytes(heads.put(head.run(), head));
        while (bytes > BYTES_MAX) {
            Iterator<Head> eldest = heads.values().iterator();
            bytes -= bytes(eldest.next());
            eldest.remove();
        }
    }

    private static long bytes(@Nullable Head head) {
        return head == null ? 0 : HEAD_BYTES + head.summary().length;
    }

    /** What must hold between two groups. */
    void invariants() {
        long sum = heads.values().stream().mapToLong(KnownHeads::bytes).sum();
        Check.invariant(bytes == sum, "heads of %d bytes are taken for %d", sum, bytes);
        Check.invariant(bytes <= BYTES_MAX, "heads take %d bytes", bytes);
        heads.forEach(
                (run, head) ->
                        Check.invariant(
                                medium.head(run).filter(head::isLike).isPresent(),
                                "%s is known, and not durable",
                                head));
    }
}
