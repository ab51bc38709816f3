package dev.reprise.form;

import dev.reprise.Payload;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Compares fields with bytes that a binary {@link FieldSink} wrote before, as if it wrote them
 * again. So whoever has a value, and wants to know whether it was written there, need not read
 * anything: that costs less than to make a second value of the bytes and compare the two.
 *
 * <p>Bytes that it finds the same are read as the value it was given. Of others it says nothing:
 * there is more than one way to write a number, and a later version may have added fields.
 */
public final class FieldComparison implements FieldSink {
    private byte[] bytes = {};
    private int at;
    private int end;
    private boolean same;
    private int[] outerEnds = new int[12];
    private int depth;
    private boolean inList;

    /** Creates one that compares nothing yet. */
    public FieldComparison() {}

    /** From now on compares with what is left of {@code in}, which is not moved. */
    @SuppressWarnings("ReferenceEquality") // to write the same array again is not free
    public void begin(ByteSource in) {
        if (bytes != in.backing()) {
            bytes = in.backing();
        }
        at = in.at();
        end = in.end();
        same = true;
        depth = 0;
        inList = false;
    }

    /** Whether the fields so far are all that was written. */
    public boolean isSame() {
        return same && depth == 0 && at == end;
    }

    @Override
    public void open(int field, Shape shape) {
        int length = counted(field);
        depth++;
        if (depth == outerEnds.length) {
            outerEnds = Arrays.copyOf(outerEnds, depth * 2);
        }
        outerEnds[depth] = end;
        end = at + length;
        inList = false;
    }

    @Override
    public void close() {
        same &= at == end;
        end = outerEnds[depth--];
    }

    @Override
    public void openList(int field) {
        inList = true;
    }

    @Override
    public void closeList() {
        inList = false;
    }

    @Override
    public void number(int field, long value) {
        if (value != 0 || inList) {
            tag(field, BinaryFieldSink.NUMBER);
            varint(value);
        }
    }

    @Override
    public void signed(int field, long value) {
        if (value != 0 || inList) {
            tag(field, BinaryFieldSink.NUMBER);
            zigzag(value);
        }
    }

    @Override
    public void bits(int field, long value) {
        if (value != 0 || inList) {
            tag(field, BinaryFieldSink.FIXED);
            if (end - at >= Long.BYTES && LittleEndian.int64(bytes, at) == value) {
                at += Long.BYTES;
            } else {
                same = false;
            }
        }
    }

    @Override
    public void bool(int field, boolean value) {
        number(field, value ? 1 : 0);
    }

    @Override
    public void real(int field, double value) {
        bits(field, Double.doubleToLongBits(value));
    }

    @Override
    public void text(int field, String value) {
        if (!value.isEmpty() || inList) {
            int length = counted(field);
            same &= isText(value, length);
            at += length;
        }
    }

    private boolean isText(String value, int length) {
        boolean ascii = value.length() == length;
        for (int i = 0; i < length && ascii; i++) {
            ascii = bytes[at + i] == value.charAt(i);
        }
        return ascii || isBytes(value.getBytes(StandardCharsets.UTF_8), length);
    }

    private boolean isBytes(byte[] value, int length) {
        return Arrays.equals(value, 0, value.length, bytes, at, at + length);
    }

    @Override
    public void bytes(int field, byte[] value) {
        if (value.length > 0 || inList) {
            int length = counted(field);
            same &= isBytes(value, length);
            at += length;
        }
    }

    @Override
    public void content(int field, Payload value) {
        if (value.size() > 0 || inList) {
            int length = counted(field);
            same &= value.hasBytes(bytes, at, at + length);
            at += length;
        }
    }

    @Override
    public void duration(int field, Duration value) {
        if (!value.isZero() || inList) {
            time(field, value.getSeconds(), value.getNano());
        }
    }

    @Override
    public void instant(int field, Instant value) {
        if (value.getEpochSecond() != 0 || value.getNano() != 0 || inList) {
            time(field, value.getEpochSecond(), value.getNano());
        }
    }

    private void time(int field, long seconds, int nanos) {
        int timeEnd = counted(field) + at;
        zigzag(seconds);
        varint(nanos);
        same &= at == timeEnd;
    }

    @Override
    public <E extends Enum<E>> void constant(int field, E value, List<E> constants) {
        number(field, constants.indexOf(value));
    }

    /**
     * Passes over a tag. Whether it is critical matters only to those who do not know the field.
     */
    private void tag(int field, int type) {
        int tag = field << 3 | type;
        if (tag >= 0x80) {
            longTag(tag);
        } else if (at < end && (bytes[at] & ~BinaryFieldSink.CRITICAL) == tag) {
            at++;
        } else {
            same = false;
        }
    }

    /** A shape has fewer than 64 fields, so a tag has at most two bytes. */
    private void longTag(int tag) {
        if (end - at >= 2
                && (bytes[at] & ~BinaryFieldSink.CRITICAL) == (byte) (tag | 0x80)
                && bytes[at + 1] == tag >>> 7) {
            at += 2;
        } else {
            same = false;
        }
    }

    private void zigzag(long value) {
        varint((value << 1) ^ (value >> 63));
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            u8((int) rest | 0x80);
            rest >>>= 7;
        }
        u8((int) rest);
    }

    private void u8(int value) {
        if (at < end && bytes[at] == (byte) value) {
            at++;
        } else {
            same = false;
        }
    }

    /** Passes over the tag and the number of bytes of a counted run: that number. */
    private int counted(int field) {
        tag(field, BinaryFieldSink.COUNTED);
        if (at < end && bytes[at] >= 0 && bytes[at] < end - at) {
            return bytes[at++];
        }
        return countedLong();
    }

    private int countedLong() {
        long length = 0;
        for (int next = at, shift = 0; next < end && shift < Integer.SIZE; shift += 7) {
            byte part = bytes[next++];
            length |= (part & 0x7FL) << shift;
            if (part >= 0) {
                if (length > end - next) {
                    break;
                }
                at = next;
                return (int) length;
            }
        }
        same = false;
        return 0;
    }
}
