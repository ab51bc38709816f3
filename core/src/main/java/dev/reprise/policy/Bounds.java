package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Spans of time that never overflow, and lists of names that have an end. */
final class Bounds {
    /** The longest span: a hundred years, which nanoseconds in a long can tell. */
    static final Duration SPAN_MAX = Duration.ofDays(36_500);

    /** The most names in one list. */
    static final int NAMES_MAX = 100;

    private Bounds() {}

    static Duration span(String what, Duration span) {
        Check.argument(!span.isNegative(), "%s must not be negative: %s", what, span);
        Check.argument(span.compareTo(SPAN_MAX) <= 0, "%s is at most %s: %s", what, SPAN_MAX, span);
        return span;
    }

    /** The time that is {@code span} later, or the end of all time. */
    static Instant after(Instant from, Duration span) {
        return from.isAfter(Instant.MAX.minus(span)) ? Instant.MAX : from.plus(span);
    }

    static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /**
     * A copy of names that are checked.
     *
     * @param what what one of them is: "a failure type"
     */
    static List<String> names(String what, List<String> names) {
        Check.argument(
                names.size() <= NAMES_MAX,
                "at most %d names, each %s: %d",
                NAMES_MAX,
                what,
                names.size());
        names.forEach(name -> Text.name(what, name));
        return List.copyOf(names);
    }

    /** As {@link #names}, and there must be one. */
    static List<String> someNames(String what, List<String> names) {
        Check.argument(!names.isEmpty(), "there is no name, but %s is needed", what);
        return names(what, names);
    }
}
