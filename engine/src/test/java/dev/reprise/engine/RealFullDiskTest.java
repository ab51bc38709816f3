package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.engine.store.ChildJvm;
import dev.reprise.engine.store.SmallDisk;
import dev.reprise.engine.store.Store;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * An engine in a process of its own whose disk really has no room, gets too little of it, and then
 * enough. {@link FullDiskTest} does the same everywhere, with a medium that refuses.
 */
@Timeout(120)
final class RealFullDiskTest {
    @TempDir private Path root;

    /** Whether somebody may mount something here. */
    static boolean mountingIsAllowed() {
        return SmallDisk.isAllowed();
    }

    /** Whether the size of files can be limited for a process that has begun. */
    static boolean filesCanBeLimited() {
        String self = String.valueOf(ProcessHandle.current().pid());
        return SmallDisk.succeeds(List.of("prlimit", "--fsize", "--pid", self));
    }

    @Test
    @EnabledIf("mountingIsAllowed")
    void where_mounting_is_allowed_a_disk_is_filled_and_gets_too_little_room_and_then_enough()
            throws Exception {
        try (var engine =
                ChildJvm.runUnder(
                        SmallDisk.at(root, "64m"), Crowded.class, "small", root.resolve("data"))) {
            assertThat(engine.lines()).doesNotContain("tried").endsWith("room", "well");
        }
        assertThat(root).as("nobody else sees that disk").isEmptyDirectory();
    }

    @Test
    @EnabledIf("filesCanBeLimited")
    void where_files_can_be_limited_a_store_that_cannot_be_opened_anew_is_read_until_it_can()
            throws Exception {
        Path data = root.resolve("data");
        try (var engine = ChildJvm.run(Crowded.class, "limited", data)) {
            while (!engine.line().startsWith("full")) {
                // It is at work.
            }
            assertThatThrownBy(() -> Store.open(data)).hasMessageContaining("is in use by process");
            assertThat(engine.lines()).contains("tried").endsWith("room", "well");
            assertThat(engine.exit()).isZero();
        }
    }
}
