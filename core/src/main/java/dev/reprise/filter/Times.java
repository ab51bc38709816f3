package dev.reprise.filter;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** Points and spans of time as people write them. */
final class Times {
    static final String EXPECTED =
            "a time such as 2026-01-31, '2026-01-31T12:00:00Z', -2h or now - P1D";

    /** Longer than any text of a time or a span. */
    private static final int CHARS_MAX = 40;

    private static final int DATE_CHARS = 10;

    private record Unit(String name, Duration length) {}

    /** From the longest to the shortest. */
    private static final List<Unit> UNITS =
            List.of(
                    new Unit("w", Duration.ofDays(7)),
                    new Unit("d", Duration.ofDays(1)),
                    new Unit("h", Duration.ofHours(1)),
                    new Unit("m", Duration.ofMinutes(1)),
                    new Unit("s", Duration.ofSeconds(1)),
                    new Unit("ms", Duration.ofMillis(1)),
                    new Unit("us", Duration.ofNanos(1_000)),
                    new Unit("ns", Duration.ofNanos(1)));

    private Times() {}

    /**
     * The point in time that ISO 8601 text says: a day, which is its beginning, or a day and a time
     * of day; without an offset both are in UTC.
     */
    static Optional<Instant> point(String text) {
        if (text.length() < DATE_CHARS || text.length() > CHARS_MAX || text.charAt(4) != '-') {
            return Optional.empty();
        }
        try {
            var point = text.length() == DATE_CHARS ? day(text) : dayAndTime(text);
            return Optional.of(Attribute.Moment.checked(point));
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Instant day(String text) {
        return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    private static Instant dayAndTime(String text) {
        boolean hasOffset =
                text.endsWith("Z") || text.endsWith("z") || hasSign(text.substring(DATE_CHARS));
        return hasOffset
                ? OffsetDateTime.parse(text).toInstant()
                : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    }

    private static boolean hasSign(String text) {
        return text.indexOf('+') >= 0 || text.indexOf('-') >= 0;
    }

    /** The span without a sign: {@code 90s}, {@code 2h}, {@code P1D}, {@code PT1H30M}. */
    static Optional<Duration> span(String text) {
        if (text.isEmpty() || text.length() > CHARS_MAX || hasSign(text)) {
            return Optional.empty();
        }
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        try {
            if (digits == 0) {
                return Optional.of(Duration.parse(text));
            }
            long count = Long.parseLong(text.substring(0, digits));
            for (var each : UNITS) {
                if (each.name().equalsIgnoreCase(text.substring(digits))) {
                    return Optional.of(each.length().multipliedBy(count));
                }
            }
            return Optional.empty();
        } catch (NumberFormatException | ArithmeticException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The offset from now in the longest unit that says it without a rest. */
    static String text(Duration offset) {
        if (offset.isZero()) {
            return "now";
        }
        var span = offset.abs();
        for (var each : UNITS) {
            long count = span.dividedBy(each.length());
            if (each.length().multipliedBy(count).equals(span)) {
                return (offset.isNegative() ? "-" : "+") + count + each.name();
            }
        }
        throw new IllegalArgumentException("not in nanoseconds: " + offset);
    }

    /** That time from now, or the first or last time there is. */
    static Instant at(Instant now, Duration offset) {
        try {
            return now.plus(offset);
        } catch (DateTimeException | ArithmeticException e) {
            return offset.isNegative() ? Instant.MIN : Instant.MAX;
        }
    }
}
