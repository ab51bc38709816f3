package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Head;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a run without its history. Its form is specified in docs/engine.md.
 *
 * @param program the hash of the program that it keeps to, when it is a pattern; else empty
 * @param requestId by which its start is known when it is asked for again, or empty
 * @param reason why it is stuck, or empty
 * @param receivedFrom the first entry whose jobs have not been carried out, or -1
 * @param outstanding what it waits for; null when that is too much to be kept here
 */
record Summary(
        Status status,
        String type,
        String program,
        Instant started,
        String requestId,
        String reason,
        long receivedFrom,
        @Nullable Outstanding outstanding) {
    /** The most activities and timers that are kept in a summary, which each append rewrites. */
    static final int OUTSTANDING_MAX = 64;

    private static final int VERSION = 3;
    private static final int REASON_CHARS_MAX = 4_000;

    // What an activity is, besides being open.
    private static final int CANCELLED = 1;
    private static final int OVERSPENT = 2;
    private static final int PARKED = 4;
    private static final int AWAY = 8;

    byte[] toBytes() {
        var out = new ByteSink(96);
        out.u8(VERSION);
        out.u8(status.code);
        out.text(type);
        out.text(program);
        Moments.write(out, started);
        out.text(requestId);
        out.text(shortened(reason));
        out.varint(receivedFrom + 1);
        if (outstanding != null && outstanding.size() <= OUTSTANDING_MAX) {
            out.u8(1);
            write(out, outstanding);
        } else {
            out.u8(0);
        }
        return out.toByteArray();
    }

    private static String shortened(String text) {
        return text.length() <= REASON_CHARS_MAX
                ? text
                : text.substring(
                                0,
                                Character.isHighSurrogate(text.charAt(REASON_CHARS_MAX - 1))
                                        ? REASON_CHARS_MAX - 1
                                        : REASON_CHARS_MAX)
                        + "…";
    }

    private static void write(ByteSink out, Outstanding outstanding) {
        out.varint(outstanding.errands().size());
        for (Errand it : outstanding.errands()) {
            out.varint(it.seq());
            out.varint(it.position());
            out.varint(it.at() + 1);
            out.varint(it.attempt());
            out.varint(it.redeliveries());
            Moments.write(out, it.notBefore());
            out.u8(
                    (it.cancelled() ? CANCELLED : 0)
                            | (it.overspent() ? OVERSPENT : 0)
                            | (it.isParked() ? PARKED : 0)
                            | (it.away() ? AWAY : 0));
            if (it.isParked()) {
                out.text(it.queue());
            }
        }
        out.varint(outstanding.attemptsSpent());
        out.varint(outstanding.unitsSpent());
        out.varint(outstanding.timers().size());
        outstanding
                .timers()
                .forEach(
                        (seq, due) -> {
                            out.varint(seq);
                            Moments.write(out, due);
                        });
    }

    static Summary fromBytes(byte[] bytes) {
        var in = new ByteSource("run summary", bytes);
        int version = in.u8();
        if (version != VERSION) {
            throw in.malformed(
                    Problem.VERSION, "version " + version + " is not known, only " + VERSION + ".");
        }
        Status status = status(in);
        String type = in.text();
        String program = in.text();
        Instant started = moment(in);
        String requestId = in.text();
        String reason = in.text();
        long receivedFrom = in.varint() - 1;
        Outstanding outstanding = in.u8() == 0 ? null : readOutstanding(in);
        in.expectEnd();
        return new Summary(
                status, type, program, started, requestId, reason, receivedFrom, outstanding);
    }

    private static Status status(ByteSource in) {
        int code = in.u8();
        for (Status each : Status.values()) {
            if (each.code == code) {
                return each;
            }
        }
        throw in.malformed(Problem.UNKNOWN, "there is no status " + code + ".");
    }

    private static Instant moment(ByteSource in) {
        Instant moment = Moments.read(in);
        if (moment == null) {
            throw in.malformed(Problem.INCONSISTENT, "a time is missing.");
        }
        return moment;
    }

    private static Outstanding readOutstanding(ByteSource in) {
        List<Errand> errands = new ArrayList<>();
        for (int left = in.count("activities", OUTSTANDING_MAX); left > 0; left--) {
            long seq = in.varint();
            long position = in.varint();
            long at = in.varint() - 1;
            int attempt = Moments.small(in, "attempt", 1);
            int redeliveries = Moments.small(in, "redeliveries", 0);
            Instant notBefore = Moments.read(in);
            int is = in.u8();
            errands.add(
                    new Errand(
                            seq,
                            position,
                            at,
                            attempt,
                            redeliveries,
                            notBefore,
                            (is & CANCELLED) != 0,
                            (is & OVERSPENT) != 0,
                            (is & PARKED) == 0 ? "" : in.text(),
                            (is & AWAY) != 0,
                            null));
        }
        long attemptsSpent = in.varint();
        long unitsSpent = in.varint();
        Map<Long, Instant> timers = new TreeMap<>();
        for (int left = in.count("timers", OUTSTANDING_MAX); left > 0; left--) {
            long seq = in.varint();
            timers.put(seq, moment(in));
        }
        return new Outstanding(errands, timers, attemptsSpent, unitsSpent);
    }

    /** What people are told of the run. */
    Description describe(Head head) {
        return describe(head.run(), head.position());
    }

    private Description describe(RunId run, long entries) {
        List<Description.OpenActivity> activities = new ArrayList<>();
        List<Description.OpenTimer> timers = new ArrayList<>();
        if (outstanding != null) {
            for (Errand it : outstanding.errands()) {
                activities.add(
                        new Description.OpenActivity(
                                it.seq(),
                                it.attempt(),
                                it.redeliveries(),
                                Optional.ofNullable(it.notBefore()),
                                it.isParked() ? Optional.of(it.queue()) : Optional.empty()));
            }
            outstanding
                    .timers()
                    .forEach((seq, due) -> timers.add(new Description.OpenTimer(seq, due)));
        }
        return new Description(
                run,
                type,
                status,
                started,
                entries,
                reason.isEmpty() ? Optional.empty() : Optional.of(reason),
                activities,
                timers);
    }
}
