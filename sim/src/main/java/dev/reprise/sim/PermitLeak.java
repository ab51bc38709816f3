package dev.reprise.sim;

import dev.reprise.sim.task.Tasks;
import org.jspecify.annotations.Nullable;

/** A task that has ended holds nothing. */
final class PermitLeak extends Oracle {
    @Override
    @Nullable String end(CrewWorld world, Ledger ledger) {
        var tasks = world.tasks();
        for (int resource = 0; resource < tasks.resources(); resource++) {
            for (int task = 0; task < tasks.count(); task++) {
                if (tasks.state(task) == Tasks.State.COMPLETED && tasks.held(task, resource) > 0) {
                    return "task "
                            + tasks.id(task)
                            + " has ended and holds "
                            + tasks.held(task, resource)
                            + " of resource "
                            + resource;
                }
            }
        }
        return null;
    }
}
