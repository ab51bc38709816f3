package dev.reprise.choice;

import dev.reprise.Check;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from 64-bit keys to values as one sorted row with room at both ends: what comes
 * behind all others and what leaves before all others costs nothing but a store, and the k-th key
 * is where it is looked for. Anything else moves what is behind it.
 */
final class KeyRow<V> {
    private static final int LENGTH_MIN = 16;

    private long[] keys = new long[LENGTH_MIN];
    private @Nullable Object[] values = new @Nullable Object[LENGTH_MIN];
    private int head;
    private int tail;

    int size() {
        return tail - head;
    }

    /** Whether the key is larger than all there are. */
    boolean isBehind(long key) {
        return head == tail || keys[tail - 1] < key;
    }

    /** Whether the key is the smallest there is. */
    boolean isFirst(long key) {
        return head < tail && keys[head] == key;
    }

    /** Adds the pair and answers true, or answers false when the key is there already. */
    boolean put(long key, V value) {
        if (tail == keys.length) {
            makeRoom();
        }
        if (isBehind(key)) {
            keys[tail] = key;
            values[tail++] = value;
            return true;
        }
        int at = find(key);
        if (keys[at] == key) {
            return false;
        }
        System.arraycopy(keys, at, keys, at + 1, tail - at);
        System.arraycopy(values, at, values, at + 1, tail - at);
        keys[at] = key;
        values[at] = value;
        tail++;
        return true;
    }

    private void makeRoom() {
        int size = size();
        boolean grows = size > keys.length / 2;
        long[] roomyKeys = grows ? new long[keys.length * 2] : keys;
        @Nullable Object[] roomyValues = grows ? new @Nullable Object[keys.length * 2] : values;
        System.arraycopy(keys, head, roomyKeys, 0, size);
        System.arraycopy(values, head, roomyValues, 0, size);
        if (!grows) {
            Arrays.fill(values, size, tail, null);
        }
        keys = roomyKeys;
        values = roomyValues;
        head = 0;
        tail = size;
    }

    /** Removes the key and answers its value, or null when it is not there. */
    @Nullable V remove(long key) {
        if (isFirst(key)) {
            V value = value(head);
            values[head++] = null;
            if (head == tail) {
                head = 0;
                tail = 0;
            }
            return value;
        }
        int at = find(key);
        if (at == tail || keys[at] != key) {
            return null;
        }
        V value = value(at);
        tail--;
        System.arraycopy(keys, at + 1, keys, at, tail - at);
        System.arraycopy(values, at + 1, values, at, tail - at);
        values[tail] = null;
        return value;
    }

    /** Puts another value under a key and answers true, or answers false when it is not there. */
    boolean replace(long key, V value) {
        int at = find(key);
        boolean there = at < tail && keys[at] == key;
        if (there) {
            values[at] = value;
        }
        return there;
    }

    @Nullable V get(long key) {
        int at = find(key);
        return at < tail && keys[at] == key ? value(at) : null;
    }

    V nth(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new IndexOutOfBoundsException("there is no rank " + rank + " among " + size());
        }
        return value(head + rank);
    }

    /** The rank of the key, or -1 minus the number of smaller keys when it is not there. */
    int rank(long key) {
        int at = find(key);
        return at < tail && keys[at] == key ? at - head : -1 - (at - head);
    }

    void forEach(Consumer<? super V> consumer) {
        for (int at = head; at < tail; at++) {
            consumer.accept(value(at));
        }
    }

    /** Copies all keys, ascending, into an array that has room. */
    void copyKeys(long[] target) {
        System.arraycopy(keys, head, target, 0, size());
    }

    /** Moves all pairs into a tree. */
    void moveTo(KeyTree<V> tree) {
        for (int at = head; at < tail; at++) {
            tree.put(keys[at], value(at));
        }
        clear();
    }

    void clear() {
        Arrays.fill(values, head, tail, null);
        head = 0;
        tail = 0;
    }

    /** Where the key is, or the first that is larger. */
    private int find(long key) {
        int found = Arrays.binarySearch(keys, head, tail, key);
        return found >= 0 ? found : -1 - found;
    }

    @SuppressWarnings("unchecked")
    private V value(int at) {
        var value = (V) values[at];
        Check.invariant(value != null, "a value is missing");
        return value;
    }

    /** Checks the whole structure: for tests and the simulator. */
    void invariants() {
        for (int at = head + 1; at < tail; at++) {
            Check.invariant(keys[at - 1] < keys[at], "keys do not ascend at %d", keys[at]);
        }
        for (int at = 0; at < values.length; at++) {
            Check.invariant(
                    (values[at] != null) == (at >= head && at < tail),
                    "a removed value is still held, or one is missing");
        }
    }
}
