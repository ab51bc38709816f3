package dev.reprise.engine.run;

import dev.reprise.RunId;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** The runs that are in memory, and how much of them is under way. */
final class Cells {
    private final House house;
    private final Map<RunId, Cell> cells = new ConcurrentHashMap<>();
    private final LongAdder busy = new LongAdder();
    private final LongAdder underWay = new LongAdder();

    Cells(House house) {
        this.house = house;
    }

    /** Asks a run to do something; it comes into memory for that. */
    void post(RunId run, Message message) {
        Cell cell;
        do {
            // Most messages are for a run that is there, and found without a lock.
            cell = cells.get(run);
            if (cell == null) {
                cell = cells.computeIfAbsent(run, id -> new Cell(house, id));
            }
        } while (!cell.post(message));
    }

    /** The same, if it is in memory. */
    void postIfHere(RunId run, Message message) {
        Cell cell = cells.get(run);
        if (cell != null) {
            cell.post(message);
        }
    }

    /** Tells all that are in memory, in the order of their ids. */
    void tellAll(Supplier<Message> message) {
        new TreeMap<>(cells).values().forEach(cell -> cell.post(message.get()));
    }

    void schedule(Cell cell) {
        try {
            house.around().workers().execute(cell);
        } catch (RejectedExecutionException e) {
            if (house.outage().failure() == null) { // else nobody needs it any more
                throw e;
            }
        }
    }

    void retired(Cell cell) {
        cells.remove(cell.run, cell);
    }

    int size() {
        return cells.size();
    }

    // ---- What is under way ----

    /** A run has something to do, or has nothing more. */
    void busy(int change) {
        busy.add(change);
    }

    /** How many runs have something to do. */
    long busy() {
        return busy.sum();
    }

    /** An activity was handed out, or has come back. */
    void underWay(int change) {
        underWay.add(change);
    }

    /** How many attempts are under way. */
    long underWay() {
        return underWay.sum();
    }
}
