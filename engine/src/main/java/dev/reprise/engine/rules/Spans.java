package dev.reprise.engine.rules;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Spans of time as people write them: {@code 500ms}, {@code 30s}, {@code 2m}; or by ISO 8601. */
final class Spans {
    static final String EXPECTED = "a span of time such as 500ms, 30s, 2m, 1h, 7d or PT1M30S";

    private record Unit(String name, Duration length) {}

    /** From the longest to the shortest. */
    private static final List<Unit> UNITS =
            List.of(
                    new Unit("d", Duration.ofDays(1)),
                    new Unit("h", Duration.ofHours(1)),
                    new Unit("m", Duration.ofMinutes(1)),
                    new Unit("s", Duration.ofSeconds(1)),
                    new Unit("ms", Duration.ofMillis(1)),
                    new Unit("us", Duration.ofNanos(1_000)),
                    new Unit("ns", Duration.ofNanos(1)));

    private Spans() {}

    /** The span; empty when it is none. */
    static Optional<Duration> parsed(String text) {
        int digits = text.startsWith("-") ? 1 : 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        String unit = text.substring(digits);
        try {
            for (var each : UNITS) {
                if (each.name().equals(unit)) {
                    long count = Long.parseLong(text.substring(0, digits));
                    return Optional.of(each.length().multipliedBy(count));
                }
            }
            return Optional.of(Duration.parse(text));
        } catch (NumberFormatException | ArithmeticException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The span in the longest unit that says it without a rest. */
    static String text(Duration span) {
        if (span.isZero()) {
            return "0s";
        }
        for (var each : UNITS) {
            long count = span.dividedBy(each.length());
            if (each.length().multipliedBy(count).equals(span)) {
                return count + each.name();
            }
        }
        return span.toString();
    }
}
