package dev.reprise.history;

import dev.reprise.Check;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.FieldSink;
import dev.reprise.form.FieldSource;
import java.util.List;

/**
 * One activation and what the run decided in it, as a transcript keeps them: what leaves no history
 * is not in here.
 */
public record Turn(Activation activation, Completion.Decided decided) {
    /** Checks that both are durable, that numbers ascend without gaps, and that an end is last. */
    public Turn {
        Check.argument(!activation.replaying(), "a turn is recorded when it is not replayed");
        Check.argument(
                activation.isDurable(decided),
                "a turn holds no queries, rejected updates, evictions and recalled facts: Turn.of"
                        + " leaves them out");
        Check.argument(
                decided.answers().isEmpty(), "a turn holds no answers: Turn.of leaves them out");
        List<Command> commands = decided.commands();
        for (int i = 1; i < commands.size(); i++) {
            Check.argument(
                    !(commands.get(i - 1) instanceof Command.Terminal),
                    "no command follows the end of the run");
            if (commands.get(i).seq() != commands.get(i - 1).seq() + 1) {
                throw new IllegalArgumentException(
                        "sequence numbers have no gaps, but "
                                + commands.get(i).seq()
                                + " follows "
                                + commands.get(i - 1).seq());
            }
        }
    }

    /** What is durable of a live activation and its completion. */
    public static Turn of(Activation activation, Completion.Decided decided) {
        return new Turn(activation.durable(decided), decided.withoutAnswers());
    }

    /** The commands that were decided. */
    public List<Command> commands() {
        return decided.commands();
    }

    /** Whether nothing happened in it, so that a transcript without it says the same. */
    public boolean isEmpty() {
        return activation.jobs().isEmpty() && decided.commands().isEmpty() && !decided.hasChoices();
    }

    /** The binary form of this turn alone: see docs/transcript.md. */
    public byte[] toBytes() {
        var out = new ByteSink(256);
        writeTo(out);
        return out.toByteArray();
    }

    /** Writes the binary form of this turn alone, without a length and without a checksum. */
    public void writeTo(ByteSink out) {
        TurnForm.write(FieldSink.binary(out, TurnForm.TURN), 1, this);
    }

    /**
     * Reads what {@link #toBytes()} wrote.
     *
     * @throws dev.reprise.form.Malformed when this is not a turn
     */
    public static Turn fromBytes(byte[] bytes) {
        return readFrom(new ByteSource("turn", bytes));
    }

    /**
     * Reads all that is left of {@code in} as one turn.
     *
     * @throws dev.reprise.form.Malformed when this is not a turn
     */
    public static Turn readFrom(ByteSource in) {
        return TurnForm.readTurn(FieldSource.binary(in, TurnForm.TURN));
    }
}
