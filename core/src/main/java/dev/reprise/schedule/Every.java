package dev.reprise.schedule;

import dev.reprise.Check;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Times that are equally far apart, in real time: clocks that are changed do not matter.
 *
 * @param interval how far, in whole milliseconds
 * @param offset how long after 1970-01-01T00:00:00Z the first is: less than the interval, in whole
 *     milliseconds
 */
public record Every(Duration interval, Duration offset) implements When {
    /** The longest interval. */
    public static final Duration INTERVAL_MAX = Duration.ofDays(36_500);

    /** Checks both. */
    public Every {
        Check.argument(
                interval.compareTo(Duration.ofMillis(1)) >= 0
                        && interval.compareTo(INTERVAL_MAX) <= 0,
                "an interval is from 1ms to 36500d: %s",
                Spans.text(interval));
        checkMillis("an interval", interval);
        Check.argument(
                !offset.isNegative() && offset.compareTo(interval) < 0,
                "an offset is at least 0s and less than the interval of %s: %s",
                Spans.text(interval),
                Spans.text(offset));
        checkMillis("an offset", offset);
    }

    /** Times so far apart, of which one is 1970-01-01T00:00:00Z. */
    public Every(Duration interval) {
        this(interval, Duration.ZERO);
    }

    /** Times so far apart, of which {@code anchor} is one. */
    public static Every anchored(Duration interval, Instant anchor) {
        var every = new Every(interval);
        Check.argument(Extent.contains(anchor), "an anchor is from 1970 to 9999: %s", anchor);
        Duration since = Duration.ofSeconds(anchor.getEpochSecond(), anchor.getNano());
        checkMillis("an anchor's time since 1970", since);
        return new Every(
                interval,
                Duration.ofMillis(Math.floorMod(since.toMillis(), every.interval.toMillis())));
    }

    private static void checkMillis(String what, Duration span) {
        Check.argument(
                span.toNanosPart() % 1_000_000 == 0,
                "%s has whole milliseconds: %s",
                what,
                Spans.text(span));
    }

    @Override
    public Optional<Instant> next(Instant after) {
        if (!after.isBefore(Extent.LAST)) {
            return Optional.empty();
        }
        long step = interval.toMillis();
        long first = offset.toMillis();
        long passed = Math.floorDiv(Extent.clamped(after).toEpochMilli() - first, step);
        return Optional.of(Instant.ofEpochMilli(first + Math.max(0, passed + 1) * step))
                .filter(Extent::contains);
    }

    @Override
    public String text() {
        return "every "
                + Spans.text(interval)
                + (offset.isZero() ? "" : " offset " + Spans.text(offset));
    }
}
