package dev.reprise.history;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the activation that most turns of a long history have: one activity gave a value, and
 * nothing else happened. It knows by heart where everything is, which takes less than half the time
 * of going from field to field. What is different in any way, or wrong, it leaves to {@link
 * TurnForm}, which reads everything.
 */
final class UsualActivation {
    private static final int TURN_ACTIVATION = 0x0A;
    private static final int ACTIVATION_NOW = 0x0A;
    private static final int ACTIVATION_SEED = 0x11;
    private static final int ACTIVATION_HISTORY_SIZE = 0x18;
    private static final int ACTIVATION_JOB = 0x22;
    private static final int JOB_ACTIVITY_RESOLVED = 0x36;
    private static final int RESOLVED_SEQ = 0x08;
    private static final int RESOLVED_OUTCOME = 0x12;
    private static final int OUTCOME_COMPLETED = 0x0E;
    private static final int PAYLOAD_ENCODING = 0x0A;
    private static final int PAYLOAD_CONTENT = 0x12;

    private static final int NANOS_MAX = 999_999_999;

    /** The label of the value that came last: the next one nearly always has the same. */
    private String encoding = Payload.TEXT_ENCODING;

    /**
     * Reads the first field of a turn, as replay gives it to a machine; null when it is different.
     */
    @Nullable Activation read(ByteSource in) {
        try {
            return readUsual(in);
        } catch (Malformed e) {
            return null; // whoever reads field by field says what is wrong
        }
    }

    private @Nullable Activation readUsual(ByteSource in) {
        if (in.u8() != TURN_ACTIVATION) {
            return null;
        }
        long end = in.varint() + in.position();
        int tag = in.u8();
        Instant now = Instant.EPOCH;
        if (tag == ACTIVATION_NOW) {
            @Nullable Instant read = readInstant(in);
            if (read == null) {
                return null;
            }
            now = read;
            tag = in.u8();
        }
        long seed = 0;
        if (tag == ACTIVATION_SEED) {
            seed = in.fixed64();
            tag = in.u8();
        }
        long historySize = 0;
        if (tag == ACTIVATION_HISTORY_SIZE) {
            historySize = in.varint();
            tag = in.u8();
        }
        if (tag != ACTIVATION_JOB || historySize < 0 || !endsAt(end, in)) {
            return null;
        }
        @Nullable Job job = readJob(in, end);
        return job == null ? null : new Activation(now, seed, historySize, true, List.of(job));
    }

    private static @Nullable Instant readInstant(ByteSource in) {
        long end = in.varint() + in.position();
        long seconds = in.zigzag();
        long nanos = in.varint();
        return in.position() == end
                        && seconds >= Instant.MIN.getEpochSecond()
                        && seconds <= Instant.MAX.getEpochSecond()
                        && nanos >= 0
                        && nanos <= NANOS_MAX
                ? Instant.ofEpochSecond(seconds, nanos)
                : null;
    }

    private @Nullable Job readJob(ByteSource in, long end) {
        if (in.u8() != JOB_ACTIVITY_RESOLVED || !endsAt(end, in) || in.u8() != RESOLVED_SEQ) {
            return null;
        }
        long seq = in.varint();
        boolean value =
                seq >= Command.SEQ_FIRST
                        && in.u8() == RESOLVED_OUTCOME
                        && endsAt(end, in)
                        && in.u8() == OUTCOME_COMPLETED
                        && endsAt(end, in)
                        && in.u8() == PAYLOAD_ENCODING
                        && in.skipText(encoding)
                        && in.u8() == PAYLOAD_CONTENT;
        if (!value) {
            return null;
        }
        byte[] content = in.bytes();
        return in.position() == end
                ? new Job.ActivityResolved(
                        seq, new Outcome.Completed(Payload.wrap(encoding, content)))
                : null;
    }

    /** Whether the message that comes is the last thing before {@code end}. */
    private static boolean endsAt(long end, ByteSource in) {
        return in.varint() + in.position() == end;
    }

    /** Learns from an activation that had to be read field by field. */
    void learn(Activation activation) {
        if (activation.jobs().size() == 1
                && activation.jobs().getFirst()
                        instanceof Job.ActivityResolved(_, Outcome.Completed(var value))
                && !value.isNone()) {
            encoding = value.encoding();
        }
    }
}
