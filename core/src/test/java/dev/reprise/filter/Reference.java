package dev.reprise.filter;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Judges rows as docs/filters.md says it, term by term and slowly. */
final class Reference {
    private final Row row;

    private Reference(Row row) {
        this.row = row;
    }

    static boolean accepts(Filter filter, Row row) {
        return new Reference(row).accepts(filter);
    }

    private boolean accepts(Filter filter) {
        return switch (filter) {
            case Filter.Always(var value) -> value;
            case Filter.And(var terms) -> terms.stream().allMatch(this::accepts);
            case Filter.Or(var terms) -> terms.stream().anyMatch(this::accepts);
            case Filter.Not(var term) -> !accepts(term);
            case Filter.Compare(var field, var op, var value) -> compares(field, op, value);
            case Filter.Between(var field, var low, var high) ->
                    compares(field, Filter.Op.AT_LEAST, low)
                            && compares(field, Filter.Op.AT_MOST, high);
            case Filter.In(var field, var values) ->
                    values.stream().anyMatch(it -> compares(field, Filter.Op.EQUAL, it));
            case Filter.Like(var field, var pattern) ->
                    of(field)
                            .map(
                                    it ->
                                            switch (it) {
                                                case String exact -> like(exact, pattern, 0);
                                                case Attribute.Prose(var prose) ->
                                                        like(
                                                                prose,
                                                                pattern,
                                                                Pattern.CASE_INSENSITIVE
                                                                        | Pattern.UNICODE_CASE);
                                                default -> false;
                                            })
                            .orElse(false);
            case Filter.Contains(var field, var text) ->
                    of(field)
                            .map(
                                    it ->
                                            switch (it) {
                                                case List<?> keywords -> keywords.contains(text);
                                                case Attribute.Prose(var prose) ->
                                                        folded(prose).contains(folded(text));
                                                default -> false;
                                            })
                            .orElse(false);
            case Filter.Missing(var field) -> of(field).isEmpty();
        };
    }

    private static boolean like(String text, String pattern, int flags) {
        var regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); ) {
            int letter = pattern.codePointAt(i);
            i += Character.charCount(letter);
            if (letter == '%') {
                regex.append(".*");
            } else if (letter == '_') {
                regex.append('.');
            } else {
                if (letter == '\\') {
                    letter = pattern.codePointAt(i);
                    i += Character.charCount(letter);
                }
                regex.append(Pattern.quote(Character.toString(letter)));
            }
        }
        return Pattern.compile(regex.toString(), flags | Pattern.DOTALL).matcher(text).matches();
    }

    private static String folded(String text) {
        return text.toUpperCase(java.util.Locale.ROOT).length() == text.length()
                ? text.toUpperCase(java.util.Locale.ROOT).toLowerCase(java.util.Locale.ROOT)
                : text;
    }

    /** What the row has: a text, a number, a time, a truth, a list, or prose. */
    private Optional<Object> of(Field field) {
        return switch (field) {
            case Field.Named(var name) ->
                    row.attributes()
                            .get(name)
                            .map(
                                    it ->
                                            switch (it) {
                                                case Attribute.Prose prose -> prose;
                                                case Attribute.Keyword(var text) -> text;
                                                case Attribute.Whole(var n) ->
                                                        BigDecimal.valueOf(n);
                                                case Attribute.Decimal(var n) -> n;
                                                case Attribute.Truth(var truth) -> truth;
                                                case Attribute.Moment(var moment) -> moment;
                                                case Attribute.Keywords(var list) -> list;
                                            });
            case Field.BuiltIn.ID -> Optional.of(row.id());
            case Field.BuiltIn.TYPE -> Optional.of(row.type());
            case Field.BuiltIn.STATUS -> Optional.of(row.status());
            case Field.BuiltIn.STARTED -> Optional.of(row.started());
            case Field.BuiltIn.UPDATED -> Optional.of(row.updated());
            case Field.BuiltIn.ENDED -> row.ended().map(it -> it);
            case Field.BuiltIn.EVENTS -> Optional.of(BigDecimal.valueOf(row.events()));
        };
    }

    private boolean compares(Field field, Filter.Op op, Value value) {
        var found = of(field);
        if (found.isEmpty()) {
            return false;
        }
        if (found.get() instanceof Attribute.Prose(var prose)) {
            return op == Filter.Op.EQUAL
                    && value instanceof Value.Text(var text)
                    && prose.equalsIgnoreCase(text);
        }
        var order = order(found.get(), value);
        return order.isPresent()
                && switch (op) {
                    case EQUAL -> order.getAsInt() == 0;
                    case LESS -> order.getAsInt() < 0;
                    case AT_MOST -> order.getAsInt() <= 0;
                    case GREATER -> order.getAsInt() > 0;
                    case AT_LEAST -> order.getAsInt() >= 0;
                };
    }

    private static OptionalInt order(Object found, Value value) {
        return switch (value) {
            case Value.Text(var text) when found instanceof String has ->
                    OptionalInt.of(
                            Arrays.compareUnsigned(
                                    has.getBytes(StandardCharsets.UTF_8),
                                    text.getBytes(StandardCharsets.UTF_8)));
            case Value.Text(var text) when found instanceof Instant has && isTime(text) ->
                    OptionalInt.of(has.compareTo(time(text)));
            case Value.Numeral(var number) when found instanceof BigDecimal has ->
                    OptionalInt.of(has.compareTo(number));
            case Value.Truth(var truth) when found instanceof Boolean has ->
                    OptionalInt.of(Boolean.compare(has, truth));
            case Value.Moment(var moment) when found instanceof Instant has ->
                    OptionalInt.of(has.compareTo(moment));
            case Value.FromNow(var offset) when found instanceof Instant has ->
                    OptionalInt.of(has.compareTo(Run.NOW.plus(offset)));
            case Value.Status(var status) when found instanceof RunStatus has ->
                    OptionalInt.of(has.compareTo(status));
            default -> OptionalInt.empty();
        };
    }

    private static boolean isTime(String text) {
        return text.startsWith("2026-");
    }

    private static Instant time(String text) {
        return OffsetDateTime.parse(text.length() == 10 ? text + "T00:00:00Z" : text).toInstant();
    }
}
