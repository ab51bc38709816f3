package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store on disk: the contract, and what only a disk can do. */
class RocksStoreTest extends StoreContract {
    @TempDir private Path folder;

    @Override
    Store empty() {
        return Store.open(folder.resolve("store"));
    }

    private void reopen() {
        store.close();
        store = empty();
    }

    @Test
    void what_was_written_is_there_when_it_is_opened_again() {
        var timer = new Timer(NOON, 3);
        make(
                new Change.ClaimStore(4),
                Append.turn(RUN, 0, 4, bytes("first")).withSummary(bytes("s")).set(timer),
                Append.turn(RUN, 1, 4, bytes("second")),
                Append.turn(OTHER, 0, 4, bytes("gone")).set(timer),
                new Change.Delete(OTHER, 1, 4));
        for (int i = 0; i < 2; i++) {
            reopen();
            assertThat(heads()).containsExactly("order-17 2 4 's'");
            assertThat(turns(RUN, 0)).containsExactly("first", "second");
            assertThat(due(NOON)).containsExactly(new DueTimer(RUN, timer));
            assertThat(store.epoch()).isEqualTo(4);
            write(turn(RUN, 2)).assertRefused(new Conflict.Epoch(RUN, 4, 1));
        }
        make(Append.turn(RUN, 2, 4, bytes("third")));
    }

    @Test
    void a_second_one_in_this_process_is_refused() {
        make(turn(RUN, 0));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(this::empty)
                    .isInstanceOfSatisfying(
                            StoreFailure.class,
                            it -> assertThat(it.kind()).isEqualTo(StoreFailure.Kind.IN_USE))
                    .hasMessageContainingAll(
                            folder.toString(), "process", "" + ProcessHandle.current().pid());
        }
        make(turn(RUN, 1));
    }

    @Test
    void another_process_is_refused_and_told_who_has_it() throws Exception {
        try (var holder = ChildJvm.run(Holder.class, folder.resolve("other"))) {
            assertThat(holder.line()).isEqualTo("open");
            assertThatThrownBy(() -> Store.open(folder.resolve("other")))
                    .isInstanceOfSatisfying(
                            StoreFailure.class,
                            it -> assertThat(it.kind()).isEqualTo(StoreFailure.Kind.IN_USE))
                    .hasMessageContainingAll("other", "process " + holder.pid(), "started 2");
        }
        // It was killed, and what it held is free.
        Store.open(folder.resolve("other")).close();
    }

    /** Opens a store and keeps it until it is killed. */
    static final class Holder {
        public static void main(String[] arguments) throws InterruptedException {
            try (var store = Store.open(Path.of(arguments[0]))) {
                System.out.println("open");
                Thread.sleep(60_000);
                System.out.println(store.epoch());
            }
        }
    }

    @Test
    void a_format_that_is_not_known_is_refused_and_not_touched() throws IOException {
        make(turn(RUN, 0));
        store.close();
        Path home = folder.resolve("store");
        for (String format :
                List.of(
                        "reprise-store 5 ready",
                        "reprise-store 1 ready",
                        "reprise-store 2",
                        "",
                        "something else")) {
            Files.writeString(home.resolve("format"), format);
            var before = contents(home);
            assertThatThrownBy(this::empty)
                    .isInstanceOfSatisfying(
                            StoreFailure.class,
                            it -> assertThat(it.kind()).isEqualTo(StoreFailure.Kind.FOREIGN))
                    .hasMessageContainingAll("'" + format + "'", "2 to 4");
            assertThat(contents(home)).isEqualTo(before);
        }
        Files.writeString(home.resolve("format"), "reprise-store 4 ready\n");
        store = empty();
        assertThat(turns(RUN, 0)).hasSize(1);
    }

    @Test
    void a_folder_with_something_else_in_it_is_refused_and_not_touched() throws IOException {
        Path home = Files.createDirectory(folder.resolve("photos"));
        Files.writeString(home.resolve("cat.jpg"), "meow");
        assertThatThrownBy(() -> Store.open(home))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContainingAll("photos", "cat.jpg", "empty folder");
        assertThat(contents(home)).containsOnlyKeys("cat.jpg");
    }

    @Test
    void a_store_whose_maker_was_killed_is_made_again() throws IOException {
        Path home = Files.createDirectory(folder.resolve("unfinished"));
        Files.writeString(home.resolve("lock"), "process 1\n");
        Files.writeString(home.resolve("format.draft"), "repr");
        Store.open(home).close();
        Files.writeString(home.resolve("format"), "reprise-store 4 being-made\n");
        Store.open(home).close();
        assertThat(home.resolve("format")).hasContent("reprise-store 4 ready");
    }

    @Test
    void a_database_that_is_lost_is_not_replaced_by_an_empty_one() throws IOException {
        make(turn(RUN, 0));
        store.close();
        Files.delete(folder.resolve("store/data/CURRENT"));
        assertThatThrownBy(this::empty).isInstanceOf(StoreFailure.class);
        Folders.remove(folder.resolve("store/data"));
        assertThatThrownBy(this::empty)
                .isInstanceOf(StoreFailure.class)
                .hasMessageContainingAll("data is missing", "Restore a backup");
        Files.delete(folder.resolve("store/format"));
        Files.createDirectory(folder.resolve("store/data"));
        assertThatThrownBy(this::empty)
                .isInstanceOf(StoreFailure.class)
                .hasMessageContainingAll("no file format", "If it was a store, restore a backup");
    }

    @Test
    void nobody_but_its_owner_looks_into_what_is_stored() throws IOException {
        make(turn(RUN, 0));
        Path home = folder.resolve("store");
        assertThat(permissions(home)).isEqualTo("rwx------");
        assertThat(permissions(home.resolve("data"))).isEqualTo("rwx------");
        Path opened = Files.createDirectory(folder.resolve("opened"));
        String before = permissions(opened);
        Store.open(opened).close();
        assertThat(permissions(opened)).isEqualTo(before);
        assertThat(permissions(opened.resolve("data"))).isEqualTo("rwx------");
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void a_file_in_the_place_of_a_folder_is_refused() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertThatThrownBy(() -> Store.open(file))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContainingAll("file is there, and is no folder");
    }

    @Test
    void after_a_refused_open_the_folder_is_free() throws IOException {
        store.close();
        Path format = folder.resolve("store/format");
        Path data = folder.resolve("store/data");
        Files.move(data, folder.resolve("store/elsewhere"));
        assertThatThrownBy(this::empty).isInstanceOf(StoreFailure.class);
        Files.move(folder.resolve("store/elsewhere"), data);
        store = empty();
        make(turn(RUN, 0));
        assertThat(format).exists();
    }

    @Test
    void an_error_of_the_disk_fails_what_waits_and_loses_nothing() throws Exception {
        // Files of this process may have 48 MiB: enough for RocksDB's library, not for its log.
        Path home = folder.resolve("small");
        int acknowledged = -1;
        try (var writer = ChildJvm.runAfter("ulimit -f 98304", Filler.class, home)) {
            String line = writer.line();
            while (line.startsWith("durable ")) {
                acknowledged = Integer.parseInt(line.substring("durable ".length()));
                line = writer.line();
            }
            assertThat(line).startsWith("FULL ");
            assertThat(writer.line()).startsWith("REFUSING ");
            assertThat(writer.exit()).isZero();
        }
        assertThat(acknowledged).isPositive();
        try (var again = Store.open(home)) {
            long position = again.head(RUN).orElseThrow().position();
            assertThat(position).isGreaterThan(acknowledged);
            try (var turns = again.turns(RUN, 0)) {
                assertThat(all(turns)).hasSize((int) position);
            }
        }
    }

    /** Writes until it fails, and once more. */
    static final class Filler {
        public static void main(String[] arguments) {
            try (var store = Store.open(Path.of(arguments[0]))) {
                for (int i = 0, failures = 0; failures < 2; i++) {
                    var slip = new Slip();
                    store.write(Append.turn(RUN, i, 1, new byte[4 << 20]), slip);
                    try {
                        slip.assertDurable();
                        System.out.println("durable " + i);
                    } catch (AssertionError _) {
                        failures++;
                        System.out.println(slip.failure().kind() + " " + i);
                    }
                }
            }
        }
    }

    @Test
    void a_row_that_was_tampered_with_is_reported() {
        var key = Keys.ofTurn(Keys.ofRun(RUN), 3);
        byte[] row = Rows.ofTurn(key, bytes("turn"));
        assertThat(Rows.turn(key, row)).isEqualTo(bytes("turn"));
        assertThatThrownBy(() -> Rows.turn(Keys.ofTurn(Keys.ofRun(RUN), 4), row))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContainingAll("turn 4", "order-17");
        for (int i = 0; i < row.length; i++) {
            byte[] bad = row.clone();
            bad[i] ^= 16;
            assertThatThrownBy(() -> Rows.turn(key, bad)).isInstanceOf(StoreFailure.class);
        }
        var head = new Head(RUN, 5, 2, bytes("summary"));
        byte[] headKey = Keys.ofRun(RUN);
        byte[] short1 = {1, 2, 3};
        assertThat(shown(Rows.head(headKey, Rows.ofHead(headKey, head)))).isEqualTo(shown(head));
        assertThatThrownBy(() -> Rows.head(headKey, short1))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("'order-17'");
    }

    @Test
    void a_missing_turn_is_reported() {
        var rows =
                IntStream.of(4, 6)
                        .mapToObj(it -> Keys.ofTurn(Keys.ofRun(RUN), it))
                        .map(it -> new TurnsInOrder.Row(it, Rows.ofTurn(it, bytes("x"))))
                        .iterator();
        var turns = new TurnsInOrder(RUN, 4, 8, over(rows));
        turns.next();
        assertThatThrownBy(turns::next)
                .isInstanceOf(StoreFailure.class)
                .hasMessageContainingAll("Turn 5", "order-17", "turn 6 follows");
    }

    private static <T> Cursor<T> over(Iterator<T> rest) {
        return new Cursor<>() {
            @Override
            public boolean hasNext() {
                return rest.hasNext();
            }

            @Override
            public T next() {
                return rest.next();
            }

            @Override
            public void close() {}
        };
    }

    @Test
    void a_long_run_is_read_as_it_goes() {
        int length = 20_000;
        var id = new RunId("long");
        make(
                IntStream.range(0, length)
                        .mapToObj(it -> Append.turn(id, it, 1, new byte[100]))
                        .toArray(Change[]::new));
        reopen();
        try (var cursor = store.turns(id, 10_000)) {
            assertThat(all(cursor)).hasSize(10_000).allMatch(it -> it.length == 100);
        }
    }

    private static Map<String, String> contents(Path home) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(home)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                contents.put(
                        home.relativize(file).toString(),
                        HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return contents;
    }
}
