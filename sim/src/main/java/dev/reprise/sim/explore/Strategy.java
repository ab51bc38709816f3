package dev.reprise.sim.explore;

import dev.reprise.choice.Bound;
import dev.reprise.choice.Search;

/** How orders are chosen. */
public enum Strategy {
    /** All that samples, in turn. */
    PORTFOLIO {
        @Override
        Search search(long seed) {
            return Search.portfolio(
                    Search.random(seed), Search.pos(seed), Search.pct(seed, 3), Search.urw(seed));
        }
    },
    /** Everything that can happen is equally likely, at each step. */
    RANDOM {
        @Override
        Search search(long seed) {
            return Search.random(seed);
        }
    },
    /** Random priorities that change at few moments: for failures that need few of them. */
    PCT {
        @Override
        Search search(long seed) {
            return Search.pct(seed, 3);
        }
    },
    /** Random priorities for what conflicts. */
    POS {
        @Override
        Search search(long seed) {
            return Search.pos(seed);
        }
    },
    /**
     * All orders of what happens outside, with all choices and all moments for a crash: for small
     * workflows. What the engine does by itself is done at once, always in the same order.
     */
    EXHAUSTIVE {
        @Override
        Search search(long seed) {
            return Search.exhaustive(Bound.none());
        }
    };

    abstract Search search(long seed);
}
