package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.Status;

/** What counts as a want of room, among the errors of RocksDB. */
final class NoRoomTest {
    @ParameterizedTest
    @CsvSource({
        "IOError, NoSpace, No space left on device, true",
        "IOError, None, Disk quota exceeded, true",
        "IOError, None, File too large, true",
        "IOError, None, Input/output error, false",
        "IOError, None, , false",
        "Corruption, None, File too large, false"
    })
    void a_full_disk_a_quota_and_a_limit_of_file_sizes(
            Status.Code code, Status.SubCode subCode, String words, boolean full) {
        assertThat(RocksMedium.isFull(new Status(code, subCode, words))).isEqualTo(full);
    }
}
