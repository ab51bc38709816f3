package dev.reprise.filter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Makes a filter smaller where it is easily seen that it stays the same. */
final class Simplification {
    private Simplification() {}

    static Filter of(Filter filter) {
        return switch (filter) {
            case Filter.And(var terms) -> joined(terms, true);
            case Filter.Or(var terms) -> joined(terms, false);
            case Filter.Not(var term) -> negated(of(term));
            case Filter.In(var field, var values) -> oneOf(field, new LinkedHashSet<>(values));
            case Filter.Between between -> between(between);
            case Filter.Like like -> like(like);
            case Filter.Always _, Filter.Compare _, Filter.Contains _, Filter.Missing _ -> filter;
        };
    }

    private static Filter negated(Filter term) {
        return switch (term) {
            case Filter.Always(var value) -> new Filter.Always(!value);
            case Filter.Not(var inside) -> inside;
            default -> new Filter.Not(term);
        };
    }

    private static Filter oneOf(Field field, LinkedHashSet<Value> values) {
        return values.size() == 1
                ? new Filter.Compare(field, Filter.Op.EQUAL, values.getFirst())
                : new Filter.In(field, List.copyOf(values));
    }

    /** An attribute may be prose, which is never between, or a time, whose text may be another. */
    private static Filter between(Filter.Between between) {
        boolean known = between.field() instanceof Field.BuiltIn;
        if (known && between.low().equals(between.high())) {
            return new Filter.Compare(between.field(), Filter.Op.EQUAL, between.low());
        }
        return (known || !(between.low() instanceof Value.Text)) && isEmpty(between)
                ? new Filter.Always(false)
                : between;
    }

    private static boolean isEmpty(Filter.Between between) {
        return switch (between.low()) {
            case Value.Text(var low) ->
                    between.high() instanceof Value.Text(var high)
                            && TextOrder.compare(low, high) > 0;
            case Value.Numeral(var low) ->
                    between.high() instanceof Value.Numeral(var high) && low.compareTo(high) > 0;
            case Value.Moment(var low) ->
                    between.high() instanceof Value.Moment(var high) && low.isAfter(high);
            case Value.FromNow(var low) ->
                    between.high() instanceof Value.FromNow(var high) && low.compareTo(high) > 0;
            case Value.Truth _, Value.Status _ -> false;
        };
    }

    private static Filter like(Filter.Like like) {
        var glob = Glob.of(like.pattern(), false);
        if (!(like.field() instanceof Field.BuiltIn)) {
            return like;
        }
        if (glob.isExact()) {
            return new Filter.Compare(like.field(), Filter.Op.EQUAL, new Value.Text(glob.prefix()));
        }
        return like.pattern().equals("%") ? Filter.all() : like;
    }

    /**
     * Terms of one kind inside each other become one; what is there twice, or does not matter, is
     * left out; a term and its opposite decide everything.
     */
    private static Filter joined(List<Filter> terms, boolean and) {
        var flat = new ArrayList<Filter>();
        for (var term : terms) {
            var simple = of(term);
            if (and && simple instanceof Filter.And(var inside)) {
                flat.addAll(inside);
            } else if (!and && simple instanceof Filter.Or(var inside)) {
                flat.addAll(inside);
            } else {
                flat.add(simple);
            }
        }
        var kept = new LinkedHashSet<>(and ? flat : merged(flat));
        kept.remove(new Filter.Always(and));
        if (kept.contains(new Filter.Always(!and))
                || kept.stream()
                        .anyMatch(it -> it instanceof Filter.Not(var o) && kept.contains(o))) {
            return new Filter.Always(!and);
        }
        var left = List.copyOf(kept);
        return switch (left.size()) {
            case 0 -> new Filter.Always(and);
            case 1 -> left.getFirst();
            default -> and ? new Filter.And(left) : new Filter.Or(left);
        };
    }

    /** Comparisons with several values of one field become one, where the first of them was. */
    private static List<Filter> merged(List<Filter> terms) {
        Map<Field, LinkedHashSet<Value>> values = new LinkedHashMap<>();
        for (var term : terms) {
            switch (term) {
                case Filter.Compare(var field, var op, var value) when op == Filter.Op.EQUAL ->
                        values.computeIfAbsent(field, _ -> new LinkedHashSet<>()).add(value);
                case Filter.In(var field, var more) ->
                        values.computeIfAbsent(field, _ -> new LinkedHashSet<>()).addAll(more);
                default -> {}
            }
        }
        var merged = new ArrayList<Filter>();
        for (var term : terms) {
            switch (term) {
                case Filter.Compare(var field, var op, _) when op == Filter.Op.EQUAL ->
                        take(field, values, merged);
                case Filter.In(var field, _) -> take(field, values, merged);
                default -> merged.add(term);
            }
        }
        return merged;
    }

    private static void take(
            Field field, Map<Field, LinkedHashSet<Value>> values, List<Filter> merged) {
        var all = values.remove(field);
        if (all != null) {
            merged.add(oneOf(field, all));
        }
    }
}
