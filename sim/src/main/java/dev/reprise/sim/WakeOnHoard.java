package dev.reprise.sim;

import org.jspecify.annotations.Nullable;

/**
 * Somebody is woken for each task that comes into the shared queue, and for every so many tasks
 * that a worker has put in its own lane; and for nothing else.
 */
final class WakeOnHoard extends Oracle {
    private int owed;

    WakeOnHoard() {
        super(Trace.Type.SPAWNED, Trace.Type.INJECTED, Trace.Type.UNPARKED);
    }

    @Override
    void begin(CrewWorld world) {
        owed = 0;
    }

    @Override
    @Nullable String event(CrewWorld world, Ledger ledger, int at) {
        var trace = world.trace();
        int hoard = world.crew().shape().hoard();
        switch (trace.type(at)) {
            case SPAWNED -> {
                if ((ledger.spawns(trace.worker(at)) + 1) % hoard == 0) {
                    owed++;
                }
            }
            case INJECTED -> owed++;
            default -> owed--;
        }
        return owed < 0
                ? "worker " + trace.worker(at) + " was woken, and there was no reason to"
                : null;
    }

    @Override
    @Nullable String step(CrewWorld world, Ledger ledger) {
        return owed > 0 ? "somebody had to be woken " + owed + " more times" : null;
    }
}
