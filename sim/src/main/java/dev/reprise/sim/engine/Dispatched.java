package dev.reprise.sim.engine;

import dev.reprise.engine.run.Attempt;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Policy;
import dev.reprise.sim.engine.Desk.Performed;
import org.jspecify.annotations.Nullable;

/**
 * What is carried out was durable before: the command, and each delivery but the first. Only what
 * its mode allows begins earlier; but not what follows a checkpoint.
 */
final class Dispatched extends EngineOracle {
    @Override
    @Nullable String performed(EngineWorld world, Performed performed) {
        if (!performed.early()) {
            return null;
        }
        RunTruth truth = world.truth().run(performed.run());
        RunTruth.Chore chore = truth == null ? null : truth.chore(performed);
        if (!isEarly(world, performed)) {
            return performed
                    + " is carried out, and durable is "
                    + (chore == null ? "no command that asks for it" : chore.attempts);
        }
        boolean inOrder = plan(world, performed).work() == RunPlan.Work.TRIAL;
        if (truth != null && inOrder) {
            for (var before : truth.chores.headMap(performed.seq()).entrySet()) {
                if (before.getValue().open
                        && before.getValue().policy.execution().checkpointAfter()) {
                    return performed
                            + " is carried out, and the checkpoint after activity "
                            + before.getKey()
                            + " is not durable";
                }
            }
        }
        return null;
    }

    static boolean isDurable(EngineWorld world, Performed performed) {
        RunTruth truth = world.truth().run(performed.run());
        RunTruth.Chore chore = truth == null ? null : truth.chore(performed);
        if (chore == null) {
            return false;
        }
        if (performed.attempt() == 1 && performed.redeliveries() == 0) {
            return true;
        }
        for (Attempt attempt : chore.attempts) {
            boolean begins =
                    switch (attempt.why()) {
                        case LOST, NEXT, REDRIVEN, AWAY -> true;
                        case PARKED, SKIPPED, UNBEGUN -> false;
                    };
            if (begins
                    && attempt.attempt() == performed.attempt()
                    && attempt.redeliveries() == performed.redeliveries()) {
                return true;
            }
        }
        return false;
    }

    /** Whether it may begin before it is durable. */
    static boolean isEarly(EngineWorld world, Performed performed) {
        if (performed.redeliveries() > 0) {
            return false;
        }
        RunTruth truth = world.truth().run(performed.run());
        RunTruth.Chore chore = truth == null ? null : truth.chore(performed);
        if (chore == null) {
            return performed.type().equals("Trials.trial")
                    ? performed.life().manner().isEarly()
                    : plan(world, performed).work() == RunPlan.Work.LOCALS;
        }
        Policy policy = chore.policy;
        Execution.Mode mode = policy.execution().mode();
        return !policy.delivery().atMostOnce()
                && (mode == Execution.Mode.SYNC || mode == Execution.Mode.ASYNC);
    }

    private static RunPlan plan(EngineWorld world, Performed performed) {
        return world.plan().of(performed.run()).orElseThrow();
    }
}
