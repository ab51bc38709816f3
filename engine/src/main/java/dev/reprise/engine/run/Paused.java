package dev.reprise.engine.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runs whose machines are in memory, the one that was used longest ago first. So many stay
 * whatever they weigh; more than that stay as long as all of them together weigh little. Runs are
 * used all the time, so each brings its place in the list along.
 *
 * @param <C> what stands for a run
 */
final class Paused<C> {
    /** A run with a short history: its machine, its unit, its stack and what is known of it. */
    private static final long SMALL = 9L << 9;

    /** One heavy run must not make whoever used it wait until all others have gone. */
    private static final int AT_ONCE = 16;

    private final int max;
    private final long bytesMax;

    // ---- Guarded by this ----
    private @Nullable Place<C> first;
    private @Nullable Place<C> last;
    private int size;
    private long bytes;

    Paused(int max, long bytesMax) {
        this.max = max;
        this.bytesMax = bytesMax;
    }

    /** The place of one run, on the list or not. */
    static final class Place<C> {
        private final C cell;
        private @Nullable Place<C> before;
        private @Nullable Place<C> after;
        private boolean taken;
        private long history;

        Place(C cell) {
            this.cell = cell;
        }
    }

    /**
     * A run's machine was used; who has to give up its own for that.
     *
     * @param history how many bytes it was told and has decided: what its code holds came of them
     */
    synchronized List<C> used(Place<C> place, long history) {
        remove(place);
        append(place, history);
        if (!isTooMuch()) {
            return List.of();
        }
        List<C> victims = new ArrayList<>();
        for (var oldest = first; oldest != null && isTooMuch(); oldest = first) {
            remove(oldest);
            victims.add(oldest.cell);
            if (victims.size() == AT_ONCE) {
                break;
            }
        }
        return victims;
    }

    private boolean isTooMuch() {
        return size > max && bytes > bytesMax;
    }

    /** A run has grown since its machine was used. */
    synchronized void grew(Place<C> place, long history) {
        if (place.taken) {
            bytes += weight(history) - weight(place.history);
            place.history = history;
        }
    }

    /** A run's machine is gone. */
    synchronized void gone(Place<C> place) {
        remove(place);
    }

    private void append(Place<C> place, long history) {
        Place<C> newest = last;
        place.before = newest;
        place.taken = true;
        place.history = history;
        if (newest == null) {
            first = place;
        } else {
            newest.after = place;
        }
        last = place;
        size++;
        bytes += weight(history);
    }

    private void remove(Place<C> place) {
        if (!place.taken) {
            return;
        }
        Place<C> before = place.before;
        Place<C> after = place.after;
        if (before == null) {
            first = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.before = before;
        }
        place.before = null;
        place.after = null;
        place.taken = false;
        size--;
        bytes -= weight(place.history);
    }

    /** Values take more room as objects than as text. */
    private static long weight(long history) {
        return SMALL + 2 * history;
    }

    synchronized int size() {
        return size;
    }
}
