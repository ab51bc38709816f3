package dev.reprise.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The times at which something is done: points in time, in order, between 1970 and 9999. They
 * depend on nothing but this value and the rules of its time zones.
 *
 * <p>Its text says it all and is read back by {@link #parse} (docs/schedules.md#text):
 *
 * <pre>
 * cron "0 9 * * MON-FRI" in Europe/Berlin except 12-24,12-25 in Europe/Berlin
 * every 15m offset 5m until 2027-01-01T00:00:00Z
 * calendar hour 9 day 2nd-TUE,last in America/New_York or every 1d
 * </pre>
 */
public sealed interface When permits Cron, Every, Calendar, AnyOf, Except, Within {
    /** Nothing is done before this year. */
    int YEAR_MIN = 1970;

    /** Nothing is done after this year. */
    int YEAR_MAX = 9999;

    /** The longest text that is read. */
    int TEXT_CHARS_MAX = 20_000;

    /** How deep they can be in one another. */
    int DEPTH_MAX = 20;

    /**
     * Reads a text. What begins like a cron expression is one, in UTC.
     *
     * @throws dev.reprise.form.Malformed if it is none: with the column, what was expected there,
     *     and the text
     */
    static When parse(String text) {
        return new Reading(text).when();
    }

    /** The first time after {@code after}; empty when there is none any more. */
    Optional<Instant> next(Instant after);

    /** How it is written. */
    String text();

    /**
     * The last time before {@code before}; empty when there is none. It is found by asking for the
     * next time of about a hundred points, so it costs as much as that.
     */
    default Optional<Instant> previous(Instant before) {
        Instant end = before.isAfter(Extent.LAST) ? Extent.LAST.plusNanos(1) : before;
        if (!isBefore(next(Instant.MIN), end)) {
            return Optional.empty();
        }
        Instant low = Extent.clamped(Instant.MIN);
        for (Duration step = Duration.ofSeconds(1); ; step = step.multipliedBy(2)) {
            Instant point = end.minus(step);
            if (!point.isAfter(low)) {
                break;
            }
            if (isBefore(next(point), end)) {
                low = point;
                break;
            }
        }
        Instant high = end;
        Instant found = next(low).orElseThrow();
        // Always: found is a time before the end, and no time before the end is after high.
        while (found.isBefore(high.minusNanos(1))) {
            Instant middle = found.plus(Duration.between(found, high).dividedBy(2));
            Optional<Instant> next = next(middle);
            if (isBefore(next, end)) {
                found = next.get();
            } else {
                high = middle;
            }
        }
        return Optional.of(found);
    }

    /** All times after {@code after}, in order, each found when it is asked for. */
    default Stream<Instant> times(Instant after) {
        return Stream.iterate(next(after), Optional::isPresent, time -> time.flatMap(this::next))
                .map(Optional::get);
    }

    /**
     * How many times there are from {@code from} to before {@code until}.
     *
     * @param max more are not counted
     */
    default int count(Instant from, Instant until, int max) {
        int found = 0;
        Optional<Instant> time = next(from.minusNanos(1));
        while (found < max && isBefore(time, until)) {
            found++;
            time = time.flatMap(this::next);
        }
        return found;
    }

    /** Whether this is one of the times. */
    default boolean includes(Instant time) {
        return Extent.contains(time) && next(time.minusNanos(1)).filter(time::equals).isPresent();
    }

    /** The times of both; what is in both is one time. */
    default When or(When other) {
        return new AnyOf(List.of(this, other));
    }

    /** The same without all times on some days. */
    default When except(Days days) {
        return new Except(this, days);
    }

    /** The same without all times before {@code from}. */
    default When from(Instant from) {
        return new Within(this, Optional.of(from), Optional.empty());
    }

    /** The same without {@code until} and all times after it. */
    default When until(Instant until) {
        return new Within(this, Optional.empty(), Optional.of(until));
    }

    private static boolean isBefore(Optional<Instant> time, Instant end) {
        return time.isPresent() && time.get().isBefore(end);
    }
}
