package dev.reprise.sim;

import dev.reprise.sim.task.Bounds;
import java.util.Map;

/** How much is explored, as the environment says; without it, what every build can afford. */
final class Stress {
    private static final String PREFIX = "SCHEDULER_SIM_STRESS_";

    private final Map<String, String> environment;

    /** What these variables say. */
    Stress(Map<String, String> environment) {
        this.environment = environment;
    }

    /** How many cases: {@code SCHEDULER_SIM_STRESS_SEEDS}. */
    int seeds() {
        return number("SEEDS", 50);
    }

    /** The first seed: {@code SCHEDULER_SIM_STRESS_SEED_BASE}. */
    int seedBase() {
        return number("SEED_BASE", 0);
    }

    /** How large they are: {@code _MAX_STEPS}, {@code _MAX_PROGRAMS}, {@code _MAX_TASKS}. */
    Bounds bounds() {
        var medium = Bounds.MEDIUM;
        return new Bounds(
                medium.workers(),
                number("MAX_TASKS", medium.tasks()),
                number("MAX_PROGRAMS", medium.programs()),
                medium.length(),
                medium.resources(),
                medium.events(),
                number("MAX_STEPS", medium.steps()));
    }

    private int number(String name, int otherwise) {
        var text = environment.get(PREFIX + name);
        if (text == null || text.isBlank()) {
            return otherwise;
        }
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    PREFIX + name + " must be a whole number, and is \"" + text + "\"", e);
        }
    }
}
