package dev.reprise.history;

import dev.reprise.Check;
import dev.reprise.form.ByteSink;
import dev.reprise.form.FieldSink;
import dev.reprise.form.Format;
import dev.reprise.form.FrameWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Writes the binary form of a transcript turn by turn. What was written before a crash can be read
 * by {@link Transcript#recover}.
 */
public final class TranscriptWriter {
    /** The most bytes that one turn may take. */
    public static final int TURN_BYTES_MAX = 64 << 20;

    static final Format FORMAT = new Format("transcript", "RPTR", 1, 0, TURN_BYTES_MAX);

    private final FrameWriter frames;
    private final ByteSink scratch = new ByteSink(256);
    private final TurnOrder order;

    /** Writes what comes before the first turn. */
    public TranscriptWriter(OutputStream out, Transcript.Header header) throws IOException {
        frames = new FrameWriter(out, FORMAT);
        order = new TurnOrder(header);
        TurnForm.write(FieldSink.binary(scratch, TurnForm.HEADER), header);
        frames.write(scratch);
    }

    /** Writes the turn that comes next. */
    public void write(Turn turn) throws IOException {
        Optional<String> problem = order.problem(turn);
        Check.argument(problem.isEmpty(), "%s", problem.orElse(""));
        scratch.clear();
        turn.writeTo(scratch);
        frames.write(scratch);
    }

    /** Hands everything written so far on to the stream beneath. */
    public void flush() throws IOException {
        frames.flush();
    }

    /** Writes the end: a transcript without it is torn. The stream stays open. */
    public void end() throws IOException {
        frames.end();
    }
}
