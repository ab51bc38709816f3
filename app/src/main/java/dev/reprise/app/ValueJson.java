package dev.reprise.app;

import dev.reprise.Payload;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Values in answers for programs: JSON as it is, a text as a text, no value as {@code null}.
 * Anything else is in Base64, and beside it stands how it is encoded.
 */
final class ValueJson {
    private ValueJson() {}

    /** A value as the field of this name, as the text of it. */
    static String field(String name, Payload value) {
        return text(name)
                + ":"
                + json(value)
                + (isPlain(value) ? "" : ",\"encoding\":" + text(value.encoding()));
    }

    /** Some values as an array in the field of this name, as the text of it. */
    static String fields(String name, List<Payload> values) {
        return text(name)
                + ":"
                + values.stream().map(ValueJson::json).collect(Collectors.joining(",", "[", "]"))
                + (values.stream().allMatch(ValueJson::isPlain)
                        ? ""
                        : ",\"encodings\":"
                                + values.stream()
                                        .map(it -> text(it.encoding()))
                                        .collect(Collectors.joining(",", "[", "]")));
    }

    private static String json(Payload value) {
        if (value.isNone()) {
            return "null";
        }
        if (!isPlain(value)) {
            return text(Base64.getEncoder().encodeToString(value.bytes()));
        }
        String text = new String(value.bytes(), StandardCharsets.UTF_8);
        // Between the parts of JSON a line may be broken, inside of them never.
        return value.encoding().equals(JsonCodec.JSON_ENCODING)
                ? text.strip().replace('\r', ' ').replace('\n', ' ')
                : text(text);
    }

    private static boolean isPlain(Payload value) {
        return switch (value.encoding()) {
            case JsonCodec.JSON_ENCODING -> isJson(value.bytes());
            case Payload.TEXT_ENCODING -> isText(value.bytes());
            default -> value.isNone();
        };
    }

    /** Whether it is what its encoding claims: whoever stored it may not have looked. */
    private static boolean isJson(byte[] bytes) {
        try {
            return JsonSource.read(
                    "value",
                    new ByteArrayInputStream(bytes),
                    it -> {
                        it.skip();
                        return true;
                    });
        } catch (Malformed _) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isText(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.UTF_8);
        return Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
    }

    private static String text(String text) {
        var bytes = new ByteArrayOutputStream();
        try {
            JsonSink.write(bytes, json -> json.text(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
