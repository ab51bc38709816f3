package dev.reprise.sim;

import org.jspecify.annotations.Nullable;

/** The executor counts in flight what waits in queues, and what waits for something else. */
final class InFlightCount extends Oracle {
    @Override
    boolean looksAtSteps() {
        return true;
    }

    @Override
    @Nullable String step(CrewWorld world, Ledger ledger) {
        long counted = world.crew().inFlight();
        long expected = ledger.queued() + ledger.suspended();
        if (counted == expected) {
            return null;
        }
        return "in flight are "
                + ledger.queued()
                + " run-tokens in queues and "
                + ledger.suspended()
                + " waiting tasks, and the executor counts "
                + counted;
    }
}
