package dev.reprise.fuzz;

import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import java.util.zip.CRC32C;

/** Puts the right checksums into an input, without which a fuzzer would never get past them. */
final class ResealedFrames {
    private static final int HEADER = 12;

    private ResealedFrames() {}

    /** The input with the checksum of its header and of every whole frame made right. */
    static byte[] of(byte[] input) {
        var bytes = input.clone();
        if (bytes.length < HEADER) {
            return bytes;
        }
        put(bytes, 8, crc(bytes, 0, 8, new ByteSink(0)));
        int at = HEADER;
        for (long ordinal = 0; at + 8 <= bytes.length; ordinal++) {
            int length = number(bytes, at);
            if (length < 0 || length > bytes.length - at - 8) {
                return bytes;
            }
            var prefix = new ByteSink(16);
            prefix.fixed64(ordinal);
            prefix.fixed32(length);
            put(bytes, at + 4 + length, crc(bytes, at + 4, length, prefix));
            at += 8 + length;
        }
        return bytes;
    }

    private static int crc(byte[] bytes, int from, int length, ByteSink prefix) {
        var crc = new CRC32C();
        crc.update(prefix.toByteArray());
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    private static int number(byte[] bytes, int at) {
        return new ByteSource("number", bytes, at, at + 4, at).fixed32();
    }

    private static void put(byte[] bytes, int at, int value) {
        for (int i = 0; i < 4; i++) {
            bytes[at + i] = (byte) (value >>> (8 * i));
        }
    }
}
