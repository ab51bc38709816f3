package dev.reprise;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A value as Reprise carries it: opaque bytes, and a label that says how they were encoded. Reprise
 * compares and stores payloads, and never looks inside; a {@link PayloadCodec} does.
 */
public final class Payload {
    /** The encoding label of {@link #NONE}, which no other payload has. */
    public static final String NONE_ENCODING = "none";

    /** The encoding label of UTF-8 text. */
    public static final String TEXT_ENCODING = "text";

    /** The encoding label of bytes that mean only themselves. */
    public static final String BYTES_ENCODING = "bytes";

    /** No value: what a method without a result returns. */
    public static final Payload NONE = new Payload(NONE_ENCODING, new byte[0]);

    /** The longest encoding label. */
    public static final int ENCODING_CHARS_MAX = 100;

    private static final int SHOWN_BYTES_MAX = 120;
    private static final int SHOWN_HEX_BYTES_MAX = 32;

    private final String encoding;
    private final byte[] bytes;

    private Payload(String encoding, byte[] bytes) {
        this.encoding = encoding;
        this.bytes = bytes;
    }

    /** A payload that holds a copy of {@code bytes}. */
    public static Payload of(String encoding, byte[] bytes) {
        return wrap(encoding, bytes.clone());
    }

    /** A payload that takes {@code bytes} over: the caller must never change them again. */
    public static Payload wrap(String encoding, byte[] bytes) {
        if (encoding.equals(NONE_ENCODING)) {
            Check.argument(bytes.length == 0, "a payload encoded as none must be empty");
            return NONE;
        }
        // The two that nearly all payloads have need no second look.
        if (encoding.equals(TEXT_ENCODING)) {
            return new Payload(TEXT_ENCODING, bytes);
        }
        if (encoding.equals(BYTES_ENCODING)) {
            return new Payload(BYTES_ENCODING, bytes);
        }
        return new Payload(checkedEncoding(encoding), bytes);
    }

    /** A payload that holds UTF-8 text. */
    public static Payload text(String text) {
        return new Payload(TEXT_ENCODING, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String checkedEncoding(String encoding) {
        int length = encoding.length();
        Check.argument(
                length >= 1 && length <= ENCODING_CHARS_MAX,
                "an encoding label has 1 to %d characters: %s",
                ENCODING_CHARS_MAX,
                encoding);
        for (int i = 0; i < length; i++) {
            char c = encoding.charAt(i);
            if (c <= ' ' || c > '~') {
                throw new IllegalArgumentException(
                        "an encoding label has only visible ASCII characters: " + encoding);
            }
        }
        return encoding;
    }

    /** How the bytes were encoded. */
    public String encoding() {
        return encoding;
    }

    /** The number of bytes. */
    public int size() {
        return bytes.length;
    }

    /** Whether this is {@link #NONE}: no value, as against an empty one. */
    @SuppressWarnings("ReferenceEquality") // nothing else makes one that is encoded so
    public boolean isNone() {
        return this == NONE;
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Copies all bytes into {@code target}, from index {@code at} on. */
    public void copyTo(byte[] target, int at) {
        System.arraycopy(bytes, 0, target, at, bytes.length);
    }

    /** Whether the bytes are those of {@code other} from {@code from} to {@code to}. */
    public boolean hasBytes(byte[] other, int from, int to) {
        return Arrays.equals(bytes, 0, bytes.length, other, from, to);
    }

    /** The bytes, read-only and not copied. */
    public ByteBuffer view() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /**
     * The bytes as UTF-8 text. What is not UTF-8 becomes {@code U+FFFD}: only a text without that
     * is sure to be what was written.
     */
    String utf8() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The part that begins at byte {@code from}, with the same encoding label. */
    public Payload from(int from) {
        return wrap(encoding, Arrays.copyOfRange(bytes, from, bytes.length));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Payload that
                        && encoding.equals(that.encoding)
                        && Arrays.equals(bytes, that.bytes));
    }

    @Override
    public int hashCode() {
        return 31 * encoding.hashCode() + Arrays.hashCode(bytes);
    }

    /** A readable form of bounded length: the text, or the first bytes in hexadecimal. */
    @Override
    public String toString() {
        if (isNone()) {
            return NONE_ENCODING;
        }
        int shown = Math.min(bytes.length, SHOWN_BYTES_MAX);
        while (shown > 0 && shown < bytes.length && (bytes[shown] & 0xC0) == 0x80) {
            shown--;
        }
        var text = Text.printable(bytes, shown);
        if (text.isPresent()) {
            return encoding
                    + " \""
                    + text.get()
                    + (shown < bytes.length ? "…" : "")
                    + "\""
                    + (shown < bytes.length ? " (" + bytes.length + " bytes)" : "");
        }
        int hexed = Math.min(bytes.length, SHOWN_HEX_BYTES_MAX);
        return encoding
                + " 0x"
                + HexFormat.of().formatHex(bytes, 0, hexed)
                + (hexed < bytes.length ? "…" : "")
                + " ("
                + bytes.length
                + " bytes)";
    }
}
