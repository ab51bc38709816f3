package dev.reprise.engine.store;

import dev.reprise.RunId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.Status;
import org.rocksdb.WALRecoveryMode;
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
    private static final long MEMORY_BYTES = 128L << 20;
    private static final long LOG_BYTES_MAX = 256L << 20;
    private static final int BLOOM_BITS = 10;

    /** What is written to find out whether there is room, and how much. */
    private static final String TRIAL = "trial";

    private static final int TRIAL_BYTES = 4 << 20;

    /**
     * By so many bytes most ids differ, and of shorter ones only those bytes of the position are in
     * it that are zero in most histories.
     */
    private static final int RUN_BYTES = 14;

    /** Bits of keys that are looked at to part them: enough for long common beginnings. */
    private static final int HALVINGS_MAX = 256;

    /** More than most keys have. */
    private static final int KEY_BYTES = 64;

    /** A column family. To ask its handle for the number would be a call of native code. */
    private record Family(ColumnFamilyHandle handle, int id) {
        Family(ColumnFamilyHandle handle) {
            this(handle, handle.getID());
        }
    }

    private final Path folder;
    private final List<AutoCloseable> owned;
    private final RocksDB database;
    private final Family meta;
    private final Family transcripts;
    private final Family summaries;
    private final Family timers;
    private final Family snapshots;
    private final Family kept;
    private final Family requests;
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final ReadOptions plain = new ReadOptions();
    private final RocksBatch batch = new RocksBatch();
    private volatile Epochs epochs;

    private RocksMedium(
            Path folder,
            RocksDB database,
            List<ColumnFamilyHandle> handles,
            List<AutoCloseable> owned)
            throws RocksDBException {
        this.folder = folder;
        this.owned = owned;
        this.database = database;
        this.meta = new Family(handles.get(0));
        this.transcripts = new Family(handles.get(1));
        this.summaries = new Family(handles.get(2));
        this.timers = new Family(handles.get(3));
        this.snapshots = new Family(handles.get(4));
        this.kept = new Family(handles.get(5));
        this.requests = new Family(handles.get(6));
        byte[] row = database.get(meta.handle(), plain, EPOCHS);
        this.epochs = row == null ? Epochs.NONE : Rows.epochs(EPOCHS, row);
    }

    /**
     * Opens the database in a folder, whose log {@link WalFile} has looked through: so whatever
     * RocksDB itself finds wrong with it is a reason not to open it.
     *
     * @param isNew whether there may be no database yet
     * @param mayLackFamilies whether an older version may have made it, with fewer families
     * @param lock what is given back when the database is closed, and not when this throws
     */
    static RocksMedium open(Path folder, boolean isNew, boolean mayLackFamilies, AutoCloseable lock)
            throws IOException {
        RocksLibrary.load();
        List<AutoCloseable> owned = new ArrayList<>();
        try {
            var filter = owned(owned, new BloomFilter(BLOOM_BITS));
            var table = new BlockBasedTableConfig().setFilterPolicy(filter);
            var options =
                    owned(owned, new DBOptions())
                            .setCreateIfMissing(isNew)
                            .setCreateMissingColumnFamilies(mayLackFamilies)
                            .setParanoidChecks(true)
                            .setAllowConcurrentMemtableWrite(false)
                            .setWalRecoveryMode(WALRecoveryMode.AbsoluteConsistency)
                            .setDbWriteBufferSize(MEMORY_BYTES)
                            .setMaxTotalWalSize(LOG_BYTES_MAX)
                            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                            .setKeepLogFileNum(2)
                            .setStatsDumpPeriodSec(0);
            List<ColumnFamilyDescriptor> families = new ArrayList<>();
            var plain = family(owned, table, 0);
            families.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, plain));
            families.add(named("transcripts", family(owned, table, RUN_BYTES)));
            families.add(named("summaries", family(owned, table, KEY_BYTES)));
            families.add(named("timers", plain));
            families.add(named("snapshots", plain));
            families.add(named("kept", plain));
            families.add(named("requests", plain));
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            var database = RocksDB.open(options, folder.toString(), families, handles);
            owned.add(database);
            owned.addAll(handles);
            var medium = new RocksMedium(folder, database, handles, owned);
            owned.addFirst(lock);
            return medium;
        } catch (RocksDBException e) {
            release(owned);
            throw failure(folder, "cannot be opened", e);
        } catch (RuntimeException e) {
            release(owned);
            throw e;
        }
    }

    private static ColumnFamilyDescriptor named(String name, ColumnFamilyOptions options) {
        return new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), options);
    }

    /**
     * The options of a family. Where a row is put near the last one whose key begins with the same
     * bytes, RocksDB can look for its place there: a run's turns come one after the other, and its
     * summary is the same row again and again. That works for one writer at a time, as here.
     *
     * @param hintBytes how many bytes; 0 for none
     */
    private static ColumnFamilyOptions family(
            List<AutoCloseable> owned, BlockBasedTableConfig table, int hintBytes) {
        ColumnFamilyOptions options = null;
        if (hintBytes > 0) {
            var hint = new Properties();
            hint.setProperty(
                    "memtable_insert_with_hint_prefix_extractor",
                    "rocksdb.CappedPrefix." + hintBytes);
            options = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(hint);
        }
        return owned(owned, options == null ? new ColumnFamilyOptions() : options)
                .setTableFormatConfig(table)
                .setCompressionType(CompressionType.LZ4_COMPRESSION);
    }

    private static <T extends AutoCloseable> T owned(List<AutoCloseable> owned, T resource) {
        owned.add(resource);
        return resource;
    }

    @Override
    public long commit(Group group) {
        try {
            batch.clear();
            for (Change change : group.changes()) {
                switch (change) {
                    case Append append -> append(append);
                    case Change.Delete delete -> delete(delete);
                    case Change.Keep keep -> {
                        byte[] key = Keys.ofName(keep.name());
                        batch.put(kept.id(), key, Rows.ofTurn(key, keep.content()));
                    }
                    case Change.ClaimRun _, Change.ClaimStore _ -> {}
                }
            }
            for (Head head : group.heads()) {
                byte[] key = Keys.ofRun(head.run());
                batch.put(summaries.id(), key, Rows.ofHead(key, head));
            }
            if (group.changesEpochs()) {
                batch.put(meta.id(), EPOCHS, Rows.ofEpochs(EPOCHS, group.epochs()));
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
            database.write(synced, whole);
        }
    }

    private void append(Append append) {
        byte[] run = Keys.ofRun(append.run());
        long position = append.position();
        for (byte[] turn : append.turns()) {
            byte[] key = Keys.ofTurn(run, position++);
            batch.put(transcripts.id(), key, Rows.ofTurn(key, turn));
        }
        append.snapshot().ifPresent(it -> batch.put(snapshots.id(), run, Rows.ofSnapshot(run, it)));
        for (String id : append.requests()) {
            byte[] key = Keys.ofRequest(run, id);
            batch.put(requests.id(), key, Rows.ofRequest(key, append.position()));
        }
        forget(append, run);
        for (Timer timer : append.set()) {
            batch.put(timers.id(), Keys.ofTimerByTime(run, timer), NOTHING);
            batch.put(timers.id(), Keys.ofTimerByRun(run, timer), NOTHING);
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
            batch.delete(requests.id(), Keys.ofRequest(run, id));
        }
    }

    private void deleteTurns(byte[] run, long from, long to) {
        if (to - from > DELETED_ONE_BY_ONE_MAX) {
            batch.deleteRange(transcripts.id(), Keys.ofTurn(run, from), Keys.ofTurn(run, to));
        } else {
            for (long position = from; position < to; position++) {
                batch.delete(transcripts.id(), Keys.ofTurn(run, position));
            }
        }
    }

    private void stop(byte[] run, Timer timer) {
        batch.delete(timers.id(), Keys.ofTimerByTime(run, timer));
        batch.delete(timers.id(), Keys.ofTimerByRun(run, timer));
    }

    private void delete(Change.Delete delete) {
        byte[] run = Keys.ofRun(delete.run());
        long first = head(run, plain).map(Head::first).orElse(0L);
        batch.delete(summaries.id(), run);
        batch.delete(snapshots.id(), run);
        deleteTurns(run, first, delete.position());
        deleteRequests(run);
        if (!delete.requestId().isEmpty()) {
            byte[] key = Keys.ofRequest(run, delete.requestId());
            batch.put(requests.id(), key, Rows.ofRequest(key, delete.position()));
        }
        byte[] own = Keys.timersOfRun(run);
        try (var all =
                RocksCursor.of(
                        this,
                        null,
                        timers.handle(),
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
                        this, null, requests.handle(), run, Keys.after(run), (key, _) -> key)) {
            while (all.hasNext() && keys.size() <= DELETED_ONE_BY_ONE_MAX) {
                keys.add(all.next());
            }
        }
        if (keys.size() > DELETED_ONE_BY_ONE_MAX) {
            batch.deleteRange(requests.id(), run, Keys.after(run));
        } else {
            keys.forEach(key -> batch.delete(requests.id(), key));
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
        return row(summaries, reading, key).map(row -> Rows.head(key, row));
    }

    private Optional<byte[]> row(Family family, ReadOptions reading, byte[] key) {
        try {
            return Optional.ofNullable(database.get(family.handle(), reading, key));
        } catch (RocksDBException e) {
            throw failure(folder, "cannot be read", e);
        }
    }

    @Override
    public Optional<RunSnapshot> snapshot(RunId run) {
        byte[] key = Keys.ofRun(run);
        return row(snapshots, plain, key).map(row -> Rows.snapshot(key, row));
    }

    @Override
    public OptionalLong request(RunId run, String id) {
        byte[] key = Keys.ofRequest(Keys.ofRun(run), id);
        Optional<byte[]> found = row(requests, plain, key);
        return found.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Rows.request(key, found.get()));
    }

    @Override
    public Cursor<KnownRequest> requests(RunId run) {
        byte[] first = Keys.ofRun(run);
        return RocksCursor.of(
                this,
                null,
                requests.handle(),
                first,
                Keys.after(first),
                (key, row) -> new KnownRequest(Keys.request(key, first), Rows.request(key, row)));
    }

    @Override
    public Optional<byte[]> kept(String name) {
        byte[] key = Keys.ofName(name);
        return row(kept, plain, key).map(row -> Rows.turn(key, row));
    }

    @Override
    public Cursor<byte[]> turns(RunId run, long from) {
        byte[] key = Keys.ofRun(run);
        // One moment for both: how many turns there are, and the turns.
        Snapshot moment = database.getSnapshot();
        try (var reading = new ReadOptions().setSnapshot(moment)) {
            Optional<Head> head = head(key, reading);
            long end = head.map(Head::position).orElse(0L);
            Keys.checkFrom(run, from, head.map(Head::first).orElse(0L), end);
            var rows =
                    RocksCursor.of(
                            this,
                            moment,
                            transcripts.handle(),
                            Keys.ofTurn(key, from),
                            Keys.ofTurn(key, end),
                            TurnsInOrder.Row::new);
            return new TurnsInOrder(run, from, end, rows);
        } finally {
            database.releaseSnapshot(moment);
        }
    }

    @Override
    public Cursor<Head> heads(@Nullable RunId from) {
        byte[] first = from == null ? NOTHING : Keys.ofRun(from);
        return RocksCursor.of(this, null, summaries.handle(), first, null, Rows::head);
    }

    @Override
    public List<RunId> milestones(@Nullable RunId from, int parts) {
        byte[] first = from == null ? NOTHING : Keys.ofRun(from);
        try (var rows = database.newIterator(summaries.handle(), plain)) {
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
            return database.getApproximateSizes(
                            summaries.handle(),
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
                timers.handle(),
                Keys.timersByTime(),
                Keys.timersAfter(until),
                (key, _) -> Keys.timerByTime(key));
    }

    RocksDB database() {
        return database;
    }

    /** Tables are written once, so a copy on the same disk has other names for the same files. */
    @Override
    public void backup(Path into) {
        StoreFolder.make(
                into,
                data -> {
                    try (var checkpoint = Checkpoint.create(database)) {
                        checkpoint.createCheckpoint(data.toString());
                    }
                });
    }

    @Override
    public void compact() {
        try {
            for (Family each :
                    List.of(meta, transcripts, summaries, timers, snapshots, kept, requests)) {
                database.compactRange(each.handle());
            }
        } catch (RocksDBException e) {
            throw failure(folder, "cannot be compacted", e);
        }
    }

    @Override
    public OptionalLong room() {
        try {
            return OptionalLong.of(Files.getFileStore(folder).getUsableSpace());
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * RocksDB takes no writes after one has failed, so it is opened anew. Since that writes, too,
     * room for it is looked for first: as long as there is none this one can be read.
     */
    @Override
    public Medium reopened() {
        try {
            Path trial = folder.resolveSibling(TRIAL);
            try {
                Files.write(
                        trial,
                        new byte[TRIAL_BYTES],
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DSYNC);
            } finally {
                Files.deleteIfExists(trial);
            }
        } catch (IOException e) {
            throw new StoreFailure(
                    StoreFailure.Kind.FULL,
                    "There is no room in " + folder + ": " + e + ". Make room on the disk.",
                    e);
        }
        close();
        return StoreFolder.open(Objects.requireNonNull(folder.getParent()));
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

    private static StoreFailure failure(Path folder, String what, RocksDBException e) {
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
                    database.getAggregatedLongProperty("rocksdb.total-sst-files-size")
                            + database.getAggregatedLongProperty(
                                    "rocksdb.cur-size-all-mem-tables"));
        } catch (RocksDBException e) {
            throw failure(folder, "cannot be read", e);
        }
    }

    @Override
    public void close() {
        plain.close();
        synced.close();
        release(owned);
    }

    /** In the reverse order: what was opened last stands on what was opened before. */
    private static void release(List<AutoCloseable> owned) {
        for (AutoCloseable resource : owned.reversed()) {
            try {
                resource.close();
            } catch (Exception e) {
                throw new IllegalStateException("a native resource cannot be closed", e);
            }
        }
    }
}
