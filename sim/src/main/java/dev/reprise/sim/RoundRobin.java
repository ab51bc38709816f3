package dev.reprise.sim;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Workers are woken in turn; where sleepers come first, it is the first sleeper from the one whose
 * turn it is.
 */
final class RoundRobin extends Oracle {
    private boolean[] asleep = new boolean[1];

    RoundRobin() {
        super(Trace.Type.STEP, Trace.Type.UNPARKED, Trace.Type.PARKED);
    }

    @Override
    void begin(CrewWorld world) {
        int workers = world.crew().shape().workers();
        asleep = asleep.length == workers ? asleep : new boolean[workers];
        Arrays.fill(asleep, false);
    }

    @Override
    @Nullable String event(CrewWorld world, Ledger ledger, int at) {
        var trace = world.trace();
        int worker =
                trace.type(at) == Trace.Type.STEP ? (int) trace.argument(at) : trace.worker(at);
        if (trace.type(at) == Trace.Type.UNPARKED) {
            int expected = expected(world, ledger.unparks());
            if (worker != expected) {
                return "worker " + worker + " was woken, and it was the turn of worker " + expected;
            }
        }
        if (trace.type(at) != Trace.Type.STEP || trace.deed(at) == Trace.Deed.STEP_WORKER) {
            asleep[worker] = trace.type(at) == Trace.Type.PARKED;
        }
        return null;
    }

    private int expected(CrewWorld world, int unparks) {
        int workers = asleep.length;
        int first = Integer.remainderUnsigned(unparks, workers);
        for (int i = 0; world.crew().shape().wakeIdle() && i < workers; i++) {
            if (asleep[(first + i) % workers]) {
                return (first + i) % workers;
            }
        }
        return first;
    }
}
