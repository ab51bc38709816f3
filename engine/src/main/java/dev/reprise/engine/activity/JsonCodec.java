package dev.reprise.engine.activity;

import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RawCodec;
import dev.reprise.Undecodable;
import java.lang.reflect.Type;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The codec for values of all kinds: records, lists, maps, enums, times and what else Jackson knows
 * become JSON; a text and bytes by themselves are what {@link RawCodec} makes of them.
 *
 * <p>docs/activities.md says how values are written, and how types may change.
 */
public final class JsonCodec implements PayloadCodec {
    /** The encoding label of JSON in UTF-8. */
    public static final String JSON_ENCODING = "json";

    private static final int READERS_MAX = 4_096;

    private final RawCodec raw = new RawCodec();
    private final ConcurrentHashMap<Type, ObjectReader> readers = new ConcurrentHashMap<>();

    /** Made when the first JSON is met: to load Jackson takes a good part of an engine's start. */
    private static final class Jackson {
        private static final JsonMapper MAPPER = JsonMapping.mapper();
        private static final ObjectWriter WRITER = MAPPER.writer();
    }

    /** Creates a codec. It learns types as it meets them, so one is shared by many. */
    public JsonCodec() {}

    @Override
    public Payload encode(Object value) {
        if (value instanceof String || value instanceof byte[]) {
            return raw.encode(value);
        }
        try {
            return Payload.wrap(JSON_ENCODING, Jackson.WRITER.writeValueAsBytes(value));
        } catch (RuntimeException e) {
            throw JsonRefusal.toWrite(value.getClass(), e);
        }
    }

    @Override
    public Object decode(Payload payload, Type type) {
        return switch (payload.encoding()) {
            case JSON_ENCODING -> decodeJson(payload, payload.bytes(), type);
            case Payload.TEXT_ENCODING -> decodeText(payload, type);
            case Payload.BYTES_ENCODING ->
                    raw.decode(payload, isObject(type) ? byte[].class : type);
            default ->
                    throw Undecodable.of(
                            payload, type, "the JSON codec reads json, text and bytes only.");
        };
    }

    /** A text is the JSON string of its characters: that may also be a date, or a constant. */
    private Object decodeText(Payload payload, Type type) {
        if (type == String.class || type == byte[].class) {
            return raw.decode(payload, type);
        }
        Object text = raw.decode(payload, String.class);
        return isObject(type)
                ? text
                : decodeJson(payload, Jackson.WRITER.writeValueAsBytes(text), type);
    }

    private static boolean isObject(Type type) {
        return type == Object.class;
    }

    private Object decodeJson(Payload payload, byte[] json, Type type) {
        Object value;
        try {
            value = reader(type).readValue(json);
        } catch (RuntimeException e) {
            throw Undecodable.of(payload, type, JsonRefusal.toRead(Jackson.MAPPER, json, e));
        }
        if (value == null) {
            throw Undecodable.of(payload, type, "it holds null, which is no value.");
        }
        return value;
    }

    private ObjectReader reader(Type type) {
        ObjectReader known = readers.get(type);
        if (known != null) {
            return known;
        }
        ObjectReader made = Jackson.MAPPER.readerFor(Jackson.MAPPER.constructType(type));
        if (readers.size() < READERS_MAX) {
            readers.put(type, made);
        }
        return made;
    }
}
