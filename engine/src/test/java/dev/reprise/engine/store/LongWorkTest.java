package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Copies and compactions take long, and hold up nobody. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LongWorkTest {
    private static final RunId RUN = new RunId("order-17");

    @TempDir private Path root;

    private Path data() {
        return root.resolve("data");
    }

    private Path target() {
        return root.resolve("target");
    }

    private static Slip write(Store store, int position, int bytes) {
        byte[] turn = new byte[bytes];
        new Random(position).nextBytes(turn);
        var slip = new Slip();
        store.write(Append.turn(RUN, position, 1, turn), slip);
        return slip;
    }

    /** So many turns of a mebibyte, in tables. */
    private static void fill(Path folder, int turns) {
        try (var store = Store.open(folder)) {
            for (int i = 0; i < turns; i++) {
                write(store, i, 1 << 20).assertDurable();
            }
        }
        Store.open(folder).close();
    }

    private static StoreFailure.Kind kind(Throwable thrown) {
        assertThat(thrown).isInstanceOf(StoreFailure.class);
        return ((StoreFailure) thrown).kind();
    }

    // ---- Nobody waits for them ----

    @Test
    void while_a_copy_is_slow_a_store_without_room_is_read_opened_anew_and_closed()
            throws Exception {
        var begun = new CountDownLatch(1);
        var tap = new Brimming.Tap();
        tap.copied(
                givenUp -> {
                    begun.countDown();
                    while (!givenUp.getAsBoolean()) {
                        Thread.onSpinWait();
                    }
                });
        CompletableFuture<Void> copied;
        try (var store = Brimming.open(data(), tap)) {
            write(store, 0, 10).assertDurable();
            copied = CompletableFuture.runAsync(() -> store.backup(target()));
            begun.await();
            tap.full(true);
            assertThat(write(store, 1, 10).failure().isFull()).isTrue();
            assertThatThrownBy(store::resume).isInstanceOf(StoreFailure.class);
            assertThat(store.head(RUN)).isPresent();
            tap.full(false);
            store.resume();
            write(store, 1, 10).assertDurable();
            assertThat(store.head(RUN).orElseThrow().position()).isEqualTo(2);
            assertThat(copied).isNotDone();
        }
        assertThat(copied.handle((_, thrown) -> kind(thrown.getCause())).join())
                .as("to close it gives the copy up")
                .isEqualTo(StoreFailure.Kind.GIVEN_UP);
        assertThat(target()).doesNotExist();
    }

    @Test
    void a_compaction_is_given_up_when_the_store_is_closed() throws Exception {
        fill(data(), 40);
        var begun = new CountDownLatch(1);
        CompletableFuture<Throwable> compacting;
        try (var store = Store.open(data())) {
            compacting = CompletableFuture.supplyAsync(() -> compactedUntil(store, begun));
            begun.await();
            TimeUnit.MILLISECONDS.sleep(100);
            assertThat(store.head(RUN)).isPresent();
        }
        Throwable thrown = compacting.join();
        if (!(thrown instanceof IllegalStateException)) {
            assertThat(kind(thrown)).isEqualTo(StoreFailure.Kind.GIVEN_UP);
        }
        assertThat(Store.verify(data())).isEqualTo(new Extent(1, 40));
    }

    /** Compacts again and again, until that fails. */
    private static Throwable compactedUntil(Store store, CountDownLatch begun) {
        while (true) {
            try {
                begun.countDown();
                store.compact();
            } catch (RuntimeException e) {
                return e;
            }
        }
    }

    @Test
    void what_begins_while_its_medium_makes_way_is_given_up() {
        fill(data(), 1);
        Medium medium = StoreFolder.open(data());
        CompletableFuture<Void> copied;
        CompletableFuture<Void> compacted;
        try (var _ = medium.rest()) {
            copied = CompletableFuture.runAsync(() -> medium.backup(target(), () -> false));
            compacted = CompletableFuture.runAsync(medium::compact);
            medium.close();
        }
        for (var each : List.of(copied, compacted)) {
            assertThat(each.handle((_, thrown) -> kind(thrown.getCause())).join())
                    .isEqualTo(StoreFailure.Kind.GIVEN_UP);
        }
        assertThat(target()).doesNotExist();
    }

    // ---- What they leave behind ----

    private void copy(BooleanSupplier givenUp) {
        StoreCopy.make(data().resolve("data"), StoreFormat.VERSION, target(), givenUp);
    }

    @Test
    void a_copy_that_is_given_up_is_removed() {
        fill(data(), 3);
        assertThatThrownBy(() -> copy(() -> true))
                .hasMessageContaining("was given up")
                .satisfies(it -> assertThat(kind(it)).isEqualTo(StoreFailure.Kind.GIVEN_UP));
        assertThat(target()).doesNotExist();
    }

    @Test
    void what_a_killed_process_has_copied_is_replaced_and_nothing_else() throws IOException {
        fill(data(), 3);
        Path part = Files.createDirectories(target().resolve("data")).resolve("000007.sst");
        Files.writeString(part, "a part");
        assertThatThrownBy(() -> copy(() -> false))
                .as("nobody says that it was a copy")
                .hasMessageContaining("is not empty: there is data");
        Files.writeString(target().resolve("reprise-copying"), "process 17\n");
        Path letter = Files.writeString(target().resolve("letter"), "x");
        assertThatThrownBy(() -> copy(() -> false))
                .hasMessageContaining("is not empty: there is letter");
        assertThat(part).exists();
        Files.delete(letter);
        assertThatThrownBy(() -> Store.verify(target())).hasMessageContaining("no whole store");
        copy(() -> false);
        assertThat(Store.verify(target())).isEqualTo(new Extent(1, 3));
        assertThat(target().resolve("reprise-copying")).doesNotExist();
        assertThat(part).doesNotExist();
    }

    @Test
    void two_copies_into_one_folder_do_not_mix() throws Exception {
        fill(data(), 8);
        var begun = new CountDownLatch(1);
        var over = new CountDownLatch(1);
        var first =
                CompletableFuture.runAsync(
                        () ->
                                copy(
                                        () -> {
                                            begun.countDown();
                                            awaited(over);
                                            return false;
                                        }));
        begun.await();
        assertThatThrownBy(() -> copy(() -> false)).hasMessageContaining("is in use by");
        over.countDown();
        first.join();
        assertThat(Store.verify(target())).isEqualTo(new Extent(1, 8));
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void what_a_killed_process_had_in_its_folder_for_a_moment_goes_when_it_is_opened()
            throws IOException {
        fill(data(), 1);
        Path staged = Files.createDirectories(data().resolve("staged-123/data"));
        Files.writeString(staged.resolve("000009.sst"), "a table");
        Files.writeString(data().resolve("trial"), "room?");
        Store.open(data()).close();
        assertThat(data().resolve("staged-123")).doesNotExist();
        assertThat(data().resolve("trial")).doesNotExist();
        assertThat(Store.verify(data())).isEqualTo(new Extent(1, 1));
    }

    // ---- Another disk ----

    static boolean mountingIsAllowed() {
        return SmallDisk.isAllowed();
    }

    @Test
    @EnabledIf("mountingIsAllowed")
    void where_mounting_is_allowed_a_copy_on_a_disk_without_room_says_so_and_is_removed()
            throws Exception {
        fill(data(), 12);
        Path small = Files.createDirectory(root.resolve("small"));
        try (var child =
                ChildJvm.runUnder(SmallDisk.at(small, "16m"), Copier.class, data(), small)) {
            assertThat(child.lines()).containsExactly("copied", "refused", "filled", "well");
        }
        assertThat(Store.verify(data())).isEqualTo(new Extent(1, 13));
    }

    /** Copies a store to a disk on which there is room, too little, and some until it is gone. */
    static final class Copier {
        public static void main(String[] arguments) throws IOException {
            Path data = Path.of(arguments[0]);
            Path small = Path.of(arguments[1]);
            Path target = small.resolve("copy");
            try (var store = Store.open(data)) {
                store.backup(target);
                assertThat(Store.verify(target)).isEqualTo(new Extent(1, 12));
                System.out.println("copied");
                Path second = small.resolve("second");
                assertNoRoom(() -> store.backup(second), small);
                assertThat(second).doesNotExist();
                System.out.println("refused");
                Folders.remove(target);
            }
            Path ballast = small.resolve("ballast");
            assertNoRoom(
                    () -> StoreCopy.make(data.resolve("data"), 3, target, () -> filled(ballast)),
                    small);
            assertThat(target).doesNotExist();
            System.out.println("filled");
            try (var store = Store.open(data)) {
                write(store, 12, 10).assertDurable();
            }
            System.out.println("well");
        }

        private static void assertNoRoom(Runnable copying, Path disk) {
            assertThatThrownBy(copying::run)
                    .satisfies(it -> assertThat(kind(it)).isEqualTo(StoreFailure.Kind.COPY_FULL))
                    .satisfies(it -> assertThat(((StoreFailure) it).isFull()).isFalse())
                    .hasMessageContainingAll(
                            "There is no room for a copy", disk.toString(), "bytes left");
        }

        private static boolean filled(Path ballast) {
            try (var out = Files.newOutputStream(ballast)) {
                while (true) {
                    out.write(new byte[4096]);
                }
            } catch (IOException e) {
                return false;
            }
        }
    }
}
