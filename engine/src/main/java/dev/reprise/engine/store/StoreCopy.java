package dev.reprise.engine.store;

import dev.reprise.engine.store.StoreFailure.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a store of the files of a database that nobody changes meanwhile. Tables are written once,
 * so on the same disk they are the same files by other names; all else is copied. The format is
 * written last: without it this is no store. What was made is removed when it cannot be finished;
 * and what a process that was killed has left, which is known by the file that it had locked, is
 * replaced.
 */
final class StoreCopy {
    /** Locked by whoever makes a copy, and there until it is made. */
    private static final String COPYING = "reprise-copying";

    /** What can be there beside it. */
    private static final Set<String> PARTS = Set.of(StoreFolder.DATA, StoreFormat.DRAFT);

    private static final String TABLE = ".sst";
    private static final String LOG = ".log";

    /** After so many bytes it is looked whether the copy is still wanted. */
    private static final long STRIDE_BYTES = 1 << 20;

    private final Path folder;
    private final BooleanSupplier givenUp;
    private final Deque<Path> made = new ArrayDeque<>();

    /** What has to be copied, and by which name. */
    private record Item(Path file, Path copy, long bytes) {}

    private StoreCopy(Path folder, BooleanSupplier givenUp) {
        this.folder = folder;
        this.givenUp = givenUp;
    }

    /**
     * Makes it in a folder that is empty or missing, or where a copy was begun.
     *
     * @param data the database
     * @param version of its format
     * @param givenUp whether nobody waits for it any more
     */
    static void make(Path data, int version, Path folder, BooleanSupplier givenUp) {
        checkEmpty(folder);
        var copy = new StoreCopy(folder, givenUp);
        try {
            copy.make(data, version);
        } catch (IOException e) {
            throw copy.failed(e);
        }
    }

    /** Refuses a folder in which there is something, but for a copy that was interrupted. */
    static void checkEmpty(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try {
            Set<String> found = names(folder);
            Optional<String> stranger = found.stream().findFirst();
            if (found.remove(COPYING)) {
                found.removeAll(PARTS);
                stranger = found.stream().findFirst();
            }
            if (stranger.isPresent()) {
                throw new StoreFailure(
                        Kind.FOREIGN,
                        "The folder "
                                + folder
                                + " is not empty: there is "
                                + stranger.get()
                                + ". Name an empty folder, or one that is not there.");
            }
        } catch (IOException e) {
            throw StoreFolder.failure("The folder " + folder + " cannot be read", e);
        }
    }

    private static Set<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(it -> it.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private void make(Path data, int version) throws IOException {
        boolean isNew = !Files.exists(folder);
        PrivateFolder.make(folder);
        Path marker = folder.resolve(COPYING);
        boolean whole = false;
        try (var _ = FolderLock.take(folder, marker)) {
            // Looked at under the lock: somebody else may have been quicker.
            checkEmpty(folder);
            for (String part : PARTS) {
                PrivateFolder.remove(folder.resolve(part));
            }
            fill(data, version);
            whole = true;
        } finally {
            if (!whole) {
                made.forEach(StoreCopy::remove);
            }
            remove(marker);
            if (!whole && isNew) {
                remove(folder);
            }
        }
    }

    private void fill(Path data, int version) throws IOException {
        Path into = folder.resolve(StoreFolder.DATA);
        PrivateFolder.makeNew(into);
        made.push(into);
        List<Item> items = new ArrayList<>();
        String tables = Files.readString(data.resolve("CURRENT")).strip();
        try (Stream<Path> files = Files.list(data)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                Path copy = into.resolve(name);
                boolean isTable = name.endsWith(TABLE);
                if (isTable ? !isLinked(file, copy) : belongs(name, tables)) {
                    items.add(new Item(file, copy, Files.size(file)));
                }
            }
        }
        checkRoom(items.stream().mapToLong(Item::bytes).sum());
        for (Item item : items) {
            copy(item);
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

    /** Another disk cannot have it by another name, and some disks have no links. */
    private boolean isLinked(Path file, Path link) {
        try {
            Files.createLink(link, file.toRealPath());
            made.push(link);
            return true;
        } catch (UnsupportedOperationException | IOException _) {
            return false;
        }
    }

    private void copy(Item item) throws IOException {
        made.push(item.copy());
        try (var in = FileChannel.open(item.file());
                var out =
                        FileChannel.open(
                                item.copy(),
                                StandardOpenOption.CREATE_NEW,
                                StandardOpenOption.WRITE)) {
            for (long at = 0; at < in.size(); ) {
                checkWanted();
                at += in.transferTo(at, Math.min(STRIDE_BYTES, in.size() - at), out);
            }
            out.force(true);
        }
    }

    private static void remove(Path made) {
        try {
            Files.deleteIfExists(made);
        } catch (IOException _) {
            // It is left there; without a format it is no store.
        }
    }

    // ---- What can go wrong ----

    private void checkWanted() {
        if (givenUp.getAsBoolean()) {
            throw new StoreFailure(
                    Kind.GIVEN_UP,
                    "The copy in "
                            + folder
                            + " was given up, since the store is closed, or opened anew after it"
                            + " had no room. What was copied is removed. Ask for it again.");
        }
    }

    private void checkRoom(long wanted) throws IOException {
        FileStore disk = Files.getFileStore(folder);
        if (disk.getTotalSpace() > 0 && disk.getUsableSpace() < wanted) {
            throw noRoom(wanted + " bytes are to be copied, and " + left(), null);
        }
    }

    private StoreFailure failed(IOException e) {
        return NoRoomWords.areIn(e)
                ? noRoom(e + ", and " + left(), e)
                : new StoreFailure(
                        Kind.IO, "A copy of the store cannot be made in " + folder + ": " + e, e);
    }

    /** Which disk it is, and what room there is. */
    private String left() {
        try {
            Path there = Files.exists(folder) ? folder : folder.toAbsolutePath().getParent();
            FileStore disk = Files.getFileStore(there);
            return "the disk " + disk + " has " + disk.getUsableSpace() + " bytes left";
        } catch (IOException _) {
            return "nobody knows how much its disk has left";
        }
    }

    private StoreFailure noRoom(String why, @Nullable IOException e) {
        return new StoreFailure(
                Kind.COPY_FULL,
                "There is no room for a copy of the store in "
                        + folder
                        + ": "
                        + why
                        + ". Make room there, or name a folder on another disk. The store itself is"
                        + " well, and what was copied is removed.",
                e);
    }
}
