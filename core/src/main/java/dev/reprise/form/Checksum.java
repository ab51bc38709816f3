package dev.reprise.form;

import java.util.zip.CRC32C;

/** CRC-32C as the formats use it. */
public final class Checksum {
    private Checksum() {}

    /** The checksum of {@code length} bytes. */
    public static int of(byte[] bytes, int from, int length) {
        var crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /** The checksum of frame number {@code ordinal}: its number, its length, its payload. */
    static int ofFrame(long ordinal, int length, byte[] payload, int from) {
        var prefix = new ByteSink(16);
        prefix.fixed64(ordinal);
        prefix.fixed32(length);
        var crc = new CRC32C();
        crc.update(prefix.backing(), 0, prefix.size());
        crc.update(payload, from, length);
        return (int) crc.getValue();
    }
}
