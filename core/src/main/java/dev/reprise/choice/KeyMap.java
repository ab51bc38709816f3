package dev.reprise.choice;

import dev.reprise.Check;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from 64-bit keys to values that also answers "which is the k-th?" and "how many
 * are smaller?". It is a row as long as it is short, or is only added to at its end and taken from
 * at its beginning, as when many are started in the order of their keys and the least is always
 * chosen; from the first change that is neither until it is empty it is a tree.
 */
final class KeyMap<V> {
    /** Up to so many it does not matter what a row has to move. */
    static final int SHORT = KeyTree.LEAF_MAX;

    private final KeyRow<V> row = new KeyRow<>();
    private final KeyTree<V> tree = new KeyTree<>();

    int size() {
        return row.size() + tree.size();
    }

    private boolean isRow() {
        return tree.size() == 0;
    }

    /** Adds the pair and answers true, or answers false when the key is there already. */
    boolean put(long key, V value) {
        if (isRow() && (row.size() < SHORT || row.isBehind(key))) {
            return row.put(key, value);
        }
        return tree().put(key, value);
    }

    /** Removes the key and answers its value, or null when it is not there. */
    @Nullable V remove(long key) {
        if (isRow() && (row.size() <= SHORT || row.isFirst(key))) {
            return row.remove(key);
        }
        return tree().remove(key);
    }

    private KeyTree<V> tree() {
        row.moveTo(tree);
        return tree;
    }

    /** Puts another value under a key and answers true, or answers false when it is not there. */
    boolean replace(long key, V value) {
        return isRow() ? row.replace(key, value) : tree.replace(key, value);
    }

    @Nullable V get(long key) {
        return isRow() ? row.get(key) : tree.get(key);
    }

    V least() {
        Check.argument(size() > 0, "an empty set has no least key");
        return nth(0);
    }

    V nth(int rank) {
        return isRow() ? row.nth(rank) : tree.nth(rank);
    }

    /** The rank of the key, or -1 minus the number of smaller keys when it is not there. */
    int rank(long key) {
        return isRow() ? row.rank(key) : tree.rank(key);
    }

    void forEach(Consumer<? super V> consumer) {
        row.forEach(consumer);
        tree.forEach(consumer);
    }

    /** Copies all keys, ascending, into an array that has room. */
    void copyKeys(long[] target) {
        if (isRow()) {
            row.copyKeys(target);
        } else {
            tree.copyKeys(target);
        }
    }

    /** Checks the whole structure: for tests and the simulator. */
    void invariants() {
        Check.invariant(row.size() == 0 || tree.size() == 0, "it is a row and a tree");
        row.invariants();
        tree.invariants();
    }
}
