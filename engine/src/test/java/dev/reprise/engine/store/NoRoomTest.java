package dev.reprise.engine.store;

import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
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

    @Test
    void the_words_are_those_of_the_system_whatever_its_language() {
        var german = List.of("Der zugewiesene Plattenplatz (Quota) ist überschritten");
        String said = "While appending to file: /data/000004.log: " + german.getFirst();
        assertThat(NoRoomWords.areIn(said, german)).isTrue();
        assertThat(NoRoomWords.areIn(said)).as("nobody here speaks German").isFalse();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void the_c_library_says_of_an_error_what_the_jdk_says_of_it(@TempDir Path folder)
            throws IOException {
        Path file = folder.resolve("file");
        try (var channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, WRITE)) {
            assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1), Long.MAX_VALUE - 1))
                    .isInstanceOf(IOException.class)
                    .hasMessage(NoRoomWords.words(NoRoomWords.EFBIG).orElseThrow());
        }
        assertThat(NoRoomWords.words(NoRoomWords.EFBIG)).isNotEqualTo(NoRoomWords.words(5));
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void the_numbers_are_those_of_a_quota_and_of_a_file_that_is_too_large() {
        // Started with English as the language, as tests are, the words are known.
        assertThat(NoRoomWords.words(NoRoomWords.EFBIG)).contains("File too large");
        assertThat(NoRoomWords.all(System.getProperty("os.name")))
                .anyMatch(it -> it.startsWith("Disk quota exceeded"))
                .hasSizeLessThan(4);
    }
}
