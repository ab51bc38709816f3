package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The attempts of one activity under its policy: a state machine without a clock, a thread or
 * chance of its own. Whoever drives it carries out the {@link #decision}, tells it what happened
 * and at what time, and gets the next state.
 *
 * <pre>{@code
 * scheduled ─► Wait ─ due ─► Start ─ returned ─► an End
 *               ▲ │ └ no room, breaker open      │
 *               │ └────► Wait, or an End         │
 *               └──── a retry, a fallback, a lost delivery
 * }</pre>
 *
 * <p>An attempt that returned counts against {@code maxRetries}; a delivery that was lost does not.
 * Nothing starts at or after the {@linkplain #end end}. A fallback is tried once. After an {@link
 * Decision.End} every further word is refused.
 *
 * @param scheduled when the activity was asked for
 */
public record Attempts(Policy policy, Instant scheduled, Progress progress, Decision decision) {
    /** The type of the failure of an activity that did not run because its breaker was open. */
    public static final String BREAKER_OPEN = "BreakerOpen";

    /** Checks that what is a fallback has one. */
    public Attempts {
        Check.argument(
                !progress.fallback() || policy.onFailure() instanceof OnFailure.Recover,
                "a fallback is on its way, but the policy says %s",
                policy.onFailure());
    }

    /** The attempts of an activity that is asked for now. */
    public static Attempts scheduled(Policy policy, Instant now) {
        Instant due = policy.timing().firstDue(now);
        var first = new Attempts(policy, now, Progress.NONE, new Decision.Wait(due, due));
        return due.isBefore(first.end()) ? first : first.over(first.ranOut(), now, false);
    }

    /** The time from which on nothing starts; {@link Instant#MAX} when there is none. */
    public Instant end() {
        Duration all = policy.timeouts().scheduleToClose();
        Instant closed = all.isZero() ? Instant.MAX : Bounds.after(scheduled, all);
        return Bounds.earlier(closed, policy.timing().deadline().orElse(Instant.MAX));
    }

    /** Whether nothing follows. */
    public boolean isOver() {
        return decision instanceof Decision.End;
    }

    /**
     * The time of a wait has come.
     *
     * @param verdict what the gates of the policy say now
     */
    public Attempts due(Instant now, Verdict verdict) {
        if (!(decision instanceof Decision.Wait wait)) {
            throw new IllegalStateException("nothing waits: the decision is " + decision);
        }
        Check.argument(!now.isBefore(wait.until()), "it is %s, and due only %s", now, wait.until());
        if (!now.isBefore(end())) {
            return over(ranOut(), now, false);
        }
        if (now.isAfter(latest(wait))) {
            return over(notStarted(wait), now, false);
        }
        return switch (verdict) {
            case Verdict.Go _ -> started(now);
            case Verdict.Full(var until) -> {
                checkNamed("limiter", policy.gates().limiter());
                yield isGuarded() ? held(wait, now, until) : started(now);
            }
            case Verdict.Open(var until) -> {
                checkNamed("breaker", policy.gates().breaker());
                yield isGuarded() ? opened(wait, now, until) : started(now);
            }
        };
    }

    /**
     * The attempt returned; a timeout that the driver saw is a failure too.
     *
     * @param draw 64 random bits
     */
    public Attempts returned(Instant now, Outcome outcome, long draw, Functions functions) {
        checkStarted();
        return switch (outcome) {
            case Outcome.Completed(var value) ->
                    ended(new Decision.Completed(value, progress.fallback()));
            case Outcome.Failed(var failure) -> failed(now, failure, draw, functions);
        };
    }

    /** The delivery was lost with its process: nobody knows what it did. */
    public Attempts lost(Instant now) {
        checkStarted();
        int before = progress.redelivery();
        if (!policy.delivery().again(before)) {
            String why =
                    policy.delivery().atMostOnce()
                            ? "The delivery was lost, and may be made only once."
                            : "The delivery was lost, and was repeated " + before + " times.";
            return over(new Failure.Lost(why, before), now, false);
        }
        return now.isBefore(end()) ? next(progress.lost(), now) : over(ranOut(), now, false);
    }

    /** It was cancelled, and whatever was on its way has stopped or was abandoned. */
    public Attempts cancelled(Failure.Cancelled failure) {
        Check.state(!isOver(), "it is over: %s", decision);
        return ended(new Decision.Failed(failure));
    }

    private Attempts failed(Instant now, Failure failure, long draw, Functions functions) {
        int attempt = progress.attempt();
        if (progress.fallback() || attempt > policy.maxRetries()) {
            return over(failure, now, true);
        }
        var last = policy.errors().finalOf(failure, functions);
        if (last.isPresent()) {
            return over(last.get(), now, true);
        }
        Duration wait = policy.backoff().delay(attempt, progress.delay(), draw);
        Instant due = Bounds.after(now, wait);
        return due.isBefore(end())
                ? next(progress.retried(wait, failure), due)
                : over(failure, now, true);
    }

    private Attempts started(Instant now) {
        Duration each = policy.timeouts().startToClose();
        Instant closed = each.isZero() ? Instant.MAX : Bounds.after(now, each);
        Instant at = Bounds.earlier(closed, end());
        var kind = at.equals(closed) ? TimeoutKind.START_TO_CLOSE : TimeoutKind.SCHEDULE_TO_CLOSE;
        var start =
                new Decision.Start(
                        progress.attempt(),
                        progress.redelivery(),
                        fallback(),
                        at.equals(Instant.MAX)
                                ? Optional.empty()
                                : Optional.of(new Decision.Limit(at, kind)),
                        policy.timeouts().heartbeat());
        return new Attempts(policy, scheduled, progress, start);
    }

    private Attempts opened(Decision.Wait wait, Instant now, Instant until) {
        return switch (policy.gates().onOpen()) {
            case WAIT -> held(wait, now, until);
            case FAIL -> {
                String message = "The breaker " + policy.gates().breaker() + " is open.";
                var failure =
                        new Failure.Application(
                                BREAKER_OPEN, message, Payload.NONE, false, Optional.empty());
                yield over(afterLast(failure), now, false);
            }
        };
    }

    private Attempts held(Decision.Wait wait, Instant now, Instant until) {
        Check.argument(until.isAfter(now), "it is %s: a wait until %s is none", now, until);
        if (!until.isBefore(end())) {
            return over(ranOut(), now, false);
        }
        return until.isAfter(latest(wait))
                ? over(notStarted(wait), now, false)
                : new Attempts(policy, scheduled, progress, new Decision.Wait(wait.due(), until));
    }

    /** It failed for good; the attempt returned so, or did not even start or come back. */
    private Attempts over(Failure failure, Instant now, boolean returned) {
        if (failure instanceof Failure.Cancelled || failure instanceof Failure.Terminated) {
            return ended(new Decision.Failed(failure));
        }
        if (progress.fallback()) {
            return ended(new Decision.Failed(afterLast(failure)));
        }
        return switch (policy.onFailure()) {
            case OnFailure.Halt _ -> ended(new Decision.Failed(failure));
            case OnFailure.Skip _ -> ended(new Decision.Skipped(failure));
            case OnFailure.Recover(var fallback) -> recovered(fallback, failure, now, returned);
            case OnFailure.Compensate(var by) -> ended(new Decision.Compensated(by, failure));
            case OnFailure.DeadLetter(var queue) ->
                    ended(new Decision.DeadLettered(queue, failure));
            case OnFailure.Route route ->
                    ended(
                            route.catches(failure)
                                    ? new Decision.Routed(route.to(), failure)
                                    : new Decision.Failed(failure));
        };
    }

    private Attempts recovered(Fallback fallback, Failure failure, Instant now, boolean returned) {
        // What was lost may have happened: nothing may happen in its place.
        boolean lost = failure instanceof Failure.Lost || (!returned && progress.redelivery() > 0);
        if (lost || isRunOut(failure) || !now.isBefore(end())) {
            return ended(new Decision.Failed(failure));
        }
        int number = progress.attempt() + (returned ? 1 : 0);
        return switch (fallback) {
            case Fallback.Value(var value) -> ended(new Decision.Completed(value, true));
            case Fallback.Instead _, Fallback.RetryWith _ ->
                    next(progress.fellBack(number, failure), now);
        };
    }

    private static boolean isRunOut(Failure failure) {
        return failure instanceof Failure.Timeout timeout
                && timeout.kind() == TimeoutKind.SCHEDULE_TO_CLOSE;
    }

    private Attempts next(Progress then, Instant due) {
        return new Attempts(policy, scheduled, then, new Decision.Wait(due, due));
    }

    private Attempts ended(Decision.End end) {
        return new Attempts(policy, scheduled, progress, end);
    }

    private Optional<Fallback> fallback() {
        return progress.fallback() && policy.onFailure() instanceof OnFailure.Recover(var fallback)
                ? Optional.of(fallback)
                : Optional.empty();
    }

    private boolean isGuarded() {
        return fallback().filter(Fallback.Instead.class::isInstance).isEmpty();
    }

    private Instant latest(Decision.Wait wait) {
        Duration most = policy.timeouts().scheduleToStart();
        return most.isZero() ? Instant.MAX : Bounds.after(wait.due(), most);
    }

    private Failure ranOut() {
        String message = "The time for all attempts ended " + end() + ".";
        return afterLast(new Failure.Timeout(TimeoutKind.SCHEDULE_TO_CLOSE, message));
    }

    private Failure notStarted(Decision.Wait wait) {
        String message = "It was due " + wait.due() + ", and could not start in time.";
        return afterLast(new Failure.Timeout(TimeoutKind.SCHEDULE_TO_START, message));
    }

    /** The failure with the one before as its cause, where it has none of its own. */
    private Failure afterLast(Failure failure) {
        return failure.cause().isPresent()
                ? failure
                : progress.last().map(failure::causedBy).orElse(failure);
    }

    private void checkStarted() {
        Check.state(decision instanceof Decision.Start, "nothing was started: it is %s", decision);
    }

    private static void checkNamed(String gate, String name) {
        Check.argument(!name.isEmpty(), "the policy names no %s that could say so", gate);
    }
}
