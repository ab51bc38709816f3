package dev.reprise.filter;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BinaryOperator;

/** Finds what of a filter says where to look. What says nothing of that is everywhere. */
final class Narrowing {
    private final Instant now;

    private Narrowing(Instant now) {
        this.now = now;
    }

    static Bounds of(Filter filter, Instant now) {
        return new Narrowing(now).inside(filter.simplified());
    }

    /** Where everything is that the filter accepts. */
    private Bounds inside(Filter filter) {
        return switch (filter) {
            case Filter.Always(var value) -> value ? Bounds.ALL : Bounds.NONE;
            case Filter.And(var terms) -> joined(terms, true, Bounds::and);
            case Filter.Or(var terms) -> joined(terms, true, Bounds::or);
            case Filter.Not(var term) -> outside(term);
            case Filter.Compare(var field, var op, var value) -> compared(field, op, value);
            case Filter.Between(var field, var low, var high) ->
                    compared(field, Filter.Op.AT_LEAST, low)
                            .and(compared(field, Filter.Op.AT_MOST, high));
            case Filter.In(var field, var values) ->
                    values.stream()
                            .map(it -> compared(field, Filter.Op.EQUAL, it))
                            .reduce(Bounds.NONE, Bounds::or);
            case Filter.Like(var field, var pattern) when field == Field.BuiltIn.ID ->
                    like(Glob.of(pattern, false));
            case Filter.Like _, Filter.Contains _, Filter.Missing _ -> Bounds.ALL;
        };
    }

    /** Where everything is that the filter does not accept. */
    private Bounds outside(Filter filter) {
        return switch (filter) {
            case Filter.Always(var value) -> value ? Bounds.NONE : Bounds.ALL;
            case Filter.And(var terms) -> joined(terms, false, Bounds::or);
            case Filter.Or(var terms) -> joined(terms, false, Bounds::and);
            case Filter.Not(var term) -> inside(term);
            case Filter.Compare(var field, _, var value) when field == Field.BuiltIn.STATUS ->
                    otherStatuses(List.of(value));
            case Filter.In(var field, var values) when field == Field.BuiltIn.STATUS ->
                    otherStatuses(values);
            case Filter.Compare(var field, var op, var value)
                    when field == Field.BuiltIn.ID || field == Field.BuiltIn.STARTED ->
                    opposite(op).map(it -> compared(field, it, value)).orElse(Bounds.ALL);
            case Filter.Compare _,
                    Filter.In _,
                    Filter.Between _,
                    Filter.Like _,
                    Filter.Contains _,
                    Filter.Missing _ ->
                    Bounds.ALL;
        };
    }

    private Bounds joined(List<Filter> terms, boolean inside, BinaryOperator<Bounds> join) {
        return terms.stream()
                .map(it -> inside ? inside(it) : outside(it))
                .reduce(join)
                .orElse(Bounds.ALL);
    }

    /** What holds of a field that every run has when the comparison does not. */
    private static Optional<Filter.Op> opposite(Filter.Op op) {
        return switch (op) {
            case EQUAL -> Optional.empty();
            case LESS -> Optional.of(Filter.Op.AT_LEAST);
            case AT_MOST -> Optional.of(Filter.Op.GREATER);
            case GREATER -> Optional.of(Filter.Op.AT_MOST);
            case AT_LEAST -> Optional.of(Filter.Op.LESS);
        };
    }

    private static Bounds otherStatuses(List<Value> values) {
        var others = new TreeSet<>(Bounds.ALL.statuses());
        for (var value : values) {
            if (value instanceof Value.Status(var status)) {
                others.remove(status);
            }
        }
        return Bounds.ALL.statuses(others);
    }

    private Bounds compared(Field field, Filter.Op op, Value value) {
        return switch (value) {
            case Value.Text(var text) when field == Field.BuiltIn.ID -> ids(op, text);
            case Value.Text(var text) when field == Field.BuiltIn.TYPE && op == Filter.Op.EQUAL ->
                    Bounds.ALL.types(new TreeSet<>(List.of(text)));
            case Value.Status(var status) -> Bounds.ALL.statuses(new TreeSet<>(List.of(status)));
            case Value.Moment(var moment) when field == Field.BuiltIn.STARTED ->
                    started(op, moment);
            case Value.FromNow(var offset) when field == Field.BuiltIn.STARTED ->
                    started(op, Times.at(now, offset));
            case Value.Text _, Value.Moment _, Value.FromNow _, Value.Numeral _, Value.Truth _ ->
                    Bounds.ALL;
        };
    }

    private static Bounds ids(Filter.Op op, String id) {
        return switch (op) {
            case EQUAL -> Bounds.ALL.ids(id, Optional.of(TextOrder.next(id)));
            case LESS -> Bounds.ALL.ids("", Optional.of(id));
            case AT_MOST -> Bounds.ALL.ids("", Optional.of(TextOrder.next(id)));
            case GREATER -> Bounds.ALL.ids(TextOrder.next(id), Optional.empty());
            case AT_LEAST -> Bounds.ALL.ids(id, Optional.empty());
        };
    }

    /** A time next to a bound is let in: that is never too little. */
    private static Bounds started(Filter.Op op, Instant at) {
        return switch (op) {
            case EQUAL -> Bounds.ALL.started(at, at);
            case LESS, AT_MOST -> Bounds.ALL.started(Instant.MIN, at);
            case GREATER, AT_LEAST -> Bounds.ALL.started(at, Instant.MAX);
        };
    }

    private static Bounds like(Glob pattern) {
        String prefix = pattern.prefix();
        if (pattern.isExact()) {
            return ids(Filter.Op.EQUAL, prefix);
        }
        String after = TextOrder.afterPrefix(prefix);
        return Bounds.ALL.ids(prefix, after.isEmpty() ? Optional.empty() : Optional.of(after));
    }
}
