package dev.reprise.sim;

import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Tasks;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A sleeper wakes when its time has come, a waiting task when what it waits for is complete. */
final class LegalUnblock extends Oracle {
    private Tasks.State[] states = new Tasks.State[16];
    private long[] awaited = new long[16];
    private int step = -1;

    LegalUnblock() {
        super(Trace.Type.STEP, Trace.Type.UNBLOCKED, Trace.Type.SUSPENDED, Trace.Type.RAN);
    }

    @Override
    void begin(CrewWorld world) {
        Arrays.fill(states, Tasks.State.READY);
    }

    @Override
    @Nullable String event(CrewWorld world, Ledger ledger, int at) {
        var trace = world.trace();
        switch (trace.type(at)) {
            case STEP -> step = at;
            case UNBLOCKED -> {
                return unblocked(world, trace, trace.task(at));
            }
            default -> remember(world.tasks(), trace.task(at));
        }
        return null;
    }

    private void remember(Tasks tasks, int task) {
        if (task >= states.length) {
            states = Arrays.copyOf(states, Math.max(task + 1, states.length * 2));
            awaited = Arrays.copyOf(awaited, states.length);
        }
        states[task] = tasks.state(task);
        awaited[task] = tasks.awaited(task);
    }

    private @Nullable String unblocked(CrewWorld world, Trace trace, int task) {
        var was = task < states.length ? states[task] : Tasks.State.READY;
        boolean legal =
                switch (was) {
                    case SLEEPING -> awaited[task] <= world.now();
                    case WAITING -> isCompleted(world, trace, awaited[task]);
                    case LOCKING, AWAITING, JOINING -> true;
                    case READY, COMPLETED -> false;
                };
        String objection =
                "task "
                        + world.tasks().id(task)
                        + " was "
                        + was
                        + (was == Tasks.State.SLEEPING ? " until " : " for ")
                        + awaited[Math.min(task, awaited.length - 1)]
                        + ", and goes on at time "
                        + world.now();
        states[task] = Tasks.State.READY;
        return legal ? null : objection;
    }

    private boolean isCompleted(CrewWorld world, Trace trace, long token) {
        return trace.deed(step) == Trace.Deed.DELIVER
                && world.plan().events().get((int) trace.argument(step)).event()
                        instanceof Event.IoComplete(long completed)
                && completed == token;
    }
}
