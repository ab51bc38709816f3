package dev.reprise.engine.drive;

import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Handover;
import dev.reprise.engine.activity.Performance;
import dev.reprise.history.Lifecycle;
import dev.reprise.history.Prepared;
import dev.reprise.policy.Attempts;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Verdict;
import dev.reprise.policy.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One activity on its way to its end. At any time one thread, or one deadline, or nobody but the
 * code of an attempt has the turn: whoever ends a wait or says an outcome takes it, does what is
 * decided next, and gives it on.
 */
public final class Undertaking {
    /** The type of the failure of an activity whose key function failed, or is not there. */
    public static final String KEY_FAILED = "KeyFailed";

    private final Driver.Means means;
    private final Driver.Tally tally;
    private final Prepared prepared;
    private final Purse purse;
    private final Visit visit;
    private final Consumer<Lifecycle> log;
    private final CompletableFuture<Executed> ended = new CompletableFuture<>();
    private final List<Lifecycle> events = new ArrayList<>(2);

    // ---- Of who has the turn ----
    private Attempts attempts;
    private int begun;
    private boolean admitted;
    private Payload details = Payload.NONE;

    // ---- For those who cancel or call ----
    private volatile Failure.@Nullable Cancelled cancelled;
    private volatile boolean called;
    private volatile @Nullable Deadline wait;
    private volatile @Nullable Attempt attempt;

    Undertaking(
            Driver.Means means,
            Driver.Tally tally,
            Prepared prepared,
            Policy policy,
            Purse purse,
            Consumer<Lifecycle> log,
            Instant now) {
        this.means = means;
        this.tally = tally;
        this.prepared = prepared;
        this.purse = purse;
        this.log = log;
        this.visit = new Visit(prepared.task(), policy, this::call);
        this.attempts = Attempts.scheduled(policy, now);
    }

    /** What came of it, once it is over. */
    public CompletableFuture<Executed> ended() {
        return ended;
    }

    /**
     * It is not needed any more: nothing more is started, and what is under way is asked to end and
     * not waited for. Without effect once it is over.
     */
    public void cancel(String why) {
        cancelled = new Failure.Cancelled(why, Payload.NONE);
        Deadline waited = wait;
        if (waited != null && waited.cancel()) {
            go(means.time().now());
        }
        Attempt current = attempt;
        if (current != null) {
            current.cancelled();
        }
    }

    /** Somebody brings the outcome of an attempt from outside; whether it is one. */
    boolean end(int number, Outcome outcome) {
        Attempt current = attempt;
        return current != null
                && current.call.attempt() == number
                && current.performance.end(outcome);
    }

    /** Somebody says that an attempt goes on; whether it does. */
    boolean heartbeat(int number, Payload said) {
        Attempt current = attempt;
        if (current == null || current.call.attempt() != number) {
            return false;
        }
        current.performance.heartbeat(said);
        return !current.performance.isCancelled();
    }

    /** Does what is decided, until something has to be waited for. */
    void go(Instant from) {
        try {
            Instant now = from;
            while (true) {
                switch (attempts.decision()) {
                    case Decision.Wait decided -> {
                        if (isCancelled()) {
                            continue;
                        }
                        Instant until = until(decided);
                        if (!until.isAfter(now) || (called && decided.onCall())) {
                            ask(now);
                        } else if (pause(until)) {
                            now = means.time().now();
                        } else {
                            return;
                        }
                    }
                    case Decision.Start start -> {
                        if (!perform(start, now)) {
                            return;
                        }
                        now = means.time().now();
                    }
                    case Decision.End end -> {
                        finish(end, now);
                        return;
                    }
                }
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** The driver itself failed, or somebody whom it told something. */
    private void fail(Throwable why) {
        Instant now = means.time().now();
        leave(Optional.empty(), now);
        means.gates().gone(visit, now);
        ended.completeExceptionally(why);
    }

    private boolean isCancelled() {
        Failure.Cancelled why = cancelled;
        if (why != null) {
            attempts = attempts.cancelled(why);
        }
        return why != null;
    }

    private void ask(Instant now) {
        called = false;
        Verdict verdict = purse.spend(attempts.policy().budget());
        boolean paid = verdict instanceof Verdict.Go;
        if (paid) {
            verdict = means.gates().ask(visit, now);
        }
        admitted = verdict instanceof Verdict.Go;
        attempts = attempts.due(now, verdict);
        if (!(attempts.decision() instanceof Decision.Start)) {
            leave(Optional.empty(), now);
            if (paid) {
                purse.refund(attempts.policy().budget());
            }
        }
    }

    /** Gives back what the gates gave, once. */
    private void leave(Optional<Outcome> outcome, Instant now) {
        if (admitted) {
            admitted = false;
            means.gates().left(visit, outcome, now);
        }
    }

    /** The gates may be asked again. */
    private void call() {
        called = true;
        Deadline waited = wait;
        if (waited != null && waited.cancel()) {
            goElsewhere();
        }
    }

    /** Until when it waits, if nobody calls it. */
    private Instant until(Decision.Wait decided) {
        return decided.onCall() && visit.again().isBefore(decided.until())
                ? visit.again()
                : decided.until();
    }

    /** Waits; true when the wait is over at once, so that this thread goes on. */
    private boolean pause(Instant until) {
        var deadline = new Deadline(until, this::goElsewhere);
        wait = deadline;
        means.time().watch(deadline);
        return (cancelled != null || called) && deadline.cancel();
    }

    /** As {@link #go}, on another thread. */
    void goElsewhere() {
        try {
            means.threads().execute(() -> go(means.time().now()));
        } catch (RejectedExecutionException e) {
            fail(e);
        }
    }

    /** Carries an attempt out on this thread; whether its outcome is there, and is ours to read. */
    private boolean perform(Decision.Start start, Instant now) {
        Handover told;
        try {
            told = handover(start.work());
        } catch (IllegalStateException e) {
            leave(Optional.empty(), now);
            purse.refund(attempts.policy().budget());
            attempts = attempts.returned(now, keyless(e), 0, means.functions());
            return true;
        }
        var next = new Attempt(start, call(start, told), now);
        begun++;
        note(
                new Lifecycle.Dispatched(
                        prepared.id(),
                        next.call.type(),
                        prepared.input(),
                        attempts.policy(),
                        start.attempt(),
                        now));
        attempt = next;
        next.watch();
        next.inside = true;
        if (cancelled != null) {
            next.cancelled();
        }
        next.performance.run();
        next.inside = false;
        Outcome outcome = next.here;
        if (outcome == null) {
            return false;
        }
        returned(next, outcome, means.time().now());
        return true;
    }

    private static Outcome keyless(IllegalStateException why) {
        return new Outcome.Failed(
                new Failure.Application(
                        KEY_FAILED,
                        "Its idempotency key cannot be told: " + why.getMessage(),
                        Payload.NONE,
                        false,
                        Optional.empty()));
    }

    private Call call(Decision.Start start, Handover told) {
        return new Call(
                prepared.id().run(),
                1,
                0,
                prepared.id().seq(),
                prepared.activityId(),
                type(start.work()),
                prepared.input(),
                start.attempt(),
                start.redelivery(),
                told,
                attempts.policy().notes());
    }

    private String type(Work work) {
        return work instanceof Work.Another(var name, _, _) ? name : prepared.task();
    }

    private Handover handover(Work work) {
        String key =
                attempts.policy()
                        .execution()
                        .keyOf(type(work), prepared.input(), means.functions())
                        .orElse("");
        Optional<Failure> before = work.answers().or(() -> attempts.progress().last());
        if (before.isEmpty() && details.isNone() && key.isEmpty()) {
            return Handover.NONE;
        }
        Handover told = Handover.NONE.details(details).key(key);
        if (work instanceof Work.Altered(var overrides, _)) {
            told = told.overrides(overrides);
        }
        return before.map(told::failure).orElse(told);
    }

    private void returned(Attempt over, Outcome outcome, Instant now) {
        attempt = null;
        details = over.performance.details();
        leave(Optional.of(outcome), now);
        switch (outcome) {
            case Outcome.Completed _ ->
                    attempts = attempts.returned(now, outcome, 0, means.functions());
            case Outcome.Failed(var failure) -> {
                attempts =
                        attempts.returned(
                                now, outcome, means.draws().getAsLong(), means.functions());
                new Herald(means.hooks(), means.voice()).failed(over.call, failure, attempts);
            }
        }
    }

    private void finish(Decision.End end, Instant now) {
        means.gates().gone(visit, now);
        Instant scheduled = attempts.scheduled();
        note(Lifecycle.ended(prepared.id(), end, begun, Duration.between(scheduled, now)));
        ended.complete(
                new Executed(prepared, attempts.policy(), end, begun, scheduled, now, events));
    }

    private void note(Lifecycle event) {
        if (events.size() < Executed.EVENTS_MAX) {
            events.add(event);
        }
        log.accept(event);
    }

    /** One attempt under way, with those who watch its time. */
    private final class Attempt implements Performance.Audience {
        private final Decision.Start start;
        private final Call call;
        private final Instant from;
        private final Performance performance;
        private final Thread thread = Thread.currentThread();
        private @Nullable Deadline limit;
        private @Nullable Deadline silence;
        private volatile Instant beat;

        // ---- Of the thread that carries it out ----
        private boolean inside;

        /** The outcome, when it came while that thread was inside. */
        private @Nullable Outcome here;

        Attempt(Decision.Start start, Call call, Instant from) {
            this.start = start;
            this.call = call;
            this.from = from;
            this.beat = from;
            this.performance =
                    new Performance(
                            means.activities(), call, mode(start.work()), means.hooks(), this);
        }

        private Performance.Mode mode(Work work) {
            boolean external =
                    attempts.policy().execution().mode() == Execution.Mode.EXTERNAL
                            && !(work instanceof Work.Another);
            return external ? Performance.Mode.EXTERNAL : Performance.Mode.INLINE;
        }

        void watch() {
            start.limit().ifPresent(it -> means.time().watch(limited(it)));
            if (!start.heartbeat().isZero()) {
                means.time().watch(silent());
            }
        }

        private Deadline limited(Decision.Limit it) {
            var deadline = new Deadline(it.at(), () -> tooLong(it));
            limit = deadline;
            return deadline;
        }

        private void tooLong(Decision.Limit it) {
            stop(it.kind(), "It began " + from + ", and had until " + it.at() + ".");
        }

        private Deadline silent() {
            Instant heard = beat;
            var deadline = new Deadline(heard.plus(start.heartbeat()), () -> tooSilent(heard));
            silence = deadline;
            return deadline;
        }

        private void tooSilent(Instant heard) {
            if (beat.equals(heard)) {
                stop(
                        TimeoutKind.HEARTBEAT,
                        "It was last heard of "
                                + heard
                                + ", and may be silent for "
                                + start.heartbeat()
                                + ".");
            } else {
                means.time().watch(silent());
            }
        }

        /** The time is over; on another thread, since what follows may take long. */
        private void stop(TimeoutKind kind, String message) {
            Payload last = performance.details();
            var timeout = new Failure.Timeout(kind, message, last, Optional.empty());
            try {
                means.threads().execute(() -> abandon(timeout));
            } catch (RejectedExecutionException e) {
                abandon(timeout);
            }
        }

        private void abandon(Failure why) {
            if (performance.abandon(why)) {
                tally.abandoned.increment();
            }
        }

        void cancelled() {
            Failure.Cancelled why = cancelled;
            if (why != null) {
                abandon(why);
            }
        }

        @Override
        public void ended(Call over, Outcome outcome) {
            if (limit != null) {
                limit.cancel();
            }
            if (silence != null) {
                silence.cancel();
            }
            if (thread.equals(Thread.currentThread()) && inside) {
                here = outcome;
                return;
            }
            Instant now = means.time().now();
            try {
                returned(this, outcome, now);
            } catch (Throwable e) {
                fail(e);
                return;
            }
            go(now);
        }

        @Override
        public void late(Call over, Outcome outcome) {
            tally.late.increment();
        }

        @Override
        public void heartbeat(Call living, Payload said) {
            beat = means.time().now();
        }
    }
}
