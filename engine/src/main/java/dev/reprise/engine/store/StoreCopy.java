package dev.reprise.engine.store;

import dev.reprise.engine.store.StoreFailure.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes a store of the files of a database that nobody changes meanwhile. Tables are written once,
 * so on the same disk they are the same files by other names; all else is copied. The format is
 * written last: without it this is no store. What was made is removed when it cannot be finished.
 */
final class StoreCopy {
    private static final String TABLE = ".sst";
    private static final String LOG = ".log";

    private final Path folder;
    private final Deque<Path> made = new ArrayDeque<>();

    private StoreCopy(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes it in a folder that is empty or missing.
     *
     * @param data the database
     * @param version of its format
     */
    static void make(Path data, int version, Path folder) {
        checkEmpty(folder);
        var copy = new StoreCopy(folder);
        try {
            copy.fill(data, version);
        } catch (IOException e) {
            copy.remove();
            throw new StoreFailure(
                    Kind.IO, "A copy of the store cannot be made in " + folder + ": " + e, e);
        } catch (RuntimeException | Error e) {
            copy.remove();
            throw e;
        }
    }

    /** Refuses a folder in which there is something. */
    static void checkEmpty(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            Optional<Path> found = files.min(Comparator.naturalOrder());
            if (found.isPresent()) {
                throw new StoreFailure(
                        Kind.FOREIGN,
                        "The folder "
                                + folder
                                + " is not empty: there is "
                                + found.get().getFileName()
                                + ". Name an empty folder, or one that is not there.");
            }
        } catch (IOException e) {
            throw StoreFolder.failure("The folder " + folder + " cannot be read", e);
        }
    }

    private void fill(Path data, int version) throws IOException {
        if (!Files.exists(folder)) {
            PrivateFolder.make(folder);
            made.push(folder);
        }
        Path into = folder.resolve(StoreFolder.DATA);
        // Somebody else who copies to here fails, and leaves what was made here alone.
        PrivateFolder.makeNew(into);
        made.push(into);
        String current = Files.readString(data.resolve("CURRENT"));
        try (Stream<Path> files = Files.list(data)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(TABLE)) {
                    link(file, into.resolve(name));
                } else if (belongs(name, current.strip())) {
                    copy(file, into.resolve(name));
                }
            }
        }
        StoreFormat.syncFolder(into);
        made.push(folder.resolve(StoreFormat.DRAFT));
        made.push(folder.resolve(StoreFormat.FILE));
        StoreFormat.write(folder, version, StoreFormat.State.READY);
    }

    /** Whether a file is of the database: what it says of itself, and its lock, are not. */
    private static boolean belongs(String name, String tables) {
        return name.equals(tables)
                || name.endsWith(LOG)
                || name.equals("CURRENT")
                || name.equals("IDENTITY")
                || name.startsWith("OPTIONS-");
    }

    private void link(Path file, Path link) throws IOException {
        try {
            Files.createLink(link, file.toRealPath());
            made.push(link);
        } catch (UnsupportedOperationException | IOException _) {
            // It is another disk, or one that has no links.
            copy(file, link);
        }
    }

    private void copy(Path file, Path copy) throws IOException {
        made.push(copy);
        try (var in = FileChannel.open(file);
                var out =
                        FileChannel.open(
                                copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long at = 0; at < in.size(); ) {
                at += in.transferTo(at, in.size() - at, out);
            }
            out.force(true);
        }
    }

    /** Only what was made here: the last comes first. */
    private void remove() {
        for (Path each : made) {
            try {
                Files.deleteIfExists(each);
            } catch (IOException _) {
                // It is left there; without a format it is no store.
            }
        }
    }
}
