package dev.reprise.schedule;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Times of every kind, drawn from a seed. */
final class WhenSamples {
    private static final List<String> ZONES =
            List.of("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "+05:30");

    private final Random random;
    private final long seed;

    WhenSamples(long seed) {
        this.seed = seed;
        random = new Random(seed);
    }

    When when() {
        return when(3);
    }

    private When when(int depth) {
        return switch (random.nextInt(depth == 0 ? 3 : 6)) {
            case 0 -> Cron.of(new CronSamples(seed + depth).expression(), zone());
            case 1 -> every();
            case 2 -> calendar();
            case 3 -> when(depth - 1).or(when(depth - 1));
            case 4 -> when(depth - 1).except(days(random).zone(zone()));
            default -> {
                Instant from = Instant.ofEpochSecond(random.nextInt(2_000_000_000), 5_000);
                Instant until = from.plus(Duration.ofDays(365_000));
                var inner = when(depth - 1);
                yield random.nextBoolean() ? inner.from(from).until(until) : inner.until(until);
            }
        };
    }

    private When every() {
        var interval = Duration.ofMillis(1 + random.nextLong(100_000_000));
        return new Every(interval, Duration.ofMillis(random.nextLong(interval.toMillis())));
    }

    private Calendar calendar() {
        return new Calendar(
                numbers(0, 59),
                numbers(0, 59),
                numbers(0, 23),
                random.nextBoolean() ? List.of() : days(random).days(),
                numbers(1, 12),
                random.nextInt(3) == 0 ? numbers(1970, 2200) : List.of(),
                zone());
    }

    private List<Integer> numbers(int min, int max) {
        int count = random.nextInt(5);
        int first = min + random.nextInt(max - min + 1);
        return random.nextBoolean()
                ? IntStream.rangeClosed(first, Math.min(max, first + count)).boxed().toList()
                : IntStream.range(0, count)
                        .mapToObj(_ -> min + random.nextInt(max - min + 1))
                        .toList();
    }

    private ZoneId zone() {
        return ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
    }

    static Days days(Random random) {
        var days = new ArrayList<Day>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            days.add(day(random, DayOfWeek.of(1 + random.nextInt(7))));
        }
        return Days.of(days.toArray(Day[]::new));
    }

    private static Day day(Random random, DayOfWeek weekday) {
        int day = 1 + random.nextInt(31);
        return switch (random.nextInt(9)) {
            case 0 -> new Day.OfMonth(day);
            case 1 -> new Day.Last(random.nextInt(31));
            case 2 -> new Day.Workday(day);
            case 3 -> new Day.LastWorkday();
            case 4 -> new Day.Weekly(weekday);
            case 5 -> new Day.Nth(1 + random.nextInt(5), weekday);
            case 6 -> new Day.LastWeekly(weekday);
            case 7 -> new Day.Yearly(MonthDay.of(1 + random.nextInt(12), 1 + random.nextInt(28)));
            default -> new Day.Date(LocalDate.ofEpochDay(random.nextInt(60_000)));
        };
    }
}
