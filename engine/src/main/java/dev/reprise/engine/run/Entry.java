package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.history.Activation;
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
 * @param attempts activities that are delivered once more after this
 * @param turn what the run was told and decided, or only what it was told; null when neither
 * @param received whether the turn was not carried out: its jobs wait for fitting code
 */
public record Entry(List<Attempt> attempts, @Nullable Turn turn, boolean received) {
    private static final int TURN = 1;
    private static final int RECEIVED = 2;
    private static final int ATTEMPTS = 4;
    private static final int ATTEMPTS_MAX = 1 << 20;

    /** Copies the list. */
    public Entry {
        attempts = List.copyOf(attempts);
    }

    /** What a run was told while its code could not be carried out. */
    static Turn told(Instant now, List<Job> jobs) {
        return new Turn(new Activation(now, 0, 0, false, jobs), Completion.Decided.NOTHING);
    }

    /** The turn, if it was carried out. */
    public @Nullable Turn carriedOut() {
        return received ? null : turn;
    }

    byte[] toBytes() {
        var out = new ByteSink(256);
        int kind =
                (attempts.isEmpty() ? 0 : ATTEMPTS)
                        | (turn == null ? 0 : received ? RECEIVED : TURN);
        out.u8(kind);
        if (!attempts.isEmpty()) {
            writeAttempts(out);
        }
        if (turn != null) {
            turn.writeTo(out);
        }
        return out.toByteArray();
    }

    private void writeAttempts(ByteSink out) {
        out.varint(attempts.size());
        List<Job> failures = new ArrayList<>();
        for (Attempt it : attempts) {
            out.varint(it.seq());
            out.varint(it.attempt());
            out.varint(it.redeliveries());
            Moments.write(out, it.notBefore());
            out.u8(it.failure() == null ? 0 : 1);
            if (it.failure() != null) {
                failures.add(new Job.ActivityResolved(it.seq(), new Outcome.Failed(it.failure())));
            }
        }
        out.bytes(told(Instant.EPOCH, failures).toBytes());
    }

    /**
     * Reads an entry as a store keeps it.
     *
     * @throws dev.reprise.form.Malformed when this is not an entry
     */
    public static Entry fromBytes(byte[] bytes) {
        var in = new ByteSource("history entry", bytes);
        int kind = in.u8();
        if (kind > (TURN | RECEIVED | ATTEMPTS) || (kind & 3) == 3) {
            throw in.malformed(Problem.UNKNOWN, "there is no kind " + kind + " of entry.");
        }
        List<Attempt> attempts = (kind & ATTEMPTS) == 0 ? List.of() : readAttempts(in);
        boolean received = (kind & RECEIVED) != 0;
        Turn turn = received || (kind & TURN) != 0 ? Turn.readFrom(in) : null;
        in.expectEnd();
        return new Entry(attempts, turn, received);
    }

    private static List<Attempt> readAttempts(ByteSource in) {
        int count = in.count("attempts", ATTEMPTS_MAX);
        List<Attempt> read = new ArrayList<>();
        boolean[] failed = new boolean[count];
        for (int i = 0; i < count; i++) {
            long seq = in.varint();
            int attempt = Moments.small(in, "attempt", 1);
            int redeliveries = Moments.small(in, "redeliveries", 0);
            read.add(new Attempt(seq, attempt, redeliveries, Moments.read(in), null));
            failed[i] = in.u8() != 0;
        }
        var failures = Turn.fromBytes(in.bytes()).activation().jobs().iterator();
        for (int i = 0; i < count; i++) {
            if (failed[i]) {
                read.set(
                        i,
                        withFailure(in, read.get(i), failures.hasNext() ? failures.next() : null));
            }
        }
        return read;
    }

    private static Attempt withFailure(ByteSource in, Attempt it, @Nullable Job job) {
        if (job instanceof Job.ActivityResolved(var seq, Outcome.Failed(Failure failure))
                && seq == it.seq()) {
            return new Attempt(it.seq(), it.attempt(), it.redeliveries(), it.notBefore(), failure);
        }
        throw in.malformed(Problem.ORDER, "the failure of activity " + it.seq() + " is missing.");
    }
}
