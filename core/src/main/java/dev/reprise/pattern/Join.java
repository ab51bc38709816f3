package dev.reprise.pattern;

import dev.reprise.Check;

/**
 * When the flow goes on after several branches, and what becomes of those that come later.
 *
 * @param need what must have arrived
 * @param rest what becomes of the others
 */
public record Join(Need need, Rest rest) {
    /** Goes on when all have arrived. */
    public static final Join ALL = new Join(new All(), Rest.ABSORB);

    /** Goes on at once. */
    public static final Join NOBODY = new Join(new Nobody(), Rest.ABSORB);

    /** Checks that there can be a rest to be cancelled or to block. */
    public Join {
        Check.argument(
                rest == Rest.ABSORB || !(need instanceof All || need instanceof Nobody),
                "only a join that goes on early can be cancelling or blocking, not %s",
                need);
    }

    /** What must have arrived. */
    public sealed interface Need {}

    /** All that were started. */
    public record All() implements Need {}

    /** So many; all, when fewer were started. */
    public record AtLeast(int count) implements Need {
        /** Checks the number. */
        public AtLeast {
            Check.argument(count >= 1, "a join needs at least 1 branch, not %d", count);
        }
    }

    /** Enough that the condition holds of the merged context; all, when it never does. */
    public record When(Condition condition) implements Need {}

    /** None. */
    public record Nobody() implements Need {}

    /** What becomes of the branches that have not arrived when the flow goes on. */
    public enum Rest {
        /** They go on; what they bring is dropped. */
        ABSORB,
        /** They are withdrawn. */
        CANCEL,
        /** They go on, and until they have arrived nobody enters the term again. */
        BLOCK
    }

    /** Goes on when so many have arrived; the others go on, and what they bring is dropped. */
    public static Join atLeast(int count) {
        return new Join(new AtLeast(count), Rest.ABSORB);
    }

    /** Goes on when the condition holds of what has arrived, or when all has. */
    public static Join when(Condition condition) {
        return new Join(new When(condition), Rest.ABSORB);
    }

    /** The same, but the others are withdrawn. */
    public Join cancelling() {
        return new Join(need, Rest.CANCEL);
    }

    /** The same, but nobody enters again before the others have arrived. */
    public Join blocking() {
        return new Join(need, Rest.BLOCK);
    }
}
