package dev.reprise.sim.engine;

import dev.reprise.engine.run.Rewind;
import dev.reprise.history.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run that is taken back, or goes on from a moment of another, has what was asked for behind it,
 * unchanged and no more; and it knows, or is told again, whatever it was told itself.
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
        if (truth.legs().isEmpty()) {
            return forked(world, truth, kept);
        }
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

    /** Another run goes on from a moment of one leg or another of the one that was asked for. */
    private static @Nullable String forked(EngineWorld world, RunTruth truth, int kept) {
        RunPlan from = world.plan().forkedFrom(truth.run).orElseThrow();
        if (kept != from.forked()) {
            return kept + " of run " + from.run() + ", and " + from.forked() + " was asked for";
        }
        RunTruth other = world.truth().last(from.run());
        if (other == null || truth.turns().size() < kept) {
            return kept + " of run " + from.run() + ", and has " + truth.turns();
        }
        List<Turn> own = truth.turns().subList(0, kept);
        List<List<Turn>> all = new ArrayList<>(List.of(other.turns()));
        other.legs().forEach(leg -> all.add(leg.turns()));
        boolean fits =
                all.stream().anyMatch(it -> it.size() >= kept && it.subList(0, kept).equals(own));
        return fits ? null : kept + ", and has " + own + " of " + all;
    }
}
