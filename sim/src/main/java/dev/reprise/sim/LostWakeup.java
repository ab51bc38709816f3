package dev.reprise.sim;

import org.jspecify.annotations.Nullable;

/** As long as something waits to be run, somebody is awake; and nobody sleeps over his own work. */
final class LostWakeup extends Oracle {
    @Override
    @Nullable String end(CrewWorld world, Ledger ledger) {
        for (int id = 0; world.crew().isDone() && id < world.shape().workers(); id++) {
            var worker = world.crew().worker(id);
            if (worker.isParked() && !worker.hasToken()) {
                return "all is done, and worker " + id + " was not woken to see it";
            }
        }
        return null;
    }

    @Override
    boolean looksAtSteps() {
        return true;
    }

    @Override
    @Nullable String step(CrewWorld world, Ledger ledger) {
        var crew = world.crew();
        if (ledger.queued() == 0 || crew.isDone()) {
            return null;
        }
        boolean anyAwake = false;
        for (int id = 0; id < world.shape().workers(); id++) {
            var worker = crew.worker(id);
            boolean asleep = worker.isParked() && !worker.hasToken();
            anyAwake |= !asleep;
            if (asleep && !ledger.lane(id).isEmpty()) {
                return "worker "
                        + id
                        + " is asleep, and "
                        + ledger.lane(id).size()
                        + " run-tokens wait in its lane";
            }
        }
        return anyAwake ? null : ledger.queued() + " run-tokens wait, and all workers are asleep";
    }
}
