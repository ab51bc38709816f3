package dev.reprise;

import java.lang.reflect.Type;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The codec for values that are already text or bytes: {@link String} and {@code byte[]}. */
public final class RawCodec implements PayloadCodec {
    private static final char REPLACEMENT = '\uFFFD';

    /** Creates the codec; it has no state. */
    public RawCodec() {}

    @Override
    public Payload encode(Object value) {
        return switch (value) {
            case String text -> encodeText(text);
            case byte[] bytes -> Payload.of(Payload.BYTES_ENCODING, bytes);
            default ->
                    throw new IllegalArgumentException(
                            "The raw codec encodes String and byte[], not "
                                    + value.getClass().getName()
                                    + ". Register a codec that knows this type.");
        };
    }

    private static Payload encodeText(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair =
                        Character.isHighSurrogate(c)
                                && i + 1 < text.length()
                                && Character.isLowSurrogate(text.charAt(i + 1));
                Check.argument(
                        pair,
                        "the text is not well-formed Unicode and would not come back as it is");
                i++;
            }
        }
        return Payload.text(text);
    }

    @Override
    public Object decode(Payload payload, Type type) {
        if (type == String.class) {
            requireEncoding(payload, type, Payload.TEXT_ENCODING);
            String text = payload.utf8();
            return text.indexOf(REPLACEMENT) < 0 ? text : strictlyDecoded(payload, type);
        }
        if (type == byte[].class) {
            requireEncoding(payload, type, Payload.BYTES_ENCODING);
            return payload.bytes();
        }
        throw Undecodable.of(payload, type, "the raw codec decodes String and byte[] only.");
    }

    /** For text that holds what stands for bytes that are no text: it may have been written so. */
    private static String strictlyDecoded(Payload payload, Type type) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(payload.view()).toString();
        } catch (CharacterCodingException e) {
            throw Undecodable.of(payload, type, "the bytes are not UTF-8.");
        }
    }

    private static void requireEncoding(Payload payload, Type type, String encoding) {
        if (!payload.encoding().equals(encoding)) {
            throw Undecodable.of(
                    payload, type, "the raw codec expects the encoding " + encoding + " for it.");
        }
    }
}
