package dev.reprise.history;

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
    private final FieldSource fields;
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
        if (!frames.advance()) {
            throw frames.malformed(Problem.TRUNCATED, start, "it does not say which run it is of.");
        }
        fields = FieldSource.binary(frames.payload(), TurnForm.HEADER);
        header = TurnForm.readHeader(fields);
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
        if (!frames.advance()) {
            return Optional.empty();
        }
        fields.begin(TurnForm.TURN);
        Turn turn = TurnForm.readTurn(fields);
        Optional<String> problem = order.problem(turn);
        if (problem.isPresent()) {
            throw frames.malformed(Problem.ORDER, start, problem.get() + ".");
        }
        return Optional.of(turn);
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
