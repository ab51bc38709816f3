package dev.reprise.engine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A disk in memory that is mounted where only one process sees it, and is gone with that. */
public final class SmallDisk {
    /** With the rights of this process, or with those that it is given for this. */
    private static final List<String> NAMESPACES = List.of("--mount", "-rm");

    private static final Optional<String> NAMESPACE = namespace();

    private SmallDisk() {}

    /** Whether that is allowed here. */
    public static boolean isAllowed() {
        return NAMESPACE.isPresent();
    }

    /** What comes before a command that is to see it, in the place of a folder. */
    public static List<String> at(Path folder, String size) {
        return at(folder, size, "true");
    }

    /** The same; something is said in a shell before the command begins. */
    static List<String> at(Path folder, String size, String shell) {
        return under(NAMESPACE.orElseThrow(), folder, size, shell);
    }

    private static List<String> under(String namespace, Path at, String size, String shell) {
        String mount = "mount -t tmpfs -o size=" + size + " none '" + at + "'";
        String script = mount + " && " + shell + " && exec \"$@\"";
        return List.of("unshare", namespace, "sh", "-c", script, "sh");
    }

    private static Optional<String> namespace() {
        try {
            Path folder = Files.createTempDirectory("mounted");
            try {
                return NAMESPACES.stream().filter(it -> isMounted(it, folder)).findFirst();
            } finally {
                Files.delete(folder);
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean isMounted(String namespace, Path at) {
        Stream<String> mount = under(namespace, at, "1m", "true").stream();
        String file = at.resolve("file").toString();
        return succeeds(Stream.concat(mount, Stream.of("touch", file)).toList())
                && !Files.exists(Path.of(file));
    }

    /** Whether a command can be carried out here. */
    public static boolean succeeds(List<String> command) {
        try {
            var process =
                    new ProcessBuilder(new ArrayList<>(command))
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
}
