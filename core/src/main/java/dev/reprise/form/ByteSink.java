package dev.reprise.form;

import dev.reprise.Payload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing run of bytes into which primitive values are written; {@link ByteSource} reads them.
 */
public final class ByteSink {
    private byte[] bytes;
    private int size;

    /** An empty sink with room for {@code capacity} bytes before it grows. */
    public ByteSink(int capacity) {
        bytes = new byte[Math.max(16, capacity)];
    }

    /** The number of bytes written so far. */
    public int size() {
        return size;
    }

    /** Forgets what was written, keeps the room. */
    public void clear() {
        size = 0;
    }

    /** Writes the low eight bits of {@code value}. */
    public void u8(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    /** Writes {@code value} as an unsigned LEB128 number: 1 byte below 128, at most 10. */
    public void varint(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Writes {@code value} so that small numbers of either sign are short. */
    public void zigzag(long value) {
        varint((value << 1) ^ (value >> 63));
    }

    /** Writes 32 bits, least significant byte first. */
    public void fixed32(int value) {
        ensure(Integer.BYTES);
        LittleEndian.put(bytes, size, value);
        size += Integer.BYTES;
    }

    /** Writes 64 bits, least significant byte first. */
    public void fixed64(long value) {
        ensure(Long.BYTES);
        LittleEndian.put(bytes, size, value);
        size += Long.BYTES;
    }

    /** Writes the bytes as they are, without their number. */
    public void raw(byte[] source, int from, int length) {
        ensure(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    /** Writes the number of bytes, then the bytes. */
    public void bytes(byte[] source) {
        varint(source.length);
        raw(source, 0, source.length);
    }

    /** Writes the bytes of a payload, counted. */
    void bytes(Payload source) {
        varint(source.size());
        ensure(source.size());
        source.copyTo(bytes, size);
        size += source.size();
    }

    /** Writes everything in {@code other} as one counted run of bytes. */
    public void bytes(ByteSink other) {
        varint(other.size);
        raw(other.bytes, 0, other.size);
    }

    /** Writes the text's UTF-8 bytes, counted. */
    public void text(String value) {
        int length = value.length();
        if (length < 128 && isAscii(value)) {
            ensure(length + 1);
            bytes[size++] = (byte) length;
            for (int i = 0; i < length; i++) {
                bytes[size++] = (byte) value.charAt(i);
            }
        } else {
            bytes(value.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Begins a counted run of bytes whose number is not known yet; {@link #closeCounted} ends it.
     */
    int openCounted() {
        u8(0);
        return size;
    }

    /** Ends what {@link #openCounted} began: all that was written since is counted. */
    void closeCounted(int mark) {
        int length = size - mark;
        if (length >= 0x80) {
            int more = (31 - Integer.numberOfLeadingZeros(length)) / 7;
            ensure(more);
            System.arraycopy(bytes, mark, bytes, mark + more, length);
        }
        size = mark - 1;
        varint(length);
        size += length;
    }

    /** A copy of everything written. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /**
     * The backing array, valid up to {@link #size()} and until the next write: for readers here.
     */
    byte[] backing() {
        return bytes;
    }

    /** Sends everything written to {@code out}. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    private static boolean isAscii(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            int wanted = Math.addExact(size, more);
            int grown = (int) Math.min(Integer.MAX_VALUE - 8L, bytes.length + (bytes.length >> 1));
            bytes = Arrays.copyOf(bytes, Math.max(wanted, grown));
        }
    }
}
