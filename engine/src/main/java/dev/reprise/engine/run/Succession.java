package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.RetryOptions;
import dev.reprise.history.RunInfo;
import dev.reprise.history.RunOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A leg that begins, perhaps after another under the same id.
 *
 * @param start what it is told first
 * @param also what it is told besides
 * @param requestId by which its start is known when it is asked for again, or empty
 * @param parent who is told how it ends
 * @param begins until when its code waits; null when it does not
 * @param before the one that ended; null when there is none
 * @param continues whether those who wait for the one before wait for this one now
 * @param leg which one it is
 * @param excerpt what it goes on from, when that is an earlier moment of another leg; else null
 * @param why in that case: in words
 */
record Succession(
        Job.Start start,
        List<Job> also,
        String requestId,
        @Nullable Parent parent,
        @Nullable Instant begins,
        @Nullable Standing before,
        boolean continues,
        Leg leg,
        @Nullable Excerpt excerpt,
        String why) {
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final double RETRY_BACKOFF = 2;
    private static final Duration RETRY_DELAY_MAX = Duration.ofMinutes(2);

    private Succession(
            Job.Start start,
            List<Job> also,
            String requestId,
            @Nullable Parent parent,
            @Nullable Instant begins,
            @Nullable Standing before,
            boolean continues) {
        this(
                start,
                also,
                requestId,
                parent,
                begins,
                before,
                continues,
                before == null ? Leg.FIRST : before.leg().next(before.position()),
                null,
                "");
    }

    /** What somebody asked for, when nobody has the id, or nobody any more. */
    static Succession asked(@Nullable Standing before, Message.Begin asked, Instant now) {
        Beginning terms = asked.terms();
        Job.Start start = asked.start();
        RunInfo info = start.info().leg(before == null ? 1 : before.leg().number() + 1);
        return new Succession(
                new Job.Start(start.runId(), start.workflowType(), start.input(), info),
                terms.also(),
                terms.requestId(),
                terms.parent(),
                terms.delay().isZero() ? null : Outstanding.later(now, terms.delay()),
                before,
                false);
    }

    /** What the run itself has asked for; it is told what nobody has taken up. */
    static Succession continued(
            Standing before, Command.ContinueAsNew command, List<Job> unconsumed, Instant now) {
        Job.Start start = before.start();
        boolean anew = !command.options().timeouts().execution().isZero();
        RunInfo info =
                start.info()
                        .leg(before.leg().number() + 1)
                        .attempt(1)
                        .continuedFrom(start.runId())
                        .options(inherited(start.info().options(), command.options()))
                        .until(Optional.ofNullable(anew ? null : before.timeOver(now)));
        return new Succession(
                new Job.Start(start.runId(), command.type(), command.input(), info),
                unconsumed,
                before.requestId(),
                before.parent(),
                null,
                before,
                true);
    }

    /** Another attempt of a run that has failed; null when its options want none. */
    static @Nullable Succession retried(Standing before, Instant now) {
        Job.Start start = before.start();
        RetryOptions retry = start.info().options().retry();
        if (retry.equals(RetryOptions.UNSAID)
                || !(before.outcome() instanceof Outcome.Failed(var failure))
                || !isRetryable(failure, retry)) {
            return null;
        }
        int attempt = start.info().attempt();
        Duration delay = delay(retry, attempt);
        Instant begins = Outstanding.later(now, delay);
        Instant over = before.timeOver(now);
        if ((retry.attemptsMax() > 0 && attempt >= retry.attemptsMax())
                || attempt == Integer.MAX_VALUE
                || (over != null && !over.isAfter(begins))) {
            return null;
        }
        RunInfo info =
                start.info()
                        .leg(before.leg().number() + 1)
                        .attempt(attempt + 1)
                        .continuedFrom(start.runId())
                        .lastFailure(failure)
                        .until(Optional.ofNullable(over));
        return new Succession(
                new Job.Start(start.runId(), start.workflowType(), start.input(), info),
                List.of(),
                before.requestId(),
                before.parent(),
                delay.isZero() ? null : begins,
                before,
                true);
    }

    /** What goes on from an earlier moment of the leg before. */
    static Succession rewound(Standing before, Excerpt excerpt, Message.Reset asked) {
        Job.Start start = before.start();
        Leg leg = before.leg().takenBack(before.position(), excerpt.last());
        return new Succession(
                excerpt.isEmpty()
                        ? new Job.Start(
                                start.runId(),
                                start.workflowType(),
                                start.input(),
                                start.info().leg(leg.number()).attempt(1).until(Optional.empty()))
                        : start,
                asked.signals() ? excerpt.messages() : List.of(),
                before.requestId(),
                before.parent(),
                null,
                before,
                true,
                leg,
                excerpt,
                asked.reason());
    }

    /** What goes on from a moment of another run, which is not concerned. */
    static Succession forked(RunId from, Leg other, Excerpt excerpt) {
        return new Succession(
                Standing.startIn(excerpt.first()),
                List.of(),
                "",
                null,
                null,
                null,
                false,
                new Leg(other.number(), 0, other.number(), other.sharesUpTo(excerpt.last())),
                excerpt,
                "It goes on from activation " + excerpt.turns() + " of run " + from + ".");
    }

    private static boolean isRetryable(Failure failure, RetryOptions retry) {
        return switch (failure) {
            case Failure.Application it ->
                    it.retryable() && !retry.fatalTypes().contains(it.type());
            case Failure.Cancelled _, Failure.Terminated _ -> false;
            default -> true;
        };
    }

    /** The wait after so many attempts: it grows by its factor up to its bound. */
    private static Duration delay(RetryOptions retry, int attempts) {
        Duration first = retry.delay().isZero() ? RETRY_DELAY : retry.delay();
        Duration most =
                !retry.delayMax().isZero()
                        ? retry.delayMax()
                        : first.compareTo(RETRY_DELAY_MAX) > 0 ? first : RETRY_DELAY_MAX;
        double factor =
                Math.pow(retry.backoff() == 0 ? RETRY_BACKOFF : retry.backoff(), attempts - 1d);
        double nanos = first.toSeconds() * 1e9 * factor + first.toNanosPart() * factor;
        return nanos >= most.toSeconds() * 1e9 + most.toNanosPart()
                ? most
                : Duration.ofNanos((long) nanos);
    }

    /** What is said of the next leg; what is not said is as it was. */
    private static RunOptions inherited(RunOptions was, RunOptions said) {
        Duration execution = said.timeouts().execution();
        Duration run = said.timeouts().run();
        return new RunOptions(
                said.taskQueue().isEmpty() ? was.taskQueue() : said.taskQueue(),
                new RunOptions.Timeouts(
                        execution.isZero() ? was.timeouts().execution() : execution,
                        run.isZero() ? was.timeouts().run() : run),
                said.retry().equals(RetryOptions.UNSAID) ? was.retry() : said.retry(),
                said.attributes().isEmpty() ? was.attributes() : said.attributes(),
                said.priority() == 0 ? was.priority() : said.priority());
    }

    /** The same, where its entries begin there. */
    Succession at(long origin) {
        return new Succession(
                start,
                also,
                requestId,
                parent,
                begins,
                before,
                continues,
                new Leg(leg.number(), origin, leg.base(), leg.shares()),
                excerpt,
                why);
    }

    /** The same, and it is told these besides. */
    Succession telling(List<Job> more) {
        return new Succession(
                start, more, requestId, parent, begins, before, continues, leg, excerpt, why);
    }

    /** The updates among what it is told. */
    List<String> updates() {
        List<String> ids = new ArrayList<>(0);
        for (Job job : also) {
            if (job instanceof Job.Update update) {
                ids.add(update.id());
            }
        }
        return ids;
    }

    /** The program that it keeps to, if it has one behind it. */
    Optional<String> program() {
        return excerpt == null || excerpt.isEmpty()
                ? Optional.empty()
                : Optional.of(excerpt.first().program());
    }

    /** Its first entries: what it has behind it, and what it is told; none of them is too large. */
    List<Entry> entries(Instant now) {
        if (excerpt == null) {
            return told(now);
        }
        List<Entry> entries = new ArrayList<>(excerpt.entries().size() + 1);
        excerpt.entries().forEach(raw -> entries.add(Entry.fromBytes(raw)));
        if (entries.isEmpty() || !also.isEmpty()) {
            entries.addAll(told(now));
        }
        var rewind = new Rewind(leg.number(), leg.base(), excerpt.turns(), leg.shares(), now, why);
        entries.set(0, entries.getFirst().rewound(rewind));
        return entries;
    }

    private List<Entry> told(Instant now) {
        List<Entry> entries = new ArrayList<>(1);
        List<Job> jobs = new ArrayList<>();
        long bytes = 0;
        if (excerpt == null || excerpt.isEmpty()) {
            bytes = Sizes.of(start.input());
            jobs.add(start);
        }
        for (Job job : also) {
            if (bytes > Sizes.STEP_BYTES_MAX) {
                entries.add(received(jobs, now, entries.isEmpty()));
                jobs.clear();
                bytes = 0;
            }
            jobs.add(job);
            bytes += Sizes.of(job);
        }
        entries.add(received(jobs, now, entries.isEmpty()));
        return entries;
    }

    private Entry received(List<Job> jobs, Instant now, boolean first) {
        var entry = new Entry(List.of(), Entry.told(now, jobs), true);
        return first && begins != null ? entry.delayed(begins) : entry;
    }
}
