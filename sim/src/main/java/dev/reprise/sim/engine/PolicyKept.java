package dev.reprise.sim.engine;

import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Outcome;
import dev.reprise.engine.run.Attempt;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import dev.reprise.policy.Fallback;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Role;
import dev.reprise.sim.engine.Desk.Performed;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What happens to an activity is what the policy says that was recorded with its command, whatever
 * rules there are now: no more attempts, no more redeliveries, nothing after the end, and an end
 * that it allows.
 */
final class PolicyKept extends EngineOracle {
    /**
     * Whether it may be for a command that was never durable: that of the same number that is has
     * an end of its own.
     */
    private static boolean isOfAnother(EngineWorld world, Performed performed) {
        return world.isZombie(performed.life()) && performed.life().manner().isEarly();
    }

    @Override
    @Nullable String performed(EngineWorld world, Performed performed) {
        RunTruth truth = world.truth().run(performed.run());
        RunTruth.Chore chore = truth == null ? null : truth.chore(performed);
        if (chore == null || isOfAnother(world, performed)) {
            return null;
        }
        boolean undoes = role(chore, performed) == Role.COMPENSATION;
        return !undoes && !performed.when().isBefore(chore.end())
                ? performed + " begins at " + performed.when() + ", and the end is " + chore.end()
                : null;
    }

    /** What has a time is stopped when that is over. */
    @Override
    @Nullable String stuck(EngineWorld world, Performed performed) {
        RunTruth truth = world.truth().run(performed.run());
        RunTruth.Chore chore = truth == null ? null : truth.chore(performed);
        boolean bounded =
                chore != null
                        && chore.open
                        && (!chore.policy.timeouts().startToClose().isZero()
                                || !chore.policy.timeouts().heartbeat().isZero()
                                || (role(chore, performed) != Role.COMPENSATION
                                        && chore.end().isBefore(Instant.MAX)));
        return bounded ? performed + " is stuck, and nobody stops it" : null;
    }

    static Role role(RunTruth.Chore chore, Performed performed) {
        Role role = Role.ACTIVITY;
        for (Attempt attempt : chore.attempts) {
            if (attempt.attempt() == performed.attempt()) {
                role = attempt.progress().role();
            }
        }
        return role;
    }

    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        for (Attempt attempt : truth.last().attempts()) {
            RunTruth.Chore chore = truth.chores.get(attempt.seq());
            String wrong = chore == null ? null : wrong(chore, attempt, truth.size() - 1);
            if (chore != null && wrong != null) {
                return "run "
                        + truth.run
                        + ": "
                        + attempt
                        + " "
                        + wrong
                        + "; recorded is "
                        + chore.policy;
            }
        }
        Turn turn = truth.last().turn();
        if (turn == null) {
            return null;
        }
        for (Job job : turn.activation().jobs()) {
            if (job instanceof Job.ActivityResolved(var seq, var outcome)) {
                RunTruth.Chore chore = truth.chores.get(seq);
                String wrong = chore == null ? null : wrong(chore, outcome);
                if (chore != null && wrong != null) {
                    return "activity "
                            + seq
                            + " of run "
                            + truth.run
                            + " ends with "
                            + outcome
                            + ", "
                            + wrong
                            + "; recorded is "
                            + chore.policy
                            + ", and "
                            + chore.attempts;
                }
            }
        }
        return null;
    }

    private static @Nullable String wrong(RunTruth.Chore chore, Attempt attempt, int entry) {
        Policy policy = chore.policy;
        if (chore.cancelled >= 0 && chore.cancelled < entry) {
            return "follows, and it was cancelled";
        }
        Role role = attempt.progress().role();
        int round = attempt.attempt() - attempt.progress().before();
        if (attempt.why() != Attempt.Why.PARKED
                && role == Role.ACTIVITY
                && round > 1 + policy.maxRetries()) {
            return "is more than " + policy.maxRetries() + " retries";
        }
        if (round > 2 + policy.maxRetries()) {
            return "is more than " + policy.maxRetries() + " retries and what follows them";
        }
        if (attempt.why() == Attempt.Why.LOST
                && (policy.delivery().atMostOnce()
                        || attempt.redeliveries() > policy.delivery().redeliveriesMax())) {
            return "is delivered once more than is allowed";
        }
        Instant begins = attempt.notBefore();
        return begins != null && role != Role.COMPENSATION && !begins.isBefore(chore.end())
                ? "waits for its end " + chore.end()
                : null;
    }

    private static @Nullable String wrong(RunTruth.Chore chore, Outcome outcome) {
        Policy policy = chore.policy;
        return switch (outcome) {
            case Outcome.Completed(var value) when value.isNone() ->
                    policy.onFailure() instanceof OnFailure.Skip ? null : "without a value";
            case Outcome.Completed(var value) ->
                    switch (RunTruth.text(value)) {
                        case Desk.LATE -> "which comes too late";
                        case Desk.OUTSIDE -> "which is not what somebody outside said";
                        case "value" ->
                                policy.onFailure() instanceof OnFailure.Recover(Fallback.Value _)
                                        ? null
                                        : "which is no fallback";
                        default -> null;
                    };
            case Outcome.Failed(Failure.Cancelled _) ->
                    chore.cancelled >= 0 ? null : "uncalled for";
            case Outcome.Failed(var failure) -> wrong(chore, failure);
        };
    }

    private static @Nullable String wrong(RunTruth.Chore chore, Failure failure) {
        Policy policy = chore.policy;
        boolean bounded = chore.end().isBefore(Instant.MAX);
        boolean lost = failure instanceof Failure.Lost;
        if (policy.onFailure() instanceof OnFailure.Skip
                || policy.onFailure() instanceof OnFailure.DeadLetter) {
            return "which is not what follows a failure";
        }
        if (policy.onFailure() instanceof OnFailure.Recover(Fallback.Value _)
                && !bounded
                && !lost
                && chore.redeliveries() == 0) {
            return "and there is a value to fall back on";
        }
        if (lost) {
            return policy.delivery().atMostOnce()
                            || chore.redeliveries() == policy.delivery().redeliveriesMax()
                    ? null
                    : "and may be delivered again";
        }
        if (failure instanceof Failure.Timeout(var kind, _, _, _)
                && kind == TimeoutKind.SCHEDULE_TO_CLOSE
                && !bounded) {
            return "and has no end";
        }
        boolean flaky = failure instanceof Failure.Application it && it.type().equals("Flaky");
        return flaky
                        && !bounded
                        && policy.onFailure() instanceof OnFailure.Halt
                        && chore.attempt() != 1 + policy.maxRetries()
                ? "and may be tried again"
                : null;
    }
}
