package dev.reprise.choice;

import dev.reprise.Check;

/**
 * Which executions an exhaustive search runs. Most failures need few unexpected switches, and few
 * switches leave few executions.
 */
public sealed interface Bound {
    /** All of them. */
    record None() implements Bound {
        @Override
        public String toString() {
            return "no bound";
        }
    }

    /**
     * Those that switch at most so often away from an actor that could have gone on.
     *
     * @param most 0 or more
     */
    record Preemptions(int most) implements Bound {
        /** Checks the number. */
        public Preemptions {
            Check.argument(most >= 0, "a number of preemptions is not negative: %d", most);
        }

        @Override
        public String toString() {
            return most + " preemptions";
        }
    }

    /**
     * Those that differ so little from the round: go on with the same actor, and after it with the
     * next larger one that can act, the smallest coming after the largest. To pass over one action
     * of the round is one delay.
     *
     * @param most 0 or more
     */
    record Delays(int most) implements Bound {
        /** Checks the number. */
        public Delays {
            Check.argument(most >= 0, "a number of delays is not negative: %d", most);
        }

        @Override
        public String toString() {
            return most + " delays";
        }
    }

    /** All executions. */
    static Bound none() {
        return new None();
    }

    /** At most so many switches away from an actor that could have gone on. */
    static Bound preemptions(int most) {
        return new Preemptions(most);
    }

    /** At most so many delays against the round. */
    static Bound delays(int most) {
        return new Delays(most);
    }
}
