package dev.reprise.policy;

import static dev.reprise.policy.Conversation.START;
import static dev.reprise.policy.Conversation.failure;
import static dev.reprise.policy.Conversation.fatal;
import static dev.reprise.policy.Conversation.second;
import static dev.reprise.policy.Conversation.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every sequence of outcomes, losses, verdicts and clock steps, to its end, under every small
 * policy. What must hold is said here once more, in other words than those of the code.
 */
class AttemptsExplorationTest {
    /** How long something takes: no time, a little, past every deadline. */
    private static final List<Integer> STEPS = List.of(0, 2, 7);

    private static final int HOLDS_MAX = 1;
    private static final int REDRIVES_MAX = 1;

    private static final Outcome GOOD = new Outcome.Completed(Payload.text("good"));
    private static final Outcome BAD = new Outcome.Failed(failure("bad"));
    private static final Outcome WORSE = new Outcome.Failed(fatal("worse"));

    private final Set<Class<?>> reached = new HashSet<>();
    private final Set<Class<?>> kinds = new HashSet<>();
    private final Set<Point> visited = new HashSet<>();
    private int ends;

    /** A place in the search: what the code knows, and what was seen from outside. */
    private record Point(Progress progress, Decision decision, Instant now, Seen seen) {}

    /**
     * What was seen from outside.
     *
     * @param since when it was asked for, or driven anew
     * @param attempt the last attempt that was delivered
     * @param role what it was
     * @param delivered how often it was delivered
     * @param unknown whether it has not returned
     * @param outcomes how many attempts of the activity itself returned since then
     * @param followers how many attempts of another role were delivered, each counted once
     * @param holds how often a gate said no
     * @param redrives how often it was driven anew
     */
    private record Seen(
            Instant since,
            int attempt,
            Role role,
            int delivered,
            boolean unknown,
            int outcomes,
            int followers,
            int holds,
            int redrives) {
        static final Seen NOTHING = new Seen(START, 0, Role.ACTIVITY, 0, false, 0, 0, 0, 0);

        Seen delivered(Decision.Start start) {
            boolean again = start.attempt() == attempt;
            boolean follows = start.work().role() != Role.ACTIVITY;
            return new Seen(
                    since,
                    start.attempt(),
                    start.work().role(),
                    again ? delivered + 1 : 1,
                    true,
                    outcomes,
                    followers + (follows && !again ? 1 : 0),
                    holds,
                    redrives);
        }

        Seen returned() {
            int more = role == Role.ACTIVITY ? 1 : 0;
            return new Seen(
                    since,
                    attempt,
                    role,
                    delivered,
                    false,
                    outcomes + more,
                    followers,
                    holds,
                    redrives);
        }

        Seen held() {
            return new Seen(
                    since, attempt, role, delivered, unknown, outcomes, followers, holds + 1,
                    redrives);
        }

        Seen redriven(Instant now) {
            return new Seen(now, attempt, role, 0, false, 0, followers, holds, redrives + 1);
        }
    }

    @Test
    void every_path_ends_once_and_keeps_every_bound() {
        for (var policy : policies()) {
            visited.clear();
            kinds.clear();
            entered(Attempts.scheduled(policy, START), START, Seen.NOTHING);
            reached.addAll(kinds);
        }
        var decisions =
                Stream.concat(
                                Arrays.stream(Decision.class.getPermittedSubclasses()),
                                Arrays.stream(Decision.End.class.getPermittedSubclasses()))
                        .filter(type -> !type.isInterface())
                        .collect(Collectors.toSet());
        assertThat(reached).isEqualTo(decisions);
        assertThat(ends).isGreaterThan(10_000);
    }

    private void entered(Attempts attempts, Instant now, Seen seen) {
        if (attempts.decision() instanceof Decision.Start start) {
            boolean again = seen.unknown() && seen.role() == start.work().role();
            assertThat(start.attempt())
                    .as("what may have happened comes again, everything else has its own number")
                    .isEqualTo(again ? seen.attempt() : seen.attempt() + 1);
            var delivered = seen.delivered(start);
            assertStart(attempts.policy(), start, now, delivered);
            explore(attempts, now, delivered);
        } else {
            explore(attempts, now, seen);
        }
    }

    private void explore(Attempts attempts, Instant now, Seen seen) {
        if (!visited.add(new Point(attempts.progress(), attempts.decision(), now, seen))) {
            return;
        }
        boolean isNew = kinds.add(attempts.decision().getClass());
        switch (attempts.decision()) {
            case Decision.Wait wait -> {
                var end = end(attempts.policy(), seen);
                if (wait.onCall()) {
                    assertThat(wait.until()).isBeforeOrEqualTo(end);
                    STEPS.forEach(step -> wake(attempts, wait.due().plusSeconds(step), seen));
                } else if (attempts.progress().role() != Role.COMPENSATION) {
                    assertThat(wait.until()).isBefore(end);
                }
                assertCancelled(attempts);
                if (wait.until().isBefore(Instant.MAX)) {
                    STEPS.forEach(step -> wake(attempts, wait.until().plusSeconds(step), seen));
                }
            }
            case Decision.Start _ -> {
                assertCancelled(attempts);
                STEPS.forEach(step -> work(attempts, now.plusSeconds(step), seen));
            }
            case Decision.End end -> {
                ends++;
                assertEnd(attempts.policy(), end, seen);
                if (isNew) {
                    assertOver(attempts, now);
                }
                if (end instanceof Decision.DeadLettered && seen.redrives() < REDRIVES_MAX) {
                    redrive(attempts, now, seen);
                }
            }
        }
    }

    private void wake(Attempts attempts, Instant now, Seen seen) {
        entered(attempts.due(now, Verdict.GO), now, seen);
        if (seen.holds() < HOLDS_MAX && attempts.policy().gates().limits().isLimited()) {
            entered(attempts.due(now, new Verdict.Full(now.plusSeconds(1))), now, seen.held());
            entered(attempts.due(now, new Verdict.Open(now.plusSeconds(1))), now, seen.held());
            entered(attempts.due(now, new Verdict.Full(Optional.empty())), now, seen.held());
            entered(attempts.due(now, new Verdict.Spent("units", 9, 9)), now, seen.held());
        }
    }

    private void work(Attempts attempts, Instant now, Seen seen) {
        for (var outcome : List.of(GOOD, BAD, WORSE)) {
            var after = attempts.returned(now, outcome, -1, Functions.NONE);
            var returned = seen.returned();
            assertAnswer(attempts.policy(), after.decision(), outcome, now, returned);
            entered(after, now, returned);
        }
        entered(attempts.lost(now), now, seen);
    }

    private void redrive(Attempts attempts, Instant before, Seen seen) {
        var now = before.plusSeconds(2);
        entered(attempts.redriven(now), now, seen.redriven(now));
    }

    /** The end of all attempts, by the words of the issue: whichever comes first. */
    private static Instant end(Policy policy, Seen seen) {
        var all = policy.timeouts().scheduleToClose();
        return Stream.of(
                        policy.timing().deadline(),
                        all.isZero()
                                ? Optional.<Instant>empty()
                                : Optional.of(seen.since().plus(all)))
                .flatMap(Optional::stream)
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
    }

    private static void assertStart(Policy policy, Decision.Start start, Instant now, Seen seen) {
        var role = start.work().role();
        var each = policy.timeouts().startToClose();
        if (role == Role.COMPENSATION) {
            assertThat(start.limit().map(Decision.Limit::at))
                    .contains(now.plus(each.isZero() ? OnFailure.Compensate.TIME_MAX : each));
        } else {
            var end = end(policy, seen);
            assertThat(now).isBefore(end);
            start.limit().ifPresent(it -> assertThat(it.at()).isAfter(now).isBeforeOrEqualTo(end));
            assertThat(start.limit().isPresent())
                    .isEqualTo(!each.isZero() || end.isBefore(Instant.MAX));
        }
        assertThat(start.redelivery()).isEqualTo(seen.delivered() - 1);
        assertThat(start.redelivery())
                .isLessThanOrEqualTo(
                        policy.delivery().atMostOnce() ? 0 : policy.delivery().redeliveriesMax());
        assertThat(start.work().answers().isPresent()).isEqualTo(role != Role.ACTIVITY);
        assertThat(seen.followers()).isEqualTo(role == Role.ACTIVITY ? 0 : 1);
        if (role == Role.ACTIVITY) {
            assertThat(seen.outcomes()).isLessThanOrEqualTo(policy.maxRetries());
        }
    }

    /** What must follow an outcome, seen from outside. */
    private static void assertAnswer(
            Policy policy, Decision decision, Outcome outcome, Instant now, Seen seen) {
        assertThat(seen.outcomes()).isLessThanOrEqualTo(1 + policy.maxRetries());
        if (outcome.equals(GOOD)) {
            assertGood(decision, seen);
        } else if (seen.followers() == 1) {
            assertThat(decision).isInstanceOf(Decision.Failed.class);
        } else if (outcome.equals(BAD)
                && seen.outcomes() <= policy.maxRetries()
                && now.plus(policy.backoff().max()).isBefore(end(policy, seen))) {
            assertThat(decision).as("nobody gives up early").isInstanceOf(Decision.Wait.class);
        } else if (!now.isBefore(end(policy, seen))
                && !(policy.onFailure() instanceof OnFailure.Compensate)) {
            assertThat(decision).isInstanceOf(Decision.End.class);
            assertThat(decision).isNotInstanceOf(Decision.Completed.class);
        }
    }

    private static void assertGood(Decision decision, Seen seen) {
        if (seen.role() == Role.COMPENSATION) {
            assertThat(decision).isInstanceOf(Decision.Compensated.class);
        } else {
            boolean instead = seen.role() != Role.ACTIVITY;
            assertThat(decision).isEqualTo(new Decision.Completed(Payload.text("good"), instead));
        }
    }

    /** How it may end, by what the policy says about failures. */
    private static void assertEnd(Policy policy, Decision.End end, Seen seen) {
        if (end instanceof Decision.Completed) {
            assertThat(seen.unknown()).as("a value in place of what was lost").isFalse();
            return;
        }
        switch (policy.onFailure()) {
            case OnFailure.Halt _, OnFailure.Recover _, OnFailure.Route _ ->
                    assertThat(end).isInstanceOf(Decision.Failed.class);
            case OnFailure.Skip _ -> assertThat(end).isInstanceOf(Decision.Skipped.class);
            case OnFailure.DeadLetter _ ->
                    assertThat(end).isInstanceOf(Decision.DeadLettered.class);
            case OnFailure.Compensate _ -> {
                assertThat(seen.followers()).as("no failure without undoing").isEqualTo(1);
                assertThat(end instanceof Decision.Compensated)
                        .as("undone, or told that it is not")
                        .isEqualTo(!String.valueOf(end).contains("undo failed, too"));
            }
        }
    }

    private static void assertCancelled(Attempts attempts) {
        var cancelled = new Failure.Cancelled("enough", Payload.NONE);
        var told = new Decision.Failed(cancelled);
        assertThat(attempts.cancelled(cancelled).decision().equals(told)).isTrue();
    }

    private static void assertOver(Attempts attempts, Instant now) {
        if (!(attempts.decision() instanceof Decision.DeadLettered)) {
            assertThatIllegalStateException().isThrownBy(() -> attempts.redriven(now));
        }
        var cancelled = new Failure.Cancelled("late", Payload.NONE);
        assertThat(attempts.isOver()).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> attempts.due(now, Verdict.GO));
        assertThatIllegalStateException().isThrownBy(() -> attempts.lost(now));
        assertThatIllegalStateException().isThrownBy(() -> attempts.cancelled(cancelled));
        assertThatIllegalStateException()
                .isThrownBy(() -> attempts.returned(now, GOOD, 0, Functions.NONE));
    }

    private static List<Policy> policies() {
        var policies = new ArrayList<Policy>();
        for (int retries = 0; retries <= 2; retries++) {
            var base =
                    Policy.DEFAULT
                            .maxRetries(retries)
                            .backoff(Backoff.exponential(seconds(1), seconds(2)));
            for (var delivery :
                    List.of(
                            new Delivery(true, 1),
                            new Delivery(false, 0),
                            new Delivery(false, 1))) {
                for (var action : actions()) {
                    var policy = base.delivery(delivery).onFailure(action);
                    policies.add(policy);
                    policies.addAll(limited(policy));
                }
            }
        }
        return policies;
    }

    private static List<Policy> limited(Policy policy) {
        var each = Timeouts.NONE.startToClose(seconds(3));
        var gates = Gates.NONE.breaker("breaker").limits(Limits.NONE.concurrencyMax(1));
        return List.of(
                policy.timing(Timing.ANY.deadline(second(6))),
                policy.timeouts(each.scheduleToClose(seconds(4))),
                policy.timeouts(each.scheduleToStart(seconds(1)))
                        .gates(gates)
                        .budget(Budget.NONE.budgetCost(9)),
                policy.timing(Timing.ANY.deadline(second(5)).delay(seconds(1)))
                        .gates(gates.onOpen(Gates.OnOpen.WAIT))
                        .budget(Budget.NONE.budgetCost(9)));
    }

    private static List<OnFailure> actions() {
        var overrides = new TreeMap<String, Payload>();
        overrides.put("model", Payload.text("small"));
        return List.of(
                OnFailure.HALT,
                OnFailure.SKIP,
                new OnFailure.Recover(new Fallback.Instead("other")),
                new OnFailure.Recover(new Fallback.RetryWith(overrides)),
                new OnFailure.Recover(new Fallback.Value(Payload.text("value"))),
                new OnFailure.Compensate("undo"),
                new OnFailure.DeadLetter("desk"),
                new OnFailure.Route(List.of("bad"), "refund"));
    }
}
