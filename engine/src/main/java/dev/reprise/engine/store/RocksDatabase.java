package dev.reprise.engine.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WALRecoveryMode;

/**
 * A RocksDB that is open, with its families and all that it has of the system. {@link WalFile} has
 * looked through its log: so whatever RocksDB itself finds wrong with it is a reason not to open
 * it.
 */
final class RocksDatabase implements AutoCloseable {
    private static final long MEMORY_BYTES = 128L << 20;
    private static final long LOG_BYTES_MAX = 256L << 20;
    private static final int BLOOM_BITS = 10;

    /**
     * By so many bytes most ids differ, and of shorter ones only those bytes of the position are in
     * it that are zero in most histories.
     */
    private static final int RUN_BYTES = 14;

    /** More than most keys have. */
    private static final int KEY_BYTES = 64;

    private static final String REQUESTS = "requests";

    /** A column family. To ask its handle for the number would be a call of native code. */
    record Family(ColumnFamilyHandle handle, int id) {
        Family(ColumnFamilyHandle handle) {
            this(handle, handle.getID());
        }
    }

    private final List<AutoCloseable> owned;
    final RocksDB rocks;
    final Family meta;
    final Family transcripts;
    final Family summaries;
    final Family timers;
    final Family snapshots;
    final Family kept;

    private final @Nullable Family requests;

    private RocksDatabase(
            RocksDB rocks, List<ColumnFamilyHandle> handles, List<AutoCloseable> owned) {
        this.owned = owned;
        this.rocks = rocks;
        this.meta = new Family(handles.get(0));
        this.transcripts = new Family(handles.get(1));
        this.summaries = new Family(handles.get(2));
        this.timers = new Family(handles.get(3));
        this.snapshots = new Family(handles.get(4));
        this.kept = new Family(handles.get(5));
        this.requests = handles.size() > 6 ? new Family(handles.get(6)) : null;
    }

    /** A way to open one. */
    private interface Opening {
        RocksDB open(List<AutoCloseable> owned, List<ColumnFamilyHandle> handles)
                throws RocksDBException;
    }

    private static RocksDatabase of(Opening opening) throws RocksDBException {
        List<AutoCloseable> owned = new ArrayList<>();
        try {
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            var rocks = owned(owned, opening.open(owned, handles));
            owned.addAll(handles);
            return new RocksDatabase(rocks, handles, owned);
        } catch (RocksDBException | RuntimeException e) {
            release(owned);
            throw e;
        }
    }

    /**
     * Opens it to be written.
     *
     * @param isNew whether there may be none yet
     * @param mayLackFamilies whether an older version may have made it, with fewer families
     */
    static RocksDatabase open(Path folder, boolean isNew, boolean mayLackFamilies)
            throws IOException, RocksDBException {
        RocksLibrary.load();
        return of(
                (owned, handles) -> {
                    var options =
                            options(owned)
                                    .setCreateIfMissing(isNew)
                                    .setCreateMissingColumnFamilies(mayLackFamilies);
                    var families = families(owned, true);
                    return RocksDB.open(options, folder.toString(), families, handles);
                });
    }

    /** Opens it to be read: no file is changed, and none is made. */
    static RocksDatabase reading(Path folder) throws IOException, RocksDBException {
        RocksLibrary.load();
        return of(
                (owned, handles) -> {
                    String path = folder.toString();
                    var families = families(owned, namesIn(path).contains(REQUESTS));
                    return RocksDB.openReadOnly(options(owned), path, families, handles);
                });
    }

    private static Set<String> namesIn(String path) throws RocksDBException {
        try (var options = new Options()) {
            return RocksDB.listColumnFamilies(options, path).stream()
                    .map(it -> new String(it, StandardCharsets.UTF_8))
                    .collect(Collectors.toSet());
        }
    }

    private static DBOptions options(List<AutoCloseable> owned) {
        return owned(owned, new DBOptions())
                .setParanoidChecks(true)
                .setAllowConcurrentMemtableWrite(false)
                .setWalRecoveryMode(WALRecoveryMode.AbsoluteConsistency)
                .setDbWriteBufferSize(MEMORY_BYTES)
                .setMaxTotalWalSize(LOG_BYTES_MAX)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(2)
                .setStatsDumpPeriodSec(0);
    }

    private static List<ColumnFamilyDescriptor> families(
            List<AutoCloseable> owned, boolean withRequests) {
        var filter = owned(owned, new BloomFilter(BLOOM_BITS));
        var table = new BlockBasedTableConfig().setFilterPolicy(filter);
        List<ColumnFamilyDescriptor> families = new ArrayList<>();
        var plain = family(owned, table, 0);
        families.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, plain));
        families.add(named("transcripts", family(owned, table, RUN_BYTES)));
        families.add(named("summaries", family(owned, table, KEY_BYTES)));
        families.add(named("timers", plain));
        families.add(named("snapshots", plain));
        families.add(named("kept", plain));
        if (withRequests) {
            families.add(named(REQUESTS, plain));
        }
        return families;
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

    /** Whether it has requests: what an older version has made has none while it is only read. */
    boolean hasRequests() {
        return requests != null;
    }

    Family requests() {
        return Objects.requireNonNull(requests);
    }

    /** All of them. */
    List<Family> families() {
        return List.of(meta, transcripts, summaries, timers, snapshots, kept, requests());
    }

    @Override
    public void close() {
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
