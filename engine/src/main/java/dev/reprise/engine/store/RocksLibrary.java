package dev.reprise.engine.store;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * RocksDB's native code. To unpack it takes longer than to open a store, so it is kept in a folder
 * of the user's, under a name that its checksum is part of, and compared with the jar before it is
 * loaded. Where that is not possible it is unpacked for this process alone, and deleted as soon as
 * it is loaded: RocksDB itself would leave 15 MB behind whenever a process is killed.
 */
final class RocksLibrary {
    /** Where it is kept; empty to keep nothing. */
    static final String FOLDER_PROPERTY = "reprise.native.folder";

    private static boolean loaded;

    private RocksLibrary() {}

    /**
     * Loads it on a thread of its own, unless it is loaded: that takes as long as all else that is
     * done before a store is opened. What goes wrong is told by {@link #load}.
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
        if (!loaded) {
            Optional<Path> kept = folder().flatMap(RocksLibrary::kept);
            if (kept.isEmpty() || !isLoaded(kept.get())) {
                loadUnpacked();
            }
            loaded = true;
        }
    }

    private static boolean isLoaded(Path folder) {
        try {
            RocksDB.loadLibrary(List.of(folder.toString()));
            return true;
        } catch (RuntimeException | LinkageError e) {
            return false; // perhaps nothing may be executed there
        }
    }

    // ---- Kept ----

    private static Optional<Path> folder() {
        String said = System.getProperty(FOLDER_PROPERTY);
        if (said != null) {
            return said.isEmpty() ? Optional.empty() : Optional.of(Path.of(said));
        }
        String cache = System.getenv("XDG_CACHE_HOME");
        String home = System.getProperty("user.home");
        if (cache != null && !cache.isEmpty()) {
            return Optional.of(Path.of(cache, "reprise"));
        }
        return home == null ? Optional.empty() : Optional.of(Path.of(home, ".cache", "reprise"));
    }

    /** The folder below {@code root} that holds what is in the jar; empty when there is none. */
    static Optional<Path> kept(Path root) {
        try {
            URL packed = RocksDB.class.getResource("/" + packedName());
            if (packed == null || !(packed.openConnection() instanceof JarURLConnection jar)) {
                return Optional.empty();
            }
            ZipEntry entry = jar.getJarEntry();
            Path folder = root.resolve("rocksdbjni-" + Long.toHexString(entry.getCrc()));
            Path file = folder.resolve(Environment.getJniLibraryFileName("rocksdbjni"));
            if (!isWhole(file, entry)) {
                unpack(packed, folder, file);
            }
            return isWhole(file, entry) ? Optional.of(folder) : Optional.empty();
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return Optional.empty();
        }
    }

    private static String packedName() {
        return Environment.getJniLibraryFileName("rocksdb");
    }

    private static boolean isWhole(Path file, ZipEntry entry) throws IOException {
        if (!Files.exists(file) || Files.size(file) != entry.getSize()) {
            return false;
        }
        var sum = new CRC32();
        try (var channel = FileChannel.open(file);
                var arena = Arena.ofConfined()) {
            // Mapped, since 15 MB on the heap take most of the time that a start may take.
            sum.update(
                    channel.map(FileChannel.MapMode.READ_ONLY, 0, entry.getSize(), arena)
                            .asByteBuffer());
        }
        return sum.getValue() == entry.getCrc();
    }

    /** Nobody but the user may put something there, and nobody sees a part of it. */
    private static void unpack(URL packed, Path folder, Path file) throws IOException {
        Files.createDirectories(folder.getParent());
        if (!Files.exists(folder)) {
            Files.createDirectories(
                    folder,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        }
        Path part = Files.createTempFile(folder, "part", "");
        try (InputStream in = packed.openStream()) {
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    // ---- For this process alone ----

    private static void loadUnpacked() throws IOException {
        Path folder = Files.createTempDirectory("reprise-rocksdb");
        try {
            NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
            RocksDB.loadLibrary();
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
