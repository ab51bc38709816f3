package dev.reprise.form;

import dev.reprise.Check;
import dev.reprise.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Fields as bytes. Each is a tag, {@code number << 3 | critical << 2 | type}, and a value:
 *
 * <pre>
 * type 0  a number, LEB128
 * type 1  8 bytes, least significant first
 * type 2  a number of bytes, LEB128, and the bytes
 * </pre>
 */
final class BinaryFieldSink implements FieldSink {
    static final int NUMBER = 0;
    static final int FIXED = 1;
    static final int COUNTED = 2;
    static final int CRITICAL = 4;

    private final ByteSink out;
    private int[] marks = new int[12];
    private Shape[] shapes = new Shape[12];
    private int depth;
    private boolean inList;

    BinaryFieldSink(ByteSink out, Shape root) {
        this.out = out;
        shapes[0] = root;
    }

    private void tag(int field, int type) {
        int critical = shapes[depth].isUnion() ? CRITICAL : 0;
        out.varint((long) field << 3 | critical | type);
    }

    @Override
    public void open(int field, Shape shape) {
        tag(field, COUNTED);
        depth++;
        Check.argument(depth < NESTING_MAX, "messages nest at most %d deep", NESTING_MAX);
        if (depth == marks.length) {
            marks = Arrays.copyOf(marks, depth * 2);
            shapes = Arrays.copyOf(shapes, depth * 2);
        }
        shapes[depth] = shape;
        marks[depth] = out.openCounted();
        inList = false;
    }

    @Override
    public void close() {
        out.closeCounted(marks[depth--]);
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
            tag(field, NUMBER);
            out.varint(value);
        }
    }

    @Override
    public void signed(int field, long value) {
        if (value != 0 || inList) {
            tag(field, NUMBER);
            out.zigzag(value);
        }
    }

    @Override
    public void bits(int field, long value) {
        if (value != 0 || inList) {
            tag(field, FIXED);
            out.fixed64(value);
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
            tag(field, COUNTED);
            out.text(value);
        }
    }

    @Override
    public void bytes(int field, byte[] value) {
        if (value.length > 0 || inList) {
            tag(field, COUNTED);
            out.bytes(value);
        }
    }

    @Override
    public void content(int field, Payload value) {
        if (value.size() > 0 || inList) {
            tag(field, COUNTED);
            out.bytes(value);
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
        tag(field, COUNTED);
        int mark = out.openCounted();
        out.zigzag(seconds);
        out.varint(nanos);
        out.closeCounted(mark);
    }

    @Override
    public <E extends Enum<E>> void constant(int field, E value, List<E> constants) {
        number(field, constants.indexOf(value));
    }
}
