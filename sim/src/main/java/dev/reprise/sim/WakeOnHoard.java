package dev.reprise.sim;

import org.jspecify.annotations.Nullable;

/**
 * Somebody is woken for each task that comes into the shared queue, and for every so many tasks
 * that a worker has put in its own lane; and for nothing else.
 *
 * <p>Where sleepers come first, somebody is woken only if somebody sleeps; then also when a worker
 * leaves tasks behind where it took one.
 */
final class WakeOnHoard extends Oracle {
    private int owed;

    WakeOnHoard() {
        super(Trace.Type.SPAWNED, Trace.Type.INJECTED, Trace.Type.POPPED, Trace.Type.UNPARKED);
    }

    @Override
    void begin(CrewWorld world) {
        owed = 0;
    }

    @Override
    @Nullable String event(CrewWorld world, Ledger ledger, int at) {
        var trace = world.trace();
        if (trace.type(at) == Trace.Type.UNPARKED) {
            owed--;
            return owed < 0
                    ? "worker " + trace.worker(at) + " was woken, and there was no reason to"
                    : null;
        }
        boolean useful = !world.shape().wakeIdle() || ledger.hasSleepers();
        if (useful && isReason(world, ledger, at)) {
            owed++;
        }
        return null;
    }

    private static boolean isReason(CrewWorld world, Ledger ledger, int at) {
        var trace = world.trace();
        var shape = world.shape();
        int worker = trace.worker(at);
        return switch (trace.type(at)) {
            case SPAWNED -> (ledger.spawns(worker) + 1) % shape.hoard() == 0;
            case INJECTED -> true;
            default -> shape.wakeIdle() && leavesSome(trace, ledger, at);
        };
    }

    private static boolean leavesSome(Trace trace, Ledger ledger, int at) {
        int own = ledger.lane(trace.worker(at)).size();
        return switch (trace.source(at)) {
            case LOCAL -> own > 1;
            case INJECTOR -> own > 0 || ledger.injector().size() > 1;
            case STEAL -> ledger.lane(trace.victim(at)).size() > 1;
        };
    }

    @Override
    boolean looksAtSteps() {
        return true;
    }

    @Override
    @Nullable String step(CrewWorld world, Ledger ledger) {
        return owed > 0 ? "somebody had to be woken " + owed + " more times" : null;
    }
}
