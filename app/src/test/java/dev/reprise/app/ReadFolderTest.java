package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that only read leave the folder of a stopped engine as it is, to the byte. */
@Timeout(60)
class ReadFolderTest {
    private static final List<String> READING =
            List.of(
                    "list",
                    "count",
                    "describe cup-1",
                    "show cup-1",
                    "queue",
                    "queue list",
                    "health",
                    "schedule list");

    private final Session session = new Session();

    @TempDir private Path root;

    private Path stopped() {
        Path data = root.resolve("data");
        try (var engine = Tea.engine(data, new Tea.SmallKitchen())) {
            engine.client().start(Tea.class, new RunId("cup-1"), "green");
        }
        return data;
    }

    private int reprise(Path data, String words) {
        var all = Stream.concat(Stream.of(words.split(" ", -1)), Stream.of("--data", data));
        return session.run(all.toArray());
    }

    /** All files with their bytes, but for the lock, which says who had it last. */
    private static SortedMap<String, List<Byte>> contents(Path folder) throws IOException {
        SortedMap<String, List<Byte>> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                if (!each.endsWith("lock")) {
                    byte[] bytes = Files.readAllBytes(each);
                    var boxed = new Byte[bytes.length];
                    Arrays.setAll(boxed, i -> bytes[i]);
                    contents.put(folder.relativize(each).toString(), List.of(boxed));
                }
            }
        }
        return contents;
    }

    private static void tear(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("data"))) {
            Path log = files.filter(it -> it.toString().endsWith(".log")).findFirst().orElseThrow();
            Files.write(log, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, StandardOpenOption.APPEND);
        }
    }

    @Test
    void of_an_engine_that_was_stopped_and_of_one_that_was_killed() throws IOException {
        Path data = stopped();
        for (boolean torn : new boolean[] {false, true}) {
            if (torn) {
                tear(data);
            }
            var before = contents(data);
            for (String command : READING) {
                assertThat(reprise(data, command)).as("%s: %s", command, session.err()).isZero();
                assertThat(contents(data)).as(command).isEqualTo(before);
            }
            assertThat(reprise(data, "backup create " + root.resolve("backup-" + torn))).isZero();
            assertThat(session.run("backup", "verify", data)).isZero();
            assertThat(session.out()).contains("1 run with ");
            assertThat(session.run("backup", "restore", data, root.resolve("new-" + torn)))
                    .isZero();
            assertThat(contents(data)).isEqualTo(before);
            assertThat(session.run("backup", "verify", root.resolve("backup-" + torn))).isZero();
            assertThat(session.out()).contains("1 run with ");
        }
    }

    @Test
    void compacting_rewrites_it() {
        Path data = stopped();
        assertThat(reprise(data, "compact")).as(session.err()).isZero();
        assertThat(reprise(data, "count")).isZero();
        assertThat(session.out()).isEqualTo("1\n");
    }
}
