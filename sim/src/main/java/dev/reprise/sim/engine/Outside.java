package dev.reprise.sim.engine;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.engine.activity.TaskToken;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Those outside who were handed a task token, and bring what their order says. What they know no
 * crash reaches.
 */
final class Outside {
    /** Somebody who has a token. */
    record Errand(TaskToken token, String order) {
        /** What they bring; nothing when they are stuck. */
        Optional<Outcome> outcome() {
            String script = order.substring(order.indexOf(':') + 1);
            int attempt = token.attempt();
            return switch (script) {
                case "!" -> failed("Broken", false);
                case "s" -> attempt == 1 ? Optional.empty() : done();
                default -> attempt <= Integer.parseInt(script) ? failed("Flaky", true) : done();
            };
        }

        private Optional<Outcome> done() {
            return Optional.of(new Outcome.Completed(Payload.text(Desk.name(order))));
        }

        private Optional<Outcome> failed(String type, boolean again) {
            String message = order + " failed outside";
            return Optional.of(
                    new Outcome.Failed(
                            new Failure.Application(
                                    type, message, Payload.NONE, again, Optional.empty())));
        }
    }

    private final TreeMap<String, Errand> open = new TreeMap<>();
    private final TreeMap<String, Errand> all = new TreeMap<>();

    /** A token is handed out; the second time, too, it is the same. */
    void take(TaskToken token, String order) {
        var errand = new Errand(token, order);
        if (all.putIfAbsent(token.text(), errand) == null && errand.outcome().isPresent()) {
            open.put(token.text(), errand);
        }
    }

    /** Who brings something to a run next. */
    Optional<Errand> next(RunPlan plan) {
        return open.values().stream().filter(it -> it.token().run().equals(plan.run())).findFirst();
    }

    /** What was brought has been answered. */
    void over(Request.Kind kind, String token) {
        if (kind == Request.Kind.OUTSIDE) {
            open.remove(token);
        }
    }
}
