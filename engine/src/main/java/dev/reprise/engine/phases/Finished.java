package dev.reprise.engine.phases;

import dev.reprise.Outcome;
import dev.reprise.engine.drive.Executed;
import java.util.List;
import java.util.Optional;

/**
 * What came of a {@link Loop}.
 *
 * @param outcome how the run ended; empty when it has not, since the deadline came, or it waits for
 *     something from outside, or its code cannot go on
 * @param executed all runnables that were executed, in the order in which they ended
 * @param problems what went wrong in a checkpoint or a scheduler, and had no other effect
 */
public record Finished(
        Optional<Outcome> outcome, List<Executed> executed, List<Throwable> problems) {
    /** Copies the lists. */
    public Finished {
        executed = List.copyOf(executed);
        problems = List.copyOf(problems);
    }
}
