package dev.reprise.sim;

import org.jspecify.annotations.Nullable;

/**
 * A worker takes the youngest task of its own lane; without one, the oldest that all share; without
 * one, the oldest of another's lane.
 */
final class QueueOrder extends Oracle {
    QueueOrder() {
        super(Trace.Type.POPPED, Trace.Type.MOVED);
    }

    @Override
    @Nullable String event(CrewWorld world, Ledger ledger, int at) {
        var trace = world.trace();
        int worker = trace.worker(at);
        var own = ledger.lane(worker);
        if (trace.type(at) == Trace.Type.MOVED) {
            return moved(world, ledger, at);
        }
        boolean polls = world.shape().pollEvery() > 0;
        return switch (trace.source(at)) {
            case LOCAL -> differs(trace, at, own.youngest(), "the youngest of its lane");
            case INJECTOR ->
                    !own.isEmpty() && !polls
                            ? "worker "
                                    + worker
                                    + " took from the shared queue, and has "
                                    + own.size()
                                    + " of its own"
                            : differs(
                                    trace,
                                    at,
                                    ledger.injector().oldest(),
                                    "the oldest that all share");
            case STEAL ->
                    !own.isEmpty() || !ledger.injector().isEmpty()
                            ? "worker " + worker + " stole, and there was work nearer"
                            : differs(
                                    trace,
                                    at,
                                    ledger.lane(trace.victim(at)).oldest(),
                                    "the oldest of worker " + trace.victim(at));
        };
    }

    /** What is taken along is next in the shared queue. */
    private static @Nullable String moved(CrewWorld world, Ledger ledger, int at) {
        long token = world.trace().token(at);
        boolean isNext = ledger.injector().containsWithin(world.shape().batch(), token);
        return isNext
                ? null
                : "worker "
                        + world.trace().worker(at)
                        + " took along run-token "
                        + token
                        + ", which is not among the next of the shared queue";
    }

    private static @Nullable String differs(Trace trace, int at, long expected, String which) {
        long taken = trace.token(at);
        return expected == taken
                ? null
                : "worker "
                        + trace.worker(at)
                        + " took run-token "
                        + taken
                        + ", and "
                        + which
                        + " is "
                        + expected;
    }
}
