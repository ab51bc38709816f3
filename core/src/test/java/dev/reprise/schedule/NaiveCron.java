package dev.reprise.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeSet;

/**
 * Cron expressions of six fields, slowly: every second is asked whether it is meant, and every item
 * of every field is asked anew. Nothing here is shared with what it is compared with.
 */
record NaiveCron(List<String> fields, ZoneId zone) {
    private static final List<String> MONTHS =
            List.of(
                    "", "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV",
                    "DEC");
    private static final List<String> WEEKDAYS =
            List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN");

    static NaiveCron of(String expression, ZoneId zone) {
        return new NaiveCron(List.of(expression.split(" ")), zone);
    }

    /** All times after {@code from} and up to {@code to}. */
    TreeSet<Instant> times(Instant from, Instant to) {
        var times = new TreeSet<Instant>();
        boolean running = field(2).startsWith("*");
        var rules = zone.getRules();
        // Where no seconds are wanted, minutes will do.
        boolean minutely = field(0).equals("0");
        ChronoUnit unit = minutely ? ChronoUnit.MINUTES : ChronoUnit.SECONDS;
        Instant second = from.truncatedTo(unit).plus(1, unit);
        for (; !second.isAfter(to); second = second.plus(1, unit)) {
            var local = LocalDateTime.ofInstant(second, rules.getOffset(second));
            boolean firstTime =
                    rules.getValidOffsets(local).getFirst().equals(rules.getOffset(second));
            if ((running || firstTime) && meant(local)) {
                times.add(second);
            }
        }
        // A time that is left out is met later, so changes before the window count.
        Instant early = from.minus(Duration.ofDays(2));
        for (var change = rules.nextTransition(early);
                change != null && !change.getInstant().isAfter(to);
                change = rules.nextTransition(change.getInstant())) {
            var left = change.getDateTimeBefore();
            for (; left.isBefore(change.getDateTimeAfter()); left = left.plus(1, unit)) {
                if (meant(left)) {
                    Instant met =
                            running
                                    ? left.toInstant(change.getOffsetBefore())
                                    : change.getInstant();
                    if (met.isAfter(from) && !met.isAfter(to)) {
                        times.add(met);
                    }
                }
            }
        }
        return times;
    }

    private String field(int index) {
        return fields.get(index);
    }

    private boolean meant(LocalDateTime time) {
        return any(field(0), time.getSecond(), 0, 59, List.of())
                && any(field(1), time.getMinute(), 0, 59, List.of())
                && any(field(2), time.getHour(), 0, 23, List.of())
                && any(field(4), time.getMonthValue(), 1, 12, MONTHS)
                && day(time.toLocalDate());
    }

    private boolean day(LocalDate date) {
        boolean month = false;
        for (String item : field(3).split(",")) {
            month |= ofMonth(item, date);
        }
        boolean week = false;
        for (String item : field(5).split(",")) {
            week |= ofWeek(item, date);
        }
        boolean both =
                "*?".indexOf(field(3).charAt(0)) >= 0 || "*?".indexOf(field(5).charAt(0)) >= 0;
        return both ? month && week : month || week;
    }

    private static boolean ofMonth(String item, LocalDate date) {
        int day = date.getDayOfMonth();
        int length = date.lengthOfMonth();
        if (item.equals("?")) {
            return true;
        }
        if (item.equals("L")) {
            return day == length;
        }
        if (item.startsWith("L-")) {
            return day == length - Integer.parseInt(item.substring(2));
        }
        if (item.equals("LW")) {
            return isWorkday(date)
                    && (day == length || nextWorkday(date).getMonth() != date.getMonth());
        }
        if (item.endsWith("W")) {
            int wanted = Integer.parseInt(item.substring(0, item.length() - 1));
            return wanted <= length && nearest(date.withDayOfMonth(wanted)).equals(date);
        }
        return one(item, day, 1, 31, List.of());
    }

    private static boolean isWorkday(LocalDate date) {
        return date.getDayOfWeek().getValue() <= 5;
    }

    private static LocalDate nextWorkday(LocalDate date) {
        LocalDate next = date.plusDays(1);
        return isWorkday(next) ? next : nextWorkday(next);
    }

    private static LocalDate nearest(LocalDate date) {
        for (int away = 0; ; away++) {
            for (var near : List.of(date.minusDays(away), date.plusDays(away))) {
                if (isWorkday(near) && near.getMonth() == date.getMonth()) {
                    return near;
                }
            }
        }
    }

    private static boolean ofWeek(String item, LocalDate date) {
        int weekday = date.getDayOfWeek().getValue();
        if (item.equals("?")) {
            return true;
        }
        if (item.contains("#")) {
            String[] parts = item.split("#");
            int count = (date.getDayOfMonth() + 6) / 7;
            return number(parts[0], WEEKDAYS) % 7 == weekday % 7
                    && count == Integer.parseInt(parts[1]);
        }
        if (item.endsWith("L")) {
            boolean last = date.plusDays(7).getMonth() != date.getMonth();
            return last
                    && number(item.substring(0, item.length() - 1), WEEKDAYS) % 7 == weekday % 7;
        }
        return one(item, weekday, 0, 7, WEEKDAYS) || (weekday == 7 && one(item, 0, 0, 7, WEEKDAYS));
    }

    private static boolean any(String field, int value, int min, int max, List<String> names) {
        if (field.equals("*")) {
            return true;
        }
        for (String item : field.split(",")) {
            if (one(item, value, min, max, names)) {
                return true;
            }
        }
        return false;
    }

    private static boolean one(String item, int value, int min, int max, List<String> names) {
        String[] parts = item.split("/");
        int step = parts.length > 1 ? Integer.parseInt(parts[1]) : 1;
        if (parts[0].equals("*")) {
            return (value - min) % step == 0;
        }
        String[] ends = parts[0].split("-");
        int first = number(ends[0], names);
        int last = ends.length > 1 ? number(ends[1], names) : parts.length > 1 ? max : first;
        return value >= first && value <= last && (value - first) % step == 0;
    }

    private static int number(String text, List<String> names) {
        return names.contains(text) ? names.indexOf(text) : Integer.parseInt(text);
    }
}
