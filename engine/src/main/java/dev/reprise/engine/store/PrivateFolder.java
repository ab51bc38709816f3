package dev.reprise.engine.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

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
            create(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    private static void create(Path folder) throws IOException {
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

    private static boolean knowsOwners(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
