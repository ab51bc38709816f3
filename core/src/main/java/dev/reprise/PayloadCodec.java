package dev.reprise;

import java.lang.reflect.Type;

/**
 * The port through which values become payloads and payloads become values. A codec is pure: equal
 * values of one type give equal payloads, always, because payloads are compared on replay.
 *
 * <p>{@code PayloadCodecContract} in the test fixtures is the contract as tests.
 */
public interface PayloadCodec {
    /**
     * The payload that holds {@code value}.
     *
     * @throws IllegalArgumentException when this codec has no form for such a value
     */
    Payload encode(Object value);

    /**
     * The value of {@code type} that {@code payload} holds. {@link Payload#NONE} holds none:
     * callers look for it first.
     *
     * @throws Undecodable when the payload does not hold such a value
     */
    Object decode(Payload payload, Type type);

    /** As {@link #decode(Payload, Type)}, for a class that says it all. */
    default <T> T decode(Payload payload, Class<T> type) {
        Object value = decode(payload, (Type) type);
        if (!type.isInstance(value)) {
            throw Undecodable.of(
                    payload, type, "the codec answered a " + value.getClass().getName() + ".");
        }
        return type.cast(value);
    }
}
