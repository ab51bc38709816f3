package dev.reprise.engine.store;

import dev.reprise.RunId;
import dev.reprise.engine.watch.Meter;
import dev.reprise.history.TranscriptWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs. What is written is one {@link Change} at a time, each whole or not at all; whoever
 * writes is told by a {@link Receipt} when it is durable. What is read is what is durable.
 *
 * <p><b>Order.</b> The changes of one run are judged, made durable and told in the order in which
 * {@link #write} was called. A second append may follow a first that is not durable yet: its
 * position goes on from there, and it is never durable without the first.
 *
 * <p><b>Threads.</b> All methods may be called from any thread. Receipts are told one after the
 * other: on a thread of the store's own or of somebody who {@linkplain #writeHere lends it his},
 * never on the stack of the caller of {@link #write}. As long as a receipt runs nothing else is
 * made durable, so it must not block; it may call {@link #write} and the methods that read, but not
 * {@link #close}.
 *
 * <p><b>Epochs.</b> Whoever changes runs holds them by an epoch: a number that it has claimed, and
 * that was greater than all before it. From then on changes of an older epoch are refused, so that
 * a process that was taken for dead cannot write any more. Whoever appends a run's first turn holds
 * the run.
 *
 * <p><b>Failure.</b> When the medium fails nobody knows what it holds of the changes that were
 * being written. They are told {@link Receipt#failed}, and every later change is, too, until the
 * store is opened again and has read what is there: going on could put a turn behind one that is
 * not there. Nothing is lost that was told {@link Receipt#durable}.
 */
public interface Store extends AutoCloseable {
    /** The most bytes of one turn. */
    int TURN_BYTES_MAX = TranscriptWriter.TURN_BYTES_MAX;

    /** The most bytes of one summary: it is read for every run when an engine starts. */
    int SUMMARY_BYTES_MAX = 1 << 20;

    /** The most bytes of one snapshot. */
    int SNAPSHOT_BYTES_MAX = 16 << 20;

    /** The most timers that one append sets and stops. */
    int TIMERS_MAX = 1 << 16;

    /** The most requests that one append carries out. */
    int REQUESTS_MAX = 1 << 16;

    /** The most bytes that wait to be made durable. */
    long WAITING_BYTES_MAX = 512L << 20;

    /** A store that forgets everything when it is closed. */
    static Store inMemory() {
        return ThreadedStore.on(new MemoryMedium());
    }

    /**
     * The store in a folder, which is made when it is not there.
     *
     * @throws StoreFailure when the folder is in use, was written by a version that is not known,
     *     is damaged, or cannot be read and written
     */
    static Store open(Path folder) {
        return ThreadedStore.on(StoreFolder.open(folder));
    }

    /**
     * The store in a folder that nobody has open, to be read: nothing in the folder is changed, but
     * for the file {@code lock}, where that may be written. What would be changed is refused.
     *
     * @throws StoreFailure when there is no whole store, somebody has it open, it was written by a
     *     version that is not known, is damaged, or cannot be read
     */
    static Store reading(Path folder) {
        return ThreadedStore.on(StoreFolder.reading(folder));
    }

    /**
     * Hands over a change. Its receipt is told exactly once, by exactly one of its methods. The
     * arrays in it belong to the store from now on.
     *
     * @throws IllegalStateException when the store is closed
     * @throws StoreFailure when so much is waiting that this has no room: then it is not written,
     *     and its receipt is not told
     */
    void write(Change change, Receipt receipt);

    /**
     * Hands over a change as {@link #write} does, for a caller who would only sleep until it is
     * durable. When nobody writes this thread does: then receipts, not only its own, are told on it
     * before this returns.
     */
    void writeHere(Change change, Receipt receipt);

    /** The greatest epoch that was ever used: to claim the store takes a greater one. */
    long epoch();

    /** What is known of a run without its history; empty when there is no such run. */
    Optional<Head> head(RunId run);

    /**
     * The turns of a run in order. What is appended while they are read is not among them.
     *
     * @param from the position of the first one wanted, at least {@link Head#first} and at most the
     *     number of turns there are
     * @throws StoreFailure from the cursor, where a turn is damaged or missing
     */
    Cursor<byte[]> turns(RunId run, long from);

    /**
     * The latest snapshot of a run, which may be older than its last turn; empty when there is
     * none.
     *
     * @throws StoreFailure when it is damaged: the run can be found from its turns all the same
     */
    Optional<RunSnapshot> snapshot(RunId run);

    /**
     * Whether a run has carried out a request, and where: the number of turns before the append
     * that did. Empty when it has not.
     *
     * @throws StoreFailure when what is recorded of it is damaged
     */
    OptionalLong request(RunId run, String id);

    /**
     * The requests that a run has carried out and that were not forgotten, in the order of the
     * UTF-8 bytes of their ids.
     */
    Cursor<KnownRequest> requests(RunId run);

    /**
     * What was kept under a name; empty when nothing was.
     *
     * @throws StoreFailure when it is damaged
     */
    Optional<byte[]> kept(String name);

    /** The heads of all runs, in the order of the UTF-8 bytes of their ids. */
    default Cursor<Head> heads() {
        return heads(null);
    }

    /**
     * The heads of the runs from this id on, whether there is one of this id or not, in the same
     * order; null for all.
     */
    Cursor<Head> heads(@Nullable RunId from);

    /**
     * Runs behind this id that part those behind it into so many ranges of about the same size, in
     * the order of ids; fewer, or none, where that is not known or there are few.
     *
     * @param from null: all runs
     */
    default List<RunId> milestones(@Nullable RunId from, int parts) {
        return List.of();
    }

    /** The timers that are due at a time or before, by due time, run and number. */
    Cursor<DueTimer> timersDue(Instant until);

    /** What was made durable since it was opened: all that was told is in it. */
    StoreCounters counters();

    /** From now on it tells this meter what it does; to be said once, by whoever opened it. */
    default void measured(Meter meter) {}

    /**
     * Takes changes again after it has failed: what waits is told so, the medium is opened anew,
     * and what is there is what can be read. Cursors are closed by that. Whoever held runs before
     * claims them again.
     *
     * @throws StoreFailure when there is no room yet, or it cannot be opened: then it can be tried
     *     again
     */
    default void resume() {
        throw new StoreFailure(
                StoreFailure.Kind.REFUSING, "This store cannot be resumed. Open it again.");
    }

    /**
     * Makes a copy of what is durable when this is called, and perhaps of what becomes durable
     * meanwhile: a store in another folder, each group of changes whole or not there. Others read
     * and write as they like. On the same disk files are shared, so that it takes little room.
     *
     * @param folder which is not there, or empty
     * @throws StoreFailure when the folder is not empty, or cannot be written
     * @throws UnsupportedOperationException when this store is in memory
     */
    default void backup(Path folder) {
        throw new UnsupportedOperationException("this store has no backup");
    }

    /** Gives the room back that deleted runs have taken; what there is stays as it is. */
    default void compact() {}

    /**
     * Reads all of a store that nobody has open: every run and every turn, with their checksums. It
     * stays as it is.
     *
     * @throws StoreFailure when something is missing or damaged, with its place
     */
    static Extent verify(Path folder) {
        return verify(folder, _ -> {});
    }

    /**
     * Does the same, and says how far it is: often, with what was read so far.
     *
     * @throws StoreFailure when something is missing or damaged, with its place
     */
    static Extent verify(Path folder, Consumer<Extent> progress) {
        try (Store store = reading(folder)) {
            return Extent.of(store, progress);
        }
    }

    /**
     * Makes a store of a backup, which stays as it is: it is verified first.
     *
     * @param folder which is not there, or empty
     * @throws StoreFailure when the backup is damaged, with the place, or the folder is not empty
     */
    static Extent restore(Path backup, Path folder) {
        return restore(backup, folder, _ -> {});
    }

    /**
     * Does the same, and says how far the verification is.
     *
     * @param folder which is not there, or empty
     * @throws StoreFailure when the backup is damaged, with the place, or the folder is not empty
     */
    static Extent restore(Path backup, Path folder, Consumer<Extent> progress) {
        StoreCopy.checkEmpty(folder);
        try (Store store = reading(backup)) {
            Extent extent = Extent.of(store, progress);
            store.backup(folder);
            return extent;
        }
    }

    /** About how many bytes can be written until the disk is full; empty when nobody knows. */
    default OptionalLong room() {
        return OptionalLong.empty();
    }

    /** Waits until everything that was written has been told; then nothing can be done with it. */
    @Override
    void close();
}
