package dev.reprise.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;

/**
 * The local times that a cron expression or a calendar is about, found by jumping from field to
 * field: what it costs to find the next one does not depend on how far away it is.
 *
 * <p>The Gregorian calendar repeats itself every 400 years, weekdays included (146,097 days are
 * 20,871 weeks). What does not come within 400 years, or up to the last year that is named, never
 * comes; so a search looks at 4,800 months, or at as many as there are up to that year.
 *
 * @param running whether the times follow real time where the clock is changed; else each is met
 *     once
 * @param years the years that are meant, ascending; empty for all
 * @param yearLast the last year that is named, 0 for none
 */
record Fields(
        long seconds,
        long minutes,
        long hours,
        Month days,
        long months,
        boolean running,
        List<Integer> years,
        int yearLast) {
    /** After so many years the calendar repeats itself. */
    static final int CYCLE_YEARS = 400;

    /** Which days of a month are meant: bits 1 to 31. */
    interface Month {
        long in(YearMonth month);
    }

    /** The first time that is meant and not before {@code from}, which is a whole second. */
    Optional<LocalDateTime> atOrAfter(LocalDateTime from) {
        LocalDate date = from.toLocalDate();
        int second = matches(date) ? secondOfDay(from.toLocalTime()) : -1;
        if (second >= 0) {
            return Optional.of(date.atTime(LocalTime.ofSecondOfDay(second)));
        }
        return dateAtOrAfter(date.plusDays(1))
                .map(day -> day.atTime(LocalTime.ofSecondOfDay(secondOfDay(LocalTime.MIN))));
    }

    private boolean matches(LocalDate date) {
        return yearAtLeast(date.getYear()) == date.getYear()
                && Bits.has(months, date.getMonthValue())
                && Bits.has(days.in(YearMonth.from(date)), date.getDayOfMonth());
    }

    /** The first second of a day that is meant and not before {@code from}, or -1. */
    private int secondOfDay(LocalTime from) {
        if (Bits.has(hours, from.getHour())) {
            if (Bits.has(minutes, from.getMinute())) {
                int second = Bits.atLeast(seconds, from.getSecond());
                if (second >= 0) {
                    return LocalTime.of(from.getHour(), from.getMinute(), second).toSecondOfDay();
                }
            }
            int minute = Bits.atLeast(minutes, from.getMinute() + 1);
            if (minute >= 0) {
                return LocalTime.of(from.getHour(), minute, Bits.atLeast(seconds, 0))
                        .toSecondOfDay();
            }
        }
        int hour = Bits.atLeast(hours, from.getHour() + 1);
        return hour < 0
                ? -1
                : LocalTime.of(hour, Bits.atLeast(minutes, 0), Bits.atLeast(seconds, 0))
                        .toSecondOfDay();
    }

    private Optional<LocalDate> dateAtOrAfter(LocalDate from) {
        int last = Math.min(When.YEAR_MAX, Math.max(from.getYear() + CYCLE_YEARS, yearLast));
        int year = yearAtLeast(from.getYear());
        int month = year > from.getYear() ? 1 : from.getMonthValue();
        while (year <= last) {
            month = Bits.atLeast(months, month);
            if (month < 0) {
                year = yearAtLeast(year + 1);
                month = 1;
                continue;
            }
            boolean same = month == from.getMonthValue() && year == from.getYear();
            int day = same ? from.getDayOfMonth() : 1;
            int found = Bits.atLeast(days.in(YearMonth.of(year, month)), day);
            if (found >= 0) {
                return Optional.of(LocalDate.of(year, month, found));
            }
            month++;
        }
        return Optional.empty();
    }

    private int yearAtLeast(int year) {
        if (years.isEmpty()) {
            return year;
        }
        for (int each : years) {
            if (each >= year) {
                return each;
            }
        }
        return Integer.MAX_VALUE;
    }
}
