package dev.reprise.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What is under way: entries come and go from any thread, often, and are looked at seldom. Each
 * tries its thread's place in a table, then some others, and knows the one it has taken; nobody
 * waits for anybody. When a table seems full, the next one is tried, which has twice as many
 * places.
 */
final class Roll<E extends Roll.Entry> {
    private static final int PLACES = 1 << 8;
    private static final int TRIES = 4;

    private final Table<E> first = new Table<>(PLACES);

    /** One who can be on a roll, once at a time. */
    abstract static class Entry {
        // ---- Written by whoever puts it on the roll, before it is there ----
        private @Nullable Table<?> table;
        private int place;
    }

    private static final class Table<E extends Entry> {
        final AtomicReferenceArray<@Nullable Entry> places;
        private final AtomicReference<@Nullable Table<E>> next = new AtomicReference<>();

        Table(int size) {
            places = new AtomicReferenceArray<>(size);
        }

        boolean take(Entry entry, int place) {
            entry.place = place & (places.length() - 1);
            return places.getPlain(entry.place) == null
                    && places.compareAndSet(entry.place, null, entry);
        }

        boolean leave(Entry entry) {
            return places.compareAndSet(entry.place, entry, null);
        }

        /** The one behind it, if there is one. */
        @Nullable Table<E> after() {
            return next.get();
        }

        /** The one behind it; from now on there is one. */
        Table<E> larger() {
            Table<E> known = next.get();
            if (known != null) {
                return known;
            }
            var made = new Table<E>(2 * places.length());
            Table<E> other = next.compareAndExchange(null, made);
            return other == null ? made : other;
        }
    }

    /** It is under way. */
    void add(E entry) {
        Entry fields = entry;
        int place = (int) Thread.currentThread().threadId();
        for (Table<E> table = first; ; table = table.larger()) {
            fields.table = table;
            for (int i = 0; i < TRIES; i++) {
                if (table.take(entry, place)) {
                    return;
                }
                place = ThreadLocalRandom.current().nextInt();
            }
        }
    }

    /** It is not any more; whether it was. */
    boolean remove(E entry) {
        Entry fields = entry;
        Table<?> table = fields.table;
        return table != null && table.leave(entry);
    }

    /** All that are under way. */
    @SuppressWarnings("unchecked") // nothing else is added
    List<E> all() {
        List<E> all = new ArrayList<>();
        for (Table<E> table = first; table != null; table = table.after()) {
            for (int place = 0; place < table.places.length(); place++) {
                Entry entry = table.places.get(place);
                if (entry != null) {
                    all.add((E) entry);
                }
            }
        }
        return all;
    }

    boolean isEmpty() {
        for (Table<E> table = first; table != null; table = table.after()) {
            for (int place = 0; place < table.places.length(); place++) {
                if (table.places.get(place) != null) {
                    return false;
                }
            }
        }
        return true;
    }
}
