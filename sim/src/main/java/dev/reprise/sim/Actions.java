package dev.reprise.sim;

import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Kind;
import java.util.Arrays;

/**
 * What the driver can do next, in the order of keys for schedulers, and in the order of the file's
 * version for the numbers that are written down.
 */
public final class Actions implements Enabled {
    /** A worker's turn: the number is the worker's. */
    static final Kind STEP = new Kind(1, "step");

    /** An event of the case: the number is its place. */
    static final Kind DELIVER = new Kind(Kind.ORDER_MAX - 1, "deliver");

    /** Time passes: the number is the new time. */
    static final Kind ADVANCE = new Kind(Kind.ORDER_MAX, "advance");

    private Action[] items = new Action[16];
    private int size;

    /** How many at the end are events that can happen; they were numbered first once. */
    private int eventsFrom;

    private int eventsTo;
    private boolean eventsFirst;

    /** Where the action is that goes on with whoever had the last step, or -1. */
    private int same = -1;

    Actions() {}

    /** Nothing can be done. */
    void clear() {
        size = 0;
        eventsFrom = 0;
        eventsTo = 0;
        same = -1;
    }

    /** Adds an action that comes after all others. */
    void add(Action action) {
        if (size == items.length) {
            items = Arrays.copyOf(items, size * 2);
        }
        items[size++] = action;
    }

    /** Adds actions that come after all others. */
    void addAll(Action[] more, int count) {
        while (size + count > items.length) {
            items = Arrays.copyOf(items, items.length * 2);
        }
        System.arraycopy(more, 0, items, size, count);
        size += count;
    }

    /** The action at this place goes on with whoever had the last step. */
    void goesOn(int at) {
        same = at;
    }

    /** The actions from here to there are events, numbered before the others. */
    void numberFirst(int from, int to) {
        eventsFirst = true;
        eventsFrom = from;
        eventsTo = to;
    }

    /** The action that has this number. */
    public Action numbered(int number) {
        if (eventsFirst) {
            int events = eventsTo - eventsFrom;
            if (number < events) {
                return items[eventsFrom + number];
            }
            return items[number < eventsTo ? number - events : number];
        }
        if (same < 0 || number > same) {
            return items[number];
        }
        return items[number == 0 ? same : number - 1];
    }

    /** The number of an action. */
    public int number(Action action) {
        int at = indexOf(action);
        if (eventsFirst) {
            int events = eventsTo - eventsFrom;
            if (at >= eventsFrom && at < eventsTo) {
                return at - eventsFrom;
            }
            return at < eventsFrom ? at + events : at;
        }
        if (same < 0 || at > same) {
            return at;
        }
        return at == same ? 0 : at + 1;
    }

    @SuppressWarnings("ReferenceEquality") // most often it is the very one; if not, the key decides
    private int indexOf(Action action) {
        for (int at = 0; at < size; at++) {
            if (items[at] == action) {
                return at;
            }
        }
        int at = rank(action.key());
        if (at < 0) {
            throw new IllegalStateException(
                    "the scheduler chose " + action + ", which is not enabled");
        }
        return at;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Action nth(int rank) {
        return items[rank];
    }

    @Override
    public long fingerprint() {
        long sum = 0;
        for (int at = 0; at < size; at++) {
            sum += Enabled.fingerprint(items[at].key());
        }
        return sum;
    }

    /** Whether an action is that an event of the case happens. */
    static boolean isDelivery(Action action) {
        return action.key().kind().order() == DELIVER.order();
    }

    /** Whether an action is that time passes. */
    static boolean isAdvance(Action action) {
        return action.key().kind().order() == ADVANCE.order();
    }
}
