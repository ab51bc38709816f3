package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBatch;

/** Our write batches against those of RocksDB itself. */
class RocksBatchTest {
    @TempDir private Path folder;

    @Test
    void it_is_byte_for_byte_what_rocksdb_makes_of_the_same_rows() throws Exception {
        RocksLibrary.load();
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        var families =
                List.of(
                        new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY),
                        new ColumnFamilyDescriptor(StoreContract.bytes("other")));
        var ours = new RocksBatch();
        try (var options =
                        new DBOptions()
                                .setCreateIfMissing(true)
                                .setCreateMissingColumnFamilies(true);
                var _ = RocksDB.open(options, folder.toString(), families, handles);
                var theirs = new WriteBatch()) {
            var family = handles.get(1);
            var random = new Random(1);
            // Around every length at which a varint grows by a byte, up to three bytes.
            for (int length : List.of(0, 1, 127, 128, 129, 16_383, 16_384, 70_000)) {
                byte[] key = new byte[length + 1];
                byte[] value = new byte[length];
                random.nextBytes(key);
                random.nextBytes(value);
                theirs.put(family, key, value);
                ours.put(family.getID(), key, value);
                theirs.delete(family, value);
                ours.delete(family.getID(), value);
                theirs.deleteRange(family, value, key);
                ours.deleteRange(family.getID(), value, key);
            }
            assertThat(ours.take()).isEqualTo(theirs.data());
            handles.forEach(ColumnFamilyHandle::close);
        }
    }

    @Test
    void what_was_taken_or_cleared_is_not_in_it_any_more() {
        var batch = new RocksBatch();
        byte[] empty = batch.take();
        batch.put(3, new byte[5], new byte[7]);
        assertThat(batch.take()).hasSizeGreaterThan(empty.length + 12);
        assertThat(batch.take()).isEqualTo(empty);
        batch.put(3, new byte[5], new byte[40 << 20]);
        batch.clear();
        assertThat(batch.take()).isEqualTo(empty);
    }
}
