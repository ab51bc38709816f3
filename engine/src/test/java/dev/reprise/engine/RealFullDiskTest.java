package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.engine.store.ChildJvm;
import dev.reprise.engine.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

    /** A small disk that is mounted where only one process sees it, and is gone with that. */
    private static List<String> onSmallDisk(String namespace, Path at) {
        String mount = "mount -t tmpfs -o size=64m none '" + at + "' && exec \"$@\"";
        return List.of("unshare", namespace, "sh", "-c", mount, "sh");
    }

    /** What this process needs for that: its rights are enough, or it is told that they are. */
    private static Optional<String> namespace() throws IOException {
        Path folder = Files.createTempDirectory("mounted");
        try {
            return Stream.of("--mount", "-rm").filter(it -> isMounted(it, folder)).findFirst();
        } finally {
            Files.delete(folder);
        }
    }

    private static boolean isMounted(String namespace, Path folder) {
        List<String> command = new ArrayList<>(onSmallDisk(namespace, folder));
        command.addAll(List.of("touch", folder.resolve("file").toString()));
        return succeeds(command);
    }

    /** Whether somebody may mount something here. */
    static boolean mountingIsAllowed() throws IOException {
        return namespace().isPresent();
    }

    /** Whether the size of files can be limited for a process that has begun. */
    static boolean filesCanBeLimited() {
        String self = String.valueOf(ProcessHandle.current().pid());
        return succeeds(List.of("prlimit", "--fsize", "--pid", self));
    }

    private static boolean succeeds(List<String> command) {
        try {
            var process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    @EnabledIf("mountingIsAllowed")
    void where_mounting_is_allowed_a_disk_is_filled_and_gets_too_little_room_and_then_enough()
            throws Exception {
        List<String> mounted = onSmallDisk(namespace().orElseThrow(), root);
        try (var engine =
                ChildJvm.runUnder(mounted, Crowded.class, "small", root.resolve("data"))) {
            assertThat(told(engine)).doesNotContain("tried").endsWith("room", "well");
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
            assertThat(told(engine)).contains("tried").endsWith("room", "well");
            assertThat(engine.exit()).isZero();
        }
    }

    /** What it says, to the end. */
    private static List<String> told(ChildJvm engine) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = engine.line(); line != null; line = engine.line()) {
            lines.add(line);
        }
        return lines;
    }
}
