package dev.reprise.pattern;

import dev.reprise.Check;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run is to do: a {@link Term} with the patterns that are its parts. Two patterns are equal
 * when they are written alike.
 *
 * <p>A pattern may be as deep as it likes: nothing here recurs. The hash is kept, and the number of
 * terms, which is bounded because a pattern that shares its parts can be exponentially larger than
 * what was built.
 */
public final class Pattern {
    /** The largest number of terms in one pattern, each counted as often as it is written. */
    public static final int TERMS_MAX = 1 << 22;

    private static final int SHOWN_CHARS_MAX = 300;

    private final Term term;
    private final List<Pattern> parts;
    private final int terms;
    private final int hash;

    private Pattern(Term term, List<Pattern> parts) {
        this.term = term;
        this.parts = parts;
        long count = 1;
        int mixed = term.hashCode();
        for (var part : parts) {
            count += part.terms;
            mixed = 31 * mixed + part.hash;
        }
        Check.argument(
                count <= TERMS_MAX, "a pattern has at most %d terms, not %d", TERMS_MAX, count);
        this.terms = (int) count;
        this.hash = mixed;
    }

    /** The pattern of this term and these parts, which must fit it. */
    static Pattern of(Term term, List<Pattern> parts) {
        Fit.check(term, parts.size());
        return new Pattern(term, List.copyOf(parts));
    }

    /** The pattern of this term and these parts, which must fit it. */
    static Pattern of(Term term, Pattern... parts) {
        return of(term, List.of(parts));
    }

    /**
     * Reads what {@link #toText()} wrote, or a person.
     *
     * @throws dev.reprise.form.Malformed with line, column and what was expected
     */
    public static Pattern parse(String text) {
        return new Reading(text).pattern();
    }

    /** This pattern written down: {@link #parse} reads it back. */
    public String toText() {
        return new Writing(Integer.MAX_VALUE).text(this);
    }

    /** What is to be done with the parts. */
    public Term term() {
        return term;
    }

    /** The patterns this one is made of, in order. */
    public List<Pattern> parts() {
        return parts;
    }

    /** Part number {@code index}. */
    public Pattern part(int index) {
        return parts.get(index);
    }

    /** How many terms this pattern has, itself included. */
    public int terms() {
        return terms;
    }

    /** The same with another rule by which contexts are merged, where they are. */
    public Pattern merging(String merge) {
        Term other =
                switch (term) {
                    case Term.Par par -> new Term.Par(par.guards(), par.join(), merge);
                    case Term.Each each ->
                            new Term.Each(each.instances(), each.item(), each.join(), merge);
                    case Term.Interleave(var turns, _) -> new Term.Interleave(turns, merge);
                    case Term.Graph(var nodes, _) -> new Term.Graph(nodes, merge);
                    default ->
                            throw new IllegalArgumentException(
                                    "contexts are merged by par, each, interleave and graph, not by "
                                            + this);
                };
        return of(other, parts);
    }

    /** The same with another rule of joining: for a par and for an each. */
    public Pattern joining(Join join) {
        Term other =
                switch (term) {
                    case Term.Par par -> new Term.Par(par.guards(), join, par.merge());
                    case Term.Each each ->
                            new Term.Each(each.instances(), each.item(), join, each.merge());
                    default ->
                            throw new IllegalArgumentException(
                                    "a rule of joining is for par and each, not for " + this);
                };
        return of(other, parts);
    }

    /** The same parts in the same places, with what {@code change} makes of the terms. */
    public Pattern changed(Change change) {
        var places = Places.of(this);
        var changed = new Pattern[places.size()];
        for (int place = places.size() - 1; place >= 0; place--) {
            var inside = new ArrayList<Pattern>();
            for (int part = place + 1; part < places.end(place); part = places.end(part)) {
                inside.add(changed[part]);
            }
            changed[place] = of(change.of(place, places.at(place).term), inside);
        }
        return changed[0];
    }

    /** What a term becomes, at the place of that number. */
    public interface Change {
        /** The other term, or the same. */
        Term of(int place, Term term);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Pattern that && same(this, that));
    }

    @SuppressWarnings("ReferenceEquality") // shared parts need no second look
    private static boolean same(Pattern first, Pattern second) {
        var left = new ArrayDeque<Pattern>();
        var right = new ArrayDeque<Pattern>();
        left.push(first);
        right.push(second);
        while (!left.isEmpty()) {
            var one = left.pop();
            var other = right.pop();
            if (one == other) {
                continue;
            }
            if (one.hash != other.hash
                    || one.terms != other.terms
                    || one.parts.size() != other.parts.size()
                    || !one.term.equals(other.term)) {
                return false;
            }
            one.parts.forEach(left::push);
            other.parts.forEach(right::push);
        }
        return true;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** The beginning of the text. */
    @Override
    public String toString() {
        return new Writing(SHOWN_CHARS_MAX).text(this).strip();
    }
}
