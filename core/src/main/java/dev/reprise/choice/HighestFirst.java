package dev.reprise.choice;

import dev.reprise.Check;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The enabled action whose actor has the highest priority, the least key among several, in O(log n)
 * per change of a followed view.
 *
 * <p>A binary heap that is corrected only at its top: entries of actions that are gone stay until
 * they come up, and are cleared out as soon as they are more than the living ones.
 */
final class HighestFirst {
    private static final int LENGTH_MIN = 64;

    private final LongUnaryOperator priorityOf;
    private final Follower follower = new Follower();
    private long[] priorities = new long[LENGTH_MIN];
    private @Nullable Action[] actions = new @Nullable Action[LENGTH_MIN];
    private int size;

    /** Asks for the priorities of actors, which stay the same until it is told to forget. */
    HighestFirst(LongUnaryOperator priorityOf) {
        this.priorityOf = priorityOf;
    }

    /** Priorities have changed. */
    void forget() {
        follower.forget();
        Arrays.fill(actions, 0, size, null);
        size = 0;
    }

    /** The action to choose from a view that can be followed and is not empty. */
    Action highest(Enabled enabled) {
        boolean followed = follower.catchUp(enabled, changes);
        if (!followed || size > 2 * enabled.size() + LENGTH_MIN) {
            size = 0;
            enabled.forEach(changes::added);
        }
        int rank = enabled.rank(action(0).key());
        while (rank < 0) {
            size--;
            sink(priorities[size], action(size));
            actions[size] = null;
            rank = enabled.rank(action(0).key());
        }
        return enabled.nth(rank);
    }

    private Action action(int at) {
        var action = actions[at];
        Check.invariant(action != null, "the heap has lost an action");
        return action;
    }

    private void push(Action action) {
        if (size == actions.length) {
            priorities = Arrays.copyOf(priorities, size * 2);
            actions = Arrays.copyOf(actions, size * 2);
        }
        long priority = priorityOf.applyAsLong(action.actor());
        int at = size++;
        for (int up = (at - 1) >> 1; at > 0; up = (at - 1) >> 1) {
            if (!isBefore(priority, action, up)) {
                break;
            }
            priorities[at] = priorities[up];
            actions[at] = actions[up];
            at = up;
        }
        priorities[at] = priority;
        actions[at] = action;
    }

    /** Puts an action where its priority belongs, the top being free. */
    private void sink(long priority, Action action) {
        int at = 0;
        while (true) {
            int down = 2 * at + 1;
            if (down >= size) {
                break;
            }
            if (down + 1 < size && isBefore(priorities[down + 1], action(down + 1), down)) {
                down++;
            }
            if (isBefore(priority, action, down)) {
                break;
            }
            priorities[at] = priorities[down];
            actions[at] = actions[down];
            at = down;
        }
        priorities[at] = priority;
        actions[at] = action;
    }

    private boolean isBefore(long priority, Action action, int at) {
        return priority > priorities[at]
                || (priority == priorities[at] && action.key().code() < action(at).key().code());
    }

    private final Enabled.Changes changes =
            new Enabled.Changes() {
                @Override
                public void added(Action action) {
                    push(action);
                }

                @Override
                public void removed(Action action) {}
            };
}
