package dev.reprise.filter;

import dev.reprise.form.Malformed;

/** Which field can be compared with which value, as far as that is known beforehand. */
final class Fit {
    private Fit() {}

    static void check(Field field, Value value) {
        boolean fits =
                switch (field.kind()) {
                    case KEYWORD -> value instanceof Value.Text;
                    case STATUS -> value instanceof Value.Status;
                    case TIME -> isTime(value);
                    case NUMBER -> value instanceof Value.Numeral;
                    case ANY -> !(value instanceof Value.Status);
                };
        if (!fits) {
            throw new IllegalArgumentException(
                    field.text()
                            + " is compared with "
                            + expected(field.kind())
                            + ", not with "
                            + Malformed.shown(value.text()));
        }
    }

    private static boolean isTime(Value value) {
        return value instanceof Value.Moment || value instanceof Value.FromNow;
    }

    /** What a field of that kind is compared with, as a message says it. */
    static String expected(Field.Kind kind) {
        return switch (kind) {
            case KEYWORD -> "a text such as 'order-17'";
            case STATUS -> "one of " + String.join(", ", RunStatus.words());
            case TIME -> Times.EXPECTED;
            case NUMBER -> "a number such as 1000";
            case ANY -> "a text such as 'acme', a number, a time, true or false";
        };
    }

    static void checkOrdered(Field field, String how, Value value) {
        boolean unordered = field.kind() == Field.Kind.STATUS || value instanceof Value.Truth;
        if (unordered) {
            throw new IllegalArgumentException(
                    (value instanceof Value.Truth ? "true and false have" : field.text() + " has")
                            + " no order, so there is no "
                            + how
                            + "; there are =, <> and in");
        }
    }

    static void checkAlike(Value low, Value high) {
        boolean alike = low.getClass() == high.getClass() || (isTime(low) && isTime(high));
        if (!alike) {
            throw new IllegalArgumentException(
                    "between has two values of one kind, not "
                            + Malformed.shown(low.text())
                            + " and "
                            + Malformed.shown(high.text()));
        }
    }

    static void checkText(Field field, String how) {
        boolean isText = field.kind() == Field.Kind.KEYWORD || field.kind() == Field.Kind.ANY;
        if (!isText) {
            throw new IllegalArgumentException(
                    field.text()
                            + " is no text, so there is no "
                            + how
                            + "; it is compared with "
                            + expected(field.kind()));
        }
    }
}
