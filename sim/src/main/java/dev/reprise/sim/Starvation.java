package dev.reprise.sim;

import dev.reprise.engine.exec.Source;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What waits in the shared queue is taken after a bounded number of turns, whoever the driver gives
 * them to: each worker looks there every so many turns, and each look takes one.
 *
 * <p>No such bound is promised for a lane: its owner takes the youngest first.
 */
final class Starvation extends Oracle {
    private record Wait(long token, long looks) {}

    private final ArrayDeque<Wait> waits = new ArrayDeque<>();
    private long looks;

    Starvation() {
        super(Trace.Type.STEP, Trace.Type.INJECTED, Trace.Type.MOVED, Trace.Type.POPPED);
    }

    @Override
    void begin(CrewWorld world) {
        waits.clear();
        looks = 0;
    }

    @Override
    @Nullable String event(CrewWorld world, Ledger ledger, int at) {
        var trace = world.trace();
        switch (trace.type(at)) {
            case STEP -> {
                int pollEvery = world.shape().pollEvery();
                if (trace.deed(at) == Trace.Deed.STEP_WORKER
                        && pollEvery > 0
                        && (ledger.turns((int) trace.argument(at)) + 1) % pollEvery == 0) {
                    looks++;
                }
            }
            case INJECTED ->
                    waits.addLast(new Wait(trace.token(at), looks + ledger.injector().size()));
            case MOVED -> taken(trace.token(at));
            default -> {
                if (trace.source(at) == Source.INJECTOR) {
                    taken(trace.token(at));
                }
            }
        }
        return null;
    }

    private void taken(long token) {
        var oldest = waits.peekFirst();
        if (oldest != null && oldest.token == token) {
            waits.removeFirst();
        } else {
            waits.removeIf(wait -> wait.token == token);
        }
    }

    @Override
    boolean looksAtSteps() {
        return true;
    }

    @Override
    @Nullable String step(CrewWorld world, Ledger ledger) {
        var oldest = waits.peekFirst();
        if (oldest == null || looks <= oldest.looks + 1) {
            return null;
        }
        return "run-token "
                + oldest.token
                + " waits in the shared queue, and "
                + (looks - oldest.looks)
                + " more looks were due than it has to wait for";
    }
}
