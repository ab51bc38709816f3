package dev.reprise.sim.engine;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import dev.reprise.policy.Attempts;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Rate;
import dev.reprise.policy.Role;
import dev.reprise.sim.engine.Desk.Performed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Nothing begins that a gate keeps out: no more at once than the limit, nothing behind an open
 * breaker, nothing that is more than the run may spend; and all permits come back.
 */
final class GatesKept extends EngineOracle {
    /**
     * The failures after which a breaker is open, the first that each process sees: what fails
     * later may be a call that is let through to find out, of which several decide.
     */
    private final List<Blow> blows = new ArrayList<>();

    private record Blow(Life life, RunTruth run, int entry, Instant begun) {}

    @Override
    @Nullable String performed(EngineWorld world, Performed performed) {
        RunTruth truth = world.truth().run(performed.run());
        RunTruth.Chore chore = truth == null ? null : truth.chore(performed);
        if (truth == null || chore == null || !isItself(chore, performed)) {
            return null;
        }
        Policy policy = chore.policy;
        if (policy.gates().limits().concurrencyMax() == 1) {
            for (EngineWorld.Stall stall : world.stalls()) {
                Performed other = stall.performed();
                if (other.life().equals(performed.life())
                        && !stall.stopped().getAsBoolean()
                        && isLimited(world, other)) {
                    return performed + " begins beside " + other + ", and one may be under way";
                }
            }
        }
        for (Blow blow : blows) {
            if (isOneBlow(policy)
                    && blow.life().equals(performed.life())
                    && blow.run().equals(truth)
                    && chore.entry >= blow.entry()
                    && performed
                            .when()
                            .isBefore(blow.begun().plus(policy.gates().breaking().openFor()))) {
                return performed + " begins, and its breaker opened at entry " + blow.entry();
            }
        }
        String hurried = hurried(world, performed, policy);
        return hurried == null ? overspent(world, performed, policy) : hurried;
    }

    /**
     * A process lets no more begin in any span than the rate allows; the next one has forgotten.
     */
    private static @Nullable String hurried(EngineWorld world, Performed performed, Policy policy) {
        Rate rate = policy.gates().limits().rate();
        if (rate.count() == 0) {
            return null;
        }
        List<Instant> starts = new ArrayList<>();
        starts.add(performed.handed());
        for (Performed other : world.performed()) {
            if (other.life().equals(performed.life()) && rate.equals(rateOf(world, other))) {
                starts.add(other.handed());
            }
        }
        Collections.sort(starts);
        for (int i = rate.count(); i < starts.size(); i++) {
            Instant first = starts.get(i - rate.count());
            if (starts.get(i).isBefore(first.plus(rate.per()))) {
                return performed + " begins, starts are " + starts + ", and the rate is " + rate;
            }
        }
        return null;
    }

    private static Rate rateOf(EngineWorld world, Performed other) {
        RunTruth truth = world.truth().run(other.run());
        RunTruth.Chore chore = truth == null ? null : truth.chores.get(other.seq());
        return chore == null || !isItself(chore, other)
                ? Rate.NONE
                : chore.policy.gates().limits().rate();
    }

    private static boolean isItself(RunTruth.Chore chore, Performed performed) {
        return PolicyKept.role(chore, performed) == Role.ACTIVITY;
    }

    private static boolean isLimited(EngineWorld world, Performed other) {
        RunTruth truth = world.truth().run(other.run());
        RunTruth.Chore chore = truth == null ? null : truth.chores.get(other.seq());
        return chore != null && chore.policy.gates().limits().concurrencyMax() == 1;
    }

    /** Whether the first failure opens the breaker. */
    private static boolean isOneBlow(Policy policy) {
        return policy.gates().breaker().equals("till");
    }

    private static @Nullable String overspent(
            EngineWorld world, Performed performed, Policy policy) {
        long most = policy.budget().budgetAttempts();
        if (most == 0 || performed.redeliveries() > 0) {
            return null;
        }
        var begun = new TreeSet<String>();
        for (Performed before : world.performed()) {
            if (before.run().equals(performed.run())) {
                begun.add(before.seq() + "/" + before.attempt());
            }
        }
        begun.remove(performed.seq() + "/" + performed.attempt());
        return begun.size() >= most
                ? performed + " begins after " + begun + ", and the run may spend " + most
                : null;
    }

    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        Turn turn = truth.last().turn();
        if (turn == null) {
            return null;
        }
        for (Job job : turn.activation().jobs()) {
            if (job instanceof Job.ActivityResolved(var seq, Outcome.Failed(var failure))
                    && failure instanceof Failure.Application it
                    && !it.type().equals(Attempts.BREAKER_OPEN)) {
                RunTruth.Chore chore = truth.chores.get(seq);
                Life life = world.life();
                Instant begun = begun(world, life, truth, seq);
                if (chore != null
                        && begun != null
                        && isOneBlow(chore.policy)
                        && !life.isTakenOver()
                        && blows.stream().noneMatch(blow -> blow.life().equals(life))) {
                    blows.add(new Blow(life, truth, truth.size() - 1, begun));
                }
            }
        }
        return null;
    }

    /** When a process has begun an activity last; null when it has not. */
    private static @Nullable Instant begun(EngineWorld world, Life life, RunTruth truth, long seq) {
        Instant last = null;
        for (Performed it : world.performed()) {
            if (it.life().equals(life) && it.run().equals(truth.run) && it.seq() == seq) {
                last = it.when();
            }
        }
        return last;
    }

    @Override
    @Nullable String end(EngineWorld world) {
        long out = world.life().conductor.permitsOut();
        return out == 0 ? null : out + " permits have not come back";
    }
}
