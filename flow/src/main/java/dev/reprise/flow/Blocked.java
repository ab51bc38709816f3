package dev.reprise.flow;

import dev.reprise.Failure.ActivationKind;

/** Says that a unit waits for something that the machine knows nothing of. */
final class Blocked {
    private static final int FRAMES_MAX = 12;

    private Blocked() {}

    static ActivationFailed by(Unit unit) {
        StackTraceElement[] stack = unit.strand.stack();
        return new ActivationFailed(
                ActivationKind.VIOLATION,
                "Unit "
                        + unit.id
                        + " of run "
                        + unit.run.name()
                        + " blocks outside Flow"
                        + Lines.of(stack).map(line -> ", at " + line).orElse("")
                        + ".\n"
                        + Lines.shown(stack, FRAMES_MAX)
                        + "What to do: wait with Flow.sleep, Flow.await or Flow.mutex, and do what"
                        + " reads or writes in an activity.");
    }
}
