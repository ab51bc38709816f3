package dev.reprise.filter;

import dev.reprise.Check;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/** What a field is compared with. */
public sealed interface Value {
    /** The longest text, in UTF-16 units. */
    int TEXT_CHARS_MAX = 1_000;

    /** As far as a time can be from now. */
    Duration OFFSET_MAX = Duration.ofDays(36_500);

    /**
     * A text. An attribute that is a time is compared with it, too, if it says one: {@code
     * '2026-01-31T12:00:00Z'}.
     */
    record Text(String value) implements Value {
        /** Checks that it is well-formed and short enough. */
        public Text {
            TextOrder.checked("a text in a filter", value, TEXT_CHARS_MAX);
        }
    }

    /** A number, exact. */
    record Numeral(BigDecimal value) implements Value {
        /** Checks the number of digits. */
        public Numeral {
            value = Attribute.Decimal.checked(value, 0);
        }
    }

    /** True or false. */
    record Truth(boolean value) implements Value {}

    /** A point in time. */
    record Moment(Instant value) implements Value {
        /** Checks that its year is one of 0 to 9999. */
        public Moment {
            Attribute.Moment.checked(value);
        }
    }

    /** A point in time as seen from now: before it, if the offset is negative. */
    record FromNow(Duration offset) implements Value {
        /** Checks that it is not too far. */
        public FromNow {
            Check.argument(
                    offset.compareTo(OFFSET_MAX) <= 0
                            && offset.compareTo(OFFSET_MAX.negated()) >= 0,
                    "a time is at most 36,500 days from now: %s",
                    offset);
        }
    }

    /** How a run is. */
    record Status(RunStatus value) implements Value {}

    /** As it is written in a filter. */
    default String text() {
        return Writing.value(this);
    }
}
