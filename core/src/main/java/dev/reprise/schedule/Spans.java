package dev.reprise.schedule;

import java.time.Duration;

/** Spans of time as people write them: {@code 1h30m}, {@code 250ms}. */
public final class Spans {
    private static final String[] UNITS = {"d", "h", "m", "s", "ms", "us", "ns"};
    private static final Duration[] LENGTHS = {
        Duration.ofDays(1),
        Duration.ofHours(1),
        Duration.ofMinutes(1),
        Duration.ofSeconds(1),
        Duration.ofMillis(1),
        Duration.ofNanos(1_000),
        Duration.ofNanos(1)
    };

    private static final String EXPECTED = "a span of time such as 15m or 1h30m";
    private static final int DIGITS_MAX = 10;

    private Spans() {}

    /** How a span is written. */
    public static String text(Duration span) {
        if (span.isZero()) {
            return "0s";
        }
        if (span.isNegative()) {
            return span.toString();
        }
        var text = new StringBuilder();
        Duration rest = span;
        for (int i = 0; i < UNITS.length; i++) {
            long count = rest.dividedBy(LENGTHS[i]);
            if (count > 0) {
                text.append(count).append(UNITS[i]);
                rest = rest.minus(LENGTHS[i].multipliedBy(count));
            }
        }
        return text.toString();
    }

    /**
     * Reads a span: numbers with units, the greater units first.
     *
     * @throws dev.reprise.form.Malformed if it is none: with the column, and what was expected
     *     there
     */
    public static Duration parse(String text) {
        return read(Piece.of(text));
    }

    /** Reads numbers with units, the greater units first. */
    static Duration read(Piece piece) {
        if (piece.isEmpty()) {
            throw piece.refused(EXPECTED);
        }
        Duration span = Duration.ZERO;
        int unit = -1;
        Piece rest = piece;
        while (!rest.isEmpty()) {
            int digits = rest.countWhile(c -> c >= '0' && c <= '9');
            if (digits == 0 || digits > DIGITS_MAX) {
                throw rest.refused(EXPECTED);
            }
            long count = Long.parseLong(rest.upTo(digits).toString());
            rest = rest.from(digits);
            int letters = rest.countWhile(c -> c >= 'a' && c <= 'z');
            int found = unit(rest.upTo(letters).toString());
            if (found <= unit) {
                throw rest.refused(
                        found < 0
                                ? "a unit: d, h, m, s, ms, us or ns"
                                : "a smaller unit than before, or none");
            }
            span = span.plus(LENGTHS[found].multipliedBy(count));
            unit = found;
            rest = rest.from(letters);
        }
        return span;
    }

    private static int unit(String name) {
        for (int i = 0; i < UNITS.length; i++) {
            if (UNITS[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
