package dev.reprise.sim;

import dev.reprise.choice.Bound;
import dev.reprise.choice.Scheduler;
import dev.reprise.choice.Search;
import dev.reprise.sim.task.Case;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Compares strategies by how many schedules each needs to the first failure of a program, over many
 * seeds. What was not found within the limit is censored: counted, and larger than all that was.
 */
public final class Contest {
    /** A strategy: a search for each seed. */
    public record Entrant(String name, boolean isSeeded, LongFunction<Search> search) {}

    /**
     * How one strategy did on one program.
     *
     * @param median of the schedules to the first failure; 0 when half of the seeds found none
     * @param censored how many seeds found none
     */
    public record Score(String strategy, long median, int censored, int seeds) {
        @Override
        public String toString() {
            String found = median == 0 ? "–" : Long.toString(median);
            return censored == 0 ? found : found + " (" + censored + "/" + seeds + " not)";
        }
    }

    /** All strategies that there are, as they are compared. */
    public static final List<Entrant> ENTRANTS =
            List.of(
                    new Entrant("random", true, Search::random),
                    new Entrant("PCT 2", true, seed -> Search.pct(seed, 2)),
                    new Entrant("PCT 3", true, seed -> Search.pct(seed, 3)),
                    new Entrant("POS", true, Search::pos),
                    new Entrant("URW", true, Search::urw),
                    new Entrant("guided", true, Search::guided),
                    new Entrant("2 delays", false, _ -> Search.exhaustive(Bound.delays(2))),
                    new Entrant(
                            "2 preemptions", false, _ -> Search.exhaustive(Bound.preemptions(2))),
                    new Entrant("portfolio", true, Search::portfolio));

    private final Case plan;
    private final int seeds;
    private final long schedulesMax;

    /** A contest on one program. */
    public Contest(Case plan, int seeds, long schedulesMax) {
        this.plan = plan;
        this.seeds = seeds;
        this.schedulesMax = schedulesMax;
    }

    /** How many steps the program has, in the order that is the default, or in one that ends. */
    public int events() {
        var simulation = new Simulation(plan);
        int most = 0;
        for (long seed = 0; seed < 20; seed++) {
            simulation.run(Scheduler.random(seed));
            most = Math.max(most, simulation.steps());
        }
        return most;
    }

    /** How a strategy does. */
    public Score enter(Entrant entrant) {
        int tries = entrant.isSeeded() ? seeds : 1;
        var schedules = new long[tries];
        int censored = 0;
        for (int seed = 0; seed < tries; seed++) {
            var hunt = new Hunt(new Simulation(plan), entrant.search().apply(seed));
            boolean found = hunt.run(schedulesMax) != null;
            schedules[seed] = found ? hunt.schedules() : Long.MAX_VALUE;
            censored += found ? 0 : 1;
        }
        Arrays.sort(schedules);
        long median = schedules[(tries - 1) / 2];
        return new Score(entrant.name(), median == Long.MAX_VALUE ? 0 : median, censored, tries);
    }
}
