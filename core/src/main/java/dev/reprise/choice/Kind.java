package dev.reprise.choice;

import dev.reprise.Check;
import dev.reprise.SplitMix64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What sort of action it is: "token", "timer", "crash". Kinds come first in the order of keys, by
 * their {@link #order()}; the name is for people, and recordings are refused when it differs.
 */
public final class Kind implements Comparable<Kind> {
    /** The largest order a kind can have. */
    public static final int ORDER_MAX = 0x7FFF;

    /** The longest name a kind can have. */
    public static final int NAME_CHARS_MAX = 64;

    private final int order;
    private final String name;
    private final long salt;

    /**
     * Creates a kind.
     *
     * @param order 0..{@link #ORDER_MAX}; the kind of the least order is chosen first by default
     * @param name letters, digits, {@code - _ .}, beginning with a letter
     */
    public Kind(int order, String name) {
        Check.argument(order >= 0 && order <= ORDER_MAX, "kind order out of 0..32767: %d", order);
        Check.argument(
                isName(name), "a kind's name is a word of letters, digits, - _ . : \"%s\"", name);
        this.order = order;
        this.name = name;
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
        }
        this.salt = SplitMix64.mix(hash);
    }

    static boolean isName(String name) {
        if (name.isEmpty() || name.length() > NAME_CHARS_MAX || !isLetter(name.charAt(0))) {
            return false;
        }
        for (int i = 1; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!isLetter(c) && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /** The place of this kind among all kinds. */
    public int order() {
        return order;
    }

    /** The name people see. */
    public String name() {
        return name;
    }

    /** The key of action {@code number} of this kind. */
    public Key key(long number) {
        return new Key(this, number);
    }

    /** Why this kind cannot be used beside the others: it shares a name or an order with one. */
    Optional<String> clashIn(Iterable<Kind> others) {
        for (var other : others) {
            if (order == other.order || name.equals(other.name)) {
                return Optional.of(
                        "the kinds "
                                + name
                                + " (order "
                                + order
                                + ") and "
                                + other.name
                                + " (order "
                                + other.order
                                + ") share their name or their order.");
            }
        }
        return Optional.empty();
    }

    /** What makes equal numbers of different kinds look different to a fingerprint. */
    long salt() {
        return salt;
    }

    @Override
    public int compareTo(Kind other) {
        int byOrder = Integer.compare(order, other.order);
        return byOrder != 0 ? byOrder : name.compareTo(other.name);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Kind kind && order == kind.order && name.equals(kind.name));
    }

    @Override
    public int hashCode() {
        return Long.hashCode(salt + order);
    }

    @Override
    public String toString() {
        return name;
    }
}
