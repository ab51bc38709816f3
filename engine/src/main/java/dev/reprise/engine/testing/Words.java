package dev.reprise.engine.testing;

import dev.reprise.Payload;
import dev.reprise.Text;
import dev.reprise.engine.activity.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How values and times are shown to people who read why a test failed. */
final class Words {
    private static final int CHARS_MAX = 200;

    private Words() {}

    /** A value as it is stored, shortened; {@code nothing} for none. */
    static String value(Payload payload) {
        return switch (payload.encoding()) {
            case Payload.NONE_ENCODING -> "nothing";
            case JsonCodec.JSON_ENCODING -> shortened(text(payload));
            case Payload.TEXT_ENCODING -> "\"" + shortened(text(payload)) + "\"";
            default -> payload.size() + " bytes of " + payload.encoding();
        };
    }

    private static String text(Payload payload) {
        return new String(payload.bytes(), StandardCharsets.UTF_8);
    }

    private static String shortened(String text) {
        return text.length() <= CHARS_MAX ? text : text.substring(0, CHARS_MAX) + "…";
    }

    /** A call as code has it, such as {@code Payments.charge("42")}. */
    static String call(String name, List<Payload> input) {
        return name + input.stream().map(Words::value).collect(Collectors.joining(", ", "(", ")"));
    }

    /** A message of several lines on one. */
    static String line(String message) {
        return shortened(Text.prose(message).replaceAll("\\s+", " "));
    }

    /** A span of time, such as {@code 2 d 3 h}. */
    static String span(Duration span) {
        List<String> parts = new ArrayList<>();
        add(parts, span.toDaysPart(), "d");
        add(parts, span.toHoursPart(), "h");
        add(parts, span.toMinutesPart(), "min");
        add(parts, span.toSecondsPart(), "s");
        add(parts, span.toMillisPart(), "ms");
        return parts.isEmpty() ? span.isZero() ? "0 s" : span.toString() : String.join(" ", parts);
    }

    private static void add(List<String> parts, long count, String unit) {
        if (count > 0) {
            parts.add(count + " " + unit);
        }
    }
}
