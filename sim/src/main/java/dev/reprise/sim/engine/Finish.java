package dev.reprise.sim.engine;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.run.Status;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every run that began comes to its end, the right one; everybody who asked has an answer. */
final class Finish extends EngineOracle {
    /** What has grown, and is looked at when all that was written with it is there, too. */
    private final List<RunTruth> changed = new ArrayList<>();

    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        changed.add(truth);
        return null;
    }

    @Override
    @Nullable String step(EngineWorld world) {
        for (RunTruth truth : changed) {
            String wrong = wrong(world, truth);
            if (wrong != null) {
                return wrong;
            }
        }
        changed.clear();
        return null;
    }

    private static @Nullable String wrong(EngineWorld world, RunTruth truth) {
        Status status = truth.end();
        Outcome outcome = truth.outcome();
        if (status == null || outcome == null) {
            return null;
        }
        if (isAnew(world, truth.run)) {
            return null;
        }
        RunPlan plan = world.plan().of(truth.run).orElse(null);
        if (plan == null) {
            return "nobody started run " + truth.run;
        }
        String wrong = plan.misfit(status, outcome, truth.isCancelled(), truth.signals);
        return wrong == null ? undelivered(world, plan, outcome) : wrong;
    }

    /** What a run believes to have told another is durable there. */
    private static @Nullable String undelivered(EngineWorld world, RunPlan plan, Outcome outcome) {
        if (plan.work() != RunPlan.Work.MESSENGER
                || !outcome.equals(new Outcome.Completed(Payload.text("told")))) {
            return null;
        }
        if (isAnew(world, plan.addressee())) {
            return null;
        }
        RunTruth other = world.truth().run(plan.addressee());
        String words = Works.Messenger.words(plan.run());
        return other != null && (other.signals.contains(words) || other.received.contains(words))
                ? null
                : "run " + plan.run() + " knows that " + words + " has arrived, and it has not";
    }

    /**
     * Whether another run had its id before: a start that was repeated when that was deleted is a
     * new one, and nobody tells it what the first was told.
     */
    private static boolean isAnew(EngineWorld world, RunId run) {
        return world.truth().wasDeleted(run);
    }

    @Override
    @Nullable String end(EngineWorld world) {
        for (RunTruth truth : world.truth().runs()) {
            if (truth.end() == null && !isAnew(world, truth.run)) {
                return "run "
                        + truth.run
                        + " has not ended, and nothing more happens; its last entry is "
                        + truth.last();
            }
        }
        for (Request request : world.requests()) {
            if ((request.isStanding() && request.state() != Request.State.ASKED)
                    || isAnew(world, request.plan.run())) {
                continue;
            }
            boolean begun = world.truth().run(request.plan.run()) != null;
            if (request.state() == Request.State.ASKED
                    || (request.state() == Request.State.NEW && begun)) {
                return request + " was not answered, and nothing more happens";
            }
        }
        return world.life().conductor.isQuiet()
                ? null
                : "nothing more happens, and the engine says that something is under way";
    }
}
