package dev.reprise.vm;

/**
 * Finds a small number by a large one: open addressing, with linear probing. Numbers that differ by
 * one in their upper part are often neighbours, so that the branches of a split lie beside each
 * other, in blocks: a whole split in one piece would make taking away cost what it is long.
 */
final class KeyIndex {
    private static final int LENGTH_MIN = 4;
    private static final int UPPER_SHIFT = 26;
    private static final int BLOCK_BITS = 3;

    private long[] keys = new long[LENGTH_MIN];

    /** One more than the value of the key beside it, 0 where there is none. */
    private int[] values = new int[LENGTH_MIN];

    private int size;

    int size() {
        return size;
    }

    /** The value of the key, or -1. */
    int find(long key) {
        return values[slot(key)] - 1;
    }

    /** Gives a value to a key, unless it has one: then nothing changes, and false is answered. */
    boolean put(long key, int value) {
        if (2 * (size + 1) > keys.length) {
            grow();
        }
        int slot = slot(key);
        if (values[slot] != 0) {
            return false;
        }
        keys[slot] = key;
        values[slot] = value + 1;
        size++;
        return true;
    }

    /** Takes away a key that is there. */
    void remove(long key) {
        int mask = keys.length - 1;
        int gap = slot(key);
        for (int at = (gap + 1) & mask; values[at] != 0; at = (at + 1) & mask) {
            int home = home(keys[at]);
            if (((at - home) & mask) >= ((at - gap) & mask)) {
                keys[gap] = keys[at];
                values[gap] = values[at];
                gap = at;
            }
        }
        values[gap] = 0;
        size--;
    }

    private int home(long key) {
        long upper = key >>> UPPER_SHIFT;
        long block = (upper >>> BLOCK_BITS) << UPPER_SHIFT | (key & ((1L << UPPER_SHIFT) - 1));
        int scattered = (int) ((block * 0x9E3779B97F4A7C15L) >>> 32);
        int within = (int) upper & ((1 << BLOCK_BITS) - 1);
        return ((scattered << BLOCK_BITS) + within) & (keys.length - 1);
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = home(key);
        while (values[slot] != 0 && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new int[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != 0) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
