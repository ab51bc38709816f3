package dev.reprise.filter;

import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One term of a filter, made ready to judge many rows without allocating. */
@FunctionalInterface
interface Probe {
    /** Whether the row is so. */
    boolean holds(Row row);

    /** The term, which must have no terms inside, at that time. */
    static Probe of(Filter term, Instant now) {
        return switch (term) {
            case Filter.Always(var value) -> _ -> value;
            case Filter.Compare(var field, var op, var value) ->
                    compared(field, List.of(value), List.of(op), true, now);
            case Filter.Between(var field, var low, var high) ->
                    compared(
                            field,
                            List.of(low, high),
                            List.of(Filter.Op.AT_LEAST, Filter.Op.AT_MOST),
                            true,
                            now);
            case Filter.In(var field, var values) when field.kind() == Field.Kind.KEYWORD ->
                    oneOf(field, values);
            case Filter.In(var field, var values) ->
                    compared(
                            field,
                            values,
                            values.stream().map(_ -> Filter.Op.EQUAL).toList(),
                            false,
                            now);
            case Filter.Like(var field, var pattern) -> like(field, pattern);
            case Filter.Contains(var field, var text) -> contains(field, text);
            case Filter.Missing(var field) -> missing(field);
            case Filter.And _, Filter.Or _, Filter.Not _ ->
                    throw new IllegalArgumentException("terms inside: " + term.toText());
        };
    }

    private static Probe compared(
            Field field, List<Value> values, List<Filter.Op> ops, boolean all, Instant now) {
        var operands = values.stream().map(it -> Operand.of(it, now)).toArray(Operand[]::new);
        int[] masks = ops.stream().mapToInt(Operand::mask).toArray();
        var comparison = new Comparison(operands, masks, all);
        return switch (field) {
            case Field.Named(var name) -> row -> comparison.holds(row.attributes().find(name));
            case Field.BuiltIn builtIn ->
                    switch (builtIn) {
                        case ID -> row -> comparison.holds(row.id());
                        case TYPE -> row -> comparison.holds(row.type());
                        case STATUS -> status(values);
                        case STARTED -> row -> comparison.holds(row.started());
                        case UPDATED -> row -> comparison.holds(row.updated());
                        case ENDED ->
                                row -> {
                                    var ended = row.ended();
                                    return ended.isPresent() && comparison.holds(ended.get());
                                };
                        case EVENTS -> row -> comparison.holds(row.events());
                    };
        };
    }

    private static Probe status(List<Value> values) {
        var accepted = EnumSet.noneOf(RunStatus.class);
        for (var value : values) {
            if (value instanceof Value.Status(var status)) {
                accepted.add(status);
            }
        }
        return row -> accepted.contains(row.status());
    }

    private static Probe oneOf(Field field, List<Value> values) {
        String[] texts =
                values.stream()
                        .map(it -> it instanceof Value.Text(var text) ? text : "")
                        .sorted()
                        .toArray(String[]::new);
        return onText(field, it -> Arrays.binarySearch(texts, it) >= 0);
    }

    private static Probe onText(Field field, Predicate<String> test) {
        return field == Field.BuiltIn.ID
                ? row -> test.test(row.id())
                : row -> test.test(row.type());
    }

    private static Probe like(Field field, String pattern) {
        var exact = Glob.of(pattern, false);
        if (!(field instanceof Field.Named(var name))) {
            return onText(field, exact::matches);
        }
        var folded = Glob.of(pattern, true);
        return row ->
                switch (row.attributes().find(name)) {
                    case Attribute.Keyword(var value) -> exact.matches(value);
                    case Attribute.Prose(var value) -> folded.matches(value);
                    case null, default -> false;
                };
    }

    private static Probe contains(Field field, String text) {
        var part = Glob.of("%" + Glob.escaped(text) + "%", true);
        if (!(field instanceof Field.Named(var name))) {
            throw new IllegalArgumentException("no attribute: " + field.text());
        }
        return row ->
                switch (row.attributes().find(name)) {
                    case Attribute.Keywords(var values) -> values.contains(text);
                    case Attribute.Prose(var value) -> part.matches(value);
                    case null, default -> false;
                };
    }

    private static Probe missing(Field field) {
        return field instanceof Field.Named(var name)
                ? row -> row.attributes().find(name) == null
                : row -> row.ended().isEmpty();
    }

    /** One or more comparisons, all or any of which must hold. */
    final class Comparison {
        private final Operand[] operands;
        private final int[] masks;
        private final boolean all;

        Comparison(Operand[] operands, int[] masks, boolean all) {
            this.operands = operands;
            this.masks = masks;
            this.all = all;
        }

        boolean holds(String value) {
            for (int i = 0; i < masks.length; i++) {
                if (operands[i].holds(masks[i], value) != all) {
                    return !all;
                }
            }
            return all;
        }

        boolean holds(Instant value) {
            for (int i = 0; i < masks.length; i++) {
                if (operands[i].holds(masks[i], value) != all) {
                    return !all;
                }
            }
            return all;
        }

        boolean holds(long value) {
            for (int i = 0; i < masks.length; i++) {
                if (operands[i].holds(masks[i], value) != all) {
                    return !all;
                }
            }
            return all;
        }

        boolean holds(@Nullable Attribute value) {
            if (value == null) {
                return false;
            }
            for (int i = 0; i < masks.length; i++) {
                if (operands[i].holds(masks[i], value) != all) {
                    return !all;
                }
            }
            return all;
        }
    }
}
