package dev.reprise.sim;

import org.jspecify.annotations.Nullable;

/**
 * An open gate lets in, a closed one refuses; all is done as soon as the gate is closed and nothing
 * in flight, and not before.
 */
final class GateKept extends Oracle {
    GateKept() {
        super(Trace.Type.ADMITTED, Trace.Type.REFUSED);
    }

    @Override
    @Nullable String event(CrewWorld world, Ledger ledger, int at) {
        boolean admitted = world.trace().type(at) == Trace.Type.ADMITTED;
        if (admitted != ledger.isClosed()) {
            return null;
        }
        return "the gate is "
                + (ledger.isClosed() ? "closed" : "open")
                + ", and task "
                + world.tasks().id(world.trace().task(at))
                + (admitted ? " was let in" : " was refused");
    }

    @Override
    boolean looksAtSteps() {
        return true;
    }

    @Override
    @Nullable String step(CrewWorld world, Ledger ledger) {
        var crew = world.crew();
        if (crew.isOpen() == ledger.isClosed()) {
            return "the gate was "
                    + (ledger.isClosed() ? "closed" : "not closed")
                    + ", and it is "
                    + (crew.isOpen() ? "open" : "closed");
        }
        long inFlight = ledger.queued() + ledger.suspended();
        boolean over = ledger.isClosed() && inFlight == 0;
        if (over && !crew.isDone()) {
            return "the gate is closed, nothing is in flight, and it is not done";
        }
        if (crew.isDone() && !over && !world.hasPanicked()) {
            return "it is done, but "
                    + inFlight
                    + " are in flight and the gate is "
                    + (ledger.isClosed() ? "closed" : "open");
        }
        return null;
    }
}
