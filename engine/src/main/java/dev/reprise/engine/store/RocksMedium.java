package dev.reprise.engine.store;

import dev.reprise.RunId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A medium on disk. A group is one write batch: its log is synced before the write returns, and is
 * replayed as a whole or not at all when the database is opened. Layout: docs/store.md.
 */
final class RocksMedium implements Medium {
    /** So many turns are deleted by one tombstone for all, fewer by one each. */
    private static final int DELETED_ONE_BY_ONE_MAX = 1_000;

    private static final byte[] EPOCHS = "epochs".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NOTHING = {};

    /** Bits of keys that are looked at to part them: enough for long common beginnings. */
    private static final int HALVINGS_MAX = 256;

    private final StoreFolder home;
    private final Path folder;
    private final RocksDatabase database;

    /** Null when it takes changes. */
    private final @Nullable Reading reading;

    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final ReadOptions plain = new ReadOptions();
    private final RocksBatch batch = new RocksBatch();
    private final CompactRangeOptions compaction = new CompactRangeOptions();
    private volatile Epochs epochs;

    /** Held for reading by whoever does what takes long, for writing while nobody is to. */
    private final ReadWriteLock atWork = new ReentrantReadWriteLock();

    /** Whether somebody waits for those who do. */
    private volatile boolean hurried;

    private volatile boolean released;
    private boolean closed;

    /**
     * How it is read when it takes no changes.
     *
     * @param files the folder of the files that are read, which nobody changes meanwhile
     * @param version of its format
     * @param refusal what those are told who change something
     * @param behind what is closed with it
     */
    record Reading(Path files, int version, StoreFailure refusal, AutoCloseable behind) {}

    private RocksMedium(StoreFolder home, RocksDatabase database, @Nullable Reading reading)
            throws RocksDBException {
        this.home = home;
        this.folder = home.data();
        this.database = database;
        this.reading = reading;
        byte[] row = database.rocks.get(database.meta.handle(), plain, EPOCHS);
        this.epochs = row == null ? Epochs.NONE : Rows.epochs(EPOCHS, row);
    }

    /** On a database that is open to be written. */
    static RocksMedium writable(StoreFolder home, RocksDatabase database) throws RocksDBException {
        return new RocksMedium(home, database, null);
    }

    /** On a database that is open to be read. */
    static RocksMedium reading(StoreFolder home, RocksDatabase database, Reading reading)
            throws RocksDBException {
        return new RocksMedium(home, database, reading);
    }

    @Override
    public long commit(Group group) {
        if (reading != null) {
            throw reading.refusal();
        }
        try {
            batch.clear();
            for (Change change : group.changes()) {
                switch (change) {
                    case Append append -> append(append);
                    case Change.Delete delete -> delete(delete);
                    case Change.Keep keep -> {
                        byte[] key = Keys.ofName(keep.name());
                        batch.put(database.kept.id(), key, Rows.ofTurn(key, keep.content()));
                    }
                    case Change.ClaimRun _, Change.ClaimStore _ -> {}
                }
            }
            for (Head head : group.heads()) {
                byte[] key = Keys.ofRun(head.run());
                batch.put(database.summaries.id(), key, Rows.ofHead(key, head));
            }
            if (group.changesEpochs()) {
                batch.put(database.meta.id(), EPOCHS, Rows.ofEpochs(EPOCHS, group.epochs()));
            }
            byte[] rows = batch.take();
            write(rows);
            epochs = group.epochs();
            return rows.length;
        } catch (RocksDBException e) {
            throw failure(folder, "cannot be written", e);
        }
    }

    private void write(byte[] rows) throws RocksDBException {
        try (var whole = new WriteBatch(rows)) {
            database.rocks.write(synced, whole);
        }
    }

    private void append(Append append) {
        byte[] run = Keys.ofRun(append.run());
        long position = append.position();
        for (byte[] turn : append.turns()) {
            byte[] key = Keys.ofTurn(run, position++);
            batch.put(database.transcripts.id(), key, Rows.ofTurn(key, turn));
        }
        append.snapshot()
                .ifPresent(it -> batch.put(database.snapshots.id(), run, Rows.ofSnapshot(run, it)));
        for (String id : append.requests()) {
            byte[] key = Keys.ofRequest(run, id);
            batch.put(database.requests().id(), key, Rows.ofRequest(key, append.position()));
        }
        forget(append, run);
        for (Timer timer : append.set()) {
            batch.put(database.timers.id(), Keys.ofTimerByTime(run, timer), NOTHING);
            batch.put(database.timers.id(), Keys.ofTimerByRun(run, timer), NOTHING);
        }
        for (Timer timer : append.stopped()) {
            stop(run, timer);
        }
    }

    private void forget(Append append, byte[] run) {
        if (append.forgottenBefore() > 0) {
            // What an append before it in the group forgets is deleted twice, which does no harm.
            long first = head(run, plain).map(Head::first).orElse(0L);
            deleteTurns(run, first, append.forgottenBefore());
        }
        for (String id : append.forgottenRequests()) {
            batch.delete(database.requests().id(), Keys.ofRequest(run, id));
        }
    }

    private void deleteTurns(byte[] run, long from, long to) {
        if (to - from > DELETED_ONE_BY_ONE_MAX) {
            batch.deleteRange(
                    database.transcripts.id(), Keys.ofTurn(run, from), Keys.ofTurn(run, to));
        } else {
            for (long position = from; position < to; position++) {
                batch.delete(database.transcripts.id(), Keys.ofTurn(run, position));
            }
        }
    }

    private void stop(byte[] run, Timer timer) {
        batch.delete(database.timers.id(), Keys.ofTimerByTime(run, timer));
        batch.delete(database.timers.id(), Keys.ofTimerByRun(run, timer));
    }

    private void delete(Change.Delete delete) {
        byte[] run = Keys.ofRun(delete.run());
        long first = head(run, plain).map(Head::first).orElse(0L);
        batch.delete(database.summaries.id(), run);
        batch.delete(database.snapshots.id(), run);
        deleteTurns(run, first, delete.position());
        deleteRequests(run);
        if (!delete.requestId().isEmpty()) {
            byte[] key = Keys.ofRequest(run, delete.requestId());
            batch.put(database.requests().id(), key, Rows.ofRequest(key, delete.position()));
        }
        byte[] own = Keys.timersOfRun(run);
        try (var all =
                RocksCursor.of(
                        this,
                        null,
                        database.timers.handle(),
                        own,
                        Keys.after(own),
                        (key, _) -> Keys.timerByRun(key, run))) {
            while (all.hasNext()) {
                stop(run, all.next());
            }
        }
    }

    private void deleteRequests(byte[] run) {
        List<byte[]> keys = new ArrayList<>();
        try (var all =
                RocksCursor.of(
                        this,
                        null,
                        database.requests().handle(),
                        run,
                        Keys.after(run),
                        (key, _) -> key)) {
            while (all.hasNext() && keys.size() <= DELETED_ONE_BY_ONE_MAX) {
                keys.add(all.next());
            }
        }
        if (keys.size() > DELETED_ONE_BY_ONE_MAX) {
            batch.deleteRange(database.requests().id(), run, Keys.after(run));
        } else {
            keys.forEach(key -> batch.delete(database.requests().id(), key));
        }
    }

    @Override
    public Epochs epochs() {
        return epochs;
    }

    @Override
    public Optional<Head> head(RunId run) {
        return head(Keys.ofRun(run), plain);
    }

    private Optional<Head> head(byte[] key, ReadOptions reading) {
        return row(database.summaries, reading, key).map(row -> Rows.head(key, row));
    }

    private Optional<byte[]> row(RocksDatabase.Family family, ReadOptions reading, byte[] key) {
        try {
            return Optional.ofNullable(database.rocks.get(family.handle(), reading, key));
        } catch (RocksDBException e) {
            throw failure(folder, "cannot be read", e);
        }
    }

    @Override
    public Optional<RunSnapshot> snapshot(RunId run) {
        byte[] key = Keys.ofRun(run);
        return row(database.snapshots, plain, key).map(row -> Rows.snapshot(key, row));
    }

    @Override
    public OptionalLong request(RunId run, String id) {
        byte[] key = Keys.ofRequest(Keys.ofRun(run), id);
        if (!database.hasRequests()) {
            return OptionalLong.empty();
        }
        Optional<byte[]> found = row(database.requests(), plain, key);
        return found.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Rows.request(key, found.get()));
    }

    @Override
    public Cursor<KnownRequest> requests(RunId run) {
        if (!database.hasRequests()) {
            return Cursor.over(List.of());
        }
        byte[] first = Keys.ofRun(run);
        return RocksCursor.of(
                this,
                null,
                database.requests().handle(),
                first,
                Keys.after(first),
                (key, row) -> new KnownRequest(Keys.request(key, first), Rows.request(key, row)));
    }

    @Override
    public Optional<byte[]> kept(String name) {
        byte[] key = Keys.ofName(name);
        return row(database.kept, plain, key).map(row -> Rows.turn(key, row));
    }

    @Override
    public Cursor<byte[]> turns(RunId run, long from) {
        byte[] key = Keys.ofRun(run);
        // One moment for both: how many turns there are, and the turns.
        Snapshot moment = database.rocks.getSnapshot();
        try (var reading = new ReadOptions().setSnapshot(moment)) {
            Optional<Head> head = head(key, reading);
            long end = head.map(Head::position).orElse(0L);
            Keys.checkFrom(run, from, head.map(Head::first).orElse(0L), end);
            var rows =
                    RocksCursor.of(
                            this,
                            moment,
                            database.transcripts.handle(),
                            Keys.ofTurn(key, from),
                            Keys.ofTurn(key, end),
                            TurnsInOrder.Row::new);
            return new TurnsInOrder(run, from, end, rows);
        } finally {
            database.rocks.releaseSnapshot(moment);
        }
    }

    @Override
    public Cursor<Head> heads(@Nullable RunId from) {
        byte[] first = from == null ? NOTHING : Keys.ofRun(from);
        return RocksCursor.of(this, null, database.summaries.handle(), first, null, Rows::head);
    }

    @Override
    public List<RunId> milestones(@Nullable RunId from, int parts) {
        byte[] first = from == null ? NOTHING : Keys.ofRun(from);
        try (var rows = database.rocks.newIterator(database.summaries.handle(), plain)) {
            rows.seekToLast();
            if (!rows.isValid()) {
                return List.of();
            }
            byte[] last = rows.key();
            long all = bytes(first, last);
            var found = new LinkedHashSet<RunId>();
            for (int i = 1; i < parts; i++) {
                rows.seek(keyAt(first, last, all * i / parts, all / (8L * parts)));
                if (rows.isValid()) {
                    found.add(Keys.run(rows.key()));
                }
            }
            return List.copyOf(found);
        }
    }

    /** A key before which there are so many bytes of rows, more or less. */
    private byte[] keyAt(byte[] first, byte[] last, long wanted, long tolerance) {
        byte[] low = first;
        byte[] high = last;
        for (int left = HALVINGS_MAX; left > 0; left--) {
            byte[] middle = Keys.between(low, high);
            long before = bytes(first, middle);
            if (Math.abs(before - wanted) <= tolerance) {
                return middle;
            }
            if (before < wanted) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** About how many bytes the heads between two keys have. */
    private long bytes(byte[] from, byte[] to) {
        try (var first = new Slice(from);
                var last = new Slice(to)) {
            return database.rocks
                    .getApproximateSizes(
                            database.summaries.handle(),
                            List.of(new Range(first, last)),
                            SizeApproximationFlag.INCLUDE_FILES,
                            SizeApproximationFlag.INCLUDE_MEMTABLES)[0];
        }
    }

    @Override
    public Cursor<DueTimer> timersDue(Instant until) {
        return RocksCursor.of(
                this,
                null,
                database.timers.handle(),
                Keys.timersByTime(),
                Keys.timersAfter(until),
                (key, _) -> Keys.timerByTime(key));
    }

    RocksDB database() {
        return database.rocks;
    }

    /**
     * What is copied is a checkpoint on the store's own disk, made of links: so the database is
     * needed for a moment only, however long it takes to copy that to another disk.
     */
    @Override
    public void backup(Path into, BooleanSupplier givenUp) {
        if (reading != null) {
            atLength(
                    () ->
                            StoreCopy.make(
                                    reading.files(),
                                    reading.version(),
                                    into,
                                    () -> hurried || givenUp.getAsBoolean()));
            return;
        }
        StoreCopy.checkEmpty(into);
        try {
            Path staged = home.stage();
            try {
                Path data = staged.resolve(StoreFolder.DATA);
                atLength(() -> stage(data));
                StoreCopy.make(data, StoreFormat.VERSION, into, givenUp);
            } finally {
                PrivateFolder.remove(staged);
            }
        } catch (IOException e) {
            throw StoreFolder.failure("The store in " + folder + " cannot be copied", e);
        }
    }

    private void stage(Path data) {
        try (var checkpoint = Checkpoint.create(database.rocks)) {
            checkpoint.createCheckpoint(data.toString());
        } catch (RocksDBException e) {
            throw failure(folder, "cannot be copied", e);
        }
    }

    @Override
    public void compact() {
        if (reading != null) {
            throw reading.refusal();
        }
        atLength(this::compactFamilies);
    }

    private void compactFamilies() {
        try {
            for (RocksDatabase.Family each : database.families()) {
                database.rocks.compactRange(each.handle(), null, null, compaction);
            }
        } catch (RocksDBException e) {
            if (hurried) {
                throw givenUp();
            }
            throw failure(folder, "cannot be compacted", e);
        }
    }

    /** Does what takes long; it has ended before the database is closed. */
    private void atLength(Runnable work) {
        atWork.readLock().lock();
        try {
            if (released) {
                throw givenUp();
            }
            work.run();
        } finally {
            atWork.readLock().unlock();
        }
    }

    private StoreFailure givenUp() {
        return new StoreFailure(
                StoreFailure.Kind.GIVEN_UP,
                "What was done with the files of the store in "
                        + folder.getParent()
                        + " was given up, since it is closed, or opened anew after it had no room."
                        + " Ask for it again.");
    }

    @Override
    public Rest rest() {
        hurry(true);
        atWork.writeLock().lock();
        return () -> {
            hurry(false);
            atWork.writeLock().unlock();
        };
    }

    private synchronized void hurry(boolean value) {
        hurried = value;
        if (!released) {
            compaction.setCanceled(value);
        }
    }

    @Override
    public OptionalLong room() {
        return home.room();
    }

    @Override
    public boolean takesChanges() {
        return reading == null;
    }

    @Override
    public void lookForRoom() {
        home.lookForRoom();
    }

    @Override
    public Medium readable() {
        release();
        Medium readable = home.readable();
        close();
        return readable;
    }

    /** RocksDB takes no writes after one has failed, so it is opened anew. */
    @Override
    public Medium reopened() {
        return home.writableAgain();
    }

    StoreFailure unreadable(RocksDBException e) {
        return failure(folder, "cannot be read", e);
    }

    /**
     * Whether it is for want of room. What a user or a file may have is an error like others to
     * RocksDB, with the words of the system.
     */
    static boolean isFull(Status status) {
        String words = String.valueOf(status.getState());
        return status.getSubCode() == Status.SubCode.NoSpace
                || (status.getCode() == Status.Code.IOError && NoRoomWords.areIn(words));
    }

    static StoreFailure failure(Path folder, String what, RocksDBException e) {
        Status status = e.getStatus();
        StoreFailure.Kind kind = StoreFailure.Kind.IO;
        String advice = "Look for the cause there, then open the store again.";
        if (status != null && isFull(status)) {
            kind = StoreFailure.Kind.FULL;
            advice = "Make room on the disk, then open the store again.";
        } else if (status != null && status.getCode() == Status.Code.Corruption) {
            kind = StoreFailure.Kind.DAMAGED;
            advice = "Restore it from a backup.";
        }
        return new StoreFailure(
                kind,
                "The database in " + folder + " " + what + ": " + e.getMessage() + ". " + advice,
                e);
    }

    @Override
    public OptionalLong size() {
        try {
            return OptionalLong.of(
                    database.rocks.getAggregatedLongProperty("rocksdb.total-sst-files-size")
                            + database.rocks.getAggregatedLongProperty(
                                    "rocksdb.cur-size-all-mem-tables"));
        } catch (RocksDBException e) {
            throw failure(folder, "cannot be read", e);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            release();
            if (reading != null) {
                close(reading.behind());
            }
            home.left();
        }
    }

    private static void close(AutoCloseable behind) {
        try {
            behind.close();
        } catch (Exception e) {
            throw new IllegalStateException("what is behind a store cannot be closed", e);
        }
    }

    private synchronized void release() {
        released = true;
        compaction.close();
        plain.close();
        synced.close();
        database.close();
    }
}
