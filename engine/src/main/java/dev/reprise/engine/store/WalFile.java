package dev.reprise.engine.store;

import dev.reprise.engine.store.StoreFailure.Kind;
import dev.reprise.form.LogLine;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A log of RocksDB, looked through before RocksDB is let near it; its list of tables, the manifest,
 * is written like a log.
 *
 * <p>The last group before a crash may be on disk in part: that is a torn tail, which nobody was
 * told of, and it is cut off. Anything else that is wrong is damage. RocksDB has no mode that tells
 * the two apart: one drops everything behind the first bad place without a word, one refuses a torn
 * tail, one takes zeros for the end, and on some rubbish it does not come back. The rule here: a
 * group is written after the one before it was synced, so <em>a bad place with the beginning of an
 * intact group behind it is damage; with none, it is a torn tail</em>.
 *
 * <p>The format is that of LevelDB: blocks of 32 KiB, in which fragments have a checksum, a length
 * and a type; a group is one whole fragment, or a first, middle ones and a last.
 */
final class WalFile {
    private static final Logger LOGGER = System.getLogger(WalFile.class.getName());

    private static final int BLOCK_BYTES = 32 << 10;
    private static final int HEADER_BYTES = 7;
    private static final int RECYCLED_HEADER_BYTES = 11;

    private static final int LENGTH_AT = 4;
    private static final int TYPE_AT = 6;

    private static final int WHOLE = 1;
    private static final int FIRST = 2;
    private static final int MIDDLE = 3;
    private static final int LAST = 4;

    /** Types from here on are the same once more, in files that are used again. */
    private static final int RECYCLED = 4;

    private static final int RECYCLED_LAST = LAST + RECYCLED;

    private static final ValueLayout.OfShort LENGTH =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt SUM =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Path path;
    private final MemorySegment bytes;

    private WalFile(Path path, MemorySegment bytes) {
        this.path = path;
        this.bytes = bytes;
    }

    /** The end of a file that is of a group which was written in part. */
    record Tail(Path file, long intact) {
        /** Where it is kept when it is cut off. */
        private Path kept(Path torn) {
            return torn.resolve(file.getFileName() + "-" + intact);
        }

        /** Keeps it in a folder; the file stays as it is. */
        void keep(Path torn) throws IOException {
            PrivateFolder.make(torn);
            try (var in = FileChannel.open(file);
                    var out =
                            FileChannel.open(
                                    kept(torn),
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE,
                                    StandardOpenOption.TRUNCATE_EXISTING)) {
                for (long at = intact; at < in.size(); ) {
                    at += in.transferTo(at, in.size() - at, out);
                }
                out.force(true);
            }
        }

        /** Cuts it off, which takes no room. It has been kept. */
        void cut(Path torn) throws IOException {
            long bytes = Files.size(file) - intact;
            try (var out = FileChannel.open(file, StandardOpenOption.WRITE)) {
                out.truncate(intact);
                out.force(true);
            }
            LOGGER.log(
                    Level.WARNING,
                    new LogLine("torn-tail")
                            .with("file", file)
                            .with("bytes", bytes)
                            .with("behind", intact)
                            .with("kept", kept(torn))
                            .saying(
                                    "The end of the file is of a group that was being written when"
                                            + " the process or the machine stopped, or there was"
                                            + " no more room. It was cut off, and is kept."));
        }
    }

    /**
     * Cuts the torn tail off the logs and the list of tables in a folder, if there is one, and
     * keeps it in another.
     *
     * @throws StoreFailure when they are damaged elsewhere
     */
    static void mend(Path folder, Path torn) throws IOException {
        for (Tail tail : tails(folder)) {
            tail.keep(torn);
            tail.cut(torn);
        }
    }

    /**
     * The torn tails of the logs and the list of tables in a folder. Nothing is changed.
     *
     * @throws StoreFailure when they are damaged elsewhere
     */
    static List<Tail> tails(Path folder) throws IOException {
        List<Path> logs = logs(folder);
        if (logs.isEmpty()) {
            throw new StoreFailure(
                    Kind.DAMAGED,
                    "The database in "
                            + folder
                            + " has lost its log, and with it what was written last. Restore it"
                            + " from a backup.");
        }
        List<Tail> tails = new ArrayList<>();
        for (Path log : logs) {
            Objection objection =
                    (file, intact) -> {
                        file.checkTorn(intact);
                        checkLast(log, intact, logs);
                    };
            tail(log, objection).ifPresent(tails::add);
        }
        Path current = folder.resolve("CURRENT");
        if (Files.exists(current)) {
            Path tables = folder.resolve(Files.readString(current).strip());
            tail(tables, WalFile::checkUnfinished).ifPresent(tails::add);
        }
        return tails;
    }

    /** Says by an exception what cannot be a torn tail. */
    private interface Objection {
        void to(WalFile file, long intact) throws IOException;
    }

    private static Optional<Tail> tail(Path path, Objection objection) throws IOException {
        try (var arena = Arena.ofConfined();
                var in = FileChannel.open(path)) {
            var bytes = in.map(FileChannel.MapMode.READ_ONLY, 0, in.size(), arena);
            var file = new WalFile(path, bytes);
            long intact = file.intactBytes();
            if (intact == bytes.byteSize()) {
                return Optional.empty();
            }
            objection.to(file, intact);
            return Optional.of(new Tail(path, intact));
        }
    }

    /** In the order in which they were written: of their numbers, which may grow by a digit. */
    static List<Path> logs(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(it -> it.toString().endsWith(".log"))
                    .sorted(
                            Comparator.comparingInt((Path it) -> it.toString().length())
                                    .thenComparing(Comparator.naturalOrder()))
                    .toList();
        }
    }

    /** Where the last group ends before which all are intact. */
    private long intactBytes() {
        long end = 0;
        boolean inside = false;
        long at = 0;
        while (at < bytes.byteSize()) {
            if (blockRest(at) < HEADER_BYTES) {
                // No header fits here: the rest of the block is not used.
                at += blockRest(at);
                end = inside ? end : Math.min(at, bytes.byteSize());
                continue;
            }
            if (!isIntact(at)) {
                return end;
            }
            int type = plainType(at);
            boolean begins = type == WHOLE || type == FIRST;
            boolean goesOn = type == MIDDLE || type == LAST;
            if (inside ? begins : goesOn) {
                return end;
            }
            inside = type == FIRST || type == MIDDLE;
            at += fragmentBytes(at);
            end = inside ? end : at;
        }
        return end;
    }

    private static int blockRest(long at) {
        return BLOCK_BYTES - (int) (at % BLOCK_BYTES);
    }

    private int type(long at) {
        return Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, at + TYPE_AT));
    }

    private int plainType(long at) {
        int type = type(at);
        return type > LAST && type <= RECYCLED_LAST ? type - RECYCLED : type;
    }

    private int fragmentBytes(long at) {
        int type = type(at);
        int header = type > LAST && type <= RECYCLED_LAST ? RECYCLED_HEADER_BYTES : HEADER_BYTES;
        return header + Short.toUnsignedInt(bytes.get(LENGTH, at + LENGTH_AT));
    }

    /** Whether a fragment is at this place, whole and as it was written. */
    private boolean isIntact(long at) {
        long room = Math.min(blockRest(at), bytes.byteSize() - at);
        if (room < HEADER_BYTES || type(at) == 0 || fragmentBytes(at) > room) {
            return false;
        }
        var crc = new CRC32C();
        // The checksum begins with the type.
        crc.update(bytes.asSlice(at + TYPE_AT, fragmentBytes(at) - TYPE_AT).asByteBuffer());
        int sum = (int) crc.getValue();
        int masked = ((sum >>> 15) | (sum << 17)) + 0xa282ead8;
        return masked == bytes.get(SUM, at);
    }

    /** Looks for the beginning of an intact group behind a bad place. */
    private void checkTorn(long intact) {
        // The first place is bad as a group, though its first fragment may be good.
        for (long at = intact + 1; at <= bytes.byteSize() - HEADER_BYTES; at++) {
            int type = plainType(at);
            if ((type == WHOLE || type == FIRST) && blockRest(at) >= HEADER_BYTES && isIntact(at)) {
                throw damaged(
                        path,
                        intact,
                        "an intact group follows at byte " + at + " of " + path.getFileName());
            }
        }
    }

    /**
     * The list of tables is held to more: a change of its last entry that is taken for a torn tail
     * would lose whole tables. So this must be an entry whose end was not written.
     */
    private void checkUnfinished(long intact) {
        checkTorn(intact);
        long at = intact;
        while (at < bytes.byteSize() && blockRest(at) >= HEADER_BYTES && isIntact(at)) {
            at += fragmentBytes(at);
        }
        long room = bytes.byteSize() - at;
        boolean isUnfinished =
                room < HEADER_BYTES
                        || isZero(at)
                        || (fragmentBytes(at) > room && fragmentBytes(at) <= blockRest(at));
        if (!isUnfinished) {
            throw damaged(path, intact, "its last entry is complete, and not what was written");
        }
    }

    private boolean isZero(long from) {
        for (long at = from; at < bytes.byteSize(); at++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, at) != 0) {
                return false;
            }
        }
        return true;
    }

    private static void checkLast(Path log, long intact, List<Path> logs) throws IOException {
        for (Path later : logs.subList(logs.indexOf(log) + 1, logs.size())) {
            if (Files.size(later) > 0) {
                throw damaged(log, intact, later.getFileName() + " was written after it");
            }
        }
    }

    private static StoreFailure damaged(Path log, long at, String evidence) {
        return new StoreFailure(
                Kind.DAMAGED,
                "The file "
                        + log
                        + " is damaged at byte "
                        + at
                        + ", and this is no torn tail: "
                        + evidence
                        + ". Opening it would lose turns that were acknowledged. Nothing was"
                        + " changed; restore the store from a backup.");
    }
}
