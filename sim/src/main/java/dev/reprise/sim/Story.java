package dev.reprise.sim;

import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Scheduler;
import java.util.ArrayList;
import java.util.List;

/**
 * Who did what in which order: a run told by its actors, not by the numbers of their actions. It
 * can be told of a case that has fewer of them: what nobody can do any more is left out.
 */
record Story(List<Deed> deeds) {
    /** What was done, and by which worker or task, which event, or to what time. */
    record Deed(Trace.Deed deed, long who) {}

    /** The story of the last run. */
    static Story of(World world) {
        var deeds = new ArrayList<Deed>();
        var trace = world.trace;
        for (int at = 0; at < trace.size(); at++) {
            if (trace.type(at) == Trace.Type.STEP) {
                deeds.add(new Deed(trace.deed(at), who(world, trace.deed(at), trace.argument(at))));
            }
        }
        return new Story(deeds);
    }

    private static long who(World world, Trace.Deed deed, long argument) {
        return deed == Trace.Deed.STEP_TASK ? world.tasks.id((int) argument) : argument;
    }

    /** Does the same again, as far as it can be done in this world. */
    Scheduler retold(World world) {
        return new Scheduler() {
            private int next;

            @Override
            public Action choose(Enabled enabled) {
                while (next < deeds.size()) {
                    var deed = deeds.get(next++);
                    for (int rank = 0; rank < enabled.size(); rank++) {
                        var action = enabled.nth(rank);
                        if (isIt(world, deed, action)) {
                            return action;
                        }
                    }
                }
                return world.actions.numbered(0);
            }
        };
    }

    private static boolean isIt(World world, Deed deed, Action action) {
        long number = action.key().number();
        return switch (deed.deed) {
            case STEP_WORKER, PARK_WORKER -> !isOutside(action) && number == deed.who;
            case DELIVER -> Actions.isDelivery(action) && number == deed.who;
            case ADVANCE -> Actions.isAdvance(action);
            case STEP_TASK -> !isOutside(action) && world.tasks.id((int) number) == deed.who;
        };
    }

    private static boolean isOutside(Action action) {
        return Actions.isDelivery(action) || Actions.isAdvance(action);
    }
}
