package dev.reprise.sim;

import dev.reprise.choice.Scheduler;
import dev.reprise.sim.task.Case;
import org.jspecify.annotations.Nullable;

/**
 * What must be the same in several runs of one case. Each run is checked by the oracles on its own;
 * this is what only shows when runs are compared.
 */
public final class Agreement {
    /** The same choices led to another trace or another state. */
    public static final String DETERMINISM = "Determinism";

    /** Tasks that do not depend on each other came to other results in another order. */
    public static final String STABILITY = "Stability";

    /** Tasks came to other results than with the simplest executor there is. */
    public static final String REFERENCE = "Reference";

    private final Simulation simulation;
    private final Simulation again;
    private final @Nullable Results reference;
    private @Nullable Results first;

    /** Compares runs of a case on an executor. */
    public Agreement(Case plan, Staffing staffing) {
        simulation = new Simulation(plan, staffing);
        again = new Simulation(plan, staffing);
        reference = Results.areStable(plan) ? Results.serial(plan) : null;
    }

    /** The simulation whose runs are compared. */
    public Simulation simulation() {
        return simulation;
    }

    /** Runs once more, and compares. */
    public @Nullable Flaw run(Scheduler scheduler) {
        var flaw = simulation.run(scheduler);
        if (flaw != null) {
            return flaw;
        }
        return disagreement();
    }

    private @Nullable Flaw disagreement() {
        again.run(new Recalled(simulation.choices()));
        if (!simulation.world().trace().sameAs(again.world().trace())
                || simulation.digest() != again.digest()) {
            return flaw(DETERMINISM, "the same choices led to another trace or another state");
        }
        if (reference == null) {
            return null;
        }
        var results = Results.of(simulation.world().tasks());
        if (first == null) {
            first = results;
            return null; // who differs from the reference is asked again: perhaps it differs from
            // itself
        }
        if (!first.equals(results)) {
            return flaw(
                    STABILITY,
                    "the results depend on the order: "
                            + first.tasks()
                            + " before, "
                            + results.tasks()
                            + " now");
        }
        return reference.equals(results)
                ? null
                : flaw(
                        REFERENCE,
                        "the results should be "
                                + reference.tasks()
                                + ", and are "
                                + results.tasks());
    }

    private Flaw flaw(String kind, String message) {
        return new Flaw(kind, simulation.steps(), message);
    }
}
