package dev.reprise.choice;

import dev.reprise.Check;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * The actions that can be chosen now, in key order. It is a view that its owner keeps up to date;
 * nobody who is shown it may keep it beyond the call.
 *
 * <p>{@link EnabledSet} is the implementation for owners; write another one when the actions can be
 * computed from what the owner has already. No operation may cost more than O(log n).
 */
public interface Enabled {
    /** How many actions are enabled. */
    int size();

    /** The action with exactly {@code rank} smaller keys, for a rank in 0..size-1. */
    Action nth(int rank);

    /** The sum, in 64 bits, of {@link #fingerprint(Key)} of all enabled actions' keys. */
    long fingerprint();

    /** The action with the smallest key; there must be one. */
    default Action least() {
        return nth(0);
    }

    /**
     * How many enabled actions have a smaller key than {@code key} if that is enabled, and -1 minus
     * that number if it is not.
     */
    default int rank(Key key) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nth(middle).key().compareTo(key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < size() && nth(low).key().equals(key) ? low : -1 - low;
    }

    /** Whether an action with this key is enabled. */
    default boolean contains(Key key) {
        return rank(key) >= 0;
    }

    /** Hands out all enabled actions in key order. */
    default void forEach(Consumer<? super Action> consumer) {
        for (int rank = 0; rank < size(); rank++) {
            consumer.accept(nth(rank));
        }
    }

    /**
     * How many changes this view has seen, or a negative number when it does not count them: then
     * every recorded choice costs O(n).
     */
    default long revision() {
        return -1;
    }

    /**
     * Tells {@code listener} what was added and removed since {@code revision}, oldest first.
     *
     * @return false, having told nothing, when that is no longer known
     */
    default boolean changesSince(long revision, Changes listener) {
        return false;
    }

    /** What one key adds to the fingerprint of a set, the same in every run and release. */
    static long fingerprint(Key key) {
        return key.print();
    }

    /** An unchanging view of these actions, which must have different keys. */
    static Enabled of(Action... actions) {
        var sorted = actions.clone();
        Arrays.sort(sorted, Comparator.comparing(Action::key));
        long fingerprint = 0;
        for (int i = 0; i < sorted.length; i++) {
            Check.argument(
                    i == 0 || sorted[i].key().code() != sorted[i - 1].key().code(),
                    "two enabled actions have the key %s",
                    sorted[i]);
            fingerprint += sorted[i].key().print();
        }
        return new FixedEnabled(List.of(sorted), fingerprint);
    }

    /** An unchanging view of these actions, which must have different keys. */
    static Enabled of(List<Action> actions) {
        return of(actions.toArray(Action[]::new));
    }

    /** Is told how a view changed. */
    interface Changes {
        /** The action was not enabled and now is. */
        void added(Action action);

        /** The action was enabled and now is not. */
        void removed(Action action);
    }
}
