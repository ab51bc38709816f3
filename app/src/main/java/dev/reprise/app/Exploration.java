package dev.reprise.app;

import dev.reprise.choice.Search;
import dev.reprise.sim.Hunt;
import dev.reprise.sim.Simulation;
import dev.reprise.sim.Staffing;
import dev.reprise.sim.task.Case;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs schedules of cases until one fails, and counts them. */
final class Exploration {
    private final Staffing staffing;
    private final long schedulesMax;
    private final Ticker ticker;
    private long schedules;
    private long steps;
    private long cases;
    private boolean complete = true;

    Exploration(Staffing staffing, long schedulesMax, Ticker ticker) {
        this.staffing = staffing;
        this.schedulesMax = schedulesMax;
        this.ticker = ticker;
    }

    /** Searches the schedules of one case; the simulation has just failed, if one has. */
    Optional<Simulation> search(Case plan, Search search, Supplier<String> name) {
        cases++;
        var hunt = new Hunt(new Simulation(plan, staffing), search);
        boolean failed = false;
        for (long made = 0; made < schedulesMax && !failed && !hunt.isFinished(); made++) {
            failed = hunt.run(1) != null;
            ticker.tick(
                    () ->
                            name.get()
                                    + ": "
                                    + (schedules + hunt.schedules())
                                    + " schedules, "
                                    + (steps + hunt.steps())
                                    + " steps, no failure");
        }
        schedules += hunt.schedules();
        steps += hunt.steps();
        complete &= !failed && search.progress().complete();
        return failed ? Optional.of(hunt.simulation()) : Optional.empty();
    }

    /** Nothing more is searched. */
    void end() {
        ticker.clear();
    }

    /** How many schedules were run. */
    long schedules() {
        return schedules;
    }

    /** How many steps they had. */
    long steps() {
        return steps;
    }

    /** How many cases were searched. */
    long cases() {
        return cases;
    }

    /** Whether there is no other schedule of any of the cases. */
    boolean isComplete() {
        return complete;
    }
}
