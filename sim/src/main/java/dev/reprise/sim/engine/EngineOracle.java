package dev.reprise.sim.engine;

import dev.reprise.engine.run.Refusal;
import dev.reprise.sim.engine.Desk.Performed;
import dev.reprise.sim.node.LogMedium;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One property of the engine. It is shown what happens when it happens, and objects with a sentence
 * that shows both sides. It knows what is durable from {@link Truth}, never from the engine.
 */
abstract class EngineOracle {
    /** All of them, in the order in which they are asked. */
    static List<EngineOracle> all() {
        return List.of(
                new Prefix(),
                new Fencing(),
                new Deletions(),
                new LegsKept(),
                new Acknowledged(),
                new Dispatched(),
                new DeliveredOnce(),
                new PolicyKept(),
                new GatesKept(),
                new QueuesKept(),
                new SignalsOnce(),
                new HandedOn(),
                new TakenBack(),
                new Timeliness(),
                new Summaries(),
                new DurableAnswers(),
                new Refusals(),
                new ReplayEqualsRun(),
                new SchedulesKept(),
                new Finish());
    }

    /** What is wrong when it objects. */
    final String name() {
        return getClass().getSimpleName();
    }

    /** An entry has become durable; {@code truth} has it already. */
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        return null;
    }

    /** A run was deleted; {@code truth} is what was durable of it. */
    @Nullable String deleted(EngineWorld world, RunTruth truth) {
        return null;
    }

    /** An activity begins. */
    @Nullable String performed(EngineWorld world, Performed performed) {
        return null;
    }

    /** Nobody stops an activity that is stuck, and nothing else happens. */
    @Nullable String stuck(EngineWorld world, Performed performed) {
        return null;
    }

    /** A client was answered. */
    @Nullable String answered(EngineWorld world, Request.Answer answer) {
        return null;
    }

    /** A client was refused. */
    @Nullable String refused(EngineWorld world, Request request, Life life, Refusal refusal) {
        return null;
    }

    /** A store was opened, after whatever happened to it. */
    @Nullable String opened(EngineWorld world, LogMedium medium) {
        return null;
    }

    /** Something was done. */
    @Nullable String step(EngineWorld world) {
        return null;
    }

    /** Nothing more can be done. */
    @Nullable String end(EngineWorld world) {
        return null;
    }
}
