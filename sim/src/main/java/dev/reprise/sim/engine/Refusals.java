package dev.reprise.sim.engine;

import dev.reprise.engine.run.Refusal;
import org.jspecify.annotations.Nullable;

/** Nobody is refused without a reason, and no step of a run fails by a fault of ours. */
final class Refusals extends EngineOracle {
    @Override
    @Nullable String refused(EngineWorld world, Request request, Life life, Refusal refusal) {
        RunTruth truth = world.truth().run(request.plan.run());
        String sentence = String.valueOf(refusal.getMessage());
        boolean just =
                switch (refusal.reason()) {
                    case NO_SUCH_RUN -> truth == null;
                    case ALREADY_STARTED ->
                            request.kind == Request.Kind.TAKEN
                                    || (request.kind == Request.Kind.FORK && !request.plan.once());
                    case NO_SUCH_MOMENT ->
                            request.kind == Request.Kind.RESET || request.kind == Request.Kind.FORK;
                    // A process that was taken for dead may not know that it was deleted since.
                    case ALREADY_ENDED ->
                            (truth != null && truth.end() != null)
                                    || world.truth().wasDeleted(request.plan.run());
                    case QUERY_FAILED ->
                            mayBeStuck(world, life, sentence)
                                    || (sentence.contains("its code beg")
                                            && (isUnbegun(truth, sentence)
                                                    || world.isZombie(life)));
                    case STORE_FAILED, CLOSED -> life.hasFailed();
                    case NO_SPACE -> world.hadNoRoom();
                    // It was helped or completed by somebody else, or is over.
                    case NO_SUCH_ACTIVITY -> request.isStanding();
                    case QUEUE_FULL -> request.startsRun() && world.plan().queue().backlogMax() > 0;
                    case NOT_ENDED, STILL_BOUND -> false;
                    // A process that was taken for dead reads what another has deleted since.
                    case UNREADABLE ->
                            world.isZombie(life) && world.truth().wasDeleted(request.plan.run());
                    case UNKNOWN_TYPE, UNDECODABLE, TOO_LARGE, UPDATE_REJECTED -> false;
                };
        return just ? null : request + " was refused for " + refusal.reason() + ": " + sentence;
    }

    /** Whether its code waits until that time, or was ended before. */
    private static boolean isUnbegun(@Nullable RunTruth truth, String sentence) {
        return truth != null
                && truth.isAboutToBegin()
                && (truth.end() == null
                        ? sentence.contains("its code begins at " + truth.begins())
                        : sentence.contains("it ended before its code began"));
    }

    private static boolean mayBeStuck(EngineWorld world, Life life, String sentence) {
        return sentence.contains("No code is registered")
                || life.isStrange()
                || (world.plan().strange() >= 0 && sentence.contains("NONDETERMINISM"));
    }

    @Override
    @Nullable String step(EngineWorld world) {
        long faults = world.life().conductor.counts().faults();
        return faults == 0 ? null : faults + " steps failed by a fault of the engine";
    }
}
