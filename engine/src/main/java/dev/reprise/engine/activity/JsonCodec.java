package dev.reprise.engine.activity;

import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RawCodec;
import dev.reprise.Undecodable;
import java.lang.reflect.Type;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
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
    private final JsonMapper mapper = JsonMapping.mapper();
    private final ObjectWriter writer = mapper.writer();
    private final ConcurrentHashMap<Type, ObjectReader> readers = new ConcurrentHashMap<>();

    /** Creates a codec. It learns types as it meets them, so one is shared by many. */
    public JsonCodec() {}

    @Override
    public Payload encode(Object value) {
        if (value instanceof String || value instanceof byte[]) {
            return raw.encode(value);
        }
        try {
            return Payload.wrap(JSON_ENCODING, writer.writeValueAsBytes(value));
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public Object decode(Payload payload, Type type) {
        if (!payload.encoding().equals(JSON_ENCODING)) {
            return raw.decode(payload, type);
        }
        try {
            Object value = reader(type).readValue(payload.bytes());
            if (value == null) {
                throw Undecodable.of(payload, type, "it holds null, which is no value.");
            }
            return value;
        } catch (JacksonException e) {
            throw Undecodable.of(payload, type, String.valueOf(e.getMessage()));
        }
    }

    private ObjectReader reader(Type type) {
        ObjectReader known = readers.get(type);
        if (known != null) {
            return known;
        }
        ObjectReader made = mapper.readerFor(mapper.constructType(type));
        if (readers.size() < READERS_MAX) {
            readers.put(type, made);
        }
        return made;
    }
}
