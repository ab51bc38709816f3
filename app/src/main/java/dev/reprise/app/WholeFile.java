package dev.reprise.app;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes files that are there as a whole or not at all, whenever the program is stopped: the bytes
 * go to a file beside, which then takes the name.
 */
final class WholeFile {
    private WholeFile() {}

    /** Writes a file, in a folder that is made if need be, in the place of one of that name. */
    static void write(Path path, byte[] content) throws IOException {
        var folder = path.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(path)) {
            throw new IOException(path + " is a folder");
        }
        Files.createDirectories(folder);
        var part = folder.resolve("." + path.getFileName() + "." + ProcessHandle.current().pid());
        part.toFile().deleteOnExit();
        try {
            Files.write(part, content);
            move(part, path);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void move(Path part, Path path) throws IOException {
        try {
            Files.move(part, path, ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(part, path, REPLACE_EXISTING);
        }
    }
}
