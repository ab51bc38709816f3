package dev.reprise.engine.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/** A folder that only its owner can look into, where the system knows owners. */
final class PrivateFolder {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rwx------");

    private PrivateFolder() {}

    /** Makes it, and those it is in as the system makes them; one that is there stays as it is. */
    static void make(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path outside = folder.toAbsolutePath().getParent();
        if (outside != null) {
            Files.createDirectories(outside);
        }
        try {
            makeNew(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    /**
     * Makes it in a folder that is there.
     *
     * @throws FileAlreadyExistsException when it is there, too
     */
    static void makeNew(Path folder) throws IOException {
        if (knowsOwners(folder)) {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } else {
            Files.createDirectory(folder);
        }
    }

    /** Shuts one that something else has made. */
    static void shut(Path folder) throws IOException {
        if (knowsOwners(folder)) {
            Files.setPosixFilePermissions(folder, OWNER_ONLY);
        }
    }

    /** Removes it and all that is in it, as far as that is possible. */
    static void remove(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException _) {
            // What is left takes room, and means nothing.
        }
    }

    private static boolean knowsOwners(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
