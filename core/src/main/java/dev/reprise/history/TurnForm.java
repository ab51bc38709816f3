package dev.reprise.history;

import static dev.reprise.form.ValueForm.unread;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.form.FieldSink;
import dev.reprise.form.FieldSource;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.form.Shape;
import dev.reprise.form.ValueForm;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** How turns, and the facts before the first of them, are written down. */
final class TurnForm {
    static final Shape HEADER = Shape.message("Header", "runId", "workflowType");
    static final Shape TURN = Shape.message("Turn", "activation", "commands*", "choices");
    static final Shape ACTIVATION =
            Shape.message("Activation", "now", "seed", "historySize", "jobs*");

    static final List<Shape> SHAPES = List.of(HEADER, TURN, ACTIVATION);

    private static final Activation NOWHEN = new Activation(Instant.EPOCH, 0, 0, false, List.of());

    private TurnForm() {}

    static void write(FieldSink out, Transcript.Header header) {
        out.text(1, header.runId().value());
        out.text(2, header.workflowType());
    }

    static Transcript.Header readHeader(FieldSource source) {
        return guarded(
                source,
                in -> {
                    String runId = "";
                    String workflowType = "";
                    while (true) {
                        switch (in.next()) {
                            case 0 -> {
                                return new Transcript.Header(new RunId(runId), workflowType);
                            }
                            case 1 -> runId = in.text();
                            case 2 -> workflowType = in.text();
                            default -> throw unread(HEADER);
                        }
                    }
                });
    }

    /** Writes a turn into a message whose fields for it begin at {@code first}. */
    static void write(FieldSink out, int first, Turn turn) {
        writeActivation(out, first, turn.activation());
        List<Command> commands = turn.commands();
        if (!commands.isEmpty()) {
            out.openList(first + 1);
            for (Command command : commands) {
                CommandForm.write(out, first + 1, command);
            }
            out.closeList();
        }
        if (turn.decided().hasChoices()) {
            out.bytes(first + 2, turn.decided().choices().toBytes());
        }
    }

    /** Writes one of the commands into a message that is a turn. */
    static void writeCommand(FieldSink out, Command command) {
        CommandForm.write(out, 2, command);
    }

    static Turn readTurn(FieldSource source) {
        return guarded(
                source,
                in -> {
                    var parts = new Parts();
                    for (int field = in.next(); field != 0; field = in.next()) {
                        parts.read(in, field);
                    }
                    return parts.turn();
                });
    }

    /** The parts of a turn, as far as they have been read. */
    static final class Parts {
        private Activation activation = NOWHEN;
        private List<Command> commands = List.of();
        private ChoiceLog choices = ChoiceLog.EMPTY;

        /** Reads field 1, 2 or 3 of a turn. */
        void read(FieldSource in, int field) {
            switch (field) {
                case 1 -> activation = readActivation(in, false);
                case 2 -> commands = ValueForm.with(commands, CommandReader.read(in));
                case 3 -> choices = readChoices(in);
                default -> throw unread(TURN);
            }
        }

        Turn turn() {
            return new Turn(activation, new Completion.Decided(commands, choices, List.of()));
        }
    }

    private static ChoiceLog readChoices(FieldSource in) {
        byte[] bytes = in.bytes();
        try {
            return ChoiceLog.fromBytes(bytes);
        } catch (Malformed inner) {
            throw in.malformed(inner.problem(), "in the choices: " + inner.getMessage());
        }
    }

    private static void writeActivation(FieldSink out, int field, Activation activation) {
        out.open(field, ACTIVATION);
        out.instant(1, activation.now());
        out.bits(2, activation.seed());
        out.number(3, activation.historySize());
        List<Job> jobs = activation.jobs();
        if (!jobs.isEmpty()) {
            out.openList(4);
            for (Job job : jobs) {
                JobForm.write(out, 4, job);
            }
            out.closeList();
        }
        out.close();
    }

    /** Reads the activation of a turn that is to be replayed; it is the turn's first field. */
    static Activation readReplayed(FieldSource source) {
        return guarded(
                source,
                in -> {
                    Check.invariant(in.next() == 1, "a plain turn has an activation");
                    return readActivation(in, true);
                });
    }

    private static Activation readActivation(FieldSource in, boolean replaying) {
        in.open(ACTIVATION);
        Instant now = Instant.EPOCH;
        long seed = 0;
        long historySize = 0;
        List<Job> jobs = List.of();
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Activation(now, seed, historySize, replaying, jobs);
                }
                case 1 -> now = in.instant();
                case 2 -> seed = in.bits();
                case 3 -> historySize = in.number(Long.MAX_VALUE);
                case 4 -> jobs = ValueForm.with(jobs, JobForm.read(in));
                default -> throw unread(ACTIVATION);
            }
        }
    }

    /** What the constructors refuse is refused as malformed, where it was read. */
    static <T> T guarded(FieldSource in, Function<FieldSource, T> read) {
        try {
            return read.apply(in);
        } catch (IllegalArgumentException e) {
            throw in.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }
}
