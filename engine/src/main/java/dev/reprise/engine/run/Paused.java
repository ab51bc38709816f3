package dev.reprise.engine.run;

import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/** The runs whose machines are in memory, the one that was used longest ago first. */
final class Paused {
    private final int max;
    private final LinkedHashSet<Cell> cells = new LinkedHashSet<>();

    Paused(int max) {
        this.max = max;
    }

    /** A run's machine was used; who has to give up its own for that, if anybody has to. */
    synchronized @Nullable Cell used(Cell cell) {
        cells.remove(cell);
        cells.add(cell);
        return cells.size() > max ? cells.removeFirst() : null;
    }

    /** A run's machine is gone. */
    synchronized void gone(Cell cell) {
        cells.remove(cell);
    }

    synchronized int size() {
        return cells.size();
    }
}
