package dev.reprise.sim.engine;

import dev.reprise.RunId;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.policy.Execution;
import java.time.Instant;

/**
 * Carries out the activities of simulated workflows. An order says what is to happen: {@code
 * name:2} fails twice and then succeeds, {@code name:!} fails for good, {@code name:s} is stuck at
 * first until somebody stops it. What it does follows from the order and the attempt alone, so that
 * it is the same after a crash; that it did it is written down outside, where no crash reaches.
 */
final class Desk {
    /** The attempts that workflows allow for chores. */
    static final int CHORE_ATTEMPTS_MAX = 4;

    /** The attempts that the engine allows where workflows say nothing: extras. */
    static final int EXTRA_ATTEMPTS_MAX = 3;

    /** What an activity gives that was told to stop: nobody may hear of it. */
    static final String LATE = "late";

    /** What an activity gives that is completed from outside: nobody may hear of it. */
    static final String OUTSIDE = "outside";

    /** Activities whose retries the workflow decides. */
    interface Chores {
        /** Does what the order says. */
        String chore(String order);
    }

    /** Activities that are executed as rules say. */
    interface Trials {
        /** Does what the order says. */
        String trial(String order);
    }

    /** Activities whose retries the engine decides. */
    interface Extras {
        /** Does what the order says. */
        String extra(String order);
    }

    /**
     * An activity that was begun.
     *
     * @param life the process that did it
     * @param durableLeg which leg of the run was durable then
     * @param type what it is called
     * @param handed when it was handed over
     * @param when the time
     * @param era how often a store had been opened anew until then
     * @param early whether it was not durable then that it is to be done
     */
    record Performed(
            Life life,
            RunId run,
            long leg,
            long durableLeg,
            long seq,
            String type,
            int attempt,
            int redeliveries,
            Instant handed,
            Instant when,
            int era,
            boolean early) {
        Performed early(boolean value) {
            return new Performed(
                    life,
                    run,
                    leg,
                    durableLeg,
                    seq,
                    type,
                    attempt,
                    redeliveries,
                    handed,
                    when,
                    era,
                    value);
        }

        @Override
        public String toString() {
            return "activity "
                    + seq
                    + " of run "
                    + run
                    + ", attempt "
                    + attempt
                    + ", redelivery "
                    + redeliveries
                    + ", in life "
                    + life.index;
        }
    }

    private final EngineWorld world;
    private final Life life;

    Desk(EngineWorld world, Life life) {
        this.world = world;
        this.life = life;
    }

    /** Does chores. */
    final class ChoreDesk implements Chores {
        @Override
        public String chore(String order) {
            return perform(order);
        }
    }

    /** Does extras. */
    final class ExtraDesk implements Extras {
        @Override
        public String extra(String order) {
            return perform(order);
        }
    }

    /** Does trials. */
    final class TrialDesk implements Trials {
        @Override
        public String trial(String order) {
            return perform(order);
        }
    }

    private String perform(String order) {
        ActivityContext context = ActivityContext.current();
        RunTruth truth = world.truth().run(context.run());
        var performed =
                new Performed(
                        life,
                        context.run(),
                        context.taskToken().leg(),
                        truth == null ? 1 : truth.leg(),
                        context.taskToken().seq(),
                        context.type(),
                        context.attempt(),
                        context.redeliveries(),
                        life.handed(),
                        world.now(),
                        world.resumptions(),
                        false);
        performed = performed.early(!Dispatched.isDurable(world, performed));
        world.performed(performed);
        if (isOutside(performed)) {
            world.outside().take(context.taskToken(), order);
            return OUTSIDE;
        }
        String script = order.substring(order.indexOf(':') + 1);
        if (script.equals("!")) {
            throw ApplicationFailed.fatal("Broken", order + " cannot be done");
        }
        if (script.equals("s")) {
            return stall(order, context, performed);
        }
        if (context.attempt() <= Integer.parseInt(script)) {
            throw ApplicationFailed.of("Flaky", order + " failed");
        }
        return name(order);
    }

    private boolean isOutside(Performed performed) {
        RunTruth truth = world.truth().run(performed.run());
        RunTruth.Chore chore = truth == null ? null : truth.chore(performed);
        return chore != null && chore.policy.execution().mode() == Execution.Mode.EXTERNAL;
    }

    private String stall(String order, ActivityContext context, Performed performed) {
        if (context.attempt() == 1) {
            world.stall(performed, context::isCancelled);
            if (context.isCancelled()) {
                return LATE;
            }
        }
        return name(order);
    }

    static String name(String order) {
        return order.substring(0, order.indexOf(':'));
    }

    /** Whether an order fails, however often it is tried. */
    static boolean fails(String order, int attemptsMax) {
        String script = order.substring(order.indexOf(':') + 1);
        return script.equals("!")
                || (!script.equals("s") && Integer.parseInt(script) >= attemptsMax);
    }
}
