package dev.reprise.schedule;

import java.time.DayOfWeek;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A cron expression that was read.
 *
 * @param text how it is written
 */
record CronReading(String text, Fields fields) {
    private static final String FIELDS =
            "5 fields (minute, hour, day of month, month, day of week), or 6 with seconds first";
    private static final String MACROS =
            "@hourly, @daily, @midnight, @weekly, @monthly, @yearly or @annually (for spans of time write:"
                    + " every 15m)";

    /**
     * A field for days.
     *
     * @param numbers the days of any month that are meant: bits 1 to 31
     * @param days more days that are meant
     * @param star whether it begins with a star
     */
    private record DayField(long numbers, List<Day> days, boolean star) {
        long in(YearMonth month) {
            return (numbers | Days.in(days, month)) & Bits.range(1, month.lengthOfMonth());
        }
    }

    private static final DayField EVERY_DAY = new DayField(Bits.range(1, 31), List.of(), true);

    static CronReading of(Piece expression) {
        Piece trimmed = expression.trimmed();
        if (trimmed.startsWith("@")) {
            String macro = trimmed.toString().toLowerCase(Locale.ROOT);
            return new CronReading(macro, fields(Piece.of(meaning(trimmed, macro)).words()));
        }
        List<Piece> words = trimmed.words();
        if (words.size() < 5) {
            throw new Piece(trimmed.whole(), trimmed.end(), trimmed.end()).refused(FIELDS);
        }
        if (words.size() > 6) {
            throw words.get(6).refused(FIELDS);
        }
        String text = String.join(" ", words.stream().map(Piece::upper).toList());
        return new CronReading(text, fields(words));
    }

    private static String meaning(Piece piece, String macro) {
        return switch (macro) {
            case "@hourly" -> "0 * * * *";
            case "@daily", "@midnight" -> "0 0 * * *";
            case "@weekly" -> "0 0 * * 0";
            case "@monthly" -> "0 0 1 * *";
            case "@yearly", "@annually" -> "0 0 1 1 *";
            default -> throw piece.refused(MACROS);
        };
    }

    private static Fields fields(List<Piece> words) {
        int at = words.size() - 5;
        long seconds = at == 0 ? 1 : bits(Unit.SECOND, words.getFirst());
        DayField month = daysOfMonth(words.get(at + 2));
        DayField week = daysOfWeek(words.get(at + 4));
        return new Fields(
                seconds,
                bits(Unit.MINUTE, words.get(at)),
                bits(Unit.HOUR, words.get(at + 1)),
                days(month, week),
                bits(Unit.MONTH, words.get(at + 3)),
                words.get(at + 1).startsWith("*"),
                List.of(),
                0);
    }

    private static long bits(Unit unit, Piece field) {
        long set = 0;
        for (int number : unit.readList(field)) {
            set |= 1L << number;
        }
        return set;
    }

    private static Fields.Month days(DayField ofMonth, DayField ofWeek) {
        return ofMonth.star || ofWeek.star
                ? month -> ofMonth.in(month) & ofWeek.in(month)
                : month -> ofMonth.in(month) | ofWeek.in(month);
    }

    private static DayField daysOfMonth(Piece field) {
        if (field.is("?")) {
            return EVERY_DAY;
        }
        long numbers = 0;
        var days = new ArrayList<Day>();
        for (var item : field.items()) {
            String text = item.upper();
            if (text.equals("L")) {
                days.add(new Day.Last(0));
            } else if (text.equals("LW") || text.equals("WL")) {
                days.add(new Day.LastWorkday());
            } else if (text.startsWith("L-")) {
                days.add(new Day.Last(item.from(2).number(1, 30, "1 to 30 days before the last")));
            } else if (text.endsWith("W")) {
                days.add(new Day.Workday(Unit.DAY.read(item.upTo(item.length() - 1))));
            } else {
                for (int day : Unit.DAY.readItem(item)) {
                    numbers |= 1L << day;
                }
            }
        }
        return new DayField(numbers, List.copyOf(days), field.startsWith("*"));
    }

    private static DayField daysOfWeek(Piece field) {
        if (field.is("?") || field.is("*")) {
            return EVERY_DAY;
        }
        var days = new ArrayList<Day>();
        for (var item : field.items()) {
            int hash = item.indexOf('#');
            if (hash >= 0) {
                int count = item.from(hash + 1).number(1, 5, "which one, from 1 to 5");
                days.add(new Day.Nth(count, weekday(Unit.WEEKDAY.read(item.upTo(hash)))));
            } else if (item.length() > 1 && item.upper().endsWith("L")) {
                Piece name = item.upTo(item.length() - 1);
                days.add(new Day.LastWeekly(weekday(Unit.WEEKDAY.read(name))));
            } else {
                Unit.WEEKDAY.readItem(item).forEach(day -> days.add(new Day.Weekly(weekday(day))));
            }
        }
        return new DayField(0, List.copyOf(days), field.startsWith("*"));
    }

    /** Sunday is 0, and 7. */
    private static DayOfWeek weekday(int number) {
        return DayOfWeek.of(number == 0 ? 7 : number);
    }
}
