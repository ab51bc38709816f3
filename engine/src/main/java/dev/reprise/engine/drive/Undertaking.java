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
import dev.reprise.policy.Policy;
import dev.reprise.policy.Role;
import dev.reprise.policy.Work;
import java.time.Duration;
import java.time.Instant;
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
    private final Driver.Means means;
    private final Driver.Tally tally;
    private final Prepared prepared;
    private final Consumer<Lifecycle> log;
    private final CompletableFuture<Executed> ended = new CompletableFuture<>();

    // ---- Of who has the turn ----
    private Attempts attempts;
    private int begun;
    private Payload details = Payload.NONE;

    // ---- For those who cancel ----
    private volatile Failure.@Nullable Cancelled cancelled;
    private volatile @Nullable Deadline wait;
    private volatile @Nullable Attempt attempt;

    Undertaking(
            Driver.Means means,
            Driver.Tally tally,
            Prepared prepared,
            Policy policy,
            Consumer<Lifecycle> log,
            Instant now) {
        this.means = means;
        this.tally = tally;
        this.prepared = prepared;
        this.log = log;
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
                        if (decided.until().isAfter(now)) {
                            if (!pause(decided.until())) {
                                return;
                            }
                            continue;
                        }
                        attempts =
                                attempts.due(
                                        now, means.gates().ask(prepared, attempts.policy(), now));
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
            ended.completeExceptionally(e);
        }
    }

    private boolean isCancelled() {
        Failure.Cancelled why = cancelled;
        if (why != null) {
            attempts = attempts.cancelled(why);
        }
        return why != null;
    }

    /** Waits; true when it was cancelled at once, so that this thread goes on. */
    private boolean pause(Instant until) {
        var deadline =
                new Deadline(until) {
                    @Override
                    protected void passed() {
                        handOver(() -> go(means.time().now()));
                    }
                };
        wait = deadline;
        means.time().watch(deadline);
        return cancelled != null && deadline.cancel();
    }

    private void handOver(Runnable next) {
        try {
            means.threads().execute(next);
        } catch (RejectedExecutionException e) {
            ended.completeExceptionally(e);
        }
    }

    /** Carries an attempt out on this thread; whether its outcome is there, and is ours to read. */
    private boolean perform(Decision.Start start, Instant now) {
        var next = new Attempt(start, call(start), now);
        begun++;
        log.accept(
                new Lifecycle.Dispatched(
                        prepared.id(),
                        next.call.type(),
                        prepared.input(),
                        attempts.policy(),
                        start.attempt(),
                        now));
        attempt = next;
        next.watch();
        if (cancelled != null) {
            next.cancelled();
        }
        next.performance.run();
        Outcome outcome = next.here;
        if (outcome == null) {
            return false;
        }
        returned(next, outcome, means.time().now());
        return true;
    }

    private Call call(Decision.Start start) {
        String type = start.work() instanceof Work.Another(var name, _, _) ? name : prepared.task();
        return new Call(
                prepared.id().run(),
                prepared.id().seq(),
                prepared.activityId(),
                type,
                prepared.input(),
                start.attempt(),
                start.redelivery(),
                handover(start.work()));
    }

    private Handover handover(Work work) {
        Optional<Failure> before = work.answers().or(() -> attempts.progress().last());
        if (before.isEmpty() && details.isNone()) {
            return Handover.NONE;
        }
        Handover told = Handover.NONE.details(details);
        if (work instanceof Work.Altered(var overrides, _)) {
            told = told.overrides(overrides);
        }
        return before.map(told::failure).orElse(told);
    }

    private void returned(Attempt over, Outcome outcome, Instant now) {
        attempt = null;
        details = over.performance.details();
        means.gates().left(prepared, attempts.policy(), outcome, over.from, now);
        switch (outcome) {
            case Outcome.Completed _ ->
                    attempts = attempts.returned(now, outcome, 0, means.functions());
            case Outcome.Failed(var failure) -> {
                means.hooks().onFail(over.call, failure);
                attempts =
                        attempts.returned(
                                now, outcome, means.draws().getAsLong(), means.functions());
                tell(over.call, failure);
            }
        }
    }

    /** Tells hooks what follows a failure. */
    private void tell(Call call, Failure failure) {
        switch (attempts.decision()) {
            case Decision.Wait next when attempts.progress().role() == Role.ACTIVITY ->
                    means.hooks().onRetry(call, failure, next.until());
            case Decision.Wait _, Decision.Completed _ -> means.hooks().onFallback(call, failure);
            case Decision.Start _, Decision.End _ -> {}
        }
    }

    private void finish(Decision.End end, Instant now) {
        var executed =
                new Executed(prepared, attempts.policy(), end, begun, attempts.scheduled(), now);
        log.accept(Lifecycle.ended(prepared.id(), end, begun, executed.took()));
        ended.complete(executed);
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

        /** The outcome, when it came on the thread that carries the attempt out. */
        private @Nullable Outcome here;

        Attempt(Decision.Start start, Call call, Instant from) {
            this.start = start;
            this.call = call;
            this.from = from;
            this.beat = from;
            this.performance =
                    new Performance(
                            means.activities(), call, Performance.Mode.INLINE, means.hooks(), this);
        }

        void watch() {
            start.limit().ifPresent(it -> means.time().watch(limited(it)));
            if (!start.heartbeat().isZero()) {
                means.time().watch(silent());
            }
        }

        private Deadline limited(Decision.Limit it) {
            limit =
                    new Deadline(it.at()) {
                        @Override
                        protected void passed() {
                            stop(it.kind(), "It began " + from + ", and had until " + at() + ".");
                        }
                    };
            return limit;
        }

        private Deadline silent() {
            Instant heard = beat;
            Duration longest = start.heartbeat();
            silence =
                    new Deadline(heard.plus(longest)) {
                        @Override
                        protected void passed() {
                            if (beat.equals(heard)) {
                                stop(
                                        TimeoutKind.HEARTBEAT,
                                        "It was last heard of "
                                                + heard
                                                + ", and may be silent for "
                                                + longest
                                                + ".");
                            } else {
                                means.time().watch(silent());
                            }
                        }
                    };
            return silence;
        }

        /** The time is over; on another thread, since what follows may take long. */
        private void stop(TimeoutKind kind, String message) {
            handOver(
                    () -> {
                        Payload last = performance.details();
                        if (performance.abandon(
                                new Failure.Timeout(kind, message, last, Optional.empty()))) {
                            tally.abandoned.increment();
                        }
                    });
        }

        void cancelled() {
            Failure.Cancelled why = cancelled;
            if (why != null && performance.abandon(why)) {
                tally.abandoned.increment();
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
            if (Thread.currentThread() == thread) {
                here = outcome;
            } else {
                Instant now = means.time().now();
                returned(this, outcome, now);
                go(now);
            }
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
