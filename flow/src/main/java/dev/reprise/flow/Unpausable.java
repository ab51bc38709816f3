package dev.reprise.flow;

import dev.reprise.Failure.ActivationKind;
import org.jspecify.annotations.Nullable;

/** Says that a unit does not come to a pause, or tried to pause where nothing can. */
final class Unpausable {
    private static final int FRAMES_MAX = 12;

    private Unpausable() {}

    static ActivationFailed at(Unit unit) {
        return new ActivationFailed(
                ActivationKind.VIOLATION,
                "Unit "
                        + unit.id
                        + " of run "
                        + unit.run.name()
                        + " called something that pauses inside a class initialiser, or below a"
                        + " native method: code cannot pause there.\n"
                        + "What to do: move the call out of the static initialiser, or out of what"
                        + " native code calls back.");
    }

    static String stuck(Run run, @Nullable Unit unit, StackTraceElement[] stack) {
        return (unit == null ? "Run " : "Unit " + unit.id + " of run ")
                + run.name()
                + " does not come to a pause"
                + Lines.of(stack).map(line -> ", at " + line).orElse("")
                + ".\n"
                + Lines.shown(stack, FRAMES_MAX)
                + "What to do: give the loop an end, pause in it (Flow.sleep, Flow.yield), or do long"
                + " work in an activity.";
    }
}
