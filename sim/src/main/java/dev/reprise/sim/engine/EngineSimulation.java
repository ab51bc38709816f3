package dev.reprise.sim.engine;

import dev.reprise.SplitMix64;
import dev.reprise.choice.Action;
import dev.reprise.choice.Scheduler;
import dev.reprise.sim.Flaw;
import dev.reprise.sim.node.Disk;
import dev.reprise.sim.node.Offers;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Runs a case with the real engine, step by step, as a scheduler chooses. */
final class EngineSimulation {
    /** More steps than this say that something goes round in circles. */
    static final int STEPS_MAX = 5_000;

    private final EngineCase plan;
    private final Disk.@Nullable Trap trap;
    private @Nullable List<String> story;

    EngineSimulation(EngineCase plan, Disk.@Nullable Trap trap) {
        this.plan = plan;
        this.trap = trap;
    }

    /** The same, which writes down what is chosen. */
    EngineSimulation telling(List<String> into) {
        story = into;
        return this;
    }

    /**
     * How a run of it went.
     *
     * @param commits how many groups were written
     * @param hash of what was chosen, what was possible and what is durable
     * @param met how often what has happened
     */
    record Result(
            @Nullable Flaw flaw,
            int steps,
            int commits,
            long hash,
            SortedMap<String, Integer> met) {}

    Result run(Scheduler scheduler) {
        var world = new EngineWorld(plan, trap);
        long hash = plan.seed();
        int steps = 0;
        for (; steps < STEPS_MAX && world.flaw() == null; steps++) {
            Offers offers = world.offer();
            if (offers.size() == 0) {
                world.end();
                break;
            }
            Action action = scheduler.choose(offers);
            hash = SplitMix64.mix(hash + offers.fingerprint());
            hash =
                    SplitMix64.mix(
                            hash ^ (action.key().number() * 31 + action.key().kind().order()));
            if (story != null) {
                story.add(action.toString());
            }
            try {
                world.perform(action);
            } catch (RuntimeException | Error e) {
                world.object(Flaw.ESCAPED, escaped(e));
            }
        }
        if (steps == STEPS_MAX) {
            world.object(Flaw.STEP_LIMIT, "not at its end after " + steps + " steps");
        }
        return new Result(world.flaw(), steps, world.commits(), digest(world, hash), world.met());
    }

    private static String escaped(Throwable thrown) {
        List<String> lines = new ArrayList<>();
        lines.add(thrown.toString());
        for (StackTraceElement line : thrown.getStackTrace()) {
            if (lines.size() < 12) {
                lines.add("  at " + line);
            }
        }
        return String.join("\n", lines);
    }

    private static long digest(EngineWorld world, long hash) {
        long digest = hash;
        for (RunTruth run : world.truth().runs()) {
            for (int at = 0; at < run.size(); at++) {
                for (byte each : run.raw(at)) {
                    digest = digest * 31 + each;
                }
                digest = SplitMix64.mix(digest);
            }
        }
        return digest;
    }
}
