package dev.reprise.choice;

import dev.reprise.Check;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from 64-bit keys to values that also answers "which is the k-th?" and "how many
 * are smaller?": a counted B+ tree.
 *
 * <p><b>Why.</b> Choosing asks four questions of a set that changes a little between choices: its
 * least key, its k-th key, the rank of a key, and whether a key is there. A sorted array answers
 * all of them but moves half of itself on every change; a binary tree with sizes changes quickly
 * but misses the cache once per level. A B+ tree whose inner nodes know the sizes of their subtrees
 * does both in O(log n): up to {@link #LEAF_MAX} keys it <i>is</i> a sorted array, and 100,000 keys
 * are four nodes deep.
 *
 * <p><b>Shape.</b> All values are in leaves, in the same order as their keys. An inner node holds,
 * for each child, the number of keys below it and a lower bound of them: every key of child i is at
 * least {@code keys[i]} and less than {@code keys[i + 1]}. The bound of the first child is not used
 * in searching, and bounds are not tightened when keys leave, so removing touches one path only.
 *
 * <p><b>Balance.</b> A full node is split in halves (a leaf that grows at its right end keeps three
 * quarters, because fresh keys are most often the largest). A node that falls below a quarter is
 * joined with a neighbour, or takes half of what both hold when one node cannot hold it. All leaves
 * are at the same depth; the root is a leaf or has at least two children.
 *
 * <p><b>Finger.</b> What is chosen is most often looked up by its rank, and then its rank is asked
 * for and it is removed. So the way to the last k-th key is kept until the tree changes, and these
 * two need not search again.
 */
final class KeyTree<V> {
    static final int LEAF_MAX = 32;
    static final int INNER_MAX = 32;

    private static final int DEPTH_MAX = 16;

    private Node root = new Node(true);
    private int size;

    /** The child taken at each inner node on the way to the finger's leaf, and the index there. */
    private final int[] finger = new int[DEPTH_MAX];

    private boolean fingerSet;
    private long fingerKey;
    private int fingerRank;

    private static final class Node {
        final long[] keys;
        final @Nullable Object[] slots;
        final int[] sizes;
        int count;

        Node(boolean leaf) {
            int max = leaf ? LEAF_MAX : INNER_MAX;
            keys = new long[max];
            slots = new @Nullable Object[max];
            sizes = leaf ? NO_SIZES : new int[max];
        }

        boolean isLeaf() {
            return sizes.length == 0;
        }

        boolean isFull() {
            return count == keys.length;
        }

        Node child(int i) {
            var child = (Node) slots[i];
            Check.invariant(child != null, "a child is missing");
            return child;
        }

        /** The keys below this node. */
        int total() {
            if (isLeaf()) {
                return count;
            }
            int total = 0;
            for (int i = 0; i < count; i++) {
                total += sizes[i];
            }
            return total;
        }

        /** How many keys of this node are smaller than {@code key}. */
        int below(long key) {
            return below(key, 0);
        }

        /** The child in whose range {@code key} is. */
        int childOf(long key) {
            // Every key is at least the bound of its child, so look for the first larger one.
            // Nothing
            // is larger than the largest number, whose successor would be the smallest.
            return key == Long.MAX_VALUE ? count - 1 : below(key + 1, 1) - 1;
        }

        /** The halving loop has no branch that depends on the keys: it would be guessed wrong. */
        private int below(long key, int from) {
            int base = from;
            int length = count - from;
            while (length > 1) {
                int half = length >>> 1;
                base += keys[base + half - 1] < key ? half : 0;
                length -= half;
            }
            return length == 1 && keys[base] < key ? base + 1 : base;
        }

        void open(int i) {
            System.arraycopy(keys, i, keys, i + 1, count - i);
            System.arraycopy(slots, i, slots, i + 1, count - i);
            if (!isLeaf()) {
                System.arraycopy(sizes, i, sizes, i + 1, count - i);
            }
            count++;
        }

        void close(int i) {
            count--;
            System.arraycopy(keys, i + 1, keys, i, count - i);
            System.arraycopy(slots, i + 1, slots, i, count - i);
            if (!isLeaf()) {
                System.arraycopy(sizes, i + 1, sizes, i, count - i);
            }
            slots[count] = null;
        }

        /** Moves everything from {@code from} on to the end of {@code target}. */
        void moveTail(int from, Node target) {
            int moved = count - from;
            System.arraycopy(keys, from, target.keys, target.count, moved);
            System.arraycopy(slots, from, target.slots, target.count, moved);
            if (!isLeaf()) {
                System.arraycopy(sizes, from, target.sizes, target.count, moved);
            }
            Arrays.fill(slots, from, count, null);
            target.count += moved;
            count = from;
        }
    }

    private static final int[] NO_SIZES = new int[0];

    int size() {
        return size;
    }

    /** Adds the pair and answers true, or answers false when the key is there already. */
    boolean put(long key, V value) {
        fingerSet = false;
        if (root.isFull()) {
            var above = new Node(false);
            above.count = 1;
            above.slots[0] = root;
            above.sizes[0] = size;
            split(above, 0, key);
            root = above;
        }
        var node = root;
        // Full nodes are split on the way down, so the leaf always has room and nothing comes back
        // up.
        // The sizes are raised on the way too, and lowered again should the key turn out to be
        // there.
        while (!node.isLeaf()) {
            int i = node.childOf(key);
            if (node.child(i).isFull()) {
                split(node, i, key);
                i = node.childOf(key);
            }
            node.sizes[i]++;
            node = node.child(i);
        }
        int i = node.below(key);
        if (i < node.count && node.keys[i] == key) {
            uncount(key);
            return false;
        }
        node.open(i);
        node.keys[i] = key;
        node.slots[i] = value;
        size++;
        return true;
    }

    /** Removes the key and answers its value, or null when it is not there. */
    @Nullable V remove(long key) {
        boolean known = fingerSet && fingerKey == key;
        var value = remove(root, key, 0, known);
        if (value != null) {
            fingerSet = false;
            size--;
            if (!root.isLeaf() && root.count == 1) {
                root = root.child(0);
            }
        }
        return value;
    }

    /** Puts another value under a key and answers true, or answers false when it is not there. */
    boolean replace(long key, V value) {
        var leaf = leafOf(key);
        int i = leaf.below(key);
        if (i == leaf.count || leaf.keys[i] != key) {
            return false;
        }
        leaf.slots[i] = value;
        return true;
    }

    @Nullable V get(long key) {
        var leaf = leafOf(key);
        int i = leaf.below(key);
        return i < leaf.count && leaf.keys[i] == key ? value(leaf, i) : null;
    }

    V least() {
        Check.argument(size > 0, "an empty set has no least key");
        return nth(0);
    }

    V nth(int rank) {
        if (rank < 0 || rank >= size) {
            throw new IndexOutOfBoundsException("there is no rank " + rank + " among " + size);
        }
        var node = root;
        int rest = rank;
        int depth = 0;
        while (!node.isLeaf()) {
            int i = 0;
            while (rest >= node.sizes[i]) {
                rest -= node.sizes[i++];
            }
            finger[depth++] = i;
            node = node.child(i);
        }
        finger[depth] = rest;
        fingerSet = true;
        fingerKey = node.keys[rest];
        fingerRank = rank;
        return value(node, rest);
    }

    /** The rank of the key, or -1 minus the number of smaller keys when it is not there. */
    int rank(long key) {
        if (fingerSet && fingerKey == key) {
            return fingerRank;
        }
        var node = root;
        int rank = 0;
        while (!node.isLeaf()) {
            int i = node.childOf(key);
            for (int left = 0; left < i; left++) {
                rank += node.sizes[left];
            }
            node = node.child(i);
        }
        int i = node.below(key);
        return i < node.count && node.keys[i] == key ? rank + i : -1 - (rank + i);
    }

    void forEach(Consumer<? super V> consumer) {
        forEach(root, consumer);
    }

    void clear() {
        fingerSet = false;
        root = new Node(true);
        size = 0;
    }

    private void forEach(Node node, Consumer<? super V> consumer) {
        for (int i = 0; i < node.count; i++) {
            if (node.isLeaf()) {
                consumer.accept(value(node, i));
            } else {
                forEach(node.child(i), consumer);
            }
        }
    }

    /** Copies all keys, ascending, into an array that has room. */
    void copyKeys(long[] target) {
        copyKeys(root, target, 0);
    }

    private static int copyKeys(Node node, long[] target, int from) {
        if (node.isLeaf()) {
            System.arraycopy(node.keys, 0, target, from, node.count);
            return from + node.count;
        }
        int to = from;
        for (int i = 0; i < node.count; i++) {
            to = copyKeys(node.child(i), target, to);
        }
        return to;
    }

    @SuppressWarnings("unchecked")
    private V value(Node leaf, int i) {
        var value = (V) leaf.slots[i];
        Check.invariant(value != null, "a value is missing");
        return value;
    }

    private Node leafOf(long key) {
        var node = root;
        while (!node.isLeaf()) {
            node = node.child(node.childOf(key));
        }
        return node;
    }

    /** Takes back the count of a key that was there already. */
    private void uncount(long key) {
        var node = root;
        while (!node.isLeaf()) {
            int i = node.childOf(key);
            node.sizes[i]--;
            node = node.child(i);
        }
    }

    /** Splits the full child i of a node that has room; {@code key} is about to come into it. */
    private static void split(Node parent, int i, long key) {
        var left = parent.child(i);
        var right = new Node(left.isLeaf());
        boolean growsAtTheEnd = key > left.keys[left.count - 1];
        int kept = growsAtTheEnd ? left.count - left.count / 4 : left.count / 2;
        left.moveTail(kept, right);
        parent.open(i + 1);
        parent.keys[i + 1] = right.keys[0];
        parent.slots[i + 1] = right;
        parent.sizes[i + 1] = right.total();
        parent.sizes[i] -= parent.sizes[i + 1];
    }

    /** Removes the key from below {@code node}; the finger points there when {@code known}. */
    private @Nullable V remove(Node node, long key, int depth, boolean known) {
        if (node.isLeaf()) {
            int at = known ? finger[depth] : node.below(key);
            if (at == node.count || node.keys[at] != key) {
                return null;
            }
            var value = value(node, at);
            node.close(at);
            return value;
        }
        int i = known ? finger[depth] : node.childOf(key);
        var child = node.child(i);
        var value = remove(child, key, depth + 1, known);
        if (value != null) {
            node.sizes[i]--;
            if (child.count < child.keys.length / 4) {
                join(node, i == 0 ? 0 : i - 1);
            }
        }
        return value;
    }

    /** Makes the children i and i + 1 one, or gives each half of what both hold. */
    private static void join(Node parent, int i) {
        var left = parent.child(i);
        var right = parent.child(i + 1);
        int both = left.count + right.count;
        if (both <= left.keys.length) {
            right.moveTail(0, left);
            parent.sizes[i] += parent.sizes[i + 1];
            parent.close(i + 1);
            return;
        }
        int all = parent.sizes[i] + parent.sizes[i + 1];
        if (left.count > right.count) {
            var moved = new Node(left.isLeaf());
            left.moveTail(both / 2, moved);
            right.moveTail(0, moved);
            parent.slots[i + 1] = moved;
            parent.keys[i + 1] = moved.keys[0];
        } else {
            var rest = new Node(left.isLeaf());
            int taken = both / 2 - left.count;
            right.moveTail(taken, rest);
            right.moveTail(0, left);
            parent.slots[i + 1] = rest;
            parent.keys[i + 1] = rest.keys[0];
        }
        parent.sizes[i] = left.total();
        parent.sizes[i + 1] = all - parent.sizes[i];
    }

    /** Checks the whole structure: for tests and the simulator. */
    void invariants() {
        Check.invariant(root.isLeaf() || root.count >= 2, "the root has one child only");
        depth(root, Long.MIN_VALUE, Long.MAX_VALUE, true);
        Check.invariant(root.total() == size, "the tree does not know its size");
    }

    private static int depth(Node node, long from, long to, boolean isRoot) {
        Check.invariant(
                isRoot || node.count >= node.keys.length / 4, "a node holds %d only", node.count);
        for (int i = node.isLeaf() ? 0 : 1; i < node.count; i++) {
            boolean ascends =
                    i == 0 || node.keys[i - 1] < node.keys[i] || (i == 1 && !node.isLeaf());
            Check.invariant(ascends, "keys do not ascend at %d", node.keys[i]);
            Check.invariant(node.keys[i] >= from, "key %d is left of its range", node.keys[i]);
            Check.invariant(node.keys[i] <= to, "key %d is right of its range", node.keys[i]);
        }
        for (int i = node.count; i < node.slots.length; i++) {
            Check.invariant(node.slots[i] == null, "a removed value is still held");
        }
        if (node.isLeaf()) {
            return 0;
        }
        int depth = -1;
        for (int i = 0; i < node.count; i++) {
            var child = node.child(i);
            long low = i == 0 ? from : node.keys[i];
            long high = i == node.count - 1 ? to : node.keys[i + 1] - 1;
            int below = depth(child, low, high, false);
            Check.invariant(depth < 0 || depth == below, "leaves are at different depths");
            Check.invariant(node.sizes[i] == child.total(), "a subtree's size is wrong");
            depth = below;
        }
        return depth + 1;
    }
}
