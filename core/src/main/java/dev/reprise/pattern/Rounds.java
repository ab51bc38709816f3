package dev.reprise.pattern;

import dev.reprise.Check;

/** How often a loop goes round. */
public sealed interface Rounds {
    /** The largest number of rounds that can be counted. */
    int COUNT_MAX = 1_000_000_000;

    /** So many times. */
    record Times(int count) implements Rounds {
        /** Checks the number. */
        public Times {
            Check.argument(
                    count >= 1 && count <= COUNT_MAX,
                    "a loop goes 1 to %d rounds, not %d",
                    COUNT_MAX,
                    count);
        }
    }

    /** As long as the condition holds before a round; perhaps never. */
    record While(Condition condition) implements Rounds {}

    /** Until the condition holds after a round; once at least. */
    record Until(Condition condition) implements Rounds {}

    /** This as it is written in the text of a pattern. */
    default String toText() {
        return Writing.rounds(this);
    }
}
