package dev.reprise.sim.engine;

import dev.reprise.RunId;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import dev.reprise.sim.node.LogMedium;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is durable of a run, replayed on a fresh machine, gives the same commands. */
final class ReplayEqualsRun extends EngineOracle {
    private final TreeMap<RunId, Integer> replayed = new TreeMap<>();

    /** How many legs that have ended were replayed. */
    private final TreeMap<RunId, Integer> legs = new TreeMap<>();

    @Override
    @Nullable String opened(EngineWorld world, LogMedium medium) {
        return end(world);
    }

    @Override
    @Nullable String deleted(EngineWorld world, RunTruth truth) {
        replayed.remove(truth.run);
        legs.remove(truth.run);
        return null;
    }

    private @Nullable String legs(RunPlan plan, RunTruth truth) {
        int before = legs.merge(plan.run(), 0, Integer::sum);
        for (Transcript leg : truth.legs().subList(before, truth.legs().size())) {
            if (plan.work().replay(leg) instanceof Replay.Differed(var mismatch)) {
                return "a leg of run " + plan.run() + " does not replay: " + mismatch.describe();
            }
        }
        legs.put(plan.run(), truth.legs().size());
        return null;
    }

    @Override
    @Nullable String end(EngineWorld world) {
        for (RunTruth truth : world.truth().runs()) {
            RunPlan plan = world.plan().of(truth.run).orElse(null);
            if (plan == null) {
                return "nobody started run " + truth.run;
            }
            int turns = truth.turns().size();
            Integer before = replayed.put(plan.run(), turns);
            String wrong = legs(plan, truth);
            if (wrong != null) {
                return wrong;
            }
            if (turns == 0 || (before != null && before == turns)) {
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
