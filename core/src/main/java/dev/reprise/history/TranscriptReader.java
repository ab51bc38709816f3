package dev.reprise.history;

import dev.reprise.form.ByteSource;
import dev.reprise.form.FieldComparison;
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
import org.jspecify.annotations.Nullable;

/** Reads the binary form of a transcript turn by turn, without keeping the turns. */
public final class TranscriptReader implements Recording {
    private final FrameReader frames;
    private final FieldSource fields;
    private final Transcript.Header header;
    private final TurnOrder order;
    private final Outline outline = new Outline();
    private final UsualActivation usual = new UsualActivation();
    private final FieldComparison comparison = new FieldComparison();

    /** Where the turn at hand begins: its frame, and in that its first field. */
    private long frameStart;

    private long turnStart;

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
        return advance() ? Optional.of(turn()) : Optional.empty();
    }

    /** Goes on to the next turn, without reading it; false when the end was read. */
    boolean advance() throws IOException {
        frameStart = frames.position();
        if (!frames.advance()) {
            return false;
        }
        turnStart = frames.payload().position();
        return true;
    }

    /** The turn at hand, all of it. */
    Turn turn() {
        begin();
        Turn turn = TurnForm.readTurn(fields);
        Optional<String> problem = order.problem(turn);
        if (problem.isPresent()) {
            throw frames.malformed(Problem.ORDER, frameStart, problem.get() + ".");
        }
        return turn;
    }

    /**
     * The activation of the turn at hand as replay gives it to a machine, when nothing has to be
     * known of the commands for that; null when the whole turn has to be read.
     */
    @Nullable Activation plainActivation() {
        ByteSource in = frames.payload();
        if (!order.isUnderWay() || !outline.isPlain(in, order.nextSeq())) {
            return null;
        }
        in.backTo(turnStart);
        @Nullable Activation activation = usual.read(in);
        if (activation != null) {
            return activation;
        }
        begin();
        activation = TurnForm.readReplayed(fields);
        usual.learn(activation);
        return activation.isReplayedAsIs() ? activation : null;
    }

    /**
     * Whether the turn at hand, whose {@link #plainActivation} was read last, holds these commands
     * and nothing else. Then it is done with; else nobody knows before it is read, for one command
     * may be written in more than one way.
     */
    boolean repeats(List<Command> attempted) {
        if (attempted.size() != outline.commands()) {
            return false;
        }
        comparison.begin(frames.payload());
        for (int i = 0; i < attempted.size(); i++) {
            TurnForm.writeCommand(comparison, attempted.get(i));
        }
        boolean same = comparison.isSame();
        if (same) {
            order.passed(outline.commands(), outline.isTerminal());
        }
        return same;
    }

    private void begin() {
        frames.payload().backTo(turnStart);
        fields.begin(TurnForm.TURN);
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
