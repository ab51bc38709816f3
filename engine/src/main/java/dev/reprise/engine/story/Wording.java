package dev.reprise.engine.story;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.Text;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How values, failures and spans of time are shown to people: in one line of bounded length. */
public final class Wording {
    private static final int CHARS_MAX = 400;
    private static final int VALUE_BYTES_MAX = 1_000;
    private static final int DAY_HOURS = 24;

    private Wording() {}

    /** Some values, as they are given to something. */
    public static String values(List<Payload> values) {
        return values.stream().map(Wording::value).collect(Collectors.joining(", "));
    }

    /** A call as code has it, such as {@code Payments.charge("42")}. */
    public static String call(String name, List<Payload> input) {
        return name + "(" + values(input) + ")";
    }

    /** A value: JSON as it is, a text in quotes, anything else by its encoding and first bytes. */
    public static String value(Payload value) {
        if (value.isNone()) {
            return "nothing";
        }
        if (value.size() <= VALUE_BYTES_MAX) {
            String text = Text.printable(value.bytes(), value.size()).orElse("");
            if (value.encoding().equals("json") && !text.isEmpty()) {
                return line(text);
            }
            if (value.encoding().equals(Payload.TEXT_ENCODING)
                    && (!text.isEmpty() || value.size() == 0)) {
                return line('"' + text + '"');
            }
        }
        return line(value.toString());
    }

    /** A failure: what kind, and its message. */
    public static String failure(Failure failure) {
        return line(
                switch (failure) {
                    case Failure.Application application ->
                            simple(application.type()) + ": " + application.message();
                    case Failure.Timeout timeout ->
                            "timeout ("
                                    + timeout.kind()
                                            .name()
                                            .toLowerCase(Locale.ROOT)
                                            .replace('_', ' ')
                                    + "): "
                                    + timeout.message();
                    case Failure.Cancelled cancelled -> "cancelled: " + cancelled.message();
                    case Failure.Child child -> "child " + child.runId() + ": " + child.message();
                    case Failure.Lost lost -> "lost: " + lost.message();
                    case Failure.Terminated terminated -> "terminated: " + terminated.message();
                    case Failure.Activation activation -> activation.message();
                });
    }

    /** The name of a class without its package. */
    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /** A text in one line, without anything that a terminal would obey, and not too long. */
    public static String line(String text) {
        var line = new StringBuilder();
        boolean blank = false;
        for (int i = 0; i < text.length() && line.length() < CHARS_MAX; ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            boolean space = Character.isWhitespace(point) || Character.isISOControl(point);
            if (space) {
                blank = !line.isEmpty();
            } else {
                if (blank) {
                    line.append(' ');
                    blank = false;
                }
                line.appendCodePoint(isObeyed(point) ? 0xFFFD : point);
            }
        }
        return line.length() < CHARS_MAX ? line.toString() : line.append('…').toString();
    }

    /** What changes how the text around it is shown. */
    private static boolean isObeyed(int point) {
        return switch (Character.getType(point)) {
            case Character.FORMAT, Character.SURROGATE, Character.UNASSIGNED -> true;
            default -> false;
        };
    }

    /** A span of time in its two largest units. */
    public static String span(Duration span) {
        if (span.isNegative()) {
            return "-" + span(span.negated());
        }
        if (span.compareTo(Duration.ofSeconds(1)) < 0) {
            return span.toMillis() + " ms";
        }
        if (span.compareTo(Duration.ofMinutes(1)) < 0) {
            long millis = span.toMillis();
            long tenths = millis / 100;
            return tenths % 10 == 0 ? tenths / 10 + " s" : tenths / 10 + "." + tenths % 10 + " s";
        }
        if (span.compareTo(Duration.ofHours(1)) < 0) {
            return two(span.toMinutes(), "min", span.toSecondsPart(), "s");
        }
        return span.toHours() < DAY_HOURS
                ? two(span.toHours(), "h", span.toMinutesPart(), "min")
                : two(span.toDays(), "d", span.toHoursPart(), "h");
    }

    private static String two(long large, String unit, int small, String part) {
        return large + " " + unit + (small == 0 ? "" : " " + small + " " + part);
    }
}
