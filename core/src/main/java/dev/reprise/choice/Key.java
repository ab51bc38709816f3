package dev.reprise.choice;

import dev.reprise.SplitMix64;
import org.jspecify.annotations.Nullable;

/**
 * The name of an action, the same in every run: its kind, then its number within the kind. Keys are
 * ordered by kind first and number second; two actions with equal keys are the same action.
 */
public final class Key implements Comparable<Key> {
    /** The largest number of an action. */
    public static final long NUMBER_MAX = (1L << 48) - 1;

    private final Kind kind;
    private final long code;
    private final long print;

    Key(Kind kind, long number) {
        if (number < 0 || number > NUMBER_MAX) {
            throw new IllegalArgumentException(
                    "the number of a " + kind + " is out of 0.." + NUMBER_MAX + ": " + number);
        }
        this.kind = kind;
        this.code = ((long) kind.order() << 48) | number;
        this.print = SplitMix64.mix(SplitMix64.mix(code + 0x9E3779B97F4A7C15L) + kind.salt());
    }

    /** What sort of action this is the key of. */
    public Kind kind() {
        return kind;
    }

    /** Which one of its kind. */
    public long number() {
        return numberOf(code);
    }

    /** Kind order and number in one positive number that sorts as keys do. */
    long code() {
        return code;
    }

    /** The order of the kind in a {@link #code()}. */
    static int orderOf(long code) {
        return (int) (code >>> 48);
    }

    /** The number in a {@link #code()}. */
    static long numberOf(long code) {
        return code & NUMBER_MAX;
    }

    /** What this key adds to the fingerprint of a set. */
    long print() {
        return print;
    }

    @Override
    public int compareTo(Key other) {
        int byCode = Long.compare(code, other.code);
        return byCode != 0 ? byCode : kind.compareTo(other.kind);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Key key && code == key.code && print == key.print;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(print);
    }

    /** Such as {@code token#7}. */
    @Override
    public String toString() {
        return kind + "#" + number();
    }
}
