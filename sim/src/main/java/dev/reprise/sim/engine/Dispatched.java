package dev.reprise.sim.engine;

import dev.reprise.engine.run.Attempt;
import dev.reprise.sim.engine.Desk.Performed;
import org.jspecify.annotations.Nullable;

/** What is carried out was durable before: the command, and each delivery but the first. */
final class Dispatched extends EngineOracle {
    @Override
    @Nullable String performed(EngineWorld world, Performed performed) {
        RunTruth truth = world.truth().run(performed.run());
        RunTruth.Chore chore = truth == null ? null : truth.chores.get(performed.seq());
        if (chore == null) {
            return performed + " is carried out, and the command that asks for it is not durable";
        }
        if (performed.attempt() == 1 && performed.redeliveries() == 0) {
            return null;
        }
        for (Attempt attempt : chore.attempts) {
            if (attempt.why() != Attempt.Why.PARKED
                    && attempt.attempt() == performed.attempt()
                    && attempt.redeliveries() == performed.redeliveries()) {
                return null;
            }
        }
        return performed
                + " is carried out, and what is durable of its attempts is "
                + chore.attempts;
    }
}
