package dev.reprise.sim.explore;

import java.util.Optional;

/** Plays a scenario of the engine on the engine that is loaded beside it. */
public final class Scenes {
    private Scenes() {}

    /** The story in which a scenario goes wrong, line by line behind what is wrong; or nothing. */
    public static Optional<String> found(String scenario, int schedules) {
        var explorer =
                new Explorer(
                        EngineScenarios.terms(scenario).schedules(schedules),
                        EngineScenarios.all().get(scenario));
        return explorer.explore()
                .map(it -> "order " + it.order() + ": " + it.flaw() + "\n" + it.told());
    }
}
