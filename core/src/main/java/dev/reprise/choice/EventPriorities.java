package dev.reprise.choice;

import dev.reprise.Check;
import dev.reprise.SplitMix64;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A random priority for each enabled action, drawn when it appears and again whenever one that
 * conflicts with it, or another of its actor, was chosen.
 *
 * <p>Looking at a view goes through it once, beside what was seen last time: both are in key order,
 * so nothing is looked up and nothing is kept of actions that are gone. A priority is a hash of the
 * execution's seed, the step and the key, so the order of drawing does not matter.
 */
final class EventPriorities {
    private static final int LENGTH_MIN = 16;
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private long seed;
    private long step;
    private @Nullable Action chosen;

    private @Nullable Action[] actions = new @Nullable Action[LENGTH_MIN];
    private long[] codes = new long[LENGTH_MIN];
    private long[] priorities = new long[LENGTH_MIN];
    private int size;

    private long[] codesBefore = new long[LENGTH_MIN];
    private long[] prioritiesBefore = new long[LENGTH_MIN];

    /** A new execution. */
    void begin(long executionSeed) {
        seed = executionSeed;
        step = 0;
        size = 0;
        chosen = null;
    }

    /** Gives every action of the view its priority, and answers the rank of the highest. */
    int look(Enabled enabled) {
        int sizeBefore = size;
        turnOver(enabled.size());
        long draw = SplitMix64.mix(seed + ++step * GAMMA);
        int best = 0;
        for (int rank = 0, before = 0; rank < size; rank++) {
            var action = enabled.nth(rank);
            long code = action.key().code();
            while (before < sizeBefore && codesBefore[before] < code) {
                before++;
            }
            boolean kept = before < sizeBefore && codesBefore[before] == code && !races(action);
            actions[rank] = action;
            codes[rank] = code;
            priorities[rank] =
                    kept ? prioritiesBefore[before] : SplitMix64.mix(draw ^ (code * GAMMA));
            if (priorities[rank] > priorities[best]) {
                best = rank;
            }
        }
        return best;
    }

    /** The only enabled action was chosen: whatever appears later appears anew. */
    void alone(Action action) {
        size = 0;
        chosen = action;
    }

    /** An action of the last view. */
    Action action(int rank) {
        var action = actions[rank];
        Check.invariant(action != null, "there is no such rank");
        return action;
    }

    /** The priority of an action of the last view. */
    long of(int rank) {
        return priorities[rank];
    }

    /** An action of the last view was chosen. */
    void chosen(Action action) {
        chosen = action;
    }

    private boolean races(Action action) {
        var last = chosen;
        return last != null
                && (action.actor() == last.actor()
                        || action.footprint().conflictsWith(last.footprint()));
    }

    private void turnOver(int sizeNow) {
        var codesNow = codesBefore;
        codesBefore = codes;
        codes = codesNow;
        var prioritiesNow = prioritiesBefore;
        prioritiesBefore = priorities;
        priorities = prioritiesNow;
        size = sizeNow;
        if (sizeNow > codes.length) {
            int length = Math.max(sizeNow, 2 * codes.length);
            codes = new long[length];
            priorities = new long[length];
        }
        if (sizeNow > actions.length) {
            actions = Arrays.copyOf(actions, codes.length);
        }
    }
}
