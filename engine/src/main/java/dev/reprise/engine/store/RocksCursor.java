package dev.reprise.engine.store;

import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** Reads the rows of a range of keys, as they were when it was made. */
final class RocksCursor<T> implements Cursor<T> {
    /** What a row means. */
    interface Reading<T> {
        T of(byte[] key, byte[] row);
    }

    private final RocksMedium medium;
    private final @Nullable Slice end;
    private final ReadOptions options = new ReadOptions();
    private final RocksIterator rows;
    private final Reading<T> reading;
    private boolean isValid;

    private RocksCursor(
            RocksMedium medium,
            @Nullable Snapshot moment,
            ColumnFamilyHandle family,
            byte[] from,
            byte @Nullable [] end,
            Reading<T> reading) {
        this.medium = medium;
        this.reading = reading;
        this.end = end == null ? null : new Slice(end);
        if (moment != null) {
            options.setSnapshot(moment);
        }
        if (this.end != null) {
            options.setIterateUpperBound(this.end);
        }
        this.rows = medium.database().newIterator(family, options);
        rows.seek(from);
        this.isValid = rows.isValid();
    }

    /**
     * The rows from a key on.
     *
     * @param moment as they were at which moment; null: now
     * @param end where they end; null: nowhere
     */
    static <T> RocksCursor<T> of(
            RocksMedium medium,
            @Nullable Snapshot moment,
            ColumnFamilyHandle family,
            byte[] from,
            byte @Nullable [] end,
            Reading<T> reading) {
        return new RocksCursor<>(medium, moment, family, from, end, reading);
    }

    /** An iterator that meets damage looks like one at its end, unless it is asked. */
    @Override
    public boolean hasNext() {
        if (isValid) {
            return true;
        }
        try {
            rows.status();
        } catch (RocksDBException e) {
            throw medium.unreadable(e);
        }
        return false;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more rows");
        }
        T next = reading.of(rows.key(), rows.value());
        rows.next();
        isValid = rows.isValid();
        return next;
    }

    @Override
    public void close() {
        rows.close();
        options.close();
        if (end != null) {
            end.close();
        }
    }
}
