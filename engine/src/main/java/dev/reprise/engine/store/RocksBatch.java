package dev.reprise.engine.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Rows that are written together, in the form that RocksDB keeps them in and writes to its log. To
 * put it together here and hand it over as a whole takes one call of native code for a group; a
 * call for each row costs more than the row.
 *
 * <p>The form: a number that RocksDB fills in (8), how many records follow (4); then for each its
 * kind (1), the number of its column family, and its key and its value, each behind its length.
 * These numbers and lengths are varints. Little-endian.
 */
final class RocksBatch {
    private static final byte DELETION = 0x4;
    private static final byte VALUE = 0x5;
    private static final byte RANGE_DELETION = 0xE;

    private static final int COUNT_AT = Long.BYTES;
    private static final int HEADER_BYTES = Long.BYTES + Integer.BYTES;
    private static final int VARINT_BYTES_MAX = 5;
    private static final int BUFFER_BYTES = 1 << 16;

    /** A buffer that has grown beyond this is not kept for the next group. */
    private static final int BUFFER_BYTES_MAX = 16 << 20;

    private byte[] buffer = new byte[BUFFER_BYTES];
    private int end = HEADER_BYTES;
    private int count;

    /** Takes a row in. */
    void put(int family, byte[] key, byte[] value) {
        record(VALUE, family, key.length + value.length);
        bytes(key);
        bytes(value);
    }

    /** Takes the deletion of a row in. */
    void delete(int family, byte[] key) {
        record(DELETION, family, key.length);
        bytes(key);
    }

    /** Takes the deletion of all rows in from a key up to another. */
    void deleteRange(int family, byte[] from, byte[] until) {
        record(RANGE_DELETION, family, from.length + until.length);
        bytes(from);
        bytes(until);
    }

    private void record(byte kind, int family, int length) {
        int room = Math.addExact(end, 1 + 3 * VARINT_BYTES_MAX + length);
        if (room > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(room, Math.multiplyExact(2, buffer.length)));
        }
        buffer[end++] = kind;
        varint(family);
        count++;
    }

    private void bytes(byte[] bytes) {
        varint(bytes.length);
        System.arraycopy(bytes, 0, buffer, end, bytes.length);
        end += bytes.length;
    }

    private void varint(int value) {
        int rest = value;
        while (rest > 0x7f) {
            buffer[end++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[end++] = (byte) rest;
    }

    /** All of it; then it is empty. */
    byte[] take() {
        ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).putInt(COUNT_AT, count);
        byte[] all = Arrays.copyOf(buffer, end);
        clear();
        return all;
    }

    /** Forgets what is in it. */
    void clear() {
        if (buffer.length > BUFFER_BYTES_MAX) {
            buffer = new byte[BUFFER_BYTES];
        }
        end = HEADER_BYTES;
        count = 0;
    }
}
