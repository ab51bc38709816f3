package dev.reprise.engine.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a folder to one process, and tells others which. The system drops the lock with the
 * process, however that ends, so the file that stays behind means nothing.
 */
final class FolderLock implements AutoCloseable {
    /**
     * The folders that this process holds. A file lock does not keep out its own process; and
     * opening the file once more, only to look, would drop the lock when that is closed.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** Behind the text, so that others can read it where locks keep readers out, too. */
    private static final long LOCKED_BYTE = 1L << 40;

    private final Path folder;

    /** Null where there is no file to be locked, and none can be made. */
    private final @Nullable FileChannel channel;

    private boolean closed;

    private FolderLock(Path folder, @Nullable FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /**
     * Takes the lock in {@code file}, which is in {@code folder}.
     *
     * @throws StoreFailure when somebody has it
     */
    static FolderLock take(Path folder, Path file) throws IOException {
        return take(folder, file, FolderLock::tryFile);
    }

    /**
     * Takes the lock for somebody who only reads. Who may not write in the folder leaves the file
     * as it is; whoever has ever had the folder open has made one.
     *
     * @throws StoreFailure when somebody has it
     */
    static FolderLock takeToRead(Path folder, Path file) throws IOException {
        return take(
                folder, file, Files.isWritable(folder) ? FolderLock::tryFile : FolderLock::share);
    }

    /** Tries to lock a file in a folder; null when somebody else has. */
    private interface Trial {
        @Nullable FolderLock of(Path real, Path file) throws IOException;
    }

    private static FolderLock take(Path folder, Path file, Trial trial) throws IOException {
        Path real = folder.toRealPath();
        if (!HELD.add(real)) {
            throw inUse(folder, "this process (" + ProcessHandle.current().pid() + ")");
        }
        @Nullable FolderLock taken = null;
        try {
            taken = trial.of(real, file);
        } finally {
            if (taken == null) {
                HELD.remove(real);
            }
        }
        if (taken == null) {
            throw inUse(folder, holder(file));
        }
        return taken;
    }

    private static @Nullable FolderLock tryFile(Path real, Path file) throws IOException {
        var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock(LOCKED_BYTE, 1, false);
            if (lock == null) {
                return null;
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(self().getBytes(StandardCharsets.UTF_8)));
            return new FolderLock(real, channel);
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    private static @Nullable FolderLock share(Path real, Path file) throws IOException {
        if (!Files.exists(file)) {
            return new FolderLock(real, null);
        }
        var channel = FileChannel.open(file, StandardOpenOption.READ);
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock(LOCKED_BYTE, 1, true);
            return lock == null ? null : new FolderLock(real, channel);
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    private static String self() {
        var self = ProcessHandle.current();
        String started = self.info().startInstant().map(Object::toString).orElse("unknown");
        return "process " + self.pid() + ", started " + started + "\n";
    }

    private static String holder(Path file) {
        try {
            String text = Files.readString(file).strip();
            return text.isEmpty() ? "another process" : text;
        } catch (IOException _) {
            return "another process";
        }
    }

    private static StoreFailure inUse(Path folder, String holder) {
        return new StoreFailure(
                StoreFailure.Kind.IN_USE,
                "The store in "
                        + folder
                        + " is in use by "
                        + holder
                        + ". Only one engine can have it open: stop that one, or use another"
                        + " folder.");
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            HELD.remove(folder);
        }
    }
}
