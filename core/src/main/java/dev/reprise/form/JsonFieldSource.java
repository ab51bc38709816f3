package dev.reprise.form;

import dev.reprise.form.Malformed.Problem;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads fields from JSON objects, in whatever order they come. A field that the shape does not have
 * is critical when its name ends in {@code !}.
 */
final class JsonFieldSource implements FieldSource {
    private static final int HEX_DIGITS = 16;

    private final JsonSource in;
    private final Deque<Level> levels = new ArrayDeque<>();
    private String currentName = "";
    private int skipped;

    /** An object that is being read. */
    private static final class Level {
        final Shape shape;
        long seen;
        int list;
        int index;

        Level(Shape shape) {
            this.shape = shape;
        }
    }

    JsonFieldSource(JsonSource in, Shape root) {
        this.in = in;
        open(root);
    }

    @Override
    public void begin(Shape root) {
        levels.clear();
        skipped = 0;
        open(root);
    }

    @Override
    public void open(Shape shape) {
        if (levels.size() >= FieldSink.NESTING_MAX) {
            throw malformed(
                    Problem.LIMIT, "messages nest more than " + FieldSink.NESTING_MAX + " deep.");
        }
        in.startObject();
        levels.push(new Level(shape));
    }

    @Override
    public int next() {
        Level level = levels.element();
        while (true) {
            if (level.list != 0) {
                if (in.nextElement(level.index++)) {
                    return level.list;
                }
                level.list = 0;
            }
            Optional<String> name = in.nextField();
            if (name.isEmpty()) {
                levels.pop();
                return 0;
            }
            int field = level.shape.fieldNumber(name.get());
            if (field == 0) {
                skip(level.shape, name.get());
                continue;
            }
            if ((level.seen >>> field & 1) != 0) {
                throw malformed(Problem.SYNTAX, level.shape.fieldName(field) + " is given twice.");
            }
            level.seen |= 1L << field;
            currentName = name.get();
            if (!level.shape.isList(field)) {
                return field;
            }
            in.startArray();
            level.list = field;
            level.index = 0;
        }
    }

    private void skip(Shape shape, String name) {
        if (shape.isUnion()) {
            throw malformed(
                    Problem.UNKNOWN,
                    "\"" + name + "\" is no kind of " + shape + " that this program knows.");
        }
        if (name.endsWith("!")) {
            throw malformed(
                    Problem.VERSION,
                    "field \""
                            + name
                            + "\" of a "
                            + shape
                            + " must be understood, but this program does not know it. Read it with"
                            + " the version that wrote it, or a later one.");
        }
        in.skipUnknown(name);
        skipped++;
    }

    @Override
    public long number(long max) {
        return in.number(0, max);
    }

    @Override
    public long signed(long min, long max) {
        return in.number(min, max);
    }

    @Override
    public long bits() {
        return parsed("16 hexadecimal digits", JsonFieldSource::hex);
    }

    private static long hex(String text) {
        if (text.length() != HEX_DIGITS) {
            throw new IllegalArgumentException("not 16 digits");
        }
        return HexFormat.fromHexDigitsToLong(text);
    }

    @Override
    public boolean bool() {
        return in.bool();
    }

    @Override
    public double real() {
        return parsed("a real number such as 2.0", JsonFieldSource::realExactly);
    }

    private static double realExactly(String text) {
        double value = Double.parseDouble(text);
        if (!Double.toString(value).equals(text)) {
            throw new IllegalArgumentException("another form of " + value);
        }
        return value;
    }

    @Override
    public String text() {
        return in.text();
    }

    @Override
    public byte[] bytes() {
        return in.base64();
    }

    @Override
    public byte[] content() {
        if (currentName.equals("base64")) {
            return in.base64();
        }
        String text = in.text();
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (!new String(utf8, StandardCharsets.UTF_8).equals(text)) {
            throw malformed(Problem.SYNTAX, "a text is not well-formed Unicode.");
        }
        return utf8;
    }

    @Override
    public Duration duration() {
        return parsed("a span of time such as PT1M30S", Duration::parse);
    }

    @Override
    public Instant instant() {
        return parsed("a point in time such as 2026-01-31T12:00:00Z", Instant::parse);
    }

    @Override
    public <E extends Enum<E>> E constant(List<E> constants) {
        String name = in.text();
        for (E constant : constants) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        throw malformed(
                Problem.UNKNOWN, shown(name) + " is not known; expected one of " + constants + ".");
    }

    private <T> T parsed(String expected, Function<String, T> parse) {
        String text = in.text();
        try {
            return parse.apply(text);
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
            throw malformed(
                    Problem.SYNTAX, "found " + shown(text) + ", expected " + expected + ".");
        }
    }

    private static String shown(String text) {
        return "\"" + (text.length() <= 80 ? text : text.substring(0, 80) + "…") + "\"";
    }

    @Override
    public int skippedCount() {
        return skipped;
    }

    @Override
    public Malformed malformed(Problem problem, String sentence) {
        return in.malformed(problem, sentence);
    }
}
