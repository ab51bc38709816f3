package dev.reprise.sim.engine;

import dev.reprise.history.Job;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A leg that follows another, not from an earlier moment of it, is told what its code has not taken
 * up, as a fresh machine says, and what it received and did not carry out: that first, in its
 * order. What was asked to cancel is not tried again.
 */
final class HandedOn extends EngineOracle {
    private final List<Begun> begun = new ArrayList<>();

    /**
     * A leg that has begun.
     *
     * @param before the turns of the leg that it follows
     * @param received what that received and did not carry out
     */
    private record Begun(RunTruth truth, long leg, Transcript before, List<String> received) {}

    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        Turn turn = truth.last().turn();
        if (turn != null
                && truth.last().received()
                && truth.last().rewind() == null
                && turn.activation().jobs().getFirst() instanceof Job.Start start
                && start.info().continuedFrom().isPresent()) {
            if (start.info().attempt() > 1 && truth.wasAskedToCancel()) {
                return "run " + truth.run + " is tried again, and was asked to cancel";
            }
            begun.add(
                    new Begun(truth, truth.leg(), truth.legs().getLast(), truth.receivedBefore()));
        }
        return null;
    }

    @Override
    @Nullable String deleted(EngineWorld world, RunTruth truth) {
        begun.removeIf(it -> it.truth().equals(truth));
        return null;
    }

    /** All that was written with it is there, too. */
    @Override
    @Nullable String step(EngineWorld world) {
        for (Begun each : begun) {
            RunTruth truth = each.truth();
            List<String> left = left(world, each);
            List<String> told = new ArrayList<>(truth.told);
            told.addAll(truth.received);
            if (truth.leg() == each.leg()
                    && (told.size() < left.size() || !told.subList(0, left.size()).equals(left))) {
                return "leg "
                        + each.leg()
                        + " of run "
                        + truth.run
                        + " is told "
                        + told
                        + ", and the leg before has left "
                        + left;
            }
        }
        begun.clear();
        return null;
    }

    private static List<String> left(EngineWorld world, Begun begun) {
        List<String> left = new ArrayList<>();
        if (!begun.before().turns().isEmpty()) {
            RunPlan plan = world.plan().of(begun.truth().run).orElseThrow();
            plan.work().unconsumed(begun.before()).forEach(it -> left.add(words(it)));
        }
        left.addAll(begun.received());
        return left;
    }

    private static String words(Job job) {
        return switch (job) {
            case Job.Signal signal -> RunTruth.words(signal);
            case Job.Update update -> update.id();
            default -> job.toString();
        };
    }
}
