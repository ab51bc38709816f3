package dev.reprise.engine.store;

import java.util.Iterator;

/**
 * Reads one after the other, keeping none. It shows what was durable when it was made. For one
 * thread at a time.
 */
public interface Cursor<T> extends Iterator<T>, AutoCloseable {
    @Override
    void close();
}
