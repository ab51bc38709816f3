package dev.reprise.filter;

import dev.reprise.Check;
import dev.reprise.Text;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** A value by which a run can be found. Values of different kinds are never equal. */
public sealed interface Attribute {
    /** The longest prose, in bytes of UTF-8. */
    int PROSE_BYTES_MAX = 8_192;

    /** The most digits of a decimal number, on both sides of its point together. */
    int DIGITS_MAX = 38;

    /** The most keywords in a list. */
    int KEYWORDS_MAX = 100;

    /** The first time that can be a value: the beginning of the year 0. */
    Instant MOMENT_MIN = Instant.parse("0000-01-01T00:00:00Z");

    /** The last time that can be a value: the end of the year 9999. */
    Instant MOMENT_MAX = Instant.parse("9999-12-31T23:59:59.999999999Z");

    /** A text for people, which is searched without regard to upper and lower case. */
    record Prose(String value) implements Attribute {
        /** Checks that it is well-formed and short enough. */
        public Prose {
            TextOrder.checked("a text", value, PROSE_BYTES_MAX);
            int bytes = value.getBytes(StandardCharsets.UTF_8).length;
            Check.argument(
                    bytes <= PROSE_BYTES_MAX,
                    "a text has at most %d bytes, not %d",
                    PROSE_BYTES_MAX,
                    bytes);
        }
    }

    /** A text for programs, which is compared exactly: an id, a name, a state. */
    record Keyword(String value) implements Attribute {
        /** Checks that it is short enough and has no control characters. */
        public Keyword {
            Text.optionalName("a keyword", value);
        }
    }

    /** A whole number. */
    record Whole(long value) implements Attribute {}

    /** A decimal number, exact, with at least one digit behind its point. */
    record Decimal(BigDecimal value) implements Attribute {
        /** Checks the number of digits. */
        public Decimal {
            value = checked(value, 1);
        }

        /** The number with at least so many digits behind its point, if it is not too long. */
        static BigDecimal checked(BigDecimal value, int scaleMin) {
            // What is looked at first costs nothing, however large the exponent.
            long before = (long) value.precision() - value.scale();
            Check.argument(
                    value.scale() <= DIGITS_MAX && before <= DIGITS_MAX,
                    "a number has at most %d digits: %s",
                    DIGITS_MAX,
                    value);
            var scaled = value.scale() < scaleMin ? value.setScale(scaleMin) : value;
            Check.argument(
                    scaled.precision() <= DIGITS_MAX,
                    "a number has at most %d digits, not %d: %s",
                    DIGITS_MAX,
                    scaled.precision(),
                    value);
            return scaled;
        }
    }

    /** True or false. */
    record Truth(boolean value) implements Attribute {}

    /** A point in time. */
    record Moment(Instant value) implements Attribute {
        /** Checks that its year is one of 0 to 9999. */
        public Moment {
            checked(value);
        }

        static Instant checked(Instant value) {
            Check.argument(
                    !value.isBefore(MOMENT_MIN) && !value.isAfter(MOMENT_MAX),
                    "a time is in one of the years 0 to 9999: %s",
                    value);
            return value;
        }
    }

    /** Some keywords, in the order given. */
    record Keywords(List<String> values) implements Attribute {
        /** Copies the list and checks each. */
        public Keywords {
            Check.argument(
                    values.size() <= KEYWORDS_MAX,
                    "a list has at most %d keywords, not %d",
                    KEYWORDS_MAX,
                    values.size());
            values = List.copyOf(values);
            values.forEach(it -> Text.optionalName("a keyword", it));
        }
    }

    /** A text for people. */
    static Attribute prose(String value) {
        return new Prose(value);
    }

    /** A text for programs. */
    static Attribute keyword(String value) {
        return new Keyword(value);
    }

    /** A whole number. */
    static Attribute whole(long value) {
        return new Whole(value);
    }

    /** A decimal number, as it is written: {@code 100.00}. */
    static Attribute decimal(String value) {
        return new Decimal(new BigDecimal(value));
    }

    /** True or false. */
    static Attribute truth(boolean value) {
        return new Truth(value);
    }

    /** A point in time. */
    static Attribute moment(Instant value) {
        return new Moment(value);
    }

    /** Some keywords. */
    static Attribute keywords(String... values) {
        return new Keywords(List.of(values));
    }
}
