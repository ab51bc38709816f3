package dev.reprise.sim;

import org.jspecify.annotations.Nullable;

/** A run-token is taken once and run once. */
final class DoubleRun extends Oracle {
    DoubleRun() {
        super(Trace.Type.POPPED, Trace.Type.BEGAN);
    }

    @Override
    @Nullable String event(CrewWorld world, Ledger ledger, int at) {
        var trace = world.trace();
        var place = ledger.place(trace.token(at));
        var expected =
                trace.type(at) == Trace.Type.POPPED ? Ledger.Place.QUEUED : Ledger.Place.TAKEN;
        if (place == expected) {
            return null;
        }
        return "run-token "
                + trace.token(at)
                + " of task "
                + world.tasks().id(trace.task(at))
                + (trace.type(at) == Trace.Type.POPPED ? " was taken" : " was run")
                + " when it was "
                + place;
    }
}
