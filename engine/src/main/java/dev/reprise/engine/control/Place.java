package dev.reprise.engine.control;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * Where the socket of a folder is: in a folder inside of it that only its owner may enter, so that
 * nobody else reaches the socket even for a moment. A system takes only short names of sockets;
 * where that is too long, the socket is in such a folder among the temporary ones, and a file says
 * where.
 */
final class Place {
    /** The shortest limit of the systems we know is 104 bytes with a zero at the end. */
    static final int NAME_BYTES_MAX = 100;

    private static final String FOLDER = "control";
    private static final String SOCKET = "socket";
    private static final String ELSEWHERE = "elsewhere";
    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rwx------");

    private Place() {}

    /** Makes the place of a folder that this process holds; nothing is there then. */
    static Path prepared(Path folder) throws IOException {
        Path control = folder.toAbsolutePath().resolve(FOLDER);
        if (Files.isSymbolicLink(control)) {
            throw new IOException(control + " is a link, where a folder is expected");
        }
        if (!Files.isDirectory(control)) {
            Files.createDirectory(control, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        Files.setPosixFilePermissions(control, OWNER_ONLY);
        removed(folder);
        Path socket = control.resolve(SOCKET);
        if (fits(socket)) {
            return socket;
        }
        Path other =
                Files.createTempDirectory(
                        "reprise", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        Path elsewhere = other.resolve(SOCKET);
        if (!fits(elsewhere)) {
            Files.delete(other);
            throw new IOException(
                    "the names " + socket + " and " + elsewhere + " are too long for a socket");
        }
        Files.writeString(control.resolve(ELSEWHERE), elsewhere.toString());
        return elsewhere;
    }

    private static boolean fits(Path socket) {
        return socket.toString().getBytes(StandardCharsets.UTF_8).length <= NAME_BYTES_MAX;
    }

    /** Where to look for the socket of a folder; empty when there is none. */
    static Optional<Path> find(Path folder) throws IOException {
        Path control = folder.toAbsolutePath().resolve(FOLDER);
        Path socket = control.resolve(SOCKET);
        if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(socket);
        }
        Path elsewhere = control.resolve(ELSEWHERE);
        if (!Files.isRegularFile(elsewhere, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        return told(elsewhere).filter(it -> isOurs(it, control));
    }

    private static Optional<Path> told(Path elsewhere) throws IOException {
        try {
            return Optional.of(Path.of(Files.readString(elsewhere)));
        } catch (InvalidPathException | MalformedInputException _) {
            return Optional.empty();
        }
    }

    /**
     * Whether it is a socket as we make them, in a folder that is shut: what is not stays alone.
     */
    private static boolean isOurs(Path socket, Path control) {
        Path folder = socket.getParent();
        try {
            return folder != null
                    && socket.endsWith(SOCKET)
                    && Files.readAttributes(
                                    socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .isOther()
                    && Files.getOwner(folder).equals(Files.getOwner(control))
                    && Files.getPosixFilePermissions(folder).equals(OWNER_ONLY);
        } catch (IOException _) {
            return false;
        }
    }

    /** Removes what a process left behind; whoever calls holds the folder. */
    static void removed(Path folder) throws IOException {
        Path control = folder.toAbsolutePath().resolve(FOLDER);
        Optional<Path> old = find(folder);
        if (old.isPresent()) {
            Files.deleteIfExists(old.get());
            Path parent = old.get().getParent();
            if (parent != null && !parent.equals(control)) {
                Files.deleteIfExists(parent);
            }
        }
        Files.deleteIfExists(control.resolve(ELSEWHERE));
    }
}
