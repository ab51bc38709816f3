package dev.reprise.engine.store;

import dev.reprise.engine.store.StoreFailure.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The line that says what store is in a folder, and whether it was made to its end.
 *
 * <p>It is a file of its own and not a row of the database, so that it can be read without opening
 * that: to open a database changes it, and what was written by a version that is not known must
 * stay as it is. It says whether the database was made, too: one that is missing later is a loss,
 * and must not be replaced by an empty one.
 */
final class StoreFormat {
    static final String FILE = "format";
    static final String DRAFT = "format.draft";

    static final int VERSION = 4;

    /**
     * Its database has no requests yet. That of version 3 has, and keeps all turns of all runs; all
     * else is as it is now.
     */
    private static final int VERSION_OLDEST = 2;

    /** Where there is no whole store. */
    static final int NONE = 0;

    private static final String NAME = "reprise-store";

    /** What becomes of it. */
    enum State {
        BEING_MADE("being-made"),
        READY("ready");

        private final String word;

        State(String word) {
            this.word = word;
        }
    }

    private StoreFormat() {}

    private static String line(int version, State state) {
        return NAME + " " + version + " " + state.word;
    }

    /**
     * The version of the store in a folder; {@link #NONE} when there is none that was made to its
     * end.
     *
     * @param mayBeThere what can be there when the format is not: its maker was killed
     * @throws StoreFailure when something else is there
     */
    static int in(Path folder, Set<String> mayBeThere) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            checkNoStranger(folder, mayBeThere);
            return NONE;
        }
        String found = Files.readString(file).strip();
        for (int version = VERSION_OLDEST; version <= VERSION; version++) {
            if (found.equals(line(version, State.READY))) {
                return version;
            }
            if (found.equals(line(version, State.BEING_MADE))) {
                return NONE;
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

    private static void checkNoStranger(Path folder, Set<String> mayBeThere) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            Optional<Path> stranger =
                    files.filter(it -> !mayBeThere.contains(it.getFileName().toString()))
                            .findFirst();
            if (stranger.isPresent()) {
                throw new StoreFailure(
                        Kind.FOREIGN,
                        "The folder "
                                + folder
                                + " is no store: there is no file "
                                + FILE
                                + " in it, but "
                                + stranger.get().getFileName()
                                + ". Name an empty folder, or one that is not there. If it was"
                                + " a store, restore a backup of it.");
            }
        }
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    /** Replaces the format as a whole, durably. */
    static void write(Path folder, int version, State state) throws IOException {
        Path draft = folder.resolve(DRAFT);
        try (var out =
                FileChannel.open(
                        draft,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            String line = line(version, state) + "\n";
            out.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
            out.force(true);
        }
        try {
            Files.move(draft, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(draft, folder.resolve(FILE), StandardCopyOption.REPLACE_EXISTING);
        }
        syncFolder(folder);
    }

    /** A new name is durable when its folder is; where folders cannot be opened they need not. */
    static void syncFolder(Path folder) throws IOException {
        try (var names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        } catch (AccessDeniedException _) {
            // Windows
        }
    }
}
