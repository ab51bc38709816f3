package dev.reprise.form;

import dev.reprise.form.Malformed.Problem;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Reads fields from bytes, as {@link BinaryFieldSink} describes them. */
final class BinaryFieldSource implements FieldSource {
    private final ByteSource in;
    private Shape[] shapes = new Shape[12];
    private int[] outerEnds = new int[12];
    private int[] lastFields = new int[12];
    private int depth;
    private int type;
    private int skipped;

    BinaryFieldSource(ByteSource in, Shape root) {
        this.in = in;
        shapes[0] = root;
    }

    @Override
    public int next() {
        while (!in.isEmpty()) {
            long tag = in.varint();
            long field = tag >>> 3;
            type = (int) tag & 3;
            int last = lastFields[depth];
            Shape shape = shapes[depth];
            if (field <= 0 || field > Integer.MAX_VALUE) {
                throw malformed(
                        Problem.LIMIT,
                        "a field of a "
                                + shape
                                + " has number "
                                + Long.toUnsignedString(field)
                                + ".");
            }
            if (field < last || (field == last && isSingle(shape, last))) {
                throw malformed(
                        Problem.ORDER,
                        "field " + field + " of a " + shape + " comes after field " + last + ".");
            }
            lastFields[depth] = (int) field;
            if (field <= shape.fieldCount()) {
                return (int) field;
            }
            skip(shape, field, (tag & BinaryFieldSink.CRITICAL) != 0);
        }
        if (depth > 0) {
            depth--;
            in.leave(outerEnds[depth + 1]);
        }
        return 0;
    }

    private static boolean isSingle(Shape shape, int field) {
        return field <= shape.fieldCount() && !shape.isList(field);
    }

    private void skip(Shape shape, long field, boolean critical) {
        if (critical || shape.isUnion()) {
            throw malformed(
                    Problem.VERSION,
                    "field "
                            + field
                            + " of a "
                            + shape
                            + " must be understood, but this program does not know it. Read it with"
                            + " the version that wrote it, or a later one.");
        }
        skipped++;
        switch (type) {
            case BinaryFieldSink.NUMBER -> in.varint();
            case BinaryFieldSink.FIXED -> in.fixed64();
            case BinaryFieldSink.COUNTED -> in.skipPart();
            default -> throw wrongType("a type from 0 to 2");
        }
    }

    @Override
    public void open(Shape shape) {
        expect(BinaryFieldSink.COUNTED);
        depth++;
        if (depth >= FieldSink.NESTING_MAX) {
            throw malformed(
                    Problem.LIMIT, "messages nest more than " + FieldSink.NESTING_MAX + " deep.");
        }
        if (depth == outerEnds.length) {
            shapes = Arrays.copyOf(shapes, depth * 2);
            outerEnds = Arrays.copyOf(outerEnds, depth * 2);
            lastFields = Arrays.copyOf(lastFields, depth * 2);
        }
        shapes[depth] = shape;
        lastFields[depth] = 0;
        outerEnds[depth] = in.enter();
    }

    @Override
    public long number(long max) {
        expect(BinaryFieldSink.NUMBER);
        long value = in.varint();
        if (value < 0 || value > max) {
            throw malformed(
                    Problem.LIMIT,
                    fieldName()
                            + " is "
                            + Long.toUnsignedString(value)
                            + ", at most "
                            + max
                            + " is allowed.");
        }
        return value;
    }

    @Override
    public long signed(long min, long max) {
        expect(BinaryFieldSink.NUMBER);
        long value = in.zigzag();
        if (value < min || value > max) {
            throw malformed(
                    Problem.LIMIT,
                    fieldName() + " is " + value + ", it must be in " + min + ".." + max + ".");
        }
        return value;
    }

    @Override
    public long bits() {
        expect(BinaryFieldSink.FIXED);
        return in.fixed64();
    }

    @Override
    public boolean bool() {
        return number(1) == 1;
    }

    @Override
    public double real() {
        return Double.longBitsToDouble(bits());
    }

    @Override
    public String text() {
        expect(BinaryFieldSink.COUNTED);
        return in.text();
    }

    @Override
    public byte[] bytes() {
        expect(BinaryFieldSink.COUNTED);
        return in.bytes();
    }

    @Override
    public byte[] content() {
        return bytes();
    }

    @Override
    public Duration duration() {
        expect(BinaryFieldSink.COUNTED);
        int outerEnd = in.enter();
        Duration value = Duration.ofSeconds(in.zigzag(), nanos());
        in.expectEnd();
        in.leave(outerEnd);
        return value;
    }

    @Override
    public Instant instant() {
        expect(BinaryFieldSink.COUNTED);
        int outerEnd = in.enter();
        long seconds = in.zigzag();
        int nanos = nanos();
        in.expectEnd();
        in.leave(outerEnd);
        try {
            return Instant.ofEpochSecond(seconds, nanos);
        } catch (DateTimeException e) {
            throw malformed(
                    Problem.LIMIT, fieldName() + " is out of range: " + seconds + " seconds.");
        }
    }

    private int nanos() {
        return in.count("nanoseconds", 999_999_999);
    }

    @Override
    public <E extends Enum<E>> E constant(List<E> constants) {
        long index = number(Integer.MAX_VALUE);
        if (index >= constants.size()) {
            throw malformed(
                    Problem.VERSION,
                    fieldName()
                            + " has constant "
                            + index
                            + ", which this program does not know. Read it with the version that"
                            + " wrote it, or a later one.");
        }
        return constants.get((int) index);
    }

    @Override
    public int skippedCount() {
        return skipped;
    }

    @Override
    public Malformed malformed(Problem problem, String sentence) {
        return in.malformed(problem, sentence);
    }

    private void expect(int expected) {
        if (type != expected) {
            throw wrongType("type " + expected);
        }
    }

    private Malformed wrongType(String expected) {
        return malformed(
                Problem.SYNTAX, fieldName() + " has type " + type + ", expected " + expected + ".");
    }

    private String fieldName() {
        Shape shape = shapes[depth];
        int field = lastFields[depth];
        return field >= 1 && field <= shape.fieldCount()
                ? "field " + field + " (" + shape.fieldName(field) + ") of a " + shape
                : "field " + field + " of a " + shape;
    }
}
