package dev.reprise.engine.store;

import dev.reprise.engine.store.StoreFailure.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * A folder with a database in it, which this process has: {@code format} says what it is ({@link
 * StoreFormat}), {@code lock} who has it open, {@code data} holds the database, {@code torn} what
 * was cut off its log. The lock is given back when the last medium on it is closed.
 */
final class StoreFolder {
    private static final String LOCK = "lock";
    static final String DATA = "data";
    private static final String TORN = "torn";

    /** What is written to find out whether there is room. */
    private static final String TRIAL = "trial";

    private static final int TRIAL_BYTES = 4 << 20;

    /** What copies are made of, on the disk of the store. */
    private static final String STAGED = "staged-";

    /** What failed after so long is not tried again before so many times as long. */
    private static final int PACE = 10;

    /** What can be there when the format is not: its maker was killed. */
    private static final Set<String> BEFORE_FORMAT = Set.of(LOCK, StoreFormat.DRAFT);

    private final Path folder;
    private final FolderLock lock;
    private int media;

    /** When the database could not be opened the last time, and how long it took to find out. */
    private long failedNanos;

    private long tookNanos;

    private StoreFolder(Path folder, FolderLock lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** Opens the store in a folder, or makes one in an empty or missing one. */
    static Medium open(Path folder) {
        try {
            RocksLibrary.begin();
            PrivateFolder.make(folder);
            StoreFormat.in(folder, BEFORE_FORMAT);
            var home = new StoreFolder(folder, FolderLock.take(folder, folder.resolve(LOCK)));
            try {
                home.tidy();
                return home.writable();
            } catch (Throwable e) {
                home.lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw cannotBeOpened(folder, e);
        }
    }

    /**
     * Opens the store in a folder to be read. Nothing in the folder is changed but the lock, where
     * that may be written.
     */
    static Medium reading(Path folder) {
        try {
            RocksLibrary.begin();
            int version = isThere(folder) ? StoreFormat.in(folder, Set.of()) : StoreFormat.NONE;
            if (version == StoreFormat.NONE) {
                throw new StoreFailure(
                        Kind.FOREIGN,
                        "There is no whole store in "
                                + folder
                                + ": what was interrupted when it was made is none. Name another.");
            }
            var lock = FolderLock.takeToRead(folder, folder.resolve(LOCK));
            try {
                return new StoreFolder(folder, lock).readableOnly(version);
            } catch (Throwable e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw cannotBeOpened(folder, e);
        }
    }

    private static boolean isThere(Path folder) {
        return Files.isRegularFile(folder.resolve(StoreFormat.FILE));
    }

    private static StoreFailure cannotBeOpened(Path folder, IOException e) {
        return failure("The store in " + folder + " cannot be opened", e);
    }

    static StoreFailure failure(String what, IOException e) {
        return new StoreFailure(
                NoRoomWords.areIn(e) ? Kind.FULL : Kind.IO, what + ": " + why(e), e);
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

    /** Removes what somebody has left who was killed. */
    private void tidy() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(it -> isPassing(it.getFileName().toString()))
                    .forEach(PrivateFolder::remove);
        }
    }

    private static boolean isPassing(String name) {
        return name.equals(TRIAL) || name.startsWith(STAGED);
    }

    /** A new folder for what a copy is made of: that is removed by whoever makes it. */
    Path stage() throws IOException {
        return Files.createTempDirectory(folder, STAGED);
    }

    // ---- Its media ----

    /** A medium that takes changes. It is the only one of that kind. */
    Medium writable() {
        try {
            // Looked at under the lock: somebody else may have made the store in the meantime.
            int version = StoreFormat.in(folder, BEFORE_FORMAT);
            boolean isNew = version == StoreFormat.NONE;
            if (isNew) {
                StoreFormat.write(folder, StoreFormat.VERSION, StoreFormat.State.BEING_MADE);
                PrivateFolder.make(data());
            } else {
                WalFile.mend(data(), torn());
            }
            boolean isCurrent = version == StoreFormat.VERSION;
            var database = RocksDatabase.open(data(), isNew, !isCurrent);
            try {
                if (!isCurrent) {
                    StoreFormat.write(folder, StoreFormat.VERSION, StoreFormat.State.READY);
                }
                return taken(RocksMedium.writable(this, database));
            } catch (IOException | RocksDBException | RuntimeException e) {
                database.close();
                throw e;
            }
        } catch (RocksDBException e) {
            throw RocksMedium.failure(data(), "cannot be opened", e);
        } catch (IOException e) {
            throw cannotBeOpened(folder, e);
        }
    }

    /**
     * A medium that takes changes, as far as that is not tried too often: to look through a log and
     * to fail at writing it as tables costs as much as to succeed.
     */
    Medium writableAgain() {
        long begun = System.nanoTime();
        try {
            return writable();
        } catch (StoreFailure e) {
            failedNanos = System.nanoTime();
            tookNanos = failedNanos - begun;
            throw e;
        }
    }

    /**
     * A medium that can be read, of a database that was open to be written, and has failed and been
     * closed. Nothing is made, so this takes no room: a torn tail is cut off, and was kept before.
     */
    Medium readable() {
        try {
            for (WalFile.Tail tail : WalFile.tails(data())) {
                tail.cut(torn());
            }
            var refusal =
                    new StoreFailure(
                            Kind.FULL, "There is no room for changes of the store in " + folder);
            return read(new RocksMedium.Reading(data(), StoreFormat.VERSION, refusal, () -> {}));
        } catch (IOException e) {
            throw cannotBeOpened(folder, e);
        }
    }

    /** A medium that can be read, of a database that nobody has open, and that stays as it is. */
    private Medium readableOnly(int version) throws IOException {
        var refusal =
                new StoreFailure(
                        Kind.REFUSING,
                        "The store in "
                                + folder
                                + " was opened to be read, so nothing of it is changed.");
        List<WalFile.Tail> tails = WalFile.tails(data());
        if (tails.isEmpty()) {
            return read(new RocksMedium.Reading(data(), version, refusal, () -> {}));
        }
        var view = TrimmedView.of(data(), tails);
        try {
            return read(new RocksMedium.Reading(view.folder(), version, refusal, view));
        } catch (Throwable e) {
            view.close();
            throw e;
        }
    }

    private Medium read(RocksMedium.Reading reading) throws IOException {
        try {
            var database = RocksDatabase.reading(reading.files());
            try {
                return taken(RocksMedium.reading(this, database, reading));
            } catch (RocksDBException | RuntimeException e) {
                database.close();
                throw e;
            }
        } catch (RocksDBException e) {
            throw RocksMedium.failure(reading.files(), "cannot be read", e);
        }
    }

    private synchronized Medium taken(Medium medium) {
        media++;
        return medium;
    }

    /** A medium on it was closed. */
    synchronized void left() {
        media--;
        if (media == 0) {
            lock.close();
        }
    }

    Path data() {
        return folder.resolve(DATA);
    }

    private Path torn() {
        return folder.resolve(TORN);
    }

    // ---- Room ----

    /** How many bytes can be written about; empty when nobody knows. */
    OptionalLong room() {
        try {
            FileStore disk = Files.getFileStore(folder);
            return disk.getTotalSpace() > 0
                    ? OptionalLong.of(disk.getUsableSpace())
                    : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * Looks whether there may be room to open the database anew, and keeps what is torn of its log.
     * To open it writes what is in the log as tables. So there has to be as much room; and since no
     * system says beforehand how much a user may have, something is written, too.
     *
     * @throws StoreFailure when there is not
     */
    void lookForRoom() {
        if (System.nanoTime() - failedNanos < PACE * tookNanos) {
            throw noRoom("it could not be opened just now, and that took long", null);
        }
        try {
            long wanted = TRIAL_BYTES + logBytes();
            long room = room().orElse(Long.MAX_VALUE);
            if (room < wanted) {
                throw noRoom(room + " bytes are left, and about " + wanted + " are wanted", null);
            }
            writeTrial();
            for (WalFile.Tail tail : WalFile.tails(data())) {
                tail.keep(torn());
            }
        } catch (IOException e) {
            throw noRoom(e.toString(), e);
        }
    }

    private void writeTrial() throws IOException {
        Path trial = folder.resolve(TRIAL);
        try (var out =
                FileChannel.open(trial, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            var bytes = ByteBuffer.allocate(TRIAL_BYTES);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        } finally {
            Files.deleteIfExists(trial);
        }
    }

    private long logBytes() throws IOException {
        long bytes = 0;
        for (Path log : WalFile.logs(data())) {
            bytes += Files.size(log);
        }
        return bytes;
    }

    private StoreFailure noRoom(String why, @Nullable IOException e) {
        return new StoreFailure(
                Kind.FULL,
                "There is no room to open the store in "
                        + folder
                        + " again: "
                        + why
                        + ". Make room on the disk.",
                e);
    }
}
