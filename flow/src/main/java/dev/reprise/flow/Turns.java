package dev.reprise.flow;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.flow.unit.Strands;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with a call of {@link Flow} that came at a wrong moment. */
final class Turns {
    private Turns() {}

    /** The refusal of a call. */
    static Error refused(@Nullable Object speaker) {
        return switch (speaker) {
            case Unit unit -> refused(unit);
            case Run run when run.rounds.observed() != null ->
                    violation(
                            run,
                            "A condition called something that pauses or decides.",
                            "a condition only reads: move the call out of it");
            case null, default ->
                    throw new IllegalStateException(
                            "Flow was called by a thread that runs no workflow: "
                                    + Strands.caller()
                                    + ". Call it from the code of a workflow.");
        };
    }

    private static Error refused(Unit unit) {
        if (unit.strand.isUnwinding()) {
            unit.strand.pause();
        }
        if (!unit.strand.isCurrent() || !unit.run.isRunning(unit)) {
            return outOfTurn(unit);
        }
        if (unit.freedom() == Unit.Freedom.LEAVING) {
            return new ContinuedAsNew();
        }
        if (unit.freedom() == Unit.Freedom.NOTHING) {
            return violation(
                    unit.run,
                    "A state update of unit " + unit.id + " called Flow.",
                    "a state update only computes the new state from the old one");
        }
        if (unit.run.isReader(unit)) {
            return new Violation(
                    "A query or a validator called something that pauses or decides. It only reads:"
                            + " do it in the workflow, a signal or an update.");
        }
        return violation(
                unit.run,
                "A condition of unit " + unit.id + " called something that pauses or decides.",
                "a condition only reads: move the call out of it");
    }

    private static Error outOfTurn(Unit unit) {
        ActivationFailed problem = unit.run.problem();
        if (problem != null) {
            return new Violation(problem.failure().message());
        }
        return violation(
                unit.run,
                "Unit " + unit.id + " called Flow out of turn, on " + Strands.caller() + ".",
                "start no threads in a workflow: use Flow.async or Flow.parallel");
    }

    /** The refusal of something that belongs to another run. */
    static Error foreign(Unit unit, Run run) {
        return violation(
                unit.run,
                "Unit "
                        + unit.id
                        + " of run "
                        + unit.run.name()
                        + " used what belongs to run "
                        + run.name()
                        + ".",
                "keep promises, scopes and the like in fields of the workflow, never in statics");
    }

    private static Violation violation(Run run, String what, String instead) {
        String message = what + " What to do: " + instead + ".";
        run.fail(ActivationKind.VIOLATION, message);
        return new Violation(message);
    }
}
