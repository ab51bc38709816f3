package dev.reprise.sim;

import dev.reprise.choice.Action;
import dev.reprise.choice.Footprint;
import dev.reprise.choice.Key;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Tasks;
import java.util.Arrays;

/** The simulated world: tasks, time, what happens outside, and what can be done next. */
public abstract sealed class World permits CrewWorld, TaskWorld {
    final Case plan;
    final Tasks tasks;
    final Trace trace = new Trace();
    final Actions actions = new Actions();
    private final boolean[] delivered;
    private final Action[] deliveries;
    private int undelivered;
    private long now;

    World(Case plan, Tasks tasks) {
        this.plan = plan;
        this.tasks = tasks;
        delivered = new boolean[plan.events().size()];
        deliveries = new Action[delivered.length];
        for (int i = 0; i < deliveries.length; i++) {
            deliveries[i] = outside(Actions.DELIVER.key(i));
        }
        undelivered = delivered.length;
    }

    private static Action outside(Key key) {
        return new Action(key, -1, Footprint.ANY);
    }

    /** Puts everything back to the beginning. */
    void begin() {
        tasks.begin();
        trace.clear();
        actions.clear();
        Arrays.fill(delivered, false);
        undelivered = delivered.length;
        now = 0;
    }

    /** What is simulated. */
    public final Case plan() {
        return plan;
    }

    /** The tasks and what they share. */
    public final Tasks tasks() {
        return tasks;
    }

    /** What has happened so far. */
    public final Trace trace() {
        return trace;
    }

    /** The simulated time. */
    public final long now() {
        return now;
    }

    /** Whether event {@code at} of the case has happened. */
    public final boolean isDelivered(int at) {
        return delivered[at];
    }

    /** How many events of the case have not happened yet. */
    public final int undelivered() {
        return undelivered;
    }

    /** Brings {@link #actions} up to date. */
    abstract void offer();

    /** Does one of them. */
    abstract void perform(int step, Action action);

    /** Whether nothing more is to be done although something could be. */
    abstract boolean isOver();

    /** A number that differs, as good as always, when anything in this world differs. */
    abstract long digest();

    /** Adds the events that can happen now. */
    final void offerEvents() {
        for (int i = 0; undelivered > 0 && i < delivered.length; i++) {
            if (!delivered[i] && plan.events().get(i).at() <= now) {
                actions.add(deliveries[i]);
            }
        }
    }

    /** Adds that time passes, if something comes then. */
    final void offerTime() {
        long next = tasks.nextDeadline(now);
        for (int i = 0; undelivered > 0 && i < delivered.length; i++) {
            long at = plan.events().get(i).at();
            if (!delivered[i] && at > now && (next < 0 || at < next)) {
                next = at;
            }
        }
        if (next >= 0) {
            actions.add(outside(Actions.ADVANCE.key(next)));
        }
    }

    /** An event of the case happens. */
    final Event deliver(int at) {
        delivered[at] = true;
        undelivered--;
        trace.happened(at);
        return plan.events().get(at).event();
    }

    final void advance(long to) {
        now = to;
    }
}
