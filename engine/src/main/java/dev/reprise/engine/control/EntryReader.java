package dev.reprise.engine.control;

import dev.reprise.RunId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Reads the entries of a run from a desk, a few at a time, so that neither side keeps a long
 * history.
 */
public final class EntryReader implements Iterator<byte[]> {
    private static final int FETCHED = 256;

    private final Desk desk;
    private final RunId run;
    private final long to;
    private final Deque<byte[]> fetched = new ArrayDeque<>();
    private long position;

    /**
     * Reads from one position up to, and without, another.
     *
     * @param to what is more than there are is all there are
     */
    public EntryReader(Desk desk, RunId run, long from, long to) {
        this.desk = desk;
        this.run = run;
        this.position = from;
        this.to = to;
    }

    @Override
    public boolean hasNext() {
        if (fetched.isEmpty() && position < to) {
            long until = Math.min(to, position + FETCHED);
            desk.ask(
                    "read",
                    new Request.ReadEntries(run, position, until),
                    reply -> {
                        if (reply instanceof Reply.Entry(var bytes)) {
                            fetched.add(bytes);
                        }
                    });
            position += fetched.size();
        }
        return !fetched.isEmpty();
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException("run " + run + " has no more entries");
        }
        return fetched.remove();
    }
}
