package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A store of an older version that somebody began to open, and did not come to the end. */
@Timeout(120)
class InterruptedUpgradeTest {
    private static final int KILLS = 8;

    @TempDir private Path root;

    private static void unpack(Path folder) {
        try {
            Folders.unpack("version-2.zip", folder);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Nothing of it is lost: it can be read as it is, and opened, and then has what is new. */
    private static void assertWhole(Path folder, Extent extent) throws IOException {
        assertThat(Files.readString(folder.resolve("format")))
                .matches("reprise-store [24] ready\n");
        assertThat(Store.verify(folder)).isEqualTo(extent);
        var run = new RunId("waits-1");
        try (var store = Store.open(folder)) {
            var claimed = new Slip();
            long epoch = store.epoch() + 1;
            store.write(new Change.ClaimStore(epoch), claimed);
            claimed.assertDurable();
            long position = store.head(run).orElseThrow().position();
            var slip = new Slip();
            byte[] turn = "turn".getBytes(StandardCharsets.UTF_8);
            store.write(Append.turn(run, position, epoch, turn).withRequests(List.of("r")), slip);
            slip.assertDurable();
        }
        assertThat(folder.resolve("format")).hasContent("reprise-store 4 ready");
        try (var store = Store.reading(folder)) {
            assertThat(store.request(run, "r")).isPresent();
        }
        assertThat(Store.verify(folder)).isEqualTo(new Extent(extent.runs(), extent.turns() + 1));
    }

    @Test
    void killed_at_any_moment_it_is_whole_and_can_be_opened() throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            Path folder = root.resolve("store-" + kill);
            unpack(folder);
            Extent extent = Store.verify(folder);
            try (var upgrade = ChildJvm.run(Upgrade.class, folder)) {
                assertThat(upgrade.line()).isEqualTo("begins");
                TimeUnit.MILLISECONDS.sleep(kill * 15L);
                upgrade.kill();
            }
            assertWhole(folder, extent);
        }
    }

    /** Opens a store, and closes it. */
    static final class Upgrade {
        public static void main(String[] arguments) throws IOException {
            RocksLibrary.load();
            System.out.println("begins");
            Store.open(Path.of(arguments[0])).close();
        }
    }

    @Test
    void with_its_new_family_and_half_a_new_format_it_is_an_older_store_still() throws IOException {
        Path folder = root.resolve("store");
        unpack(folder);
        Extent extent = Store.verify(folder);
        Store.open(folder).close();
        Files.writeString(folder.resolve("format"), "reprise-store 2 ready\n");
        Files.writeString(folder.resolve("format.draft"), "reprise-st");
        var before = Folders.contents(folder);
        assertThat(Store.verify(folder)).isEqualTo(extent);
        assertThat(Folders.contents(folder)).isEqualTo(before);
        assertWhole(folder, extent);
    }

    static boolean mountingIsAllowed() {
        return SmallDisk.isAllowed();
    }

    @Test
    @EnabledIf("mountingIsAllowed")
    void where_mounting_is_allowed_the_disk_is_full_after_each_page_of_it() throws Exception {
        try (var child = ChildJvm.runUnder(SmallDisk.at(root, "8m"), Crowded.class, root)) {
            List<String> lines = child.lines();
            assertThat(child.exit()).as("%s", lines).isZero();
            assertThat(lines).endsWith("well");
            assertThat(lines.stream().filter(it -> it.startsWith("full after")))
                    .as("how often there was too little room")
                    .hasSizeGreaterThan(5);
        }
    }

    /** Opens it on a disk on which so many pages are left, one more each time. */
    static final class Crowded {
        public static void main(String[] arguments) throws IOException {
            Path ballast = Path.of(arguments[0], "ballast");
            boolean opened = false;
            for (int pages = 0; !opened; pages++) {
                Path folder = Path.of(arguments[0], "store-" + pages);
                unpack(folder);
                Extent extent = Store.verify(folder);
                fill(ballast, pages);
                try {
                    Store.open(folder).close();
                    opened = true;
                } catch (StoreFailure e) {
                    System.out.println("full after " + pages + ": " + e.getMessage());
                }
                Files.delete(ballast);
                assertWhole(folder, extent);
                Folders.remove(folder);
            }
            System.out.println("well");
        }

        private static void fill(Path ballast, int pages) throws IOException {
            byte[] page = new byte[4096];
            try (OutputStream out = Files.newOutputStream(ballast)) {
                while (true) {
                    out.write(page);
                }
            } catch (IOException e) {
                // It is full.
            }
            try (var file = new RandomAccessFile(ballast.toFile(), "rw")) {
                file.setLength(file.length() - (long) pages * page.length);
            }
        }
    }
}
