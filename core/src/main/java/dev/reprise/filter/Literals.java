package dev.reprise.filter;

import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads the values in a filter. */
final class Literals {
    private final Tokens tokens;

    Literals(Tokens tokens) {
        this.tokens = tokens;
    }

    /** Takes a text in quotes. */
    String text(String expected) {
        if (tokens.kind() != Tokens.Kind.TEXT) {
            throw tokens.expected(expected + " in single quotes");
        }
        return tokens.take();
    }

    /** Takes a whole number that is at least 1. */
    int count(String expected) {
        if (tokens.kind() == Tokens.Kind.FIGURE && isNumber(tokens.peek())) {
            try {
                int count = Integer.parseInt(tokens.peek());
                tokens.take();
                return count;
            } catch (NumberFormatException e) {
                // It is refused below, as is everything else.
            }
        }
        throw tokens.expected(expected);
    }

    List<Value> values(Field field) {
        tokens.expect("(");
        var values = new ArrayList<Value>();
        do {
            if (values.size() == Filter.TERMS_MAX) {
                throw tokens.refusal(
                        tokens.here(),
                        Problem.LIMIT,
                        "a filter has at most " + Filter.TERMS_MAX + " terms.");
            }
            values.add(value(field));
        } while (tokens.takes(","));
        if (!tokens.takes(")")) {
            throw tokens.expected("a comma or )");
        }
        return values;
    }

    /** Takes a value that fits the field, as far as that can be seen. */
    Value value(Field field) {
        return switch (tokens.kind()) {
            case TEXT -> quoted(field);
            case FIGURE -> figure();
            case WORD -> word(field);
            case SIGN -> sign(field);
            case NAME, END -> throw tokens.expected(Fit.expected(field.kind()));
        };
    }

    private Value quoted(Field field) {
        return switch (field.kind()) {
            case TIME ->
                    Times.point(tokens.peek())
                            .map(
                                    it -> {
                                        tokens.take();
                                        return new Value.Moment(it);
                                    })
                            .orElseThrow(() -> tokens.expected(Times.EXPECTED));
            case STATUS -> status(field);
            case KEYWORD, NUMBER, ANY -> checked(Value.Text::new);
        };
    }

    private Value word(Field field) {
        if (tokens.sees("true") || tokens.sees("false")) {
            return new Value.Truth(tokens.take().equalsIgnoreCase("true"));
        }
        if (tokens.takes("now")) {
            return fromNow();
        }
        if (field.kind() == Field.Kind.STATUS) {
            return status(field);
        }
        throw tokens.expected(Fit.expected(field.kind()) + " (texts are in single quotes)");
    }

    private Value status(Field field) {
        var status = RunStatus.of(tokens.peek());
        if (status.isEmpty()) {
            throw tokens.expected(
                    Fit.expected(field.kind())
                            + Near.nearest(tokens.peek(), RunStatus.words(), 2)
                                    .map(it -> ", perhaps " + it)
                                    .orElse(""));
        }
        tokens.take();
        return new Value.Status(status.get());
    }

    /** What may follow {@code now}: a sign and a span. */
    private Value fromNow() {
        boolean isSpan =
                (tokens.kind() == Tokens.Kind.FIGURE && isSigned(tokens.peek()))
                        || tokens.sees("-")
                        || tokens.sees("+");
        return isSpan ? span() : new Value.FromNow(Duration.ZERO);
    }

    private Value sign(Field field) {
        if (!tokens.sees("-") && !tokens.sees("+")) {
            throw tokens.expected(Fit.expected(field.kind()));
        }
        return span();
    }

    private static boolean isSigned(String figure) {
        return figure.startsWith("-") || figure.startsWith("+");
    }

    /** A span with its sign, which may be a word of its own. */
    private Value span() {
        if (tokens.kind() == Tokens.Kind.FIGURE) {
            String figure = tokens.peek();
            return span(figure.startsWith("-"), figure.substring(1));
        }
        boolean before = tokens.take().equals("-");
        boolean bare = tokens.kind() == Tokens.Kind.WORD || tokens.kind() == Tokens.Kind.FIGURE;
        return span(before, bare ? tokens.peek() : "");
    }

    private Value span(boolean before, String text) {
        var span =
                Times.span(text)
                        .orElseThrow(
                                () -> tokens.expected("a span such as 2h, 30m, 7d or PT1H30M"));
        return checked(_ -> new Value.FromNow(before ? span.negated() : span));
    }

    private Value figure() {
        String figure = tokens.peek();
        if (isNumber(figure)) {
            return checked(it -> new Value.Numeral(number(it)));
        }
        if (isSigned(figure)) {
            return span();
        }
        if (Times.span(figure).isPresent()) {
            throw tokens.expected("-" + figure + " or +" + figure + ", before or after now");
        }
        var point =
                Times.point(figure)
                        .orElseThrow(
                                () ->
                                        tokens.expected(
                                                "a number such as 100.00 or " + Times.EXPECTED));
        tokens.take();
        return new Value.Moment(point);
    }

    /** Takes the value of an attribute. */
    Attribute attribute() {
        if (tokens.takes("text")) {
            String value = text("a text");
            return new Attribute.Prose(value);
        }
        if (tokens.sees("(")) {
            return keywords();
        }
        if (tokens.kind() == Tokens.Kind.TEXT) {
            return new Attribute.Keyword(tokens.take());
        }
        if (tokens.sees("true") || tokens.sees("false")) {
            return new Attribute.Truth(tokens.take().equalsIgnoreCase("true"));
        }
        if (tokens.kind() == Tokens.Kind.FIGURE) {
            String figure = tokens.peek();
            if (isNumber(figure)) {
                return checked(it -> numeric(number(it)));
            }
            var point = Times.point(figure);
            if (point.isPresent()) {
                tokens.take();
                return new Attribute.Moment(point.get());
            }
        }
        throw tokens.expected(
                "a value: 'keyword', text 'prose', 17, 100.00, true, 2026-01-31T12:00:00Z or"
                        + " ('a', 'b')");
    }

    private static Attribute numeric(BigDecimal number) {
        if (number.scale() > 0) {
            return new Attribute.Decimal(number);
        }
        try {
            return new Attribute.Whole(number.longValueExact());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "a whole number has at most 64 bits: "
                            + number
                            + "; with a point it is a decimal");
        }
    }

    private Attribute keywords() {
        tokens.expect("(");
        var values = new ArrayList<String>();
        if (!tokens.takes(")")) {
            do {
                values.add(text("a keyword"));
            } while (values.size() <= Attribute.KEYWORDS_MAX && tokens.takes(","));
            if (values.size() <= Attribute.KEYWORDS_MAX) {
                tokens.expect(")");
            }
        }
        return new Attribute.Keywords(values);
    }

    private static boolean isNumber(String figure) {
        int from = isSigned(figure) ? 1 : 0;
        int point = figure.indexOf('.');
        int end = point < 0 ? figure.length() : point;
        return isDigits(figure, from, end)
                && (point < 0 || isDigits(figure, point + 1, figure.length()));
    }

    private static boolean isDigits(String figure, int from, int to) {
        for (int i = from; i < to; i++) {
            if (figure.charAt(i) < '0' || figure.charAt(i) > '9') {
                return false;
            }
        }
        return from < to;
    }

    private static BigDecimal number(String figure) {
        int digits = figure.length();
        if (digits > 2 * Attribute.DIGITS_MAX) {
            throw new IllegalArgumentException(
                    "a number has at most " + Attribute.DIGITS_MAX + " digits, not " + digits);
        }
        return new BigDecimal(figure);
    }

    /** Makes something of what comes next, and takes it; what it refuses is refused here. */
    private <T> T checked(Function<String, T> made) {
        try {
            var value = made.apply(tokens.peek());
            tokens.take();
            return value;
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private Malformed refused(IllegalArgumentException e) {
        return tokens.refusal(tokens.here(), Problem.INCONSISTENT, e.getMessage() + ".");
    }
}
