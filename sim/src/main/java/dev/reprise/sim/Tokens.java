package dev.reprise.sim;

import java.util.Arrays;

/** Numbers of run-tokens in the order in which they wait, the oldest first. */
final class Tokens {
    /** What there is where nothing is. */
    static final long NONE = -1;

    private long[] ring = new long[16];
    private int first;
    private int size;

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    long get(int at) {
        return ring[(first + at) & (ring.length - 1)];
    }

    long oldest() {
        return size == 0 ? NONE : get(0);
    }

    long youngest() {
        return size == 0 ? NONE : get(size - 1);
    }

    void add(long token) {
        if (size == ring.length) {
            var larger = new long[size * 2];
            for (int at = 0; at < size; at++) {
                larger[at] = get(at);
            }
            ring = larger;
            first = 0;
        }
        ring[(first + size++) & (ring.length - 1)] = token;
    }

    /** Removes a token, wherever it is; most often it is at an end. */
    void remove(long token) {
        if (oldest() == token) {
            first++;
            size--;
        } else if (youngest() == token) {
            size--;
        } else {
            removeInside(token);
        }
    }

    private void removeInside(long token) {
        long[] all = new long[size];
        Arrays.setAll(all, this::get);
        clear();
        for (long one : all) {
            if (one != token) {
                add(one);
            }
        }
    }

    boolean containsWithin(int many, long token) {
        for (int at = 0; at < Math.min(many, size); at++) {
            if (get(at) == token) {
                return true;
            }
        }
        return false;
    }
}
