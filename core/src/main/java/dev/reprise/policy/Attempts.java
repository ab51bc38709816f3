package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.InvariantViolation;
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
 *               └──── a retry, a lost delivery, what follows a failure
 * }</pre>
 *
 * <p>An attempt that returned counts against {@code maxRetries}; a delivery that was lost does not.
 * Nothing starts at or after the {@linkplain #end end}, but for a compensation, since undoing is
 * not optional. What follows a failure, whatever its {@link Role}, is tried once. After an {@link
 * Decision.End} every further word is refused, but that what was dead-lettered is driven anew.
 *
 * @param scheduled when the activity was asked for, or driven anew
 */
public record Attempts(Policy policy, Instant scheduled, Progress progress, Decision decision) {
    /** The type of the failure of an activity that did not run because its breaker was open. */
    public static final String BREAKER_OPEN = "BreakerOpen";

    /** The type of the failure of an activity whose run has spent its budget. */
    public static final String BUDGET_SPENT = "BudgetSpent";

    /** Checks that what follows a failure is what the policy says. */
    public Attempts {
        Check.argument(
                has(policy.onFailure(), progress.role()),
                "a %s is on its way, but the policy says %s",
                progress.role(),
                policy.onFailure());
    }

    /** The attempts of an activity that is asked for now. */
    public static Attempts scheduled(Policy policy, Instant now) {
        Instant due = policy.timing().firstDue(now);
        return begun(policy, now, Progress.NONE, due);
    }

    /**
     * It was dead-lettered, and somebody wants it tried anew: with all its retries, and with the
     * whole {@code scheduleToClose}; a deadline stays where it is, and numbers of attempts go on.
     */
    public Attempts redriven(Instant now) {
        Check.state(
                decision instanceof Decision.DeadLettered,
                "only what is dead-lettered is driven anew: it is %s",
                decision);
        Instant due = policy.timing().notBefore().filter(now::isBefore).orElse(now);
        return begun(policy, now, progress, due);
    }

    private static Attempts begun(Policy policy, Instant now, Progress progress, Instant due) {
        var first = new Attempts(policy, now, progress, new Decision.Wait(due, due));
        return due.isBefore(first.end()) ? first : first.over(first.ranOut(), now, false);
    }

    /**
     * The time from which on nothing starts but a compensation; {@link Instant#MAX} when there is
     * none.
     */
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
        Instant earliest = wait.onCall() ? wait.due() : wait.until();
        Check.argument(!now.isBefore(earliest), "it is %s, and due only %s", now, earliest);
        if (!now.isBefore(bound())) {
            return over(ranOut(), now, false);
        }
        if (now.isAfter(latest(wait))) {
            return over(notStarted(wait), now, false);
        }
        return switch (verdict) {
            case Verdict.Go _ -> started(now);
            case Verdict.Full(var until) -> {
                checkAsked("limit or queue", policy.isInLine());
                yield isGuarded() ? held(wait, now, until) : started(now);
            }
            case Verdict.Open(var until) -> {
                checkAsked("breaker", !policy.gates().breaker().isEmpty());
                yield isGuarded() ? opened(wait, now, until) : started(now);
            }
            case Verdict.Spent spent -> {
                checkAsked("budget", policy.budget().isLimited());
                yield isPaid() ? started(now) : over(afterLast(broke(spent)), now, false);
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
            case Outcome.Completed(var value) -> completed(value);
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
        return now.isBefore(bound()) ? next(progress.lost(), now) : over(ranOut(), now, false);
    }

    /** It was cancelled, and whatever was on its way has stopped or was abandoned. */
    public Attempts cancelled(Failure.Cancelled failure) {
        Check.state(!isOver(), "it is over: %s", decision);
        return ended(new Decision.Failed(failure));
    }

    private Attempts completed(Payload value) {
        return switch (progress.role()) {
            case ACTIVITY -> ended(new Decision.Completed(value, false));
            case FALLBACK, ROUTE -> ended(new Decision.Completed(value, true));
            case COMPENSATION -> ended(new Decision.Compensated(compensation().by(), answered()));
        };
    }

    private Attempts failed(Instant now, Failure failure, long draw, Functions functions) {
        int round = progress.round();
        if (progress.role() != Role.ACTIVITY || round > policy.maxRetries()) {
            return over(failure, now, true);
        }
        var last = policy.errors().finalOf(failure, functions);
        if (last.isPresent()) {
            return over(last.get(), now, true);
        }
        Duration wait = policy.backoff().delay(round, progress.delay(), draw);
        Instant due = Bounds.after(now, wait);
        return due.isBefore(end())
                ? next(progress.retried(wait, failure), due)
                : over(failure, now, true);
    }

    private Attempts started(Instant now) {
        Duration each = timeMax();
        Instant closed = each.isZero() ? Instant.MAX : Bounds.after(now, each);
        Instant at = Bounds.earlier(closed, bound());
        var kind = at.equals(closed) ? TimeoutKind.START_TO_CLOSE : TimeoutKind.SCHEDULE_TO_CLOSE;
        var start =
                new Decision.Start(
                        progress.attempt(),
                        progress.redelivery(),
                        work(),
                        at.equals(Instant.MAX)
                                ? Optional.empty()
                                : Optional.of(new Decision.Limit(at, kind)),
                        policy.timeouts().heartbeat());
        return new Attempts(policy, scheduled, progress, start);
    }

    /** How long an attempt may take; zero for any time. Undoing has no deadline, but an end. */
    private Duration timeMax() {
        Duration each = policy.timeouts().startToClose();
        return each.isZero() && progress.role() == Role.COMPENSATION
                ? OnFailure.Compensate.TIME_MAX
                : each;
    }

    private Attempts opened(Decision.Wait wait, Instant now, Optional<Instant> until) {
        return switch (policy.gates().onOpen()) {
            case WAIT -> held(wait, now, until);
            case FAIL -> {
                String message = "The breaker " + policy.gates().breaker() + " is open.";
                yield over(afterLast(refused(BREAKER_OPEN, message)), now, false);
            }
        };
    }

    private Attempts held(Decision.Wait wait, Instant now, Optional<Instant> until) {
        if (until.isEmpty()) {
            Instant late = Bounds.after(latest(wait), Duration.ofNanos(1));
            return waiting(new Decision.Wait(wait.due(), Bounds.earlier(end(), late), true));
        }
        Instant asked = until.get();
        Check.argument(asked.isAfter(now), "it is %s: a wait until %s is none", now, asked);
        if (!asked.isBefore(end())) {
            return over(ranOut(), now, false);
        }
        return asked.isAfter(latest(wait))
                ? over(notStarted(wait), now, false)
                : waiting(new Decision.Wait(wait.due(), asked));
    }

    private Attempts waiting(Decision.Wait wait) {
        return new Attempts(policy, scheduled, progress, wait);
    }

    /** It failed for good; the attempt returned so, or did not even start or come back. */
    private Attempts over(Failure failure, Instant now, boolean returned) {
        if (failure instanceof Failure.Cancelled || failure instanceof Failure.Terminated) {
            return ended(new Decision.Failed(failure));
        }
        return switch (progress.role()) {
            case ACTIVITY -> followed(failure, now, returned);
            case FALLBACK, ROUTE -> ended(new Decision.Failed(afterLast(failure)));
            case COMPENSATION ->
                    ended(new Decision.Failed(compensation().failed(answered(), failure)));
        };
    }

    private Attempts followed(Failure failure, Instant now, boolean returned) {
        boolean delivered = decision instanceof Decision.Start || progress.redelivery() > 0;
        boolean lost = failure instanceof Failure.Lost || (delivered && !returned);
        int number = progress.attempt() + (delivered ? 1 : 0);
        // What was lost may have happened: nothing may happen in its place.
        boolean replaceable = !lost && !isRunOut(failure) && now.isBefore(end());
        // A value is free; whatever runs in its place is not.
        boolean payable = replaceable && (returned || !isBroke(failure));
        return switch (policy.onFailure()) {
            case OnFailure.Halt _ -> ended(new Decision.Failed(failure));
            case OnFailure.Skip _ -> ended(new Decision.Skipped(failure));
            case OnFailure.Recover(Fallback.Value(var value)) when replaceable ->
                    ended(new Decision.Completed(value, true));
            case OnFailure.Recover _ when payable ->
                    next(progress.followed(number, Role.FALLBACK, failure), now);
            case OnFailure.Route route when payable && route.catches(failure) ->
                    next(progress.followed(number, Role.ROUTE, failure), now);
            case OnFailure.Recover _, OnFailure.Route _ -> ended(new Decision.Failed(failure));
            case OnFailure.Compensate _ ->
                    next(progress.followed(number, Role.COMPENSATION, failure), now);
            case OnFailure.DeadLetter(var queue) ->
                    new Attempts(
                            policy,
                            scheduled,
                            progress.anew(number, failure),
                            new Decision.DeadLettered(queue, failure));
        };
    }

    private static boolean isRunOut(Failure failure) {
        return failure instanceof Failure.Timeout timeout
                && timeout.kind() == TimeoutKind.SCHEDULE_TO_CLOSE;
    }

    private static boolean isBroke(Failure failure) {
        return failure instanceof Failure.Application application
                && application.type().equals(BUDGET_SPENT);
    }

    private Attempts next(Progress then, Instant due) {
        return new Attempts(policy, scheduled, then, new Decision.Wait(due, due));
    }

    private Attempts ended(Decision.End end) {
        return new Attempts(policy, scheduled, progress, end);
    }

    private Work work() {
        if (progress.role() == Role.ACTIVITY) {
            return new Work.Itself();
        }
        return switch (policy.onFailure()) {
            case OnFailure.Recover(Fallback.RetryWith(var overrides)) ->
                    new Work.Altered(overrides, answered());
            case OnFailure.Recover(Fallback.Instead(var name)) -> another(name);
            case OnFailure.Compensate(var by) -> another(by);
            case OnFailure.Route(_, var to) -> another(to);
            case OnFailure.Halt _, OnFailure.Skip _, OnFailure.DeadLetter _, OnFailure.Recover _ ->
                    throw new InvariantViolation("nothing follows by " + policy.onFailure());
        };
    }

    private Work another(String name) {
        return new Work.Another(name, progress.role(), answered());
    }

    private static boolean has(OnFailure answer, Role role) {
        return switch (role) {
            case ACTIVITY -> true;
            case FALLBACK ->
                    answer instanceof OnFailure.Recover(var fallback)
                            && !(fallback instanceof Fallback.Value);
            case COMPENSATION -> answer instanceof OnFailure.Compensate;
            case ROUTE -> answer instanceof OnFailure.Route;
        };
    }

    /** Whether the gates of the policy have a say: they are those of the activity, not another. */
    private boolean isGuarded() {
        return !(work() instanceof Work.Another);
    }

    /** Whether no budget has a say: undoing is not optional, and a redelivery was paid for. */
    private boolean isPaid() {
        return progress.role() == Role.COMPENSATION || progress.redelivery() > 0;
    }

    private OnFailure.Compensate compensation() {
        return (OnFailure.Compensate) policy.onFailure();
    }

    private Failure answered() {
        return progress.last().orElseThrow();
    }

    /** The time from which on this attempt does not start. */
    private Instant bound() {
        return progress.role() == Role.COMPENSATION ? Instant.MAX : end();
    }

    private Instant latest(Decision.Wait wait) {
        Duration most = policy.timeouts().scheduleToStart();
        return most.isZero() || progress.role() == Role.COMPENSATION
                ? Instant.MAX
                : Bounds.after(wait.due(), most);
    }

    private Failure ranOut() {
        String message = "The time for all attempts ended " + end() + ".";
        return afterLast(new Failure.Timeout(TimeoutKind.SCHEDULE_TO_CLOSE, message));
    }

    private Failure notStarted(Decision.Wait wait) {
        String message = "It was due " + wait.due() + ", and could not start in time.";
        return afterLast(new Failure.Timeout(TimeoutKind.SCHEDULE_TO_START, message));
    }

    private static Failure broke(Verdict.Spent spent) {
        String message =
                "The run has spent "
                        + spent.spent()
                        + " of "
                        + spent.limit()
                        + " "
                        + spent.what()
                        + ".";
        return refused(BUDGET_SPENT, message);
    }

    private static Failure refused(String type, String message) {
        return new Failure.Application(type, message, Payload.NONE, false, Optional.empty());
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

    private static void checkAsked(String gate, boolean asked) {
        Check.argument(asked, "the policy names no %s that could say so", gate);
    }
}
