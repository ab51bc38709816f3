package dev.reprise.sim;

import org.jspecify.annotations.Nullable;

/** Permits are neither made nor lost: what is available and what is held is what there is. */
final class Permits extends Oracle {
    @Override
    boolean looksAtSteps() {
        return true;
    }

    @Override
    @Nullable String step(CrewWorld world, Ledger ledger) {
        var tasks = world.tasks();
        for (int resource = 0; resource < tasks.resources(); resource++) {
            long held = 0;
            for (int task = 0; task < tasks.count(); task++) {
                int its = tasks.held(task, resource);
                if (its < 0) {
                    return "task " + tasks.id(task) + " holds " + its + " of resource " + resource;
                }
                held += its;
            }
            int available = tasks.available(resource);
            if (available < 0 || available + held != tasks.total(resource)) {
                return "of resource "
                        + resource
                        + " there are "
                        + tasks.total(resource)
                        + ", held are "
                        + held
                        + ", available "
                        + available;
            }
        }
        return null;
    }
}
