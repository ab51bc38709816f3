package dev.reprise.choice;

import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Format;
import dev.reprise.form.FrameReader;
import dev.reprise.form.FrameWriter;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The binary form of a choice log, as docs/choice-log.md specifies it. */
final class LogBytes {
    static final Format FORMAT = new Format(ChoiceLog.WHAT, "RPCL", 1, 0, 64 << 20);
    private static final int FRAME_ENTRIES = 1;
    private static final int FRAME_END = 2;

    private LogBytes() {}

    static void write(ChoiceLog log, OutputStream out) throws IOException {
        var writer = new Writer(out);
        for (var chunk : log.chunks()) {
            writer.write(chunk, log.kinds());
        }
        if (log.isComplete()) {
            writer.end(log.dropped() + log.size(), log.steps());
        } else {
            writer.flush();
        }
    }

    /** Writes chunks one by one; the header goes out with the first of them. */
    static final class Writer {
        private final OutputStream out;
        private final ByteSink payload = new ByteSink(1024);
        private @Nullable FrameWriter frames;
        private int kindsWritten;

        Writer(OutputStream out) {
            this.out = out;
        }

        private FrameWriter frames() throws IOException {
            var open = frames;
            if (open == null) {
                open = new FrameWriter(out, FORMAT);
                frames = open;
            }
            return open;
        }

        void write(Chunk chunk, List<Kind> kinds) throws IOException {
            payload.clear();
            payload.u8(FRAME_ENTRIES);
            payload.varint(chunk.firstEntry());
            payload.varint(chunk.stepBefore() + 1);
            payload.varint(chunk.count());
            payload.varint(kinds.size() - kindsWritten);
            for (; kindsWritten < kinds.size(); kindsWritten++) {
                payload.varint(kinds.get(kindsWritten).order());
                payload.text(kinds.get(kindsWritten).name());
            }
            payload.raw(chunk.bytes(), 0, chunk.bytes().length);
            frames().write(payload);
        }

        void flush() throws IOException {
            frames().flush();
        }

        void end(long entries, long steps) throws IOException {
            payload.clear();
            payload.u8(FRAME_END);
            payload.varint(entries);
            payload.varint(steps);
            frames().write(payload);
            frames().end();
        }
    }

    static ChoiceLog read(InputStream in) throws IOException {
        var reader = new Reader(new FrameReader(in, FORMAT));
        while (reader.next()) {
            // Each frame is taken over only as a whole, and the log only when all frames are right.
        }
        return reader.log();
    }

    static ChoiceLog.Recovered recover(InputStream in) throws IOException {
        FrameReader frames;
        try {
            frames = new FrameReader(in, FORMAT);
        } catch (Malformed e) {
            if (e.problem() != Problem.TRUNCATED) {
                throw e;
            }
            // The crash came before the header was out: there is nothing, and that is no surprise.
            var nothing = new ChoiceLog(List.of(), List.of(), 0, false);
            return new ChoiceLog.Recovered(nothing, Optional.of(e));
        }
        var reader = new Reader(frames);
        try {
            while (reader.next()) {
                // As in read, but what came before a problem stays.
            }
            return new ChoiceLog.Recovered(reader.log(), Optional.empty());
        } catch (Malformed e) {
            return new ChoiceLog.Recovered(reader.logSoFar(), Optional.of(e));
        }
    }

    /** Reads frame by frame and checks every entry while it comes. */
    private static final class Reader {
        private final FrameReader frames;
        private final List<Kind> kinds = new ArrayList<>();
        private final List<Chunk> chunks = new ArrayList<>();

        /** Goes through the chunks as they come. */
        private final LogCursor cursor = LogCursor.full(chunks, kinds);

        private int chunksRight;
        private int kindsRight;
        private long entriesSeen;
        private long stepsSeen;
        private long stepsSaid = -1;

        Reader(FrameReader frames) {
            this.frames = frames;
        }

        boolean next() throws IOException {
            long origin = frames.position() + Integer.BYTES;
            var frame = frames.next();
            if (frame.isEmpty()) {
                if (stepsSaid < 0) {
                    throw frames.malformed(
                            Problem.INCONSISTENT, origin, "it has no closing frame.");
                }
                return false;
            }
            var source = new ByteSource(ChoiceLog.WHAT, frame.get(), 0, frame.get().length, origin);
            if (stepsSaid >= 0) {
                throw source.malformed(Problem.TRAILING, "a frame follows the closing frame.");
            }
            int type = source.u8();
            if (type == FRAME_ENTRIES) {
                readChunk(source, frame.get(), origin);
            } else if (type == FRAME_END) {
                readEnd(source);
            } else {
                throw source.malformed(Problem.UNKNOWN, "there is no frame of type " + type + ".");
            }
            return true;
        }

        private void readChunk(ByteSource source, byte[] frame, long origin) {
            long firstEntry = number(source, "the number of the first entry");
            long stepBefore = number(source, "the step before the first entry") - 1;
            int count = source.count("the number of entries", source.remaining());
            int fresh = source.count("the number of kinds", LogEncoder.KINDS_MAX - kinds.size());
            for (int i = 0; i < fresh; i++) {
                var kind = readKind(source);
                var clash = kind.clashIn(kinds);
                if (clash.isPresent()) {
                    throw source.malformed(Problem.INCONSISTENT, clash.get());
                }
                kinds.add(kind);
            }
            boolean first = chunks.isEmpty();
            boolean begins = first && firstEntry > 0;
            if (!begins && (firstEntry != entriesSeen || stepBefore != stepsSeen - 1)) {
                throw source.malformed(
                        Problem.ORDER,
                        "entry "
                                + firstEntry
                                + " after step "
                                + stepBefore
                                + " is announced, but entry "
                                + entriesSeen
                                + " after step "
                                + (stepsSeen - 1)
                                + " must come: steps must ascend without a hole.");
            }
            if (count == 0) {
                throw source.malformed(Problem.INCONSISTENT, "a frame of entries holds none.");
            }
            int from = (int) (source.position() - origin);
            byte[] bytes = Arrays.copyOfRange(frame, from, frame.length);
            chunks.add(new Chunk(firstEntry, stepBefore, count, bytes, origin + from));
            long last = stepBefore;
            while (cursor.next()) {
                last = cursor.step();
            }
            entriesSeen = firstEntry + count;
            stepsSeen = last + 1;
            chunksRight = chunks.size();
            kindsRight = kinds.size();
        }

        private static Kind readKind(ByteSource source) {
            int order = source.count("the order of a kind", Kind.ORDER_MAX);
            var name = source.text();
            if (!Kind.isName(name)) {
                throw source.malformed(Problem.SYNTAX, "a kind has a name that is not a word.");
            }
            return new Kind(order, name);
        }

        private void readEnd(ByteSource source) {
            long entries = number(source, "the number of entries");
            long steps = number(source, "the number of steps");
            source.expectEnd();
            if (entries != entriesSeen) {
                throw source.malformed(
                        Problem.INCONSISTENT,
                        entries + " entries are announced, " + entriesSeen + " have been read.");
            }
            if (steps < stepsSeen) {
                throw source.malformed(
                        Problem.INCONSISTENT,
                        steps
                                + " steps are announced, but step "
                                + (stepsSeen - 1)
                                + " has been read.");
            }
            stepsSaid = steps;
        }

        private static long number(ByteSource source, String field) {
            long value = source.varint();
            if (value < 0) {
                throw source.malformed(Problem.LIMIT, field + " is beyond the largest number.");
            }
            return value;
        }

        ChoiceLog log() {
            return new ChoiceLog(kinds, chunks, stepsSaid, true);
        }

        /** What was found right before a problem. */
        ChoiceLog logSoFar() {
            boolean ended = stepsSaid >= 0;
            return new ChoiceLog(
                    kinds.subList(0, kindsRight),
                    chunks.subList(0, chunksRight),
                    ended ? stepsSaid : stepsSeen,
                    ended);
        }
    }
}
