package dev.reprise.filter;

import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.function.Supplier;

/**
 * Attributes in bytes.
 *
 * <pre>
 * attributes  how many &lt;&lt; 3 | version; each, in the order of names: name, kind, value
 * </pre>
 */
final class AttributesForm {
    private static final int VERSION = 1;
    private static final int VERSION_BITS = 3;

    // The numbers of the kinds are part of the form.
    private static final int PROSE = 1;
    private static final int KEYWORD = 2;
    private static final int WHOLE = 3;
    private static final int DECIMAL = 4;
    private static final int FALSE = 5;
    private static final int TRUE = 6;
    private static final int MOMENT = 7;
    private static final int KEYWORDS = 8;

    private AttributesForm() {}

    static void write(ByteSink out, Attributes attributes) {
        out.varint((long) attributes.size() << VERSION_BITS | VERSION);
        attributes
                .asMap()
                .forEach(
                        (name, value) -> {
                            out.text(name);
                            write(out, value);
                        });
    }

    private static void write(ByteSink out, Attribute attribute) {
        switch (attribute) {
            case Attribute.Prose(var value) -> {
                out.u8(PROSE);
                out.text(value);
            }
            case Attribute.Keyword(var value) -> {
                out.u8(KEYWORD);
                out.text(value);
            }
            case Attribute.Whole(var value) -> {
                out.u8(WHOLE);
                out.zigzag(value);
            }
            case Attribute.Decimal(var value) -> {
                out.u8(DECIMAL);
                out.varint(value.scale());
                out.bytes(value.unscaledValue().toByteArray());
            }
            case Attribute.Truth(var value) -> out.u8(value ? TRUE : FALSE);
            case Attribute.Moment(var value) -> {
                out.u8(MOMENT);
                out.zigzag(value.getEpochSecond());
                out.varint(value.getNano());
            }
            case Attribute.Keywords(var values) -> {
                out.u8(KEYWORDS);
                out.varint(values.size());
                values.forEach(out::text);
            }
        }
    }

    static Attributes read(ByteSource in) {
        long from = in.position();
        long head = in.varint();
        int version = (int) head & ((1 << VERSION_BITS) - 1);
        if (version != VERSION) {
            throw in.malformed(
                    Problem.VERSION,
                    "attributes have version " + version + ", this program knows " + VERSION + ".");
        }
        long count = head >>> VERSION_BITS;
        if (count > Attributes.COUNT_MAX) {
            throw in.malformed(
                    Problem.LIMIT,
                    "there are "
                            + count
                            + " attributes, at most "
                            + Attributes.COUNT_MAX
                            + " are allowed.");
        }
        var names = new String[(int) count];
        var values = new Attribute[(int) count];
        for (int i = 0; i < count; i++) {
            String name = in.text();
            if (i > 0 && TextOrder.compare(names[i - 1], name) >= 0) {
                throw in.malformed(
                        Problem.ORDER,
                        "\""
                                + Malformed.shown(name)
                                + "\" comes after \""
                                + Malformed.shown(names[i - 1])
                                + "\".");
            }
            names[i] = checked(in, () -> Attributes.name(name));
            values[i] = checked(in, () -> value(in));
            if (in.position() - from > Attributes.BYTES_MAX) {
                throw in.malformed(
                        Problem.LIMIT,
                        "the attributes have more than " + Attributes.BYTES_MAX + " bytes.");
            }
        }
        return new Attributes(names, values);
    }

    private static Attribute value(ByteSource in) {
        int kind = in.u8();
        return switch (kind) {
            case PROSE -> new Attribute.Prose(in.text());
            case KEYWORD -> new Attribute.Keyword(in.text());
            case WHOLE -> new Attribute.Whole(in.zigzag());
            case DECIMAL -> decimal(in);
            case FALSE -> new Attribute.Truth(false);
            case TRUE -> new Attribute.Truth(true);
            case MOMENT -> moment(in);
            case KEYWORDS -> keywords(in);
            default ->
                    throw in.malformed(
                            Problem.VERSION,
                            "an attribute has kind "
                                    + kind
                                    + ", which this program does not know. Read it with the version"
                                    + " that wrote it, or a later one.");
        };
    }

    private static Attribute decimal(ByteSource in) {
        int scale = in.count("the digits behind a point", Attribute.DIGITS_MAX);
        byte[] unscaled = in.bytes();
        if (scale == 0 || unscaled.length == 0 || unscaled.length > Attribute.DIGITS_MAX) {
            throw in.malformed(
                    Problem.INCONSISTENT,
                    "a decimal number has "
                            + scale
                            + " digits behind its point and "
                            + unscaled.length
                            + " bytes.");
        }
        return new Attribute.Decimal(new BigDecimal(new BigInteger(unscaled), scale));
    }

    private static Attribute moment(ByteSource in) {
        long seconds = in.zigzag();
        int nanos = in.count("nanoseconds", 999_999_999);
        try {
            return new Attribute.Moment(Instant.ofEpochSecond(seconds, nanos));
        } catch (DateTimeException e) {
            throw in.malformed(Problem.LIMIT, "a time is out of range: " + seconds + " seconds.");
        }
    }

    private static Attribute keywords(ByteSource in) {
        int count = in.count("the number of keywords", Attribute.KEYWORDS_MAX);
        var values = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            values.add(in.text());
        }
        return new Attribute.Keywords(values);
    }

    /** What the values refuse is refused as input, too. */
    private static <T> T checked(ByteSource in, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw in.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }
}
