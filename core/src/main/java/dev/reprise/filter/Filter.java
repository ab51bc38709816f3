package dev.reprise.filter;

import dev.reprise.Check;
import dev.reprise.form.Malformed;
import java.time.Instant;
import java.util.List;

/**
 * What accepts some runs and not others. There are two answers, yes and no: what compares with
 * something that is not there, or is of another kind, is not so, and {@link Not}, however it is
 * written, is everything that is not accepted. The language is specified in docs/filters.md.
 */
public sealed interface Filter {
    /** The most terms: comparisons, and each value that one of them lists. */
    int TERMS_MAX = 1_000;

    /** As deep terms may be inside each other. */
    int DEPTH_MAX = 100;

    /** The longest text that a filter is written as. */
    int TEXT_CHARS_MAX = 65_536;

    /** Accepts every run, or none. */
    record Always(boolean value) implements Filter {}

    /** Accepts what all of two or more accept. */
    record And(List<Filter> terms) implements Filter {
        /** Copies the terms. */
        public And(List<Filter> terms) {
            Check.argument(terms.size() >= 2, "and needs two terms, not %d", terms.size());
            this.terms = List.copyOf(terms);
            Extent.check(this);
        }
    }

    /** Accepts what one of two or more accepts. */
    record Or(List<Filter> terms) implements Filter {
        /** Copies the terms. */
        public Or(List<Filter> terms) {
            Check.argument(terms.size() >= 2, "or needs two terms, not %d", terms.size());
            this.terms = List.copyOf(terms);
            Extent.check(this);
        }
    }

    /** Accepts what the term does not. */
    record Not(Filter term) implements Filter {
        /** Checks how deep it is. */
        public Not(Filter term) {
            this.term = term;
            Extent.check(this);
        }
    }

    /** How a field is compared with a value. */
    enum Op {
        /** It is the same. */
        EQUAL("="),
        /** It comes before. */
        LESS("<"),
        /** It comes before, or is the same. */
        AT_MOST("<="),
        /** It comes after. */
        GREATER(">"),
        /** It comes after, or is the same. */
        AT_LEAST(">=");

        private final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        /** As it is written. */
        public String sign() {
            return sign;
        }
    }

    /** Accepts a run whose field compares so with the value. */
    record Compare(Field field, Op op, Value value) implements Filter {
        /** Checks that the field can be compared so. */
        public Compare {
            Fit.check(field, value);
            if (op != Op.EQUAL) {
                Fit.checkOrdered(field, op.sign(), value);
            }
        }
    }

    /** Accepts a run whose field is one of the two values or between them. */
    record Between(Field field, Value low, Value high) implements Filter {
        /** Checks that the field can be compared so, and that the values are of one kind. */
        public Between {
            Fit.check(field, low);
            Fit.check(field, high);
            Fit.checkOrdered(field, "between", low);
            Fit.checkOrdered(field, "between", high);
            Fit.checkAlike(low, high);
        }
    }

    /** Accepts a run whose field is one of the values. */
    record In(Field field, List<Value> values) implements Filter {
        /** Copies the values and checks that the field can be compared with each. */
        public In(Field field, List<Value> values) {
            Check.argument(!values.isEmpty(), "in needs one value or more");
            values.forEach(it -> Fit.check(field, it));
            this.field = field;
            this.values = List.copyOf(values);
            Extent.check(this);
        }
    }

    /**
     * Accepts a run whose field is like the pattern, in which {@code %} stands for anything, {@code
     * _} for one character, and a character after {@code \} for itself.
     */
    record Like(Field field, String pattern) implements Filter {
        /** Checks the pattern, and that the field is a text. */
        public Like {
            Fit.checkText(field, "like");
            TextOrder.checked("a pattern", pattern, Value.TEXT_CHARS_MAX);
            Glob.of(pattern, false);
        }

        /** Accepts what begins with {@code prefix}. */
        public static Like prefix(Field field, String prefix) {
            return new Like(field, Glob.escaped(prefix) + "%");
        }
    }

    /** Accepts a run whose attribute is prose with that part, or a list with that keyword. */
    record Contains(Field field, String text) implements Filter {
        /** Checks that the field is an attribute. */
        public Contains {
            if (field.kind() != Field.Kind.ANY) {
                throw new IllegalArgumentException(
                        "only an attribute can be asked what it contains, not "
                                + field.text()
                                + "; there is like '%…%'");
            }
            TextOrder.checked("a text in a filter", text, Value.TEXT_CHARS_MAX);
        }
    }

    /** Accepts a run that does not have the field. */
    record Missing(Field field) implements Filter {
        /** Checks that the field can be missing. */
        public Missing {
            if (field.isAlwaysThere()) {
                throw new IllegalArgumentException("every run has " + field.text());
            }
        }
    }

    /** What accepts every run. */
    static Filter all() {
        return new Always(true);
    }

    /**
     * Reads what {@link #toText()} wrote, or a person. What is empty accepts every run.
     *
     * @throws Malformed with line, column and what was expected
     */
    static Filter parse(String text) {
        return new Reading("filter", text).filter();
    }

    /** This filter written down: {@link #parse} reads it back. */
    default String toText() {
        return Writing.filter(this);
    }

    /** The same filter in fewer terms, where that is easily seen. */
    default Filter simplified() {
        return Simplification.of(this);
    }

    /** What judges many rows at that time, fast. */
    default Sieve at(Instant now) {
        return Sieve.of(this, now);
    }

    /** Judges one row at that time. For many, {@link #at} is faster. */
    default boolean test(Row row, Instant now) {
        return at(now).accepts(row);
    }

    /** Where at that time all runs are that this accepts, and perhaps others. */
    default Bounds bounds(Instant now) {
        return Narrowing.of(this, now);
    }
}
