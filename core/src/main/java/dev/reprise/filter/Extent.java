package dev.reprise.filter;

import dev.reprise.Check;
import java.util.List;

/** Keeps filters so small that judging one is cheap and none overflows a stack. */
final class Extent {
    private Extent() {}

    /** Checks a filter whose parts have been checked. */
    static void check(Filter filter) {
        int depth = depth(filter);
        Check.argument(
                depth <= Filter.DEPTH_MAX,
                "terms are at most %d deep inside each other, not %d",
                Filter.DEPTH_MAX,
                depth);
        int terms = terms(filter);
        Check.argument(
                terms <= Filter.TERMS_MAX,
                "a filter has at most %d terms, not %d",
                Filter.TERMS_MAX,
                terms);
        int chars = filter.toText().length();
        Check.argument(
                chars <= Filter.TEXT_CHARS_MAX,
                "a filter has at most %d characters, not %d",
                Filter.TEXT_CHARS_MAX,
                chars);
    }

    private static int depth(Filter filter) {
        int deepest = 0;
        for (var part : parts(filter)) {
            deepest = Math.max(deepest, depth(part));
        }
        return 1 + deepest;
    }

    private static List<Filter> parts(Filter filter) {
        return switch (filter) {
            case Filter.And(var terms) -> terms;
            case Filter.Or(var terms) -> terms;
            case Filter.Not(var term) -> List.of(term);
            case Filter.Always _,
                    Filter.Compare _,
                    Filter.Between _,
                    Filter.In _,
                    Filter.Like _,
                    Filter.Contains _,
                    Filter.Missing _ ->
                    List.of();
        };
    }

    private static int terms(Filter filter) {
        if (filter instanceof Filter.In(_, var values)) {
            return values.size();
        }
        var parts = parts(filter);
        int sum = parts.isEmpty() ? 1 : 0;
        for (var part : parts) {
            sum += terms(part);
        }
        return sum;
    }
}
