package dev.reprise.engine.store;

import dev.reprise.RunId;
import java.util.NoSuchElementException;

/** The turns of a run, with none missing. */
final class TurnsInOrder implements Cursor<byte[]> {
    /** A turn as it is stored. */
    @SuppressWarnings("ArrayRecordComponent") // it is passed on at once, and never compared
    record Row(byte[] key, byte[] row) {}

    private final RunId run;
    private final long end;
    private final Cursor<Row> rows;
    private long next;

    TurnsInOrder(RunId run, long from, long end, Cursor<Row> rows) {
        this.run = run;
        this.next = from;
        this.end = end;
        this.rows = rows;
    }

    @Override
    public boolean hasNext() {
        return next < end;
    }

    @Override
    public byte[] next() {
        if (next >= end) {
            throw new NoSuchElementException("run " + run + " has no turn " + next);
        }
        if (!rows.hasNext()) {
            throw missing("there is none after it");
        }
        Row row = rows.next();
        long found = Keys.position(row.key());
        if (found != next) {
            throw missing("turn " + found + " follows");
        }
        byte[] turn = Rows.turn(row.key(), row.row());
        next++;
        return turn;
    }

    private StoreFailure missing(String instead) {
        return new StoreFailure(
                StoreFailure.Kind.DAMAGED,
                "Turn "
                        + next
                        + " of run "
                        + run
                        + " is missing, which has "
                        + end
                        + ": "
                        + instead
                        + ". Restore the store from a backup.");
    }

    @Override
    public void close() {
        rows.close();
    }
}
