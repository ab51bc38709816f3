package dev.reprise.sim;

import org.jspecify.annotations.Nullable;

/**
 * Workers are woken in turn; where sleepers come first, it is the first sleeper from the one whose
 * turn it is.
 */
final class RoundRobin extends Oracle {
    RoundRobin() {
        super(Trace.Type.UNPARKED);
    }

    @Override
    @Nullable String event(CrewWorld world, Ledger ledger, int at) {
        int woken = world.trace().worker(at);
        int expected = expected(world, ledger);
        return woken == expected
                ? null
                : "worker " + woken + " was woken, and it was the turn of worker " + expected;
    }

    private static int expected(CrewWorld world, Ledger ledger) {
        var shape = world.shape();
        int first = Integer.remainderUnsigned(ledger.unparks(), shape.workers());
        for (int i = 0; shape.wakeIdle() && i < shape.workers(); i++) {
            int candidate = (first + i) % shape.workers();
            if (ledger.isAsleep(candidate)) {
                return candidate;
            }
        }
        return first;
    }
}
