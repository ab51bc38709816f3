package dev.reprise.sim;

import dev.reprise.engine.exec.Crew;
import dev.reprise.engine.exec.Runner;
import dev.reprise.engine.exec.Shape;
import dev.reprise.engine.exec.Waker;
import dev.reprise.engine.exec.Watcher;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Tasks;

/** Makes the crew of a simulated executor: the real one, or one with a bug planted in it. */
@FunctionalInterface
public interface Staffing {
    /** The machine that runs the tasks. */
    default Tasks tasks(Case plan) {
        return new Tasks(plan);
    }

    /** The crew that runs in production. */
    Staffing REAL = Crew::new;

    /** A crew. */
    Crew<RunToken> hire(
            Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker);
}
