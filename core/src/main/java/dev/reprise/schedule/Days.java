package dev.reprise.schedule;

import dev.reprise.Check;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whole days on the calendar of a zone: holidays, weekends. */
public record Days(List<Day> days, ZoneId zone) {
    /** How many can be named. */
    public static final int DAYS_MAX = 2_000;

    private static final String EXPECTED =
            "a day: 15, last, last-2, TUE, 2nd-TUE, last-TUE, workday-15, last-workday, 12-25 or"
                    + " 2026-12-25";
    private static final String WEEKDAY = "a weekday: MON to SUN";
    private static final List<String> COUNTS = List.of("1st", "2nd", "3rd", "4th", "5th");

    /** Checks how many there are. */
    public Days {
        check(days);
        Check.argument(!days.isEmpty(), "no day is named");
        days = List.copyOf(days);
        zone = Extent.zone(zone);
    }

    static void check(List<Day> days) {
        Check.argument(days.size() <= DAYS_MAX, "at most %d days: %d", DAYS_MAX, days.size());
    }

    /** Days in UTC. */
    public static Days of(Day... days) {
        return new Days(List.of(days), ZoneOffset.UTC);
    }

    /** The same days in another zone. */
    public Days zone(ZoneId value) {
        return new Days(days, value);
    }

    /** Whether a point in time is on one of the days. */
    public boolean include(Instant time) {
        LocalDate date = time.atZone(zone).toLocalDate();
        return Bits.has(in(days, YearMonth.from(date)), date.getDayOfMonth());
    }

    /**
     * A point after {@code time}, which is on one of the days, up to which everything else is, too;
     * empty when all days are.
     */
    Optional<Instant> mayEndAfter(Instant time) {
        LocalDate date = time.atZone(zone).toLocalDate();
        YearMonth month = YearMonth.from(date);
        YearMonth last = month.plusYears(Fields.CYCLE_YEARS);
        for (int from = date.getDayOfMonth() + 1; !month.isAfter(last); from = 1) {
            long others = Bits.range(1, month.lengthOfMonth()) & ~in(days, month);
            int open = Bits.atLeast(others, from);
            if (open >= 0) {
                Instant begin = month.atDay(open).atStartOfDay(zone).toInstant();
                // A clock that is put back at midnight shows the day before once more.
                @Nullable ZoneOffsetTransition change = zone.getRules().nextTransition(time);
                return Optional.of(
                        change != null && change.getInstant().isBefore(begin)
                                ? change.getInstant()
                                : begin);
            }
            month = month.plusMonths(1);
        }
        return Optional.empty();
    }

    /** Which days of a month they are: bits 1 to 31. */
    static long in(List<Day> days, YearMonth month) {
        long set = 0;
        for (var day : days) {
            set |= day.in(month);
        }
        return set;
    }

    String text() {
        return list(days) + Extent.suffix(zone);
    }

    static String list(List<Day> days) {
        return days.stream().map(Days::text).collect(Collectors.joining(","));
    }

    private static String text(Day day) {
        return switch (day) {
            case Day.OfMonth(int number) -> String.valueOf(number);
            case Day.Last(int before) -> before == 0 ? "last" : "last-" + before;
            case Day.Workday(int number) -> "workday-" + number;
            case Day.LastWorkday() -> "last-workday";
            case Day.Weekly(var weekday) -> name(weekday);
            case Day.Nth(int count, var weekday) -> COUNTS.get(count - 1) + "-" + name(weekday);
            case Day.LastWeekly(var weekday) -> "last-" + name(weekday);
            case Day.Yearly(var date) -> date.toString().substring(2);
            case Day.Date(var date) -> date.toString();
        };
    }

    private static String name(DayOfWeek weekday) {
        return weekday.name().substring(0, 3);
    }

    static List<Day> read(Piece list) {
        return list.items().stream().map(Days::readDay).toList();
    }

    private static Day readDay(Piece item) {
        String text = item.toString().toLowerCase(Locale.ROOT);
        int dash = item.indexOf('-');
        if (text.equals("last")) {
            return new Day.Last(0);
        }
        if (text.equals("last-workday")) {
            return new Day.LastWorkday();
        }
        if (item.countWhile(c -> c == '-' || (c >= '0' && c <= '9')) == item.length()) {
            return dash < 0 ? new Day.OfMonth(item.number(1, 31, EXPECTED)) : readDate(item, text);
        }
        if (dash < 0) {
            return new Day.Weekly(weekday(item, EXPECTED));
        }
        Piece behind = item.from(dash + 1);
        String before = text.substring(0, dash);
        if (before.equals("workday")) {
            return new Day.Workday(behind.number(1, 31, Unit.DAY.expected()));
        }
        if (before.equals("last")) {
            return behind.countWhile(c -> c >= '0' && c <= '9') == 0
                    ? new Day.LastWeekly(weekday(behind, WEEKDAY))
                    : new Day.Last(behind.number(1, 30, "1 to 30 days before the last"));
        }
        int count = COUNTS.indexOf(before) + 1;
        if (count == 0) {
            throw item.refused(EXPECTED);
        }
        return new Day.Nth(count, weekday(behind, WEEKDAY));
    }

    private static Day readDate(Piece item, String text) {
        return item.read(
                EXPECTED,
                () ->
                        text.length() > 5
                                ? new Day.Date(LocalDate.parse(text))
                                : new Day.Yearly(MonthDay.parse("--" + text)));
    }

    private static DayOfWeek weekday(Piece piece, String expected) {
        for (var weekday : DayOfWeek.values()) {
            if (name(weekday).equals(piece.upper())) {
                return weekday;
            }
        }
        throw piece.refused(expected);
    }
}
