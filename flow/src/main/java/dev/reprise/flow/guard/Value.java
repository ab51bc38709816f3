package dev.reprise.flow.guard;

/**
 * What is known of a value on the stack, in a local variable or in a field.
 *
 * @param site the instruction that made the value, or {@link #NOWHERE}; copies of a reference share
 *     it
 * @param type the internal name of its class, or empty when nothing is known
 * @param exact whether the value is of this class and not of a subclass
 * @param order whether it has an order of its own
 * @param origin how the value was made, for a reader, when the order comes from there
 */
record Value(int site, String type, boolean exact, Order order, String origin, Hint hint) {
    static final int NOWHERE = -1;

    /** Nothing is known. */
    static final Value UNKNOWN =
            new Value(NOWHERE, "", false, Order.UNKNOWN, "", new Hint.Nothing());

    /** The null reference, which is whatever the other branch says. */
    static final Value NULL = new Value(NOWHERE, "", true, Order.ORDERED, "", new Hint.Nothing());

    /** Whether the elements come in an order that is part of the collection's contract. */
    enum Order {
        /** In an order that two executions share. */
        ORDERED,
        /** It cannot be said. */
        UNKNOWN,
        /** A copy of something hashed, in the order that came out, and not sorted yet. */
        SHUFFLED,
        /** By hash code, or by a salt that differs between two processes. */
        HASHED;

        boolean isLost() {
            return this == SHUFFLED || this == HASHED;
        }
    }

    /** What else is known of a value. */
    sealed interface Hint {
        /** Nothing. */
        record Nothing() implements Hint {}

        /** A constant string. */
        record Text(String text) implements Hint {}

        /** A lambda or method reference. */
        record Code(Member method) implements Hint {}

        /** What a static field of the user's code holds. */
        record Shared(Member field) implements Hint {}

        /** A collector, and the order of what it collects from an unordered stream. */
        record Collector(Order order) implements Hint {}
    }

    static Value of(int site, String type) {
        return new Value(site, type, false, Order.UNKNOWN, "", new Hint.Nothing());
    }

    Value exactly(String exactType) {
        return new Value(site, exactType, true, order, origin, hint);
    }

    Value as(String castType) {
        return exact ? this : new Value(site, castType, false, order, origin, hint);
    }

    Value with(Order newOrder, String newOrigin) {
        return new Value(site, type, exact, newOrder, newOrigin, hint);
    }

    Value with(Hint newHint) {
        return new Value(site, type, exact, order, origin, newHint);
    }

    Value at(int newSite) {
        return new Value(newSite, type, exact, order, origin, hint);
    }

    /** What is known when the value is one of two. */
    Value or(Value other) {
        if (equals(other) || other.equals(NULL)) {
            return this;
        }
        if (equals(NULL)) {
            return other;
        }
        boolean sameType = type.equals(other.type);
        var worse = worse(other);
        return new Value(
                site == other.site ? site : NOWHERE,
                sameType ? type : "",
                sameType && exact && other.exact,
                worse.order,
                worse.origin,
                hint.equals(other.hint) ? hint : new Hint.Nothing());
    }

    /** The one of two with less order; of equals the one whose origin sorts first. */
    private Value worse(Value other) {
        int compared = order.compareTo(other.order);
        boolean mine = compared == 0 ? origin.compareTo(other.origin) <= 0 : compared > 0;
        return mine ? this : other;
    }
}
