package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a store from a terminal: while an engine has it, and when nobody has. */
@Timeout(60)
class BackupCommandTest {
    private final Session session = new Session();

    @TempDir private Path root;
    private Path data;
    private Path copy;

    @BeforeEach
    void name() {
        data = root.resolve("data");
        copy = root.resolve("backups").resolve("monday");
    }

    /** One run, which waits for sugar: two entries. */
    private Engine kitchenWithACup() {
        Engine engine = Tea.engine(data, new Tea.SmallKitchen());
        var cup = engine.client().start(Tea.class, new RunId("cup-1"), "green");
        while (cup.describe().entries() < 2) {
            Thread.onSpinWait();
        }
        return engine;
    }

    @Test
    void a_copy_is_made_while_the_engine_goes_on_and_a_store_is_made_of_it() throws Exception {
        try (var engine = kitchenWithACup()) {
            assertThat(session.run("backup", "create", copy, "--data", data))
                    .as(session.err())
                    .isZero();
            assertThat(session.out()).matches("the backup .*monday is made: .* KiB\n");
            assertThat(session.run("signal", "cup-1", "sugar", "\"none\"", "--data", data))
                    .isZero();
            assertThat(engine.client().handle(Tea.class, new RunId("cup-1")).result())
                    .isEqualTo("green with hot water and none");
            assertThat(session.run("compact", "--data", data, "--json")).isZero();
            assertThat(session.json()).containsKeys("done", "folder", "before", "bytes");
        }
        assertThat(session.run("backup", "verify", copy)).isZero();
        assertThat(session.out()).isEqualTo(copy + " is whole: 1 run with 2 entries\n");
        Path other = root.resolve("other");
        assertThat(session.run("backup", "restore", copy, other, "--json")).isZero();
        assertThat(session.out())
                .isEqualTo(
                        "{\"done\":true,\"backup\":\"" + copy + "\",\"runs\":1,\"entries\":2}\n");
        try (var restored = Tea.engine(other, new Tea.SmallKitchen())) {
            var cup = restored.client().handle(Tea.class, new RunId("cup-1"));
            cup.signal("sugar", "two lumps");
            assertThat(cup.result()).isEqualTo("green with hot water and two lumps");
        }
        assertThat(session.run("describe", "cup-1", "--data", copy)).isZero();
        assertThat(session.out()).as("the copy is as it was").contains("status    running");
    }

    @Test
    void a_copy_is_not_made_inside_of_what_it_is_a_copy_of() throws Exception {
        kitchenWithACup().close();
        Path link = Files.createSymbolicLink(root.resolve("link"), data);
        for (Path inside : new Path[] {data, data.resolve("a/b"), link.resolve("a")}) {
            assertThat(session.run("backup", "create", inside, "--data", data)).isEqualTo(2);
            assertThat(session.err()).contains("inside of the store", "Name a folder elsewhere");
        }
        assertThat(data.resolve("a")).doesNotExist();
    }

    @Test
    void a_folder_that_nobody_has_open_is_copied_and_no_run_goes_on_for_that() {
        kitchenWithACup().close();
        assertThat(session.run("backup", "create", copy, "--data", data)).isZero();
        assertThat(session.run("describe", "cup-1", "--data", data, "--json")).isZero();
        assertThat(session.out()).contains("\"status\":\"running\"", "\"events\":2");
        assertThat(session.run("backup", "list", copy.getParent())).isZero();
        assertThat(session.out().lines().toList())
                .hasSize(2)
                .last()
                .asString()
                .matches(copy + " +20\\d\\d-.*Z +[\\d.]+ KiB");
        assertThat(session.run("backup", "list", root.resolve("backups"), "--json")).isZero();
        assertThat(session.out()).startsWith("{\"backup\":\"" + copy + "\",\"made\":\"20");
        assertThat(session.run("backup", "list", copy)).isZero();
        assertThat(session.out()).isEqualTo("There is no backup in " + copy + ".\n");
    }

    @Test
    void what_cannot_be_done_is_said_with_the_place() throws IOException {
        kitchenWithACup().close();
        assertThat(session.run("backup", "create", root, "--data", data)).isEqualTo(1);
        assertThat(session.err()).contains("is not empty: there is ");
        assertThat(session.run("backup", "create", copy, "--data", root.resolve("none")))
                .isEqualTo(2);
        assertThat(session.err()).contains("There is no store in the folder");
        assertThat(session.run("backup", "verify", root.resolve("none"))).isEqualTo(1);
        assertThat(session.err()).contains("There is no whole store in " + root.resolve("none"));
        assertThat(session.run("backup", "list", root.resolve("none"))).isEqualTo(2);
        assertThat(session.run("backup")).isEqualTo(2);
        assertThat(session.err()).contains("Say what to do: create, list, verify or restore.");

        assertThat(session.run("backup", "create", copy, "--data", data)).isZero();
        assertThat(session.run("backup", "restore", copy, data, "--json")).isEqualTo(1);
        assertThat(session.out())
                .contains("\"reason\":\"STORE_FOREIGN\"", "data is not empty: there is ");
        damage(copy);
        assertThat(session.run("backup", "verify", copy, "--json")).isEqualTo(1);
        assertThat(session.out()).contains("\"reason\":\"STORE_DAMAGED\"", "monday");
        assertThat(session.run("backup", "restore", copy, root.resolve("new"))).isEqualTo(1);
        assertThat(session.err()).contains("monday");
        assertThat(root.resolve("new")).doesNotExist();
    }

    /** The list of tables says where everything is. */
    private static void damage(Path copy) throws IOException {
        try (Stream<Path> files = Files.list(copy.resolve("data"))) {
            Path list =
                    files.filter(it -> it.getFileName().toString().startsWith("MANIFEST"))
                            .findFirst()
                            .orElseThrow();
            byte[] bytes = Files.readAllBytes(list);
            bytes[bytes.length / 2] ^= 16;
            Files.write(list, bytes);
        }
    }

    @Test
    void an_engine_that_does_not_listen_keeps_its_folder() {
        Tea.engine(data, new Tea.SmallKitchen()).close();
        try (var _ = Engine.open(data, EngineOptions.DEFAULT.control(false))) {
            assertThat(session.run("compact", "--data", data)).isEqualTo(1);
            assertThat(session.err()).contains("does not listen to the command line");
            assertThat(session.run("backup", "verify", data)).isEqualTo(1);
            assertThat(session.err()).contains("open");
        }
    }
}
