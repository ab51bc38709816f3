package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Stores that are only read stay as they are, to the byte. */
@Timeout(60)
class ReadStoreTest {
    private static final RunId RUN = new RunId("order-17");
    private static final int TURNS = 20;

    @TempDir private Path root;

    private Path older() throws IOException {
        Path folder = root.resolve("older");
        Folders.unpack("version-2.zip", folder);
        return folder;
    }

    /** A store whose process was killed in the middle of a write. */
    private Path torn() throws IOException {
        Path folder = root.resolve("torn");
        try (var store = Store.open(folder)) {
            for (int i = 0; i < TURNS; i++) {
                var slip = new Slip();
                store.write(
                        Append.turn(RUN, i, 1, ("turn " + i).getBytes(StandardCharsets.UTF_8))
                                .withRequests(List.of("request-" + i)),
                        slip);
                slip.assertDurable();
            }
        }
        Path log = Folders.data(folder, ".log").getLast();
        byte[] whole = Files.readAllBytes(log);
        Files.write(log, Arrays.copyOf(whole, 40), StandardOpenOption.APPEND);
        return folder;
    }

    @Test
    void an_older_store_that_is_read_verified_and_restored_is_still_an_older_store()
            throws IOException {
        Path folder = older();
        var before = Folders.contents(folder);
        try (var store = Store.reading(folder)) {
            assertThat(ids(store))
                    .containsExactly("asks-1", "done-1", "ended-1", "sleeps-1", "waits-1");
            assertThat(store.request(new RunId("waits-1"), "r")).isEmpty();
            assertThat(store.timersDue(Instant.MAX).hasNext()).isTrue();
        }
        assertThat(Folders.contents(folder)).isEqualTo(before);
        Extent extent = Store.verify(folder);
        assertThat(extent.runs()).isEqualTo(5);
        assertThat(Folders.contents(folder)).isEqualTo(before);
        assertThat(Store.restore(folder, root.resolve("restored"))).isEqualTo(extent);
        assertThat(Folders.contents(folder)).isEqualTo(before);
        assertThat(Store.verify(root.resolve("restored"))).isEqualTo(extent);
    }

    private static List<String> ids(Store store) {
        List<String> ids = new ArrayList<>();
        try (var heads = store.heads()) {
            heads.forEachRemaining(it -> ids.add(it.run().value()));
        }
        return ids;
    }

    @Test
    void a_torn_tail_is_not_read_and_not_cut_off() throws IOException {
        Path folder = torn();
        var before = Folders.contents(folder);
        Extent extent = Store.restore(folder, root.resolve("restored"));
        assertThat(extent).isEqualTo(new Extent(1, TURNS));
        try (var store = Store.reading(folder)) {
            assertThat(store.head(RUN).orElseThrow().position()).isEqualTo(TURNS);
            assertThat(store.request(RUN, "request-7")).hasValue(7);
        }
        assertThat(Folders.contents(folder)).isEqualTo(before);
        // What is restored has no torn tail, so nothing is cut off it.
        assertThat(Store.verify(root.resolve("restored"))).isEqualTo(extent);
        Store.open(root.resolve("restored")).close();
        assertThat(root.resolve("restored/torn")).doesNotExist();
        Store.open(folder).close();
        assertThat(folder.resolve("torn")).isNotEmptyDirectory();
    }

    @Test
    void what_is_only_read_refuses_changes_and_is_read_on() throws IOException {
        Path folder = torn();
        try (var store = Store.reading(folder)) {
            var slip = new Slip();
            store.write(new Change.ClaimStore(7), slip);
            assertThat(slip.failure()).hasMessageContaining("was opened to be read");
            assertThat(store.head(RUN)).isPresent();
            assertThatThrownBy(store::compact).hasMessageContaining("was opened to be read");
            assertThatThrownBy(() -> Store.open(folder))
                    .as("nobody may change it meanwhile")
                    .hasMessageContaining("is in use by this process");
        }
        Store.open(folder).close();
    }

    @Test
    void where_there_is_no_whole_store_nothing_is_made() throws IOException {
        Path missing = root.resolve("missing");
        assertThatThrownBy(() -> Store.reading(missing))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("There is no whole store in " + missing);
        assertThat(missing).doesNotExist();
        Path begun = Files.createDirectory(root.resolve("begun"));
        Files.writeString(begun.resolve("format"), "reprise-store 3 being-made\n");
        assertThatThrownBy(() -> Store.verify(begun)).hasMessageContaining("no whole store");
        assertThat(Folders.contents(begun)).containsOnlyKeys("", "format");
    }

    @Test
    void a_copy_that_cannot_be_finished_leaves_nothing_behind() throws IOException {
        Path folder = older();
        Path mine = Files.createDirectory(root.resolve("mine"));
        Files.createDirectory(folder.resolve("data/OPTIONS-999999")); // which cannot be copied
        for (Path target : List.of(mine, root.resolve("not-there"))) {
            assertThatThrownBy(() -> Store.restore(folder, target))
                    .isInstanceOf(StoreFailure.class)
                    .hasMessageContaining("A copy of the store cannot be made in " + target);
        }
        assertThat(mine).as("it was there before").isEmptyDirectory();
        assertThat(root.resolve("not-there")).doesNotExist();
    }

    static boolean mountingIsAllowed() {
        return SmallDisk.isAllowed();
    }

    @Test
    @EnabledIf("mountingIsAllowed")
    void where_mounting_is_allowed_a_store_is_read_that_nobody_can_write() throws Exception {
        Path folder = torn();
        Path at = Files.createDirectory(root.resolve("mounted"));
        String shell = "cp -r '" + folder + "/.' '" + at + "' && mount -o remount,ro '" + at + "'";
        try (var child =
                ChildJvm.runUnder(
                        SmallDisk.at(at, "16m", shell), Verifier.class, at, root.resolve("new"))) {
            assertThat(child.line()).isEqualTo(new Extent(1, TURNS).toString());
            assertThat(child.line()).isEqualTo(new Extent(1, TURNS).toString());
            assertThat(child.exit()).isZero();
        }
        assertThat(Store.verify(root.resolve("new"))).isEqualTo(new Extent(1, TURNS));
    }

    /** Verifies a store, and makes another of it. */
    static final class Verifier {
        public static void main(String[] arguments) {
            System.out.println(Store.verify(Path.of(arguments[0])));
            System.out.println(Store.restore(Path.of(arguments[0]), Path.of(arguments[1])));
        }
    }
}
