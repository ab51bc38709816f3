package dev.reprise.engine.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The runs whose machines are in memory, the one that was used longest ago first. So many stay
 * whatever they weigh; more than that stay as long as all of them together weigh little.
 *
 * @param <C> what stands for a run
 */
final class Paused<C> {
    /** A run with a short history: its machine, its unit, its stack and what is known of it. */
    private static final long SMALL = 6L << 10;

    /** One heavy run must not make whoever used it wait until all others have gone. */
    private static final int AT_ONCE = 16;

    private final int max;
    private final long bytesMax;
    private final Map<C, Long> cells = new LinkedHashMap<>();
    private long bytes;

    Paused(int max, long bytesMax) {
        this.max = max;
        this.bytesMax = bytesMax;
    }

    /**
     * A run's machine was used; who has to give up its own for that.
     *
     * @param history how many bytes it was told and has decided: what its code holds came of them
     */
    synchronized List<C> used(C cell, long history) {
        remove(cell);
        cells.put(cell, history);
        bytes += weight(history);
        if (!isTooMuch()) {
            return List.of();
        }
        List<C> victims = new ArrayList<>();
        while (isTooMuch() && victims.size() < AT_ONCE) {
            C oldest = cells.keySet().iterator().next();
            remove(oldest);
            victims.add(oldest);
        }
        return victims;
    }

    private boolean isTooMuch() {
        return cells.size() > max && bytes > bytesMax;
    }

    /** A run has grown since its machine was used. */
    synchronized void grew(C cell, long history) {
        Long before = cells.replace(cell, history);
        if (before != null) {
            bytes += weight(history) - weight(before);
        }
    }

    /** A run's machine is gone. */
    synchronized void gone(C cell) {
        remove(cell);
    }

    private void remove(C cell) {
        Long history = cells.remove(cell);
        if (history != null) {
            bytes -= weight(history);
        }
    }

    /** Values take more room as objects than as text. */
    private static long weight(long history) {
        return SMALL + 2 * history;
    }

    synchronized int size() {
        return cells.size();
    }
}
