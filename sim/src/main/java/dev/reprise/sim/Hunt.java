package dev.reprise.sim;

import dev.reprise.choice.Redundant;
import dev.reprise.choice.Scheduler;
import dev.reprise.choice.Search;
import org.jspecify.annotations.Nullable;

/** Runs a case in many orders, as a search proposes them, until one goes wrong. */
public final class Hunt {
    private final Simulation simulation;
    private final Search search;
    private long schedules;
    private long redundant;
    private long steps;
    private boolean finished;

    /** A hunt for a flaw of what is simulated. */
    public Hunt(Simulation simulation, Search search) {
        this.simulation = simulation;
        this.search = search;
    }

    /**
     * Runs so many orders more, or fewer: until one goes wrong, or none is left.
     *
     * @return what went wrong, if anything; the simulation is as that run has left it
     */
    public @Nullable Flaw run(long most) {
        for (long i = 0; i < most && !finished; i++) {
            var next = search.next();
            if (next.isEmpty()) {
                finished = true;
                return null;
            }
            var flaw = run(next.get());
            search.ended(flaw != null);
            if (flaw != null) {
                return flaw;
            }
        }
        return null;
    }

    private @Nullable Flaw run(Scheduler scheduler) {
        try {
            var flaw = simulation.run(scheduler);
            schedules++;
            steps += simulation.steps();
            return flaw;
        } catch (Redundant _) {
            redundant++;
            return null;
        }
    }

    /** What is simulated. */
    public Simulation simulation() {
        return simulation;
    }

    /** How many orders were run to their end. */
    public long schedules() {
        return schedules;
    }

    /** How many orders were given up, since they only repeat others. */
    public long redundant() {
        return redundant;
    }

    /** How many steps all of them had. */
    public long steps() {
        return steps;
    }

    /**
     * Whether the search has no order left to propose: all were run that its bound allows, if it
     * has one.
     */
    public boolean isFinished() {
        return finished;
    }
}
