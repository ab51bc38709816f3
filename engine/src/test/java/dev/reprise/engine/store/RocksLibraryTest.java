package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RocksLibraryTest {
    private static Path only(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            var all = files.toList();
            assertThat(all).hasSize(1);
            return all.getFirst();
        }
    }

    @Test
    void what_is_kept_is_what_is_in_the_jar(@TempDir Path root) throws Exception {
        Path kept = RocksLibrary.kept(root.resolve("cache")).orElseThrow();
        Path file = only(kept);
        assertThat(Files.size(file)).isGreaterThan(1_000_000);
        var written = Files.getLastModifiedTime(file);
        assertThat(RocksLibrary.kept(root.resolve("cache"))).contains(kept);
        assertThat(Files.getLastModifiedTime(only(kept))).isEqualTo(written);
    }

    @Test
    void what_is_not_the_same_is_replaced(@TempDir Path root) throws Exception {
        Path file = only(RocksLibrary.kept(root).orElseThrow());
        byte[] good = Files.readAllBytes(file);
        byte[] bad = good.clone();
        bad[bad.length / 2] ^= 1;
        Files.write(file, bad);
        assertThat(only(RocksLibrary.kept(root).orElseThrow())).hasBinaryContent(good);
        Files.write(file, new byte[3]);
        assertThat(only(RocksLibrary.kept(root).orElseThrow())).hasBinaryContent(good);
    }

    @Test
    void nothing_is_kept_where_nothing_can_be(@TempDir Path root) throws Exception {
        Path file = Files.writeString(root.resolve("file"), "no folder");
        assertThat(RocksLibrary.kept(file)).isEmpty();
    }
}
