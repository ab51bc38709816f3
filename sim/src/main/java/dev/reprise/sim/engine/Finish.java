package dev.reprise.sim.engine;

import dev.reprise.Outcome;
import dev.reprise.engine.run.Status;
import org.jspecify.annotations.Nullable;

/** Every run that began comes to its end, the right one; everybody who asked has an answer. */
final class Finish extends EngineOracle {
    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        Status status = truth.end();
        Outcome outcome = truth.outcome();
        if (status == null || outcome == null) {
            return null;
        }
        for (RunPlan plan : world.plan().plans()) {
            if (plan.run().equals(truth.run)) {
                return plan.misfit(status, outcome, truth.isCancelled(), truth.signals);
            }
        }
        return "nobody started run " + truth.run;
    }

    @Override
    @Nullable String end(EngineWorld world) {
        for (RunTruth truth : world.truth().runs()) {
            if (truth.end() == null) {
                return "run "
                        + truth.run
                        + " has not ended, and nothing more happens; its last entry is "
                        + truth.last();
            }
        }
        for (Request request : world.requests()) {
            if (request.isStanding() && request.state() != Request.State.ASKED) {
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
