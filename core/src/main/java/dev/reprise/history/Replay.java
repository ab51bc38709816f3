package dev.reprise.history;

import dev.reprise.Check;
import dev.reprise.UnitId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the activations of a recording on a fresh machine, and checks that it decides the
 * same again: the same commands in the same order, every field of them, and the same choices.
 *
 * <p>Each turn of the recording is used once, in order, and none is kept: replay costs as much as
 * the turn it is at. The first difference ends it. What a machine answers to queries and updates is
 * not history, and is not compared.
 */
public final class Replay {
    private final Machine machine;
    private final boolean optionsRecalled;
    private String run = "";
    private long turns;
    private long commands;
    private boolean ended;
    private boolean mismatched;

    /** How a replay went. */
    public sealed interface Verdict {
        /** What matched, or a {@link Nondeterminism} that says what did not. */
        Matched orThrow();
    }

    /**
     * The machine did all that was recorded, and nothing else.
     *
     * @param ended whether the run has ended
     */
    public record Matched(long turns, long commands, boolean ended) implements Verdict {
        @Override
        public Matched orThrow() {
            return this;
        }
    }

    /** The machine did something else. */
    public record Differed(Mismatch mismatch) implements Verdict {
        @Override
        public Matched orThrow() {
            throw new Nondeterminism(mismatch);
        }
    }

    /** Replays on {@code machine}, which must not have been activated before. */
    public Replay(Machine machine) {
        this(machine, false);
    }

    private Replay(Machine machine, boolean optionsRecalled) {
        this.machine = machine;
        this.optionsRecalled = optionsRecalled;
    }

    /**
     * As {@link #Replay(Machine)}, but the machine is told the options that commands were given, so
     * that it can keep to them where its code now says something else.
     */
    public static Replay recallingOptions(Machine machine) {
        return new Replay(machine, true);
    }

    /**
     * Replays all of {@code recording}. After a match the machine is where the run is.
     *
     * @throws dev.reprise.form.Malformed when the recording cannot be read on
     */
    public static Verdict of(Machine machine, Recording recording) {
        return new Replay(machine).all(recording);
    }

    /**
     * Replays all of {@code recording}, as {@link #of(Machine, Recording)} does.
     *
     * @throws dev.reprise.form.Malformed when the recording cannot be read on
     */
    public Verdict all(Recording recording) {
        if (recording instanceof TranscriptReader stored && !optionsRecalled) {
            return all(stored);
        }
        for (var turn = recording.next(); turn.isPresent(); turn = recording.next()) {
            Optional<Mismatch> mismatch = turn(turn.get());
            if (mismatch.isPresent()) {
                return new Differed(mismatch.get());
            }
        }
        return matched();
    }

    /** The same, without reading commands that the machine decides again. */
    private Verdict all(TranscriptReader stored) {
        try {
            while (stored.advance()) {
                Optional<Mismatch> mismatch = turn(stored);
                if (mismatch.isPresent()) {
                    return new Differed(mismatch.get());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return matched();
    }

    private Optional<Mismatch> turn(TranscriptReader stored) {
        @Nullable Activation activation = ended ? null : stored.plainActivation();
        if (activation == null) {
            return turn(Recording.Expected.exactly(stored.turn()));
        }
        Check.state(!mismatched, "the replay did not match, so it cannot go on");
        Optional<Mismatch> mismatch = carriedOut(activation, stored);
        mismatched = mismatch.isPresent();
        turns++;
        return mismatch;
    }

    private Optional<Mismatch> carriedOut(Activation activation, TranscriptReader stored) {
        Completion completion;
        try {
            completion = machine.activate(activation);
        } catch (Throwable thrown) {
            stored.turn(); // whether it can be read comes first
            return Optional.of(new Mismatch.Threw(turnPlace(), thrown));
        }
        if (completion instanceof Completion.Decided decided
                && !decided.hasChoices()
                && stored.repeats(decided.commands())) {
            commands += decided.commands().size();
            ended = decided.isTerminal();
            return Optional.empty();
        }
        return judged(Recording.Expected.exactly(stored.turn()), completion);
    }

    /** What has matched so far. */
    public Matched matched() {
        Check.state(
                !mismatched, "the replay did not match, so nothing can be said to have matched");
        return new Matched(turns, commands, ended);
    }

    /** Replays one turn; empty when it matches. After a mismatch there is no next turn. */
    public Optional<Mismatch> turn(Recording.Expected expected) {
        Check.state(!mismatched, "the replay did not match, so it cannot go on");
        Optional<Mismatch> mismatch = ended ? leftOver(expected) : carriedOut(expected);
        mismatched = mismatch.isPresent();
        turns++;
        return mismatch;
    }

    private Optional<Mismatch> leftOver(Recording.Expected expected) {
        return Optional.of(new Mismatch.LeftOver(turnPlace(), expected.turn()));
    }

    private Optional<Mismatch> carriedOut(Recording.Expected expected) {
        Turn turn = expected.turn();
        if (turns == 0) {
            run = runOf(turn.activation());
        }
        Completion completion;
        try {
            completion =
                    machine.activate(turn.activation().recalling(turn.decided(), optionsRecalled));
        } catch (Throwable thrown) {
            return Optional.of(new Mismatch.Threw(turnPlace(), thrown));
        }
        return judged(expected, completion);
    }

    private Optional<Mismatch> judged(Recording.Expected expected, Completion completion) {
        return switch (completion) {
            case Completion.Failed(var failure) ->
                    Optional.of(new Mismatch.ActivationFailed(turnPlace(), failure));
            case Completion.Decided decided -> compared(expected, decided);
        };
    }

    private static String runOf(Activation activation) {
        for (Job job : activation.jobs()) {
            if (job instanceof Job.Start start) {
                return start.runId().value();
            }
        }
        return "";
    }

    private Optional<Mismatch> compared(Recording.Expected expected, Completion.Decided attempted) {
        Completion.Decided recorded = expected.turn().decided();
        int index = firstDifference(expected, attempted.commands());
        if (index >= 0) {
            return Optional.of(difference(expected, attempted.commands(), index));
        }
        if (!recorded.choices().equals(attempted.choices())) {
            return Optional.of(
                    new Mismatch.ChoicesDiffer(
                            turnPlace(), recorded.choices(), attempted.choices()));
        }
        commands += recorded.commands().size();
        ended = recorded.isTerminal();
        return Optional.empty();
    }

    /** The index of the first command that differs in what is known, or -1. */
    private static int firstDifference(Recording.Expected expected, List<Command> attempted) {
        List<Command> recorded = expected.turn().commands();
        int common = Math.min(recorded.size(), attempted.size());
        for (int i = 0; i < common; i++) {
            if (!recorded.get(i).equals(attempted.get(i))
                    && !FieldTable.differences(
                                    recorded.get(i), attempted.get(i), expected.unknownPaths(i))
                            .isEmpty()) {
                return i;
            }
        }
        return recorded.size() == attempted.size() ? -1 : common;
    }

    private Mismatch difference(Recording.Expected expected, List<Command> attempted, int index) {
        List<Command> recorded = expected.turn().commands();
        if (index > 0
                && index < attempted.size()
                && attempted.get(index - 1) instanceof Command.Terminal) {
            Command extra = attempted.get(index);
            return new Mismatch.AfterEnd(place(index, extra.unit()), extra);
        }
        return switch (Alignment.at(index, expected, attempted)) {
            case MISSING ->
                    new Mismatch.Missing(
                            place(index, recorded.get(index).unit()), recorded.get(index));
            case EXTRA ->
                    new Mismatch.Extra(
                            place(index, attempted.get(index).unit()), attempted.get(index));
            case REORDERED ->
                    new Mismatch.Reordered(
                            place(index, recorded.get(index).unit()),
                            recorded.get(index),
                            attempted.get(index));
            case CHANGED -> changed(expected, attempted, index);
        };
    }

    private Mismatch changed(Recording.Expected expected, List<Command> attempted, int index) {
        Command recorded = expected.turn().commands().get(index);
        List<String> unknown = expected.unknownPaths(index);
        return new Mismatch.Changed(
                place(index, recorded.unit()),
                recorded,
                attempted.get(index),
                FieldTable.differences(recorded, attempted.get(index), unknown),
                unknown);
    }

    private Mismatch.Place place(int command, UnitId unit) {
        return new Mismatch.Place(run, turns, command, unit);
    }

    private Mismatch.Place turnPlace() {
        return place(0, UnitId.ROOT);
    }
}
