package dev.reprise.choice;

import dev.reprise.Check;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The entries of a recording under way, kept within its bound. */
final class LogStore {
    private final LogBound bound;
    private final LogEncoder encoder;
    private final long entriesPerChunk;
    private final Deque<Chunk> chunks = new ArrayDeque<>();
    private final LogBytes.@Nullable Writer sink;
    private SinkState sinkState = SinkState.OPEN;

    LogStore(LogBound bound) {
        this.bound = bound;
        // Whole chunks are forgotten; a quarter of the ring each, so that half of it is always
        // kept.
        this.entriesPerChunk =
                bound instanceof LogBound.Ring(long max) ? Math.max(1, max / 4) : Long.MAX_VALUE;
        this.encoder = new LogEncoder(entriesPerChunk);
        this.sink = bound instanceof LogBound.Stream(var out) ? new LogBytes.Writer(out) : null;
    }

    static LogStore unbounded() {
        return new LogStore(LogBound.fail(Long.MAX_VALUE));
    }

    /** Checks that one more step can be recorded and, if it is a choice, that there is room. */
    void ensureOpen(boolean isChoice) {
        Check.state(
                sinkState != SinkState.ENDED, "the recording was closed: it takes no more steps");
        Check.state(
                sinkState != SinkState.FAILED,
                "the sink of the choice log failed before: what it holds can be recovered, but the"
                        + " recording cannot go on");
        if (isChoice && bound instanceof LogBound.Fail(long max) && encoder.entries() >= max) {
            throw new IllegalStateException(
                    "the choice log is full: it holds its "
                            + max
                            + " entries, and its bound says to"
                            + " fail then. Give the recording a larger bound, a ring or a stream.");
        }
    }

    void append(long step, Enabled enabled, Action chosen, int rank) {
        encoder.append(step, enabled, chosen, rank);
        if (encoder.isChunkFull()) {
            seal();
        }
    }

    /** A copy of what is kept. */
    ChoiceLog log(long steps) {
        Check.state(
                sink == null, "this recording streams to its sink and keeps no log: read it there");
        var all = new ArrayList<>(chunks);
        if (!encoder.isChunkEmpty()) {
            all.add(encoder.chunk());
        }
        return new ChoiceLog(encoder.kinds(), all, steps, true);
    }

    /** Hands everything to the sink, if there is one. */
    void flush() {
        var out = sink;
        if (out != null) {
            ensureOpen(false);
            seal();
            sinking(out::flush);
        }
    }

    /** Ends the sink's file, if there is one and it has not ended. */
    void end(long steps) {
        var out = sink;
        if (out != null && sinkState != SinkState.ENDED) {
            ensureOpen(false);
            seal();
            sinking(() -> out.end(encoder.entries(), steps));
            sinkState = SinkState.ENDED;
        }
    }

    private enum SinkState {
        OPEN,
        ENDED,
        FAILED
    }

    private interface Sinking {
        void run() throws IOException;
    }

    /** After a failure nobody knows what the sink holds at its end, so nothing more goes there. */
    private void sinking(Sinking sinking) {
        try {
            sinking.run();
        } catch (IOException e) {
            sinkState = SinkState.FAILED;
            throw new UncheckedIOException("the sink of the choice log failed", e);
        } catch (RuntimeException e) {
            sinkState = SinkState.FAILED;
            throw e;
        }
    }

    private void seal() {
        if (encoder.isChunkEmpty()) {
            return;
        }
        var out = sink;
        if (out == null) {
            chunks.addLast(encoder.chunk());
        } else {
            sinking(() -> out.write(encoder.chunk(), encoder.kinds()));
        }
        encoder.nextChunk();
        if (bound instanceof LogBound.Ring(long max)) {
            // The chunks kept and the next one together hold no more than the bound.
            while (encoder.entries() - chunks.getFirst().firstEntry() > max - entriesPerChunk) {
                chunks.removeFirst();
            }
        }
    }
}
