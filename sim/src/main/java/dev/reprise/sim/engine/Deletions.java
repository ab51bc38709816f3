package dev.reprise.sim.engine;

import dev.reprise.history.Turn;
import dev.reprise.sim.node.LogMedium;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Only what has ended is deleted, not before its time, as a whole, and when nobody needs it any
 * more; and what was kept long enough is not kept longer.
 */
final class Deletions extends EngineOracle {
    @Override
    @Nullable String deleted(EngineWorld world, RunTruth truth) {
        String which = "run " + truth.run + " is deleted, and ";
        if (truth.end() == null) {
            return which + "goes on";
        }
        if (!truth.children.isEmpty()) {
            return which + "what became of its children is not durable: " + truth.children;
        }
        for (RunTruth parent : world.truth().runs()) {
            // One that was taken back waits again for what it knew before: that may be gone.
            if (parent.children.containsValue(truth.run)
                    && parent.rewinds() == 0
                    && !world.truth().wasDeleted(parent.run)) {
                return which + "how it ended is not durable of its parent " + parent.run;
            }
        }
        Duration age = world.plan().retention().age().orElse(null);
        if (age == null) {
            return which + "all are kept";
        }
        Turn last = truth.last().carriedOut();
        Instant end = last == null ? Instant.MIN : last.activation().now();
        return world.now().isBefore(end.plus(age))
                ? which + "ended at " + end + ", and it is " + world.now()
                : null;
    }

    @Override
    @Nullable String opened(EngineWorld world, LogMedium medium) {
        for (RunTruth gone : world.truth().deleted()) {
            if (world.truth().run(gone.run) == null && medium.hasTraces(gone.run)) {
                return "run " + gone.run + " was deleted, and something of it is there";
            }
        }
        return null;
    }

    @Override
    @Nullable String end(EngineWorld world) {
        if (world.plan().retention().age().isPresent()) {
            for (RunTruth kept : world.truth().runs()) {
                if (kept.end() != null) {
                    return "run "
                            + kept.run
                            + " has ended, and is kept though nothing more happens";
                }
            }
        }
        return opened(world, world.life().plate.medium());
    }
}
