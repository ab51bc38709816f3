package dev.reprise.sim.engine;

import dev.reprise.RunId;
import dev.reprise.history.Replay;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is durable of a run, replayed on a fresh machine, gives the same commands. */
final class ReplayEqualsRun extends EngineOracle {
    private final TreeMap<RunId, Integer> replayed = new TreeMap<>();

    @Override
    @Nullable String opened(EngineWorld world, LogMedium medium) {
        return end(world);
    }

    @Override
    @Nullable String end(EngineWorld world) {
        for (RunPlan plan : world.plan().plans()) {
            RunTruth truth = world.truth().run(plan.run());
            int turns = truth == null ? 0 : truth.turns().size();
            Integer before = replayed.put(plan.run(), turns);
            if (truth == null || turns == 0 || (before != null && before == turns)) {
                continue;
            }
            try {
                if (plan.work().replay(truth.transcript(turns))
                        instanceof Replay.Differed(var mismatch)) {
                    return "run " + plan.run() + " does not replay: " + mismatch.describe();
                }
            } catch (IllegalArgumentException e) {
                return "run " + plan.run() + " has no transcript: " + e.getMessage();
            }
        }
        return null;
    }
}
