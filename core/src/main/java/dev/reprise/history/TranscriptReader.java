package dev.reprise.history;

import dev.reprise.form.ByteSource;
import dev.reprise.form.FieldSource;
import dev.reprise.form.FrameReader;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the binary form of a transcript turn by turn, without keeping the turns. */
public final class TranscriptReader implements Recording {
    private final FrameReader frames;
    private final Transcript.Header header;
    private final TurnOrder order;

    /**
     * Reads what comes before the first turn.
     *
     * @throws Malformed when this is not intact, or not a transcript
     */
    public TranscriptReader(InputStream in) throws IOException {
        frames = new FrameReader(in, TranscriptWriter.FORMAT);
        long start = frames.position();
        byte[] frame =
                frames.next()
                        .orElseThrow(
                                () ->
                                        frames.malformed(
                                                Problem.TRUNCATED,
                                                start,
                                                "it does not say which run it is of."));
        header = TurnForm.readHeader(FieldSource.binary(source(frame, start), TurnForm.HEADER));
        order = new TurnOrder(header);
    }

    /** What is known about the run before its first turn. */
    public Transcript.Header header() {
        return header;
    }

    /**
     * The next turn, or empty when the end was read.
     *
     * @throws Malformed when the turn, or the end, is not intact
     */
    public Optional<Turn> nextTurn() throws IOException {
        long start = frames.position();
        Optional<byte[]> frame = frames.next();
        if (frame.isEmpty()) {
            return Optional.empty();
        }
        Turn turn = Turn.readFrom(source(frame.get(), start));
        Optional<String> problem = order.problem(turn);
        if (problem.isPresent()) {
            throw frames.malformed(Problem.ORDER, start, problem.get() + ".");
        }
        return Optional.of(turn);
    }

    private static ByteSource source(byte[] frame, long start) {
        return new ByteSource(
                TranscriptWriter.FORMAT.name(), frame, 0, frame.length, start + Integer.BYTES);
    }

    /** The next turn as what replay expects. */
    @Override
    public Optional<Expected> next() {
        try {
            return nextTurn().map(Expected::exactly);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Transcript all(InputStream in) throws IOException {
        var reader = new TranscriptReader(in);
        List<Turn> turns = new ArrayList<>();
        for (var turn = reader.nextTurn(); turn.isPresent(); turn = reader.nextTurn()) {
            turns.add(turn.get());
        }
        return new Transcript(reader.header, turns);
    }

    static Transcript.Recovered intact(InputStream in) throws IOException {
        var reader = new TranscriptReader(in);
        List<Turn> turns = new ArrayList<>();
        Optional<Malformed> problem = Optional.empty();
        try {
            for (var turn = reader.nextTurn(); turn.isPresent(); turn = reader.nextTurn()) {
                turns.add(turn.get());
            }
        } catch (Malformed torn) {
            problem = Optional.of(torn);
        }
        return new Transcript.Recovered(new Transcript(reader.header, turns), problem);
    }
}
