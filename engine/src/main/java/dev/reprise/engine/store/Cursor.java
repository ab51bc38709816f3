package dev.reprise.engine.store;

import java.util.Iterator;
import java.util.List;

/**
 * Reads one after the other, keeping none. It shows what was durable when it was made. For one
 * thread at a time.
 */
public interface Cursor<T> extends Iterator<T>, AutoCloseable {
    @Override
    void close();

    /** A cursor over what is in memory. */
    static <T> Cursor<T> over(List<T> all) {
        Iterator<T> rest = all.iterator();
        return new Cursor<>() {
            @Override
            public boolean hasNext() {
                return rest.hasNext();
            }

            @Override
            public T next() {
                return rest.next();
            }

            @Override
            public void close() {}
        };
    }
}
