package dev.reprise.soundness;

import dev.reprise.pattern.Pattern;

/**
 * Says whether a pattern can go wrong by its shape, whatever its tasks and conditions do: all that
 * can happen is tried on the VM itself. What is checked, and what is not, is in docs/patterns.md.
 */
public final class Soundness {
    private Soundness() {}

    /** What is to be said about this pattern, within {@link Bounds#DEFAULT}. */
    public static Verdict check(Pattern pattern) {
        return check(pattern, Bounds.DEFAULT);
    }

    /**
     * What is to be said about this pattern.
     *
     * @throws dev.reprise.pattern.Unlinkable if regions or calls in it lead nowhere
     */
    public static Verdict check(Pattern pattern, Bounds bounds) {
        var game = new Game(pattern, bounds);
        var search = new Search(game, bounds, true, Integer.MAX_VALUE);
        var found = search.run();
        if (found.isEmpty()) {
            return search.isIncomplete()
                    ? new Verdict.Undecided(bounds.statesMax())
                    : new Verdict.Sound(
                            search.states(), search.steps(), search.isBounded(), bounds.k());
        }
        return shortest(game, bounds, found.get(), search.states());
    }

    /**
     * Gives this pattern back, unless something is wrong with it: for whoever is about to run it.
     * What is not decided is not refused.
     *
     * @throws NotSound with what is wrong, and a trace that leads there
     */
    public static Pattern refusingUnsound(Pattern pattern) {
        if (check(pattern) instanceof Verdict.Unsound unsound) {
            throw new NotSound(unsound);
        }
        return pattern;
    }

    /** Looks again without reduction, which may have gone a longer way. */
    private static Verdict shortest(Game game, Bounds bounds, Search.Found found, int states) {
        if (found.depth() <= 1) {
            return new Verdict.Unsound(found.flaw(), found.trace(), true, states);
        }
        boolean needsAll = found.flaw() instanceof Flaw.NeverEnds(boolean silently, _) && !silently;
        int depthMax = needsAll ? Integer.MAX_VALUE : found.depth();
        var again = new Search(game, bounds, false, depthMax);
        var nearest = again.run();
        var best = nearest.orElse(found);
        return new Verdict.Unsound(
                best.flaw(), best.trace(), nearest.isPresent(), states + again.states());
    }
}
