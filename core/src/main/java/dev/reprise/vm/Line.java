package dev.reprise.vm;

import java.util.Arrays;

/**
 * The silent tokens in the order in which they became silent: a ring. A token knows its position;
 * what stands at a position that its token does not know is left over, and passed over.
 */
final class Line {
    private static final int LENGTH_MIN = 4;
    private static final int POSITION_MASK = Integer.MAX_VALUE;

    private int[] ring = new int[LENGTH_MIN];
    private int first;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Puts a token at the end, and answers its position. */
    int add(int token) {
        if (size == ring.length) {
            grow();
        }
        int position = (first + size++) & POSITION_MASK;
        ring[position & (ring.length - 1)] = token;
        return position;
    }

    /** The position of the first. */
    int position() {
        return first;
    }

    /** Takes the first away. */
    int poll() {
        int token = ring[first & (ring.length - 1)];
        first = (first + 1) & POSITION_MASK;
        size--;
        return token;
    }

    /** What stands so far behind the first. */
    int get(int behind) {
        return ring[(first + behind) & (ring.length - 1)];
    }

    /** The position so far behind the first. */
    int position(int behind) {
        return (first + behind) & POSITION_MASK;
    }

    void clear() {
        size = 0;
    }

    private void grow() {
        int[] old = ring;
        ring = Arrays.copyOf(old, old.length * 2);
        for (int i = 0; i < size; i++) {
            int position = (first + i) & POSITION_MASK;
            ring[position & (ring.length - 1)] = old[position & (old.length - 1)];
        }
    }
}
