package dev.reprise.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is under way: entries come and go from any thread, often, and are looked at seldom. An entry
 * holds its own place in a list, so that nothing is allocated, and there are several lists, so that
 * threads seldom meet.
 */
final class Roll<E extends Roll.Entry<E>> {
    private static final int LISTS = 16;

    private final List<Ring<E>> rings = new ArrayList<>();

    Roll() {
        for (int i = 0; i < LISTS; i++) {
            rings.add(new Ring<>());
        }
    }

    /** One who can be on a roll, once at a time. */
    abstract static class Entry<E extends Entry<E>> {
        // ---- Guarded by the ring ----
        private @Nullable E before;
        private @Nullable E after;
        private @Nullable Ring<E> ring;

        /** Itself, in its own type. */
        abstract E self();
    }

    private static final class Ring<E extends Entry<E>> {
        private @Nullable E first;

        synchronized void add(E entry) {
            Entry<E> fields = entry;
            fields.ring = this;
            fields.before = null;
            fields.after = first;
            if (first != null) {
                Entry<E> next = first;
                next.before = entry;
            }
            first = entry;
        }

        @SuppressWarnings("ReferenceEquality") // an entry is itself
        synchronized boolean remove(Entry<E> entry) {
            if (entry.ring != this) {
                return false;
            }
            entry.ring = null;
            Entry<E> before = entry.before;
            Entry<E> after = entry.after;
            if (before == null) {
                first = entry.after;
            } else {
                before.after = entry.after;
            }
            if (after != null) {
                after.before = entry.before;
            }
            entry.before = null;
            entry.after = null;
            return true;
        }

        synchronized void copy(List<E> into) {
            for (E each = first; each != null; ) {
                into.add(each);
                Entry<E> fields = each;
                each = fields.after;
            }
        }

        synchronized boolean isEmpty() {
            return first == null;
        }
    }

    /** It is under way. */
    void add(Entry<E> entry) {
        // Threads are numbered in a row: neighbours have different lists.
        int at = (int) Thread.currentThread().threadId() & (LISTS - 1);
        rings.get(at).add(entry.self());
    }

    /** It is not any more; whether it was. */
    boolean remove(Entry<E> entry) {
        Ring<E> ring = entry.ring;
        return ring != null && ring.remove(entry);
    }

    /** All that are under way. */
    List<E> all() {
        List<E> all = new ArrayList<>();
        rings.forEach(ring -> ring.copy(all));
        return all;
    }

    boolean isEmpty() {
        for (Ring<E> ring : rings) {
            if (!ring.isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
