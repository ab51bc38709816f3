package dev.reprise.schedule;

import dev.reprise.Check;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Times on the calendar and the clock of a zone, field by field: a time is meant if every field has
 * it. An empty list is all numbers. If all hours are meant, the times follow real time where the
 * clock is changed; else each local time is met once (docs/schedules.md#clocks-that-are-changed).
 *
 * @param days any of these
 */
public record Calendar(
        List<Integer> seconds,
        List<Integer> minutes,
        List<Integer> hours,
        List<Day> days,
        List<Integer> months,
        List<Integer> years,
        ZoneId zone)
        implements When {
    /** What fields are called in texts. */
    static final List<String> NAMES = List.of("year", "month", "day", "hour", "minute", "second");

    /** Midnight of every day, in UTC: to begin with. */
    public static final Calendar DAILY =
            new Calendar(
                    List.of(0),
                    List.of(0),
                    List.of(0),
                    List.of(),
                    List.of(),
                    List.of(),
                    ZoneOffset.UTC);

    /** Checks the numbers and puts them in order. */
    public Calendar {
        seconds = ordered(Unit.SECOND, seconds);
        minutes = ordered(Unit.MINUTE, minutes);
        hours = ordered(Unit.HOUR, hours);
        months = ordered(Unit.MONTH, months);
        years = ordered(Unit.YEAR, years);
        Days.check(days);
        days = List.copyOf(days);
        zone = Extent.zone(zone);
    }

    private static List<Integer> ordered(Unit unit, List<Integer> numbers) {
        for (int number : numbers) {
            Check.argument(
                    number >= unit.min && number <= unit.max,
                    "%ss are in %d..%d: %d",
                    unit.word,
                    unit.min,
                    unit.max,
                    number);
        }
        var set = new TreeSet<>(numbers);
        return set.size() == unit.max - unit.min + 1 ? List.of() : List.copyOf(set);
    }

    /** The same at other seconds; an empty list for all. */
    public Calendar seconds(List<Integer> values) {
        return new Calendar(values, minutes, hours, days, months, years, zone);
    }

    /** The same at other minutes; an empty list for all. */
    public Calendar minutes(List<Integer> values) {
        return new Calendar(seconds, values, hours, days, months, years, zone);
    }

    /** The same at other hours; an empty list for all. */
    public Calendar hours(List<Integer> values) {
        return new Calendar(seconds, minutes, values, days, months, years, zone);
    }

    /** The same at one time of the day. */
    public Calendar at(LocalTime time) {
        return new Calendar(
                List.of(time.getSecond()),
                List.of(time.getMinute()),
                List.of(time.getHour()),
                days,
                months,
                years,
                zone);
    }

    /** The same on other days; an empty list for all. */
    public Calendar days(List<Day> values) {
        return new Calendar(seconds, minutes, hours, values, months, years, zone);
    }

    /** The same in other months; an empty list for all. */
    public Calendar months(List<Integer> values) {
        return new Calendar(seconds, minutes, hours, days, values, years, zone);
    }

    /** The same in other years; an empty list for all. */
    public Calendar years(List<Integer> values) {
        return new Calendar(seconds, minutes, hours, days, months, values, zone);
    }

    /** The same on another clock. */
    public Calendar zone(ZoneId value) {
        return new Calendar(seconds, minutes, hours, days, months, years, value);
    }

    @Override
    public Optional<Instant> next(Instant after) {
        return new Clocked(fields(), zone).next(after);
    }

    private Fields fields() {
        int yearLast = years.isEmpty() ? 0 : years.getLast();
        for (var day : days) {
            yearLast =
                    day instanceof Day.Date(var date)
                            ? Math.max(yearLast, date.getYear())
                            : yearLast;
        }
        return new Fields(
                bits(Unit.SECOND, seconds),
                bits(Unit.MINUTE, minutes),
                bits(Unit.HOUR, hours),
                days.isEmpty()
                        ? month -> Bits.range(1, month.lengthOfMonth())
                        : month -> Days.in(days, month),
                bits(Unit.MONTH, months),
                hours.isEmpty(),
                years,
                yearLast);
    }

    private static long bits(Unit unit, List<Integer> numbers) {
        long set = numbers.isEmpty() ? Bits.range(unit.min, unit.max) : 0;
        for (int number : numbers) {
            set |= 1L << number;
        }
        return set;
    }

    @Override
    public String text() {
        var text = new StringBuilder("calendar");
        append(text, Unit.YEAR, years, List.of());
        append(text, Unit.MONTH, months, List.of());
        if (!days.isEmpty()) {
            text.append(" day ").append(Days.list(days));
        }
        append(text, Unit.HOUR, hours, DAILY.hours);
        append(text, Unit.MINUTE, minutes, DAILY.minutes);
        append(text, Unit.SECOND, seconds, DAILY.seconds);
        return text.append(Extent.suffix(zone)).toString();
    }

    private static void append(
            StringBuilder text, Unit unit, List<Integer> numbers, List<Integer> usual) {
        if (numbers.equals(usual)) {
            return;
        }
        text.append(' ').append(unit.word).append(' ');
        if (numbers.isEmpty()) {
            text.append('*');
        }
        for (int i = 0; i < numbers.size(); i++) {
            int end = i;
            while (end + 1 < numbers.size() && numbers.get(end + 1) == numbers.get(end) + 1) {
                end++;
            }
            text.append(i == 0 ? "" : ",").append(numbers.get(i));
            if (end > i + 1) {
                text.append('-').append(numbers.get(end));
                i = end;
            }
        }
    }

    /** The same with another list for the field that {@code name} names. */
    Calendar read(Piece name, Piece list) {
        return switch (name.toString()) {
            case "second" -> seconds(numbers(Unit.SECOND, list));
            case "minute" -> minutes(numbers(Unit.MINUTE, list));
            case "hour" -> hours(numbers(Unit.HOUR, list));
            case "day" -> list.checked(() -> days(list.is("*") ? List.of() : Days.read(list)));
            case "month" -> months(numbers(Unit.MONTH, list));
            case "year" -> years(numbers(Unit.YEAR, list));
            default -> throw name.refused("one of " + String.join(", ", NAMES));
        };
    }

    private static List<Integer> numbers(Unit unit, Piece list) {
        return List.copyOf(unit.readList(list));
    }
}
