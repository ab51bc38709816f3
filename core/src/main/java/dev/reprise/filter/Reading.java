package dev.reprise.filter;

import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads filters, selections and attributes from text. */
final class Reading {
    private static final List<String> COMPARISONS =
            List.of("is", "in", "like", "between", "contains", "starts");

    private final Tokens tokens;
    private final Literals literals;

    Reading(String what, String text) {
        this.tokens = new Tokens(what, text);
        this.literals = new Literals(tokens);
    }

    Filter filter() {
        if (tokens.kind() == Tokens.Kind.END) {
            return Filter.all();
        }
        var filter = or(0);
        expectEnd("and, or, or the end");
        return filter;
    }

    Selection selection() {
        boolean all =
                tokens.kind() == Tokens.Kind.END
                        || tokens.sees("order")
                        || tokens.sees("limit")
                        || tokens.sees("after");
        var selection = Selection.of(all ? Filter.all() : or(0));
        if (tokens.takes("order")) {
            tokens.expect("by");
            selection = ordered(selection);
        }
        if (tokens.takes("limit")) {
            selection = limited(selection);
        }
        if (tokens.takes("after")) {
            var place = tokens.here();
            var begun = selection;
            String token = literals.text("a place such as 'order-17'");
            selection = checked(place, () -> begun.after(token));
        }
        expectEnd("and, or, order by, limit, after, or the end");
        return selection;
    }

    private Selection ordered(Selection selection) {
        var place = tokens.here();
        var field = field();
        boolean descending = tokens.takes("desc");
        if (!descending) {
            tokens.takes("asc");
        }
        return checked(place, () -> selection.orderBy(field, descending));
    }

    private Selection limited(Selection selection) {
        var place = tokens.here();
        int limit = literals.count("a number of runs such as 50");
        return checked(place, () -> selection.limit(limit));
    }

    Attributes attributes() {
        var values = new TreeMap<String, Attribute>(TextOrder::compare);
        var start = tokens.here();
        while (tokens.kind() != Tokens.Kind.END) {
            var place = tokens.here();
            if (!(field() instanceof Field.Named(var name))) {
                throw tokens.refusal(
                        place,
                        Problem.UNKNOWN,
                        "that is a field of every run; an attribute of that name is in quotes.");
            }
            tokens.expect("=");
            if (values.put(name, checked(tokens.here(), literals::attribute)) != null) {
                throw tokens.refusal(
                        place,
                        Problem.INCONSISTENT,
                        "\"" + Malformed.shown(name) + "\" is given twice.");
            }
            if (!tokens.takes(",")) {
                expectEnd("a comma or the end");
            }
        }
        return checked(start, () -> Attributes.of(values));
    }

    private void expectEnd(String expected) {
        if (tokens.kind() != Tokens.Kind.END) {
            throw tokens.expected(expected);
        }
    }

    private Filter or(int depth) {
        return listed("or", () -> and(depth), Filter.Or::new);
    }

    private Filter and(int depth) {
        return listed("and", () -> term(depth), Filter.And::new);
    }

    private Filter listed(
            String word, Supplier<Filter> part, Function<List<Filter>, Filter> whole) {
        var place = tokens.here();
        var first = part.get();
        if (!tokens.sees(word)) {
            return first;
        }
        var terms = new ArrayList<>(List.of(first));
        while (tokens.takes(word)) {
            if (terms.size() == Filter.TERMS_MAX) {
                throw tokens.refusal(
                        tokens.here(),
                        Problem.LIMIT,
                        "a filter has at most " + Filter.TERMS_MAX + " terms.");
            }
            terms.add(part.get());
        }
        return checked(place, () -> whole.apply(terms));
    }

    private Filter term(int depth) {
        var place = tokens.here();
        if (depth > Filter.DEPTH_MAX) {
            throw tokens.refusal(
                    place,
                    Problem.LIMIT,
                    "terms are at most " + Filter.DEPTH_MAX + " deep inside each other.");
        }
        if (tokens.takes("not")) {
            var term = term(depth + 1);
            return checked(place, () -> new Filter.Not(term));
        }
        if (tokens.takes("(")) {
            var inside = or(depth + 1);
            if (!tokens.takes(")")) {
                throw tokens.expected("and, or, or )");
            }
            return inside;
        }
        if (tokens.sees("true") || tokens.sees("false")) {
            return new Filter.Always(tokens.take().equalsIgnoreCase("true"));
        }
        return comparison(place, field());
    }

    private Field field() {
        var place = tokens.here();
        if (tokens.kind() == Tokens.Kind.NAME) {
            String name = tokens.take();
            return checked(place, () -> Field.attribute(name));
        }
        if (tokens.kind() != Tokens.Kind.WORD || Tokens.isReserved(tokens.peek())) {
            throw tokens.expected("a field (" + String.join(", ", Field.BuiltIn.words()) + " …)");
        }
        String word = tokens.take();
        if (word.toLowerCase(Locale.ROOT).startsWith(Tokens.ATTRIBUTE)) {
            String name = word.substring(Tokens.ATTRIBUTE.length());
            return checked(place, () -> Field.attribute(name));
        }
        Optional<Field> known = Field.BuiltIn.of(word).map(it -> it);
        return known.orElseGet(() -> attribute(place, word));
    }

    private Field attribute(Tokens.Place place, String word) {
        Near.nearest(word, Field.BuiltIn.words(), Tokens.slipsMax(word))
                .ifPresent(
                        near -> {
                            throw tokens.refusal(
                                    place,
                                    Problem.UNKNOWN,
                                    "there is no field "
                                            + word
                                            + ". Did you mean "
                                            + near
                                            + "? An attribute of that name is attr."
                                            + word
                                            + ".");
                        });
        return checked(place, () -> Field.attribute(word));
    }

    private Filter comparison(Tokens.Place place, Field field) {
        for (var op : Filter.Op.values()) {
            if (tokens.takes(op.sign())) {
                var value = literals.value(field);
                return checked(place, () -> new Filter.Compare(field, op, value));
            }
        }
        if (tokens.takes("<>") || tokens.takes("!=")) {
            var value = literals.value(field);
            return checked(
                    place, () -> new Filter.Not(new Filter.Compare(field, Filter.Op.EQUAL, value)));
        }
        if (tokens.takes("is")) {
            boolean not = tokens.takes("not");
            tokens.expect("null");
            return negated(place, not, () -> new Filter.Missing(field));
        }
        boolean not = tokens.takes("not");
        return negated(place, not, worded(field));
    }

    private Supplier<Filter> worded(Field field) {
        if (tokens.takes("in")) {
            var values = literals.values(field);
            return () -> new Filter.In(field, values);
        }
        if (tokens.takes("between")) {
            var low = literals.value(field);
            tokens.expect("and");
            var high = literals.value(field);
            return () -> new Filter.Between(field, low, high);
        }
        if (tokens.takes("like")) {
            String pattern = literals.text("a pattern such as 'order-%'");
            return () -> new Filter.Like(field, pattern);
        }
        if (tokens.takes("starts")) {
            tokens.expect("with");
            String prefix = literals.text("a text such as 'order-'");
            return () -> Filter.Like.prefix(field, prefix);
        }
        if (tokens.takes("contains")) {
            String text = literals.text("a text such as 'vip'");
            return () -> new Filter.Contains(field, text);
        }
        throw tokens.expected(
                "a comparison (=, <>, <, <=, >, >=, is, in, like, between, contains, starts with)"
                        + Near.nearest(tokens.peek(), COMPARISONS, 1)
                                .map(it -> ", perhaps " + it)
                                .orElse(""));
    }

    private Filter negated(Tokens.Place place, boolean not, Supplier<Filter> made) {
        return checked(place, () -> not ? new Filter.Not(made.get()) : made.get());
    }

    /** What the terms refuse is refused with its place. */
    private <T> T checked(Tokens.Place place, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw tokens.refusal(place, Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }
}
