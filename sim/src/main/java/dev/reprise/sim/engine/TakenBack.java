package dev.reprise.sim.engine;

import dev.reprise.engine.run.Rewind;
import dev.reprise.history.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run that is taken back has what was asked for behind it, unchanged and no more; and it knows,
 * or is told again, whatever it was told.
 */
final class TakenBack extends EngineOracle {
    private final List<RunTruth> changed = new ArrayList<>();
    private final TreeMap<String, Rewind> rewinds = new TreeMap<>();

    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        Rewind rewind = truth.last().rewind();
        if (rewind != null) {
            rewinds.put(truth.run.value(), rewind);
            changed.add(truth);
        }
        return null;
    }

    /** All that was written with it is there, too. */
    @Override
    @Nullable String step(EngineWorld world) {
        for (RunTruth truth : changed) {
            Rewind rewind = rewinds.get(truth.run.value());
            String wrong =
                    rewind == null || rewind.leg() != truth.leg()
                            ? null
                            : wrong(world, truth, rewind);
            if (wrong != null) {
                return "run " + truth.run + " was taken back to turn " + wrong;
            }
        }
        changed.clear();
        return null;
    }

    private static @Nullable String wrong(EngineWorld world, RunTruth truth, Rewind rewind) {
        int kept = (int) rewind.turns();
        RunPlan plan = world.plan().of(truth.run).orElseThrow();
        if (plan.resets() >= 0 && plan.resets() != kept) {
            return kept + ", and " + plan.resets() + " was asked for";
        }
        List<Turn> before = truth.legs().getLast().turns();
        if (truth.turns().size() < kept
                || before.size() < kept
                || !truth.turns().subList(0, kept).equals(before.subList(0, kept))) {
            return kept + ", and has " + truth.turns() + " of " + before;
        }
        List<String> known = new ArrayList<>(truth.told);
        known.addAll(truth.received);
        return known.containsAll(truth.toldBefore())
                ? null
                : kept + ", and knows " + known + " of " + truth.toldBefore();
    }
}
