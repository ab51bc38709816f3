package dev.reprise.engine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/**
 * RocksDB's native code. RocksDB unpacks it into a temporary file, which it deletes when the
 * process ends in peace; one that is killed would leave 15 MB behind, each time. So it is unpacked
 * here, and deleted as soon as it is loaded.
 */
final class RocksLibrary {
    private static boolean loaded;

    private RocksLibrary() {}

    /**
     * Loads it on a thread of its own, unless it is loaded: to unpack it takes as long as all else
     * that is done before a store is opened. What goes wrong is told by {@link #load}.
     */
    static void begin() {
        Thread.ofPlatform().name("reprise-library").daemon().start(RocksLibrary::tryToLoad);
    }

    private static void tryToLoad() {
        try {
            load();
        } catch (IOException | StoreFailure _) {
            // Whoever needs it tries again, and is told.
        }
    }

    /** Loads it, unless it is loaded. */
    static synchronized void load() throws IOException {
        if (loaded) {
            return;
        }
        Path folder = Files.createTempDirectory("reprise-rocksdb");
        try {
            NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
            RocksDB.loadLibrary();
            loaded = true;
        } catch (RuntimeException | LinkageError e) {
            throw new StoreFailure(
                    StoreFailure.Kind.IO,
                    "RocksDB's library for "
                            + System.getProperty("os.name")
                            + " on "
                            + System.getProperty("os.arch")
                            + " cannot be loaded: "
                            + e.getMessage()
                            + ". Is the rocksdbjni jar one for this system? See docs/store.md.",
                    e);
        } finally {
            remove(folder);
        }
    }

    private static void remove(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.toList();
        }
        try {
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException _) {
            // Where a library in use cannot be deleted RocksDB does it at the end of the process.
        }
    }
}
