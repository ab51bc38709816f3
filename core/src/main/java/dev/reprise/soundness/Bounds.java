package dev.reprise.soundness;

import dev.reprise.Check;

/**
 * How far is looked.
 *
 * @param k how many instances a count, a list or a growing each has at most, and how many calls of
 *     one definition are inside of each other
 * @param statesMax after so many states it is not decided
 * @param tokensMax more tokens, or more who wait at nodes of graphs, are too many
 */
public record Bounds(int k, int statesMax, int tokensMax) {
    /** What is meant where nothing is said. */
    public static final Bounds DEFAULT = new Bounds(2, 100_000, 100);

    /** The largest k. */
    public static final int K_MAX = 1_000;

    /** The largest number of states. */
    public static final int STATES_MAX = 100_000_000;

    /** Checks the numbers. */
    public Bounds {
        Check.argument(k >= 1 && k <= K_MAX, "k is 1 to %d, not %d", K_MAX, k);
        Check.argument(
                statesMax >= 1 && statesMax <= STATES_MAX,
                "statesMax is 1 to %d, not %d",
                STATES_MAX,
                statesMax);
        Check.argument(tokensMax >= 1, "tokensMax must be at least 1: %d", tokensMax);
    }

    /** The same with another k. */
    public Bounds k(int value) {
        return new Bounds(value, statesMax, tokensMax);
    }

    /** The same with another bound on states. */
    public Bounds statesMax(int value) {
        return new Bounds(k, value, tokensMax);
    }

    /** The same with another bound on tokens. */
    public Bounds tokensMax(int value) {
        return new Bounds(k, statesMax, value);
    }
}
