package dev.reprise.sim.engine;

import dev.reprise.Check;
import dev.reprise.choice.Redundant;
import dev.reprise.choice.Scheduler;
import dev.reprise.choice.Search;
import dev.reprise.sim.Flaw;
import dev.reprise.sim.engine.EngineSimulation.Result;
import dev.reprise.sim.node.Disk;
import dev.reprise.sim.node.Disk.Kept;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Hunts for flaws of the engine: with a crash at every write, and with everything that can go wrong
 * in many orders. What it finds says how to see it again.
 */
public final class EngineHunt {
    private long executions;
    private long steps;
    private long commits;
    private final TreeMap<String, Long> met = new TreeMap<>();

    /** A hunt that has seen nothing yet. */
    public EngineHunt() {}

    /**
     * A flaw, and where it is.
     *
     * @param place what {@link #again} takes
     */
    public record Found(String place, Flaw flaw) {
        @Override
        public String toString() {
            return flaw
                    + "\n  at "
                    + place
                    + "\n  see it again: ./mvnw -pl sim -am test -Dtest=EngineReplayTest"
                    + " -Dsurefire.failIfNoSpecifiedTests=false -Dsim.engine.replay="
                    + place;
        }
    }

    /**
     * Runs the case of a seed without a crash, then once more for each write of it and each kind of
     * crash: right before the write is durable, with a part of it, right after it, and after it and
     * once more in one of the next writes, which may be those of the recovery.
     */
    public Optional<Found> sweep(long seed) {
        Result calm = swept(seed, null, null);
        if (calm.flaw() != null) {
            return Optional.of(new Found("sweep:" + seed, calm.flaw()));
        }
        for (int commit = 0; commit < calm.commits(); commit++) {
            for (Kept kept : Kept.values()) {
                // Most often once; after a whole write once more, in one of the next writes.
                int[] second = kept == Kept.ALL ? new int[] {0, 1 + commit % 4} : new int[] {0};
                for (int again : second) {
                    var trap = Disk.Trap.crash(commit, kept, again);
                    Result result = swept(seed, trap, null);
                    if (result.flaw() != null) {
                        return Optional.of(new Found(place(seed, trap), result.flaw()));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static String place(long seed, Disk.Trap trap) {
        String place = "sweep:" + seed + ":" + trap.commit() + ":" + trap.kept();
        return place.toLowerCase(Locale.ROOT) + (trap.again() == 0 ? "" : ":" + trap.again());
    }

    private Result swept(long seed, Disk.@Nullable Trap trap, @Nullable List<String> story) {
        return run(EngineCase.of(seed, false), trap, Scheduler.random(seed), story);
    }

    /** Runs the case of a seed in so many orders, with everything that can go wrong. */
    public Optional<Found> storm(long seed, int orders) {
        EngineCase plan = EngineCase.of(seed, true);
        Search search = search(seed);
        for (int order = 0; order < orders; order++) {
            Result result = next(search, plan, null);
            if (result != null && result.flaw() != null) {
                return Optional.of(new Found("storm:" + seed + ":" + order, result.flaw()));
            }
        }
        return Optional.empty();
    }

    private static Search search(long seed) {
        return Search.portfolio(
                Search.random(seed), Search.pos(seed), Search.pct(seed, 3), Search.urw(seed));
    }

    private @Nullable Result next(Search search, EngineCase plan, @Nullable List<String> story) {
        Optional<Scheduler> scheduler = search.next();
        if (scheduler.isEmpty()) {
            return null;
        }
        Result result = null;
        try {
            result = run(plan, null, scheduler.get(), story);
        } catch (Redundant _) {
            // Repeats what was run already.
        }
        search.ended(result != null && result.flaw() != null);
        return result;
    }

    private Result run(
            EngineCase plan,
            Disk.@Nullable Trap trap,
            Scheduler scheduler,
            @Nullable List<String> story) {
        var simulation = new EngineSimulation(plan, trap);
        Result result = (story == null ? simulation : simulation.telling(story)).run(scheduler);
        executions++;
        steps += result.steps();
        commits += result.commits();
        result.met().forEach((what, count) -> met.merge(what, (long) count, Long::sum));
        return result;
    }

    /**
     * Runs one execution again, by its place.
     *
     * @return what was done, step by step, how it ended, and the hash of all of it
     */
    public List<String> again(String place) {
        String[] parts = place.split(":");
        Check.argument(parts.length >= 2, "a place is sweep:seed:write:kept or storm:seed:order");
        long seed = Long.parseLong(parts[1]);
        List<String> story = new ArrayList<>();
        Result result;
        if (parts[0].equals("storm")) {
            EngineCase plan = EngineCase.of(seed, true);
            story.add(plan.toString());
            Search search = search(seed);
            for (int order = Integer.parseInt(parts[2]); order > 0; order--) {
                next(search, plan, null);
            }
            result = next(search, plan, story);
        } else {
            story.add(EngineCase.of(seed, false).toString());
            Disk.Trap trap =
                    parts.length == 2
                            ? null
                            : Disk.Trap.crash(
                                    Integer.parseInt(parts[2]),
                                    Kept.valueOf(parts[3].toUpperCase(Locale.ROOT)),
                                    parts.length == 4 ? 0 : Integer.parseInt(parts[4]));
            result = swept(seed, trap, story);
        }
        if (result != null) {
            story.add(result.flaw() == null ? "no flaw" : result.flaw().toString());
            story.add("hash " + Long.toHexString(result.hash()));
        }
        return story;
    }

    /** How many executions there were. */
    public long executions() {
        return executions;
    }

    /** How many steps they had. */
    public long steps() {
        return steps;
    }

    /** How many groups they wrote. */
    public long commits() {
        return commits;
    }

    /** How often what has happened in them. */
    public SortedMap<String, Long> met() {
        return Collections.unmodifiableSortedMap(met);
    }

    @Override
    public String toString() {
        return executions + " executions, " + steps + " steps, " + commits + " writes; met " + met;
    }
}
