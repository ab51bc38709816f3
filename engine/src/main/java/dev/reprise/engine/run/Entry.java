package dev.reprise.engine.run;

import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.history.Activation;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a run's stored history. The turns among them are its transcript; what else happened
 * to it is not told to its code; an empty entry only changes the summary. Its form is specified in
 * docs/engine.md.
 *
 * @param attempts what has happened to activities that were asked for before
 * @param dispatched how the activities of the turn are executed, by their numbers; those that are
 *     executed as their commands alone say are left out
 * @param turn what the run was told and decided, or only what it was told; null when neither
 * @param received whether the turn was not carried out: its jobs wait for fitting code
 * @param program in the first entry of a run that is a pattern: the hash of its program; else empty
 * @param terminated why the run was ended from outside, by this entry; null when it was not
 */
public record Entry(
        List<Attempt> attempts,
        List<Dispatch> dispatched,
        @Nullable Turn turn,
        boolean received,
        String program,
        @Nullable String terminated) {
    private static final int TURN = 1;
    private static final int RECEIVED = 2;
    private static final int ATTEMPTS = 4;
    private static final int DISPATCHED = 8;
    private static final int PROGRAM = 16;
    private static final int TERMINATED = 32;

    /** Copies the lists. */
    public Entry {
        attempts = List.copyOf(attempts);
        dispatched = List.copyOf(dispatched);
    }

    /** An entry that is not the first of a pattern's run. */
    public Entry(
            List<Attempt> attempts,
            List<Dispatch> dispatched,
            @Nullable Turn turn,
            boolean received) {
        this(attempts, dispatched, turn, received, "", null);
    }

    Entry(List<Attempt> attempts, @Nullable Turn turn, boolean received) {
        this(attempts, List.of(), turn, received);
    }

    /** The same as the first entry of a run that keeps to a program. */
    Entry pinned(String hash) {
        return new Entry(attempts, dispatched, turn, received, hash, terminated);
    }

    /** The same as the last entry of a run that is ended from outside. */
    Entry terminated(String why) {
        return new Entry(attempts, dispatched, turn, received, program, why);
    }

    /** What a run was told while its code could not be carried out. */
    static Turn told(Instant now, List<Job> jobs) {
        return new Turn(new Activation(now, 0, 0, false, jobs), Completion.Decided.NOTHING);
    }

    /** The turn, if it was carried out. */
    public @Nullable Turn carriedOut() {
        return received ? null : turn;
    }

    /** How an activity that a command of the turn asks for is executed. */
    public Dispatch dispatch(Command command) {
        for (Dispatch each : dispatched) {
            if (each.seq() == command.seq()) {
                return each;
            }
        }
        return new Dispatch(command.seq(), Options.usual(command));
    }

    byte[] toBytes() {
        var out = new ByteSink(256);
        int kind =
                (attempts.isEmpty() ? 0 : ATTEMPTS)
                        | (dispatched.isEmpty() ? 0 : DISPATCHED)
                        | (program.isEmpty() ? 0 : PROGRAM)
                        | (terminated == null ? 0 : TERMINATED)
                        | (turn == null ? 0 : received ? RECEIVED : TURN);
        out.u8(kind);
        if (!program.isEmpty()) {
            out.text(program);
        }
        if (terminated != null) {
            out.text(terminated);
        }
        if (!attempts.isEmpty()) {
            AttemptForm.writeAttempts(out, attempts);
        }
        if (!dispatched.isEmpty()) {
            AttemptForm.writeDispatched(out, dispatched);
        }
        if (turn != null) {
            turn.writeTo(out);
        }
        return out.toByteArray();
    }

    /**
     * Reads an entry as a store keeps it.
     *
     * @throws dev.reprise.form.Malformed when this is not an entry
     */
    public static Entry fromBytes(byte[] bytes) {
        var in = new ByteSource("history entry", bytes);
        int kind = in.u8();
        if (kind >= 2 * TERMINATED || (kind & 3) == 3) {
            throw in.malformed(Problem.UNKNOWN, "there is no kind " + kind + " of entry.");
        }
        String program = (kind & PROGRAM) == 0 ? "" : in.text();
        String terminated = (kind & TERMINATED) == 0 ? null : in.text();
        List<Attempt> attempts = (kind & ATTEMPTS) == 0 ? List.of() : AttemptForm.readAttempts(in);
        List<Dispatch> dispatched =
                (kind & DISPATCHED) == 0 ? List.of() : AttemptForm.readDispatched(in);
        boolean received = (kind & RECEIVED) != 0;
        Turn turn = received || (kind & TURN) != 0 ? Turn.readFrom(in) : null;
        in.expectEnd();
        return new Entry(attempts, dispatched, turn, received, program, terminated);
    }
}
