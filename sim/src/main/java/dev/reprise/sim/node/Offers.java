package dev.reprise.sim.node;

import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Kind;
import java.util.Arrays;

/** What can happen next, in the order of keys: it is offered in that order. */
public final class Offers implements Enabled {
    /** A worker takes a step of a run. */
    public static final Kind STEP = new Kind(1, "step");

    /** The store makes a group durable. */
    public static final Kind STORE = new Kind(2, "store");

    /** The store tells what is durable of a run. */
    public static final Kind TELL = new Kind(3, "tell");

    /** An engine that has claimed its store takes up what is in it. */
    public static final Kind RECOVER = new Kind(4, "recover");

    /** Code is registered. */
    public static final Kind REGISTER = new Kind(5, "register");

    /** An activity is carried out. */
    public static final Kind ACTIVITY = new Kind(6, "activity");

    /** A client asks. */
    public static final Kind ASK = new Kind(7, "ask");

    /** An engine that has failed is opened again. */
    public static final Kind REOPEN = new Kind(8, "reopen");

    /** Time passes, and the alarm goes off. */
    public static final Kind ALARM = new Kind(9, "alarm");

    /** Something goes wrong. */
    public static final Kind FAULT = new Kind(10, "fault");

    /** Something outside turns out one way or another. */
    public static final Kind TURNOUT = new Kind(11, "turnout");

    private Action[] items = new Action[32];
    private int size;

    /** Nothing can happen. */
    public void clear() {
        size = 0;
    }

    /** One thing more can happen; it is offered in the order of keys. */
    public void add(Kind kind, long number) {
        if (size == items.length) {
            items = Arrays.copyOf(items, size * 2);
        }
        items[size++] = Action.of(kind.key(number));
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
}
