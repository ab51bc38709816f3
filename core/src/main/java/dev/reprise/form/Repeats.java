package dev.reprise.form;

import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Values that were read lately, by the bytes they were read from, so that what comes again need not
 * be made again. All bytes are compared: it can forget a value, but never confuse two.
 */
final class Repeats {
    /** The longest run of bytes that is remembered. */
    static final int BYTES_MAX = 64;

    private static final int PLACE_BITS = 6;

    private final @Nullable Repeat[] repeats = new Repeat[1 << PLACE_BITS];

    private static final class Repeat {
        private final Function<?, ?> read;
        private final byte[] bytes;
        private final Object value;

        Repeat(Function<?, ?> read, byte[] bytes, Object value) {
            this.read = read;
            this.bytes = bytes;
            this.value = value;
        }
    }

    /** The value that {@code read} gave for these bytes, if that is remembered. */
    @SuppressWarnings({"ReferenceEquality", "unchecked"}) // the same function gives the same type
    <T> @Nullable T find(Function<FieldSource, T> read, byte[] bytes, int from, int to) {
        @Nullable Repeat found = repeats[place(bytes, from, to)];
        if (found == null
                || found.read != read
                || !Arrays.equals(found.bytes, 0, found.bytes.length, bytes, from, to)) {
            return null;
        }
        return (T) found.value;
    }

    /** Remembers what {@code read} gave for {@code bytes}, in place of something else. */
    void add(Function<?, ?> read, byte[] bytes, Object value) {
        repeats[place(bytes, 0, bytes.length)] = new Repeat(read, bytes, value);
    }

    /** Where these bytes are remembered, if they are: it depends on all of them. */
    static int place(byte[] bytes, int from, int to) {
        int hash = to - from;
        int at = from;
        for (; at + Integer.BYTES <= to; at += Integer.BYTES) {
            hash = (hash ^ LittleEndian.int32(bytes, at)) * 0x9E3779B1;
        }
        for (; at < to; at++) {
            hash = (hash ^ bytes[at]) * 0x9E3779B1;
        }
        return hash >>> (Integer.SIZE - PLACE_BITS);
    }
}
