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
import java.util.ArrayList;
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
 * @param cutoff that the run was ended from outside, by this entry; null when it was not
 * @param begins in the first entry of a leg whose code waits: until when; else null
 * @param settled what legs that have ended had to do with other runs, and is done
 * @param rewind in the first entry of a leg that goes on from an earlier moment of another; else
 *     null
 */
public record Entry(
        List<Attempt> attempts,
        List<Dispatch> dispatched,
        @Nullable Turn turn,
        boolean received,
        String program,
        @Nullable Cutoff cutoff,
        @Nullable Instant begins,
        List<BondId> settled,
        @Nullable Rewind rewind) {
    private static final int TURN = 1;
    private static final int RECEIVED = 2;
    private static final int ATTEMPTS = 4;
    private static final int DISPATCHED = 8;
    private static final int PROGRAM = 16;
    private static final int TERMINATED = 32;
    private static final int TIMED_OUT = 64;
    private static final int DELAYED = 128;
    private static final int SETTLED = 256;
    private static final int REWOUND = 512;
    private static final int SETTLED_MAX = 1 << 20;

    /** Copies the lists. */
    public Entry {
        attempts = List.copyOf(attempts);
        dispatched = List.copyOf(dispatched);
        settled = List.copyOf(settled);
    }

    /** An entry that is not the first of a pattern's run. */
    public Entry(
            List<Attempt> attempts,
            List<Dispatch> dispatched,
            @Nullable Turn turn,
            boolean received) {
        this(attempts, dispatched, turn, received, "", null, null, List.of(), null);
    }

    Entry(List<Attempt> attempts, @Nullable Turn turn, boolean received) {
        this(attempts, List.of(), turn, received);
    }

    /** The same as the first entry of a run that keeps to a program. */
    Entry pinned(String hash) {
        return new Entry(
                attempts, dispatched, turn, received, hash, cutoff, begins, settled, rewind);
    }

    /** The same as the last entry of a run that is ended from outside. */
    Entry cutOff(Cutoff value) {
        return new Entry(
                attempts, dispatched, turn, received, program, value, begins, settled, rewind);
    }

    /** The same as the first entry of a leg whose code waits. */
    Entry delayed(Instant until) {
        return new Entry(
                attempts, dispatched, turn, received, program, cutoff, until, settled, rewind);
    }

    /** The same, and these things with other runs are done. */
    Entry settled(List<BondId> value) {
        return new Entry(
                attempts, dispatched, turn, received, program, cutoff, begins, value, rewind);
    }

    /** The same as the first entry of a leg that goes on from an earlier moment of another. */
    Entry rewound(Rewind value) {
        return new Entry(
                attempts, dispatched, turn, received, program, cutoff, begins, settled, value);
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
                        | cutoffBit()
                        | (begins == null ? 0 : DELAYED)
                        | (settled.isEmpty() ? 0 : SETTLED)
                        | (rewind == null ? 0 : REWOUND)
                        | (turn == null ? 0 : received ? RECEIVED : TURN);
        out.varint(kind);
        if (!program.isEmpty()) {
            out.text(program);
        }
        if (cutoff != null) {
            out.text(cutoff.why());
        }
        if (begins != null) {
            Moments.write(out, begins);
        }
        if (!settled.isEmpty()) {
            out.varint(settled.size());
            for (BondId id : settled) {
                out.varint(id.leg());
                out.varint(id.seq());
            }
        }
        if (rewind != null) {
            rewind.writeTo(out);
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

    private int cutoffBit() {
        return cutoff == null
                ? 0
                : switch (cutoff.how()) {
                    case TERMINATED -> TERMINATED;
                    case TIMED_OUT -> TIMED_OUT;
                };
    }

    private static @Nullable Cutoff readCutoff(ByteSource in, int kind) {
        return switch (kind & (TERMINATED | TIMED_OUT)) {
            case 0 -> null;
            case TERMINATED -> Cutoff.terminated(in.text());
            default -> Cutoff.timedOut(in.text());
        };
    }

    private static List<BondId> readSettled(ByteSource in) {
        List<BondId> settled = new ArrayList<>();
        for (int left = in.count("things settled", SETTLED_MAX); left > 0; left--) {
            settled.add(new BondId(in.varint(), in.varint()));
        }
        return settled;
    }

    /**
     * Reads an entry as a store keeps it.
     *
     * @throws dev.reprise.form.Malformed when this is not an entry
     */
    public static Entry fromBytes(byte[] bytes) {
        var in = new ByteSource("history entry", bytes);
        long said = in.varint();
        int kind = (int) Math.min(said, Integer.MAX_VALUE);
        boolean both = (kind & (TERMINATED | TIMED_OUT)) == (TERMINATED | TIMED_OUT);
        if (kind >= 2 * REWOUND || both || (kind & 3) == 3) {
            throw in.malformed(Problem.UNKNOWN, "there is no kind " + said + " of entry.");
        }
        String program = (kind & PROGRAM) == 0 ? "" : in.text();
        Cutoff cutoff = readCutoff(in, kind);
        Instant begins = (kind & DELAYED) == 0 ? null : Moments.known(in);
        List<BondId> settled = (kind & SETTLED) == 0 ? List.of() : readSettled(in);
        Rewind rewind = (kind & REWOUND) == 0 ? null : Rewind.readFrom(in);
        List<Attempt> attempts = (kind & ATTEMPTS) == 0 ? List.of() : AttemptForm.readAttempts(in);
        List<Dispatch> dispatched =
                (kind & DISPATCHED) == 0 ? List.of() : AttemptForm.readDispatched(in);
        boolean received = (kind & RECEIVED) != 0;
        Turn turn = received || (kind & TURN) != 0 ? Turn.readFrom(in) : null;
        in.expectEnd();
        return new Entry(
                attempts, dispatched, turn, received, program, cutoff, begins, settled, rewind);
    }
}
