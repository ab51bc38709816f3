package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Progress;
import dev.reprise.policy.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How attempts and dispatches are written in entries. */
final class AttemptForm {
    private static final int COUNT_MAX = 1 << 20;

    /** By their places they are known in entries: never changed. */
    private static final List<Role> ROLES =
            List.of(Role.ACTIVITY, Role.FALLBACK, Role.COMPENSATION, Role.ROUTE);

    // What an attempt has.
    private static final int FAILURE = 1;
    private static final int DETAILS = 2;
    private static final int ANEW = 4;
    private static final int CLOSES = 8;

    // How a dispatch is written.
    private static final int SAME = 0;
    private static final int POLICY = 1;
    private static final int REFUSED = 2;

    private AttemptForm() {}

    // ---- Attempts ----

    static void writeAttempts(ByteSink out, List<Attempt> attempts) {
        out.varint(attempts.size());
        List<Job> values = new ArrayList<>();
        for (Attempt it : attempts) {
            Progress progress = it.progress();
            Optional<Failure> last = progress.last();
            out.varint(it.seq());
            out.u8(it.why().code);
            out.varint(progress.attempt());
            out.varint(progress.before());
            out.varint(progress.redelivery());
            out.varint(progress.delay().toNanos());
            out.u8(ROLES.indexOf(progress.role()));
            out.varint(it.spends() + 1L);
            Moments.write(out, it.at());
            Moments.write(out, it.notBefore());
            int has =
                    (last.isPresent() ? FAILURE : 0)
                            | (it.details().isNone() ? 0 : DETAILS)
                            | (it.anew() == null ? 0 : ANEW)
                            | (it.closes() == null ? 0 : CLOSES);
            out.u8(has);
            if (it.anew() != null) {
                Moments.write(out, it.anew());
            }
            if (it.closes() != null) {
                Moments.write(out, it.closes());
            }
            if (it.isParked()) {
                out.text(it.queue());
            }
            last.ifPresent(failure -> values.add(job(it, new Outcome.Failed(failure))));
            if (!it.details().isNone()) {
                values.add(job(it, new Outcome.Completed(it.details())));
            }
        }
        writeValues(out, values);
    }

    private static Job job(Attempt attempt, Outcome outcome) {
        return new Job.ActivityResolved(attempt.seq(), outcome);
    }

    /** Failures and payloads are written as transcripts write them. */
    private static void writeValues(ByteSink out, List<Job> values) {
        out.bytes(Entry.told(Instant.EPOCH, values).toBytes());
    }

    private static Iterator<Job> readValues(ByteSource in) {
        return Turn.fromBytes(in.bytes()).activation().jobs().iterator();
    }

    static List<Attempt> readAttempts(ByteSource in) {
        int count = in.count("attempts", COUNT_MAX);
        List<Attempt> bare = new ArrayList<>();
        int[] has = new int[count];
        for (int i = 0; i < count; i++) {
            long seq = in.varint();
            Attempt.Why why = why(in);
            int attempt = Moments.small(in, "attempt", 1);
            int before = Moments.small(in, "attempts before", 0);
            int redelivery = Moments.small(in, "redeliveries", 0);
            Duration delay = Duration.ofNanos(in.varint());
            Role role = role(in);
            int spends = Moments.small(in, "cost", 0) - 1;
            Instant at = Moments.read(in);
            if (at == null) {
                throw in.malformed(Problem.INCONSISTENT, "an attempt has no time.");
            }
            Instant notBefore = Moments.read(in);
            has[i] = in.u8();
            Instant anew = (has[i] & ANEW) == 0 ? null : Moments.read(in);
            Instant closes = (has[i] & CLOSES) == 0 ? null : Moments.read(in);
            String queue = why == Attempt.Why.PARKED ? in.text() : "";
            // What answers a failure is made whole when that is read.
            Optional<Failure> last =
                    (has[i] & FAILURE) == 0 ? Optional.empty() : Optional.of(PLACEHOLDER);
            Progress progress;
            try {
                progress = new Progress(attempt, before, redelivery, delay, role, last);
            } catch (IllegalArgumentException e) {
                throw in.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
            }
            bare.add(
                    new Attempt(
                            seq,
                            why,
                            progress,
                            at,
                            notBefore,
                            anew,
                            closes,
                            Payload.NONE,
                            queue,
                            spends));
        }
        Iterator<Job> values = readValues(in);
        List<Attempt> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Attempt it = bare.get(i);
            Failure failure = (has[i] & FAILURE) == 0 ? null : failure(in, it.seq(), values);
            Payload details = (has[i] & DETAILS) == 0 ? Payload.NONE : payload(in, it, values);
            read.add(whole(it, failure, details));
        }
        return read;
    }

    private static final Failure PLACEHOLDER = new Failure.Terminated("");

    private static Attempt whole(Attempt it, @Nullable Failure failure, Payload details) {
        Progress p = it.progress();
        Progress progress =
                new Progress(
                        p.attempt(),
                        p.before(),
                        p.redelivery(),
                        p.delay(),
                        p.role(),
                        Optional.ofNullable(failure));
        return new Attempt(
                it.seq(),
                it.why(),
                progress,
                it.at(),
                it.notBefore(),
                it.anew(),
                it.closes(),
                details,
                it.queue(),
                it.spends());
    }

    private static Attempt.Why why(ByteSource in) {
        int code = in.u8();
        for (Attempt.Why each : Attempt.Why.values()) {
            if (each.code == code) {
                return each;
            }
        }
        throw in.malformed(Problem.UNKNOWN, "there is no kind " + code + " of attempt.");
    }

    private static Role role(ByteSource in) {
        int code = in.u8();
        if (code >= ROLES.size()) {
            throw in.malformed(Problem.UNKNOWN, "there is no role " + code + " of an attempt.");
        }
        return ROLES.get(code);
    }

    private static Failure failure(ByteSource in, long seq, Iterator<Job> values) {
        if (values.hasNext()
                && values.next() instanceof Job.ActivityResolved(var of, Outcome.Failed(var it))
                && of == seq) {
            return it;
        }
        throw in.malformed(Problem.ORDER, "the failure of activity " + seq + " is missing.");
    }

    private static Payload payload(ByteSource in, Attempt attempt, Iterator<Job> values) {
        if (values.hasNext()
                && values.next() instanceof Job.ActivityResolved(var of, Outcome.Completed(var it))
                && of == attempt.seq()) {
            return it;
        }
        throw in.malformed(
                Problem.ORDER, "the heartbeat of activity " + attempt.seq() + " is missing.");
    }

    // ---- Dispatches ----

    static void writeDispatched(ByteSink out, List<Dispatch> dispatched) {
        out.varint(dispatched.size());
        Policy last = Policy.DEFAULT;
        List<Job> refusals = new ArrayList<>();
        for (Dispatch it : dispatched) {
            out.varint(it.seq());
            if (it.refused().isPresent()) {
                out.u8(REFUSED);
                refusals.add(
                        new Job.ActivityResolved(it.seq(), new Outcome.Failed(it.refused().get())));
            } else if (it.policy().equals(last)) {
                out.u8(SAME);
            } else {
                out.u8(POLICY);
                it.policy().writeTo(out);

                last = it.policy();
            }
        }
        if (!refusals.isEmpty()) {
            writeValues(out, refusals);
        }
    }

    static List<Dispatch> readDispatched(ByteSource in) {
        int count = in.count("dispatched activities", COUNT_MAX);
        Policy last = Policy.DEFAULT;
        List<Dispatch> read = new ArrayList<>();
        List<Integer> refused = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long seq = in.varint();
            int how = in.u8();
            switch (how) {
                case SAME -> read.add(new Dispatch(seq, last));
                case POLICY -> {
                    last = Policy.readFrom(in);
                    read.add(new Dispatch(seq, last));
                }
                case REFUSED -> {
                    refused.add(i);
                    read.add(new Dispatch(seq, Policy.DEFAULT));
                }
                default ->
                        throw in.malformed(
                                Problem.UNKNOWN, "there is no kind " + how + " of dispatch.");
            }
        }
        if (!refused.isEmpty()) {
            Iterator<Job> values = readValues(in);
            for (int i : refused) {
                long seq = read.get(i).seq();
                if (failure(in, seq, values) instanceof Failure.Application why) {
                    read.set(i, new Dispatch(seq, Policy.DEFAULT, Optional.of(why)));
                } else {
                    throw in.malformed(
                            Problem.INCONSISTENT, "activity " + seq + " is refused without why.");
                }
            }
        }
        return read;
    }
}
