package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.store.Extent;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a store that is in use, and what becomes of them. */
@Timeout(120)
final class BackupTest {
    @TempDir private Path root;

    /** Ends when it is told. */
    public static final class Waits implements Workflow<String, String> {
        private boolean told;

        @Override
        public String run(String input) {
            Flow.await(() -> told);
            return input;
        }

        @Signal
        void tell() {
            told = true;
        }
    }

    /** Keeps much. */
    public static final class Keeps implements Workflow<byte[], Integer> {
        @Override
        public Integer run(byte[] input) {
            return input.length;
        }
    }

    @Test
    void a_backup_under_load_has_all_that_was_acknowledged_before() throws Exception {
        Set<String> acknowledged = new ConcurrentSkipListSet<>();
        var stop = new AtomicBoolean();
        Set<String> before;
        try (var engine = Engine.open(root.resolve("data")).register(Waits.class)) {
            var load =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        for (int i = 0; !stop.get(); i++) {
                                            var id = new RunId("run-" + i);
                                            engine.client().start(Waits.class, id, "in " + i);
                                            acknowledged.add(id.value());
                                        }
                                    });
            Await.until(acknowledged::size, it -> it >= 50);
            before = Set.copyOf(acknowledged);
            engine.backup(root.resolve("backup"));
            int then = acknowledged.size();
            Await.until(acknowledged::size, it -> it >= then + 20);
            stop.set(true);
            load.join();
        }

        Extent extent = Store.restore(root.resolve("backup"), root.resolve("restored"));
        assertThat(extent.runs()).isBetween((long) before.size(), (long) acknowledged.size());

        try (var engine = Engine.open(root.resolve("restored")).register(Waits.class)) {
            assertThat(engine.recovered().runs()).isEqualTo(extent.runs());
            for (String id : before) {
                var run = engine.client().handle(Waits.class, new RunId(id));
                run.signal("tell");
                assertThat(run.result()).isEqualTo("in " + id.substring("run-".length()));
            }
        }
        assertThat(Store.verify(root.resolve("backup"))).isEqualTo(extent);
    }

    @Test
    void a_folder_that_is_not_empty_is_refused() throws IOException {
        Files.writeString(Files.createDirectories(root.resolve("mine")).resolve("letter"), "x");
        try (var engine = Engine.open(root.resolve("data"))) {
            assertThatThrownBy(() -> engine.backup(root.resolve("mine")))
                    .isInstanceOf(StoreFailure.class)
                    .hasMessageContaining("is not empty: there is letter");
        }
        assertThatThrownBy(() -> Store.restore(root.resolve("data"), root.resolve("mine")))
                .hasMessageContaining("is not empty: there is letter");
    }

    @Test
    void a_backup_that_is_not_whole_or_damaged_is_refused() throws IOException {
        try (var engine = Engine.open(root.resolve("data")).register(Keeps.class)) {
            engine.client().start(Keeps.class, new RunId("big"), new byte[100_000]).result();
            engine.backup(root.resolve("backup"));
            engine.backup(root.resolve("part"));
        }
        Files.delete(root.resolve("part/format"));
        assertThatThrownBy(() -> Store.restore(root.resolve("part"), root.resolve("restored")))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("There is no whole store in");
        assertThat(Store.verify(root.resolve("backup"))).isEqualTo(new Extent(1, 1));
        Path table = largest(root.resolve("backup/data"));
        byte[] bytes = Files.readAllBytes(table);
        bytes[bytes.length / 2] ^= 16;
        Files.delete(table); // it may be the same file as the original's
        Files.write(table, bytes);
        assertThatThrownBy(() -> Store.restore(root.resolve("backup"), root.resolve("restored")))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining(table.getFileName().toString());
        assertThat(root.resolve("restored")).doesNotExist();
    }

    private static Path largest(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(it -> it.toString().endsWith(".sst"))
                    .max((a, b) -> Long.compare(size(List.of(a)), size(List.of(b))))
                    .orElseThrow();
        }
    }

    @Test
    void after_deletions_and_compaction_the_room_is_free() throws IOException {
        Path data = root.resolve("data");
        try (var engine = Engine.open(data).register(Keeps.class)) {
            var random = new java.util.Random(7);
            for (int i = 0; i < 40; i++) {
                byte[] noise = new byte[250_000];
                random.nextBytes(noise);
                engine.client().start(Keeps.class, new RunId("run-" + i), noise).result();
            }
            engine.compact();
            long full = tables(data);
            assertThat(full).isGreaterThan(10_000_000);
            for (int i = 1; i < 40; i++) {
                engine.client().handle(Keeps.class, new RunId("run-" + i)).delete();
            }
            engine.compact();
            assertThat(tables(data)).isLessThan(full / 10);
            assertThat(engine.client().handle(Keeps.class, new RunId("run-0")).result())
                    .isEqualTo(250_000);
        }
    }

    private static long tables(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("data"))) {
            return size(files.filter(it -> it.toString().endsWith(".sst")).toList());
        }
    }

    private static long size(List<Path> files) {
        long sum = 0;
        for (Path each : files) {
            try {
                sum += Files.size(each);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sum;
    }
}
