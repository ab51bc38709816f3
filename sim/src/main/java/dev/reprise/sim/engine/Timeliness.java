package dev.reprise.sim.engine;

import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A timer fires once, not before it is due, and not after nobody waits for it; a leg begins when it
 * may, and ends for want of time only when that is over.
 */
final class Timeliness extends EngineOracle {
    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        Instant until = truth.waited();
        boolean waited = truth.last().carriedOut() != null || truth.last().cutoff() != null;
        if (until != null && waited && world.now().isBefore(until)) {
            return "a leg of run " + truth.run + " goes on at " + world.now() + ", not " + until;
        }
        Turn turn = truth.last().turn();
        if (turn == null) {
            return null;
        }
        for (Job job : turn.activation().jobs()) {
            if (job instanceof Job.TimerFired(var seq)) {
                String wrong = wrong(world, truth, seq, turn.activation().now());
                if (wrong != null) {
                    return wrong;
                }
            }
        }
        return null;
    }

    private static @Nullable String wrong(
            EngineWorld world, RunTruth truth, long seq, Instant turn) {
        RunTruth.Clock clock = truth.clocks.get(seq);
        String which = "timer " + seq + " of run " + truth.run;
        if (clock == null) {
            return which + " fires, and was never set";
        }
        if (clock.fired > 1) {
            return which + " fires " + clock.fired + " times";
        }
        Instant when = world.now().isBefore(turn) ? world.now() : turn;
        return when.isBefore(clock.due)
                ? which + " fires at " + when + ", and is due at " + clock.due
                : null;
    }
}
