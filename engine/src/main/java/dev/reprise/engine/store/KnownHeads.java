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
 *
 * <p>A run that begins is not in it, either. If somebody has looked for it, in vain, then it can
 * only be there if it was written since; what was written since is in here, unless it was dropped.
 */
final class KnownHeads {
    /** The most bytes that it takes, roughly. */
    static final long BYTES_MAX = 32L << 20;

    /** What a head takes beside its summary: itself, its id, its place here. */
    private static final long HEAD_BYTES = 256;

    /**
     * A head, and when it became what it is.
     *
     * @param moment the number of the group that wrote it; 0 where it was read
     */
    private record Known(Head head, long moment) {
        long bytes() {
            return HEAD_BYTES + head.summary().length;
        }
    }

    private final Medium medium;
    private final long bytesMax;
    private final Absences absences = new Absences();

    /** The one that was not used for the longest time comes first. */
    private final Map<RunId, Known> heads = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;

    /** How many groups were made durable. */
    private volatile long moment;

    /** The last moment of which something that was written then has been dropped. */
    private long dropped;

    KnownHeads(Medium medium) {
        this(medium, medium.isAtHand() ? 0 : BYTES_MAX);
    }

    /** With no bytes at all nothing is remembered, and the medium is asked each time. */
    KnownHeads(Medium medium, long bytesMax) {
        this.medium = medium;
        this.bytesMax = bytesMax;
    }

    /** What is durable of a run. */
    Optional<Head> of(RunId run) {
        if (bytesMax == 0) {
            return medium.head(run);
        }
        Known known = heads.get(run);
        if (known != null) {
            return Optional.of(known.head());
        }
        if (absences.tell(run, dropped)) {
            return Optional.empty();
        }
        Optional<Head> read = medium.head(run);
        read.ifPresent(head -> keep(head, 0));
        return read;
    }

    /** What is durable of a run, for any thread. */
    Optional<Head> lookFor(RunId run) {
        long before = moment;
        Optional<Head> read = medium.head(run);
        if (read.isEmpty() && bytesMax > 0) {
            absences.note(run, before);
        }
        return read;
    }

    /** The epochs that are durable. */
    Epochs epochs() {
        return medium.epochs();
    }

    /** Makes a group durable, and learns from it; returns how many bytes that took. */
    long commit(Group group) {
        long written = medium.commit(group);
        if (bytesMax > 0) {
            long number = moment + 1;
            group.outcome().forEach((run, head) -> learn(run, head, number));
            moment = number;
        }
        return written;
    }

    private void learn(RunId run, Optional<Head> head, long number) {
        if (head.isPresent()) {
            keep(head.get(), number);
        } else {
            bytes -= bytes(heads.remove(run));
        }
    }

    private void keep(Head head, long number) {
        var known = new Known(head, number);
        bytes += known.bytes() - bytes(heads.put(head.run(), known));
        while (bytes > bytesMax) {
            Iterator<Known> all = heads.values().iterator();
            Known eldest = all.next();
            bytes -= eldest.bytes();
            dropped = Math.max(dropped, eldest.moment());
            all.remove();
        }
    }

    private static long bytes(@Nullable Known known) {
        return known == null ? 0 : known.bytes();
    }

    /** What must hold between two groups. */
    void invariants() {
        long sum = heads.values().stream().mapToLong(Known::bytes).sum();
        Check.invariant(bytes == sum, "heads of %d bytes are taken for %d", sum, bytes);
        Check.invariant(bytes <= bytesMax, "heads take %d bytes", bytes);
        heads.forEach(
                (run, known) ->
                        Check.invariant(
                                medium.head(run).filter(known.head()::isLike).isPresent(),
                                "%s is known, and not durable",
                                known.head()));
    }
}
