package dev.reprise.form;

import dev.reprise.form.Malformed.Problem;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads fields from bytes, as {@link BinaryFieldSink} describes them. */
final class BinaryFieldSource implements FieldSource {
    private static final Function<FieldSource, String> TEXT = FieldSource::text;

    private static final int PLACE_BITS = 2;

    private final ByteSource in;
    private final Repeats repeats = new Repeats();

    /** The innermost open message: the greatest number of its fields, and of those that came. */
    private int fieldCount;

    private int last;

    /** For each open message, the root first: its {@link #place}, and what is needed after it. */
    private Shape[] shapes = new Shape[12 << PLACE_BITS];

    private int[] outerLasts = new int[12];
    private int[] outerEnds = new int[12];
    private int depth;

    private int type;
    private int skipped;

    BinaryFieldSource(ByteSource in, Shape root) {
        this.in = in;
        begin(root);
    }

    @Override
    public void begin(Shape root) {
        depth = 0;
        skipped = 0;
        remember(root);
        last = 0;
    }

    /**
     * Where the shape of the innermost open message is. The same depth and the same field around it
     * often mean the same shape, which is there already then: in an object that lives long, it
     * costs much less to look at a reference than to write it.
     */
    private int place() {
        return depth << PLACE_BITS | (outerLasts[depth] & ((1 << PLACE_BITS) - 1));
    }

    private void remember(Shape shape) {
        int place = place();
        if (shapes[place] != shape) {
            shapes[place] = shape;
        }
        fieldCount = shape.fieldCount();
    }

    @Override
    public int next() {
        while (!in.isEmpty()) {
            long tag = in.varint();
            long field = tag >>> 3;
            type = (int) tag & 3;
            if (field <= last || field > fieldCount) {
                checkNumber(field);
            }
            last = (int) field;
            if (field <= fieldCount) {
                return (int) field;
            }
            skip(field, (tag & BinaryFieldSink.CRITICAL) != 0);
        }
        if (depth > 0) {
            close();
        }
        return 0;
    }

    private void checkNumber(long field) {
        Shape shape = shapes[place()];
        if (field == 0 || field > Integer.MAX_VALUE) {
            throw malformed(
                    Problem.LIMIT,
                    "a field of a " + shape + " has number " + Long.toUnsignedString(field) + ".");
        }
        boolean repeatable = last > fieldCount || shape.isList(last);
        if (field < last || (field == last && !repeatable)) {
            throw malformed(
                    Problem.ORDER,
                    "field " + field + " of a " + shape + " comes after field " + last + ".");
        }
    }

    private void skip(long field, boolean critical) {
        Shape shape = shapes[place()];
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
        int inner = depth + 1;
        if (inner >= FieldSink.NESTING_MAX) {
            throw malformed(
                    Problem.LIMIT, "messages nest more than " + FieldSink.NESTING_MAX + " deep.");
        }
        if (inner == outerEnds.length) {
            shapes = Arrays.copyOf(shapes, (inner * 2) << PLACE_BITS);
            outerLasts = Arrays.copyOf(outerLasts, inner * 2);
            outerEnds = Arrays.copyOf(outerEnds, inner * 2);
        }
        outerEnds[inner] = in.enter();
        outerLasts[inner] = last;
        depth = inner;
        remember(shape);
        last = 0;
    }

    private void close() {
        in.leave(outerEnds[depth]);
        last = outerLasts[depth];
        depth--;
        fieldCount = shapes[place()].fieldCount();
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
    public String name() {
        return repeated(TEXT);
    }

    @Override
    public <T> T repeated(Function<FieldSource, T> read) {
        expect(BinaryFieldSink.COUNTED);
        @Nullable T known = in.skipRepeat(repeats, read);
        return known != null ? known : remembered(read);
    }

    private <T> T remembered(Function<FieldSource, T> read) {
        byte @Nullable [] bytes = in.peekShortRun();
        int skippedBefore = skipped;
        T value = read.apply(this);
        // What was passed over is counted, so it must be passed over again.
        if (bytes != null && skipped == skippedBefore) {
            repeats.add(read, bytes, value);
        }
        return value;
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
        Shape shape = shapes[place()];
        return last >= 1 && last <= fieldCount
                ? "field " + last + " (" + shape.fieldName(last) + ") of a " + shape
                : "field " + last + " of a " + shape;
    }
}
