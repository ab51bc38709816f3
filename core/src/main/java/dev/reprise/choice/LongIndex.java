package dev.reprise.choice;

import dev.reprise.Check;
import java.util.Arrays;

/** Numbers 64-bit values 0, 1, 2, … in the order they are first met, up to a bound. */
final class LongIndex {
    private static final int LENGTH_MIN = 16;

    private final int sizeMax;
    private long[] values = new long[LENGTH_MIN];

    /** Open addressing: one more than the number of a value, 0 where there is none. */
    private int[] slots = new int[2 * LENGTH_MIN];

    private int size;

    LongIndex(int sizeMax) {
        Check.argument(sizeMax >= LENGTH_MIN, "an index has room for at least %d", LENGTH_MIN);
        this.sizeMax = sizeMax;
    }

    /** How many values have a number. */
    int size() {
        return size;
    }

    /** The value of a number. */
    long value(int number) {
        return values[number];
    }

    /** The number of a value, or -1 when it has none. */
    int find(long value) {
        return slots[slot(value)] - 1;
    }

    /** The number of a value, a new one if it has none; -1 when it has none and all are taken. */
    int findOrAdd(long value) {
        int slot = slot(value);
        if (slots[slot] > 0) {
            return slots[slot] - 1;
        }
        if (size == sizeMax) {
            return -1;
        }
        if (size == values.length) {
            grow();
            slot = slot(value);
        }
        values[size] = value;
        slots[slot] = ++size;
        return size - 1;
    }

    /** Where the value is, or would be. */
    private int slot(long value) {
        int mask = slots.length - 1;
        long hash = value * 0x9E3779B97F4A7C15L;
        int slot = (int) (hash ^ (hash >>> 32)) & mask;
        while (slots[slot] > 0 && values[slots[slot] - 1] != value) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        values = Arrays.copyOf(values, 2 * values.length);
        slots = new int[2 * values.length];
        for (int number = 0; number < size; number++) {
            slots[slot(values[number])] = number + 1;
        }
    }
}
