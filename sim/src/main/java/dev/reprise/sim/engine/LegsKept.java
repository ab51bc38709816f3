package dev.reprise.sim.engine;

import dev.reprise.engine.run.BondId;
import dev.reprise.engine.run.Retention;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.engine.store.Head;
import org.jspecify.annotations.Nullable;

/**
 * Of a run only whole legs are forgotten that have ended, and no more of them than may be; nothing
 * that still has to do with others.
 */
final class LegsKept extends EngineOracle {
    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        long before = truth.forgottenBefore;
        Head head = world.truth().head(truth.run);
        if (before == 0 || head == null || truth.size() < head.position()) {
            return null; // all is kept, or the append that forgets is not told to its end
        }
        String what = "run " + truth.run + " has forgotten what is before entry " + before;
        int gone = truth.origins.indexOf(before);
        if (gone < 0) {
            return what + ", and its legs begin at " + truth.origins;
        }
        int ended = truth.origins.size() - 1 - gone;
        int least = least(world, truth);
        if (ended < least) {
            return what
                    + ": of the legs that have ended it has "
                    + ended
                    + ", and "
                    + least
                    + " are kept";
        }
        for (BondId open : truth.children.keySet()) {
            if (truth.rewinds() == 0 && open.leg() <= gone) {
                return what + ", and what became of " + open + " is not known";
            }
        }
        return null;
    }

    private static int least(EngineWorld world, RunTruth truth) {
        Retention retention = world.plan().retention();
        if (truth.type().startsWith(Schedules.RESERVED) || retention.age().isPresent()) {
            return 1;
        }
        return retention.legs().orElse(Integer.MAX_VALUE);
    }
}
