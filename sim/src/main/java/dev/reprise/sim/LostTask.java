package dev.reprise.sim;

import dev.reprise.sim.task.Tasks;
import org.jspecify.annotations.Nullable;

/** A task that was let in is in a queue until it is taken, and has ended when all is done. */
final class LostTask extends Oracle {
    @Override
    boolean looksAtSteps() {
        return true;
    }

    @Override
    @Nullable String step(CrewWorld world, Ledger ledger) {
        long waiting = world.waiting();
        if (waiting >= ledger.queued()) {
            return null;
        }
        return ledger.queued()
                + " run-tokens were put in queues and not taken, and "
                + waiting
                + " are there";
    }

    @Override
    @Nullable String end(CrewWorld world, Ledger ledger) {
        if (!world.plan().rules().goesOn()) {
            return null;
        }
        if (!world.crew().isDone()) {
            return ledger.isClosed()
                    ? "nothing more can happen, and " + world.crew().inFlight() + " are in flight"
                    : null;
        }
        var tasks = world.tasks();
        for (int task = 0; task < tasks.count(); task++) {
            if (tasks.state(task) != Tasks.State.COMPLETED && world.wasRunnable(task)) {
                return "all is done, and task "
                        + tasks.id(task)
                        + " is "
                        + tasks.state(task)
                        + " at "
                        + tasks.pc(task);
            }
        }
        return null;
    }
}
