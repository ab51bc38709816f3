package dev.reprise.choice;

import java.util.List;
import java.util.Optional;

/**
 * A search over many executions of one program: it makes a scheduler for each and learns from how
 * it went. An owner runs it so, and may wrap each scheduler to record it:
 *
 * <pre>{@code
 * for (var scheduler = search.next(); scheduler.isPresent(); scheduler = search.next()) {
 *     boolean failed = false;
 *     try {
 *         failed = run(program, scheduler.get());
 *     } catch (Redundant _) {
 *         // repeats what was run already; the search has counted it apart
 *     }
 *     search.ended(failed);
 * }
 * }</pre>
 *
 * <p>A scheduler serves its execution only: searches that run tiny programs a hundred thousand
 * times a second hand out the same one again, made fresh. A search depends on nothing but its
 * arguments and what its schedulers were shown, so the same search over the same program finds the
 * same failures in the same executions. What it learns is kept within bounds, however long the
 * program runs; beyond them it goes on with what it knows.
 */
public interface Search {
    /** The scheduler of the next execution; empty when nothing is left to explore. */
    Optional<Scheduler> next();

    /** The execution of the last scheduler has ended, by itself or by {@link Redundant}. */
    void ended(boolean failed);

    /** How far it has come. */
    Progress progress();

    /** A short name with its arguments, for tables. */
    String name();

    /** Every enabled action equally likely, at every choice. */
    static Search random(long seed) {
        return new RandomSearch(seed);
    }

    /**
     * Probabilistic concurrency testing: actors have random priorities, and at {@code depth - 1}
     * random choices the one about to act becomes the lowest. A failure that needs {@code depth}
     * orderings among n actors and k choices is found with a probability of at least 1/(n
     * k<sup>depth-1</sup>) in each execution. The number k is the largest that earlier executions
     * had, so the first one only probes.
     *
     * @param depth 1..{@link Pct#DEPTH_MAX}
     */
    static Search pct(long seed, int depth) {
        return new Pct(seed, depth);
    }

    /**
     * Partial order sampling: every enabled action has a random priority, and those that conflict
     * with the chosen one get a new one. It spreads over the orders of conflicting actions rather
     * than over interleavings, most of which differ in nothing.
     */
    static Search pos(long seed) {
        return new Pos(seed);
    }

    /**
     * A walk that is uniform over whole interleavings, where random choices favour those in which
     * short actors come early: an actor is chosen in proportion to how many actions it, and those
     * it makes appear, have left, as counted in earlier executions.
     */
    static Search urw(long seed) {
        return new Urw(seed);
    }

    /**
     * Every execution within a bound, one after the other, the nearest to running one actor after
     * the other first. Without a bound, executions that differ only in the order of actions that do
     * not conflict are run once; the others are stopped by {@link Redundant}. Under a bound all are
     * run: the one that would stand for the others may be beyond the bound.
     */
    static Search exhaustive(Bound bound) {
        return new Exhaustive(bound);
    }

    /**
     * A search that learns which action saw whose work, keeps the schedules that showed something
     * new, and varies them. The place in the code of an action is the kind of its key.
     */
    static Search guided(long seed) {
        return new Guided(seed);
    }

    /** All of the above in turn. */
    static Search portfolio(long seed) {
        return portfolio(
                random(seed),
                pct(seed, 2),
                pct(seed, 3),
                pct(seed, 5),
                pos(seed),
                urw(seed),
                guided(seed),
                exhaustive(Bound.delays(2)));
    }

    /** These searches in turn; one that is finished drops out. */
    static Search portfolio(Search... searches) {
        return new Portfolio(List.of(searches));
    }
}
