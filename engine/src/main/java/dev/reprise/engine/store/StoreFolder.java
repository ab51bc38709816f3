package dev.reprise.engine.store;

import dev.reprise.engine.store.StoreFailure.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;

/**
 * A folder with a database in it: {@code format} says what it is, {@code lock} who has it open,
 * {@code data} holds the database, {@code torn} what was cut off its log.
 *
 * <p>The format is a file of its own and not a row of the database, so that it can be read without
 * opening that: to open a database changes it, and what was written by a version that is not known
 * must stay as it is. It says whether the database was made, too: one that is missing later is a
 * loss, and must not be replaced by an empty one.
 */
final class StoreFolder {
    private static final String FORMAT = "format";
    private static final String DRAFT = "format.draft";
    private static final String LOCK = "lock";
    private static final String DATA = "data";
    private static final String TORN = "torn";
    private static final String NAME = "reprise-store";
    private static final int VERSION = 3;

    /** Its database has no requests yet; all else is as it is now. */
    private static final int VERSION_OLDEST = 2;

    private static final String BEING_MADE = "being-made";
    private static final String READY = "ready";

    /** What can be there when the format is not: its maker was killed. */
    private static final Set<String> BEFORE_FORMAT = Set.of(LOCK, DRAFT);

    private StoreFolder() {}

    private static String line(int version, String state) {
        return NAME + " " + version + " " + state;
    }

    /** What a folder is found to be. */
    private enum Found {
        NOTHING,
        OLDER,
        CURRENT
    }

    /** Opens the store in a folder, or makes one in an empty or missing one. */
    static Medium open(Path folder) {
        try {
            RocksLibrary.begin();
            PrivateFolder.make(folder);
            checkFormat(folder);
            var lock = FolderLock.take(folder, folder.resolve(LOCK));
            try {
                return openDatabase(folder, lock);
            } catch (Throwable e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new StoreFailure(
                    Kind.IO, "The store in " + folder + " cannot be opened: " + why(e), e);
        }
    }

    /** What is to be done about it, where that is known. */
    private static String why(IOException e) {
        return switch (e) {
            case AccessDeniedException it ->
                    it.getFile()
                            + " may not be read or written by this user. Run as its owner, or let"
                            + " this user have it.";
            case NoSuchFileException it ->
                    it.getFile()
                            + " is missing, and belongs to a store. Restore a backup, or name"
                            + " another folder.";
            case FileAlreadyExistsException it ->
                    it.getFile() + " is there, and is no folder. Name another folder.";
            default -> e + ".";
        };
    }

    /** Whether there is a whole store in a folder. */
    static boolean isThere(Path folder) {
        try {
            return Files.exists(folder.resolve(FORMAT)) && checkFormat(folder) != Found.NOTHING;
        } catch (IOException e) {
            throw new StoreFailure(
                    Kind.IO, "The store in " + folder + " cannot be read: " + why(e), e);
        }
    }

    /** A copy of a database that somebody makes; a folder in which it is not whole is no store. */
    interface Copying {
        /** Makes it in a folder that is not there. */
        void into(Path data) throws RocksDBException;
    }

    /** Makes a store of a copy, in a folder that is empty or missing. */
    static void make(Path folder, Copying copying) {
        try {
            checkEmpty(folder);
            PrivateFolder.make(folder);
            copying.into(folder.resolve(DATA));
            PrivateFolder.shut(folder.resolve(DATA));
            write(folder, READY);
        } catch (IOException | RocksDBException e) {
            throw new StoreFailure(
                    Kind.IO, "A copy of the store cannot be made in " + folder + ": " + e, e);
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
            throw new StoreFailure(
                    Kind.IO, "The folder " + folder + " cannot be read: " + why(e), e);
        }
    }

    private static Medium openDatabase(Path folder, FolderLock lock) throws IOException {
        // Looked at again, since somebody else may have made the store in the meantime.
        Found found = checkFormat(folder);
        boolean isNew = found == Found.NOTHING;
        Path data = folder.resolve(DATA);
        if (isNew) {
            write(folder, BEING_MADE);
            PrivateFolder.make(data);
        } else {
            WalFile.mend(data, folder.resolve(TORN));
        }
        var database = RocksMedium.open(data, isNew, found != Found.CURRENT, lock);
        try {
            if (found != Found.CURRENT) {
                write(folder, READY);
            }
            return database;
        } catch (IOException e) {
            database.close();
            throw e;
        }
    }

    /** What store is there, if it is ready; throws when something else is there. */
    private static Found checkFormat(Path folder) throws IOException {
        Path file = folder.resolve(FORMAT);
        if (!Files.exists(file)) {
            try (Stream<Path> files = Files.list(folder)) {
                Optional<Path> stranger =
                        files.filter(it -> !BEFORE_FORMAT.contains(it.getFileName().toString()))
                                .findFirst();
                if (stranger.isPresent()) {
                    throw new StoreFailure(
                            Kind.FOREIGN,
                            "The folder "
                                    + folder
                                    + " is no store: there is no file "
                                    + FORMAT
                                    + " in it, but "
                                    + stranger.get().getFileName()
                                    + ". Name an empty folder, or one that is not there. If it was"
                                    + " a store, restore a backup of it.");
                }
            }
            return Found.NOTHING;
        }
        String found = Files.readString(file).strip();
        for (int version = VERSION_OLDEST; version <= VERSION; version++) {
            if (found.equals(line(version, READY))) {
                return version == VERSION ? Found.CURRENT : Found.OLDER;
            }
            if (found.equals(line(version, BEING_MADE))) {
                return Found.NOTHING;
            }
        }
        throw new StoreFailure(
                Kind.FOREIGN,
                "The store in "
                        + folder
                        + " was not written by this version, and was not touched: its format is '"
                        + shortened(found)
                        + "', and this version reads '"
                        + NAME
                        + "' "
                        + VERSION_OLDEST
                        + " to "
                        + VERSION
                        + ". Open it with the version that wrote it, or a newer one.");
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    /** Replaces the format as a whole, durably. */
    private static void write(Path folder, String state) throws IOException {
        String format = line(VERSION, state);
        Path draft = folder.resolve(DRAFT);
        try (var out =
                FileChannel.open(
                        draft,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            out.write(ByteBuffer.wrap((format + "\n").getBytes(StandardCharsets.UTF_8)));
            out.force(true);
        }
        try {
            Files.move(draft, folder.resolve(FORMAT), StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(draft, folder.resolve(FORMAT), StandardCopyOption.REPLACE_EXISTING);
        }
        syncFolder(folder);
    }

    /** A new name is durable when its folder is; where folders cannot be opened they need not. */
    private static void syncFolder(Path folder) throws IOException {
        try (var names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        } catch (AccessDeniedException _) {
            // Windows
        }
    }
}
