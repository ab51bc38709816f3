package dev.reprise.sim.engine;

import dev.reprise.engine.store.Head;
import org.jspecify.annotations.Nullable;

/** From the moment a process has claimed the store, nobody who came before it writes any more. */
final class Fencing extends EngineOracle {
    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        Head head = world.truth().head(truth.run);
        long claimed = world.truth().claimedBefore();
        return head == null || head.epoch() >= claimed
                ? null
                : "entry "
                        + (truth.size() - 1)
                        + " of run "
                        + truth.run
                        + " was written by epoch "
                        + head.epoch()
                        + ", and the store is claimed by epoch "
                        + claimed;
    }
}
