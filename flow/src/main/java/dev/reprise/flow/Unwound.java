package dev.reprise.flow;

import java.lang.System.Logger.Level;

/** Says how the end of a unit that was thrown away went. */
final class Unwound {
    private Unwound() {}

    static void report(Unit unit, boolean ended) {
        Trace trace = unit.run.trace();
        if (!ended) {
            trace.say(
                    Level.ERROR,
                    "Unit "
                            + unit.id
                            + " of run "
                            + unit.run.name()
                            + " blocks outside Flow and cannot be thrown away: its thread is lost."
                            + Lines.of(unit.strand.stack()).map(it -> " It is at " + it).orElse(""),
                    null);
        } else if (unit.hasBegun() && unit.strand.isUnwinding() && !unit.wasUnwound()) {
            trace.say(
                    Level.WARNING,
                    "Unit "
                            + unit.id
                            + " of run "
                            + unit.run.name()
                            + " was thrown away, but its code caught the Error that says so. Catch"
                            + " exceptions, not Throwable.",
                    null);
        }
        trace.stepEnded();
    }
}
