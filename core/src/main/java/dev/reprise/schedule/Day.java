package dev.reprise.schedule;

import dev.reprise.Check;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.YearMonth;

/** Days that have something in common: the 15th, the last of a month, each second Tuesday. */
public sealed interface Day {
    /** A day of every month that has it. */
    record OfMonth(int day) implements Day {
        /** Checks that months have such days. */
        public OfMonth {
            checkDay(day);
        }
    }

    /**
     * The last day of every month, or one before it.
     *
     * @param before how many days before the last, 0 for the last itself
     */
    record Last(int before) implements Day {
        /** Checks that months are so long. */
        public Last {
            Check.argument(before >= 0 && before <= 30, "before is in 0..30: %d", before);
        }
    }

    /** The day from Monday to Friday that is nearest to a day, in the same month. */
    record Workday(int day) implements Day {
        /** Checks that months have such days. */
        public Workday {
            checkDay(day);
        }
    }

    /** The last day from Monday to Friday of every month. */
    record LastWorkday() implements Day {}

    /** A day of every week. */
    record Weekly(DayOfWeek weekday) implements Day {}

    /**
     * A weekday of every month, counted.
     *
     * @param count which, from 1 to 5; a month without a fifth has none
     */
    record Nth(int count, DayOfWeek weekday) implements Day {
        /** Checks the count. */
        public Nth {
            Check.argument(count >= 1 && count <= 5, "count is in 1..5: %d", count);
        }
    }

    /** The last such weekday of every month. */
    record LastWeekly(DayOfWeek weekday) implements Day {}

    /** A day of every year that has it. */
    record Yearly(MonthDay day) implements Day {}

    /** One day. */
    record Date(LocalDate date) implements Day {
        /** Checks that schedules go so far. */
        public Date {
            Check.argument(
                    date.getYear() >= When.YEAR_MIN && date.getYear() <= When.YEAR_MAX,
                    "years are in %d..%d: %s",
                    When.YEAR_MIN,
                    When.YEAR_MAX,
                    date);
        }
    }

    private static void checkDay(int day) {
        Check.argument(day >= 1 && day <= 31, "day is in 1..31: %d", day);
    }

    /** Whether the date is one of these days. */
    default boolean matches(LocalDate date) {
        return Bits.has(in(YearMonth.from(date)), date.getDayOfMonth());
    }

    /** Which days of a month these are: bits 1 to 31. */
    default long in(YearMonth month) {
        int length = month.lengthOfMonth();
        return switch (this) {
            case OfMonth(int day) -> day <= length ? 1L << day : 0;
            case Last(int before) -> before < length ? 1L << (length - before) : 0;
            case Workday(int day) -> day <= length ? 1L << workday(month, day) : 0;
            case LastWorkday() -> 1L << workday(month, length);
            case Weekly(var weekday) -> weekly(month, weekday);
            case Nth(int count, var weekday) -> {
                int day = first(month, weekday) + (count - 1) * 7;
                yield day <= length ? 1L << day : 0;
            }
            case LastWeekly(var weekday) -> Long.highestOneBit(weekly(month, weekday));
            case Yearly(var day) ->
                    day.getMonthValue() == month.getMonthValue() && day.getDayOfMonth() <= length
                            ? 1L << day.getDayOfMonth()
                            : 0;
            case Date(var date) ->
                    YearMonth.from(date).equals(month) ? 1L << date.getDayOfMonth() : 0;
        };
    }

    private static int first(YearMonth month, DayOfWeek weekday) {
        int begins = month.atDay(1).getDayOfWeek().getValue();
        return 1 + Math.floorMod(weekday.getValue() - begins, 7);
    }

    private static long weekly(YearMonth month, DayOfWeek weekday) {
        long every7 = 1L | 1L << 7 | 1L << 14 | 1L << 21 | 1L << 28;
        return every7 << first(month, weekday) & Bits.range(1, month.lengthOfMonth());
    }

    private static int workday(YearMonth month, int day) {
        return switch (month.atDay(day).getDayOfWeek()) {
            case SATURDAY -> day == 1 ? 3 : day - 1;
            case SUNDAY -> day == month.lengthOfMonth() ? day - 2 : day + 1;
            default -> day;
        };
    }
}
