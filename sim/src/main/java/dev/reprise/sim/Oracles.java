package dev.reprise.sim;

import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Rules;
import java.util.List;

/** All properties that are checked at every step. */
final class Oracles {
    private Oracles() {}

    static List<Oracle> of(Case plan) {
        if (plan.shape() == null) {
            return List.of();
        }
        if (plan.rules().equals(Rules.ORIGINAL)) {
            return List.of(new RunnableStarvation());
        }
        return List.of(
                new DoubleRun(),
                new QueueOrder(),
                new WakeOnHoard(),
                new RoundRobin(),
                new LegalUnblock(),
                new LostTask(),
                new OnePlace(),
                new InFlightCount(),
                new GateKept(),
                new LostWakeup(),
                new Starvation(),
                new Permits(),
                new PermitLeak());
    }
}
