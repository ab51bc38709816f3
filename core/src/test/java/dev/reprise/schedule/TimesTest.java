package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Next, previous and walks, compared with a slow reference where clocks are changed. */
class TimesTest {
    /** Zones, each with a point of a change of its clock; the last has none. */
    private static final List<String> CHANGES =
            List.of(
                    "Europe/Berlin 2026-03-29T01:00:00Z",
                    "Europe/Berlin 2026-10-25T01:00:00Z",
                    "America/New_York 2026-03-08T07:00:00Z",
                    "America/New_York 2026-11-01T06:00:00Z",
                    "Australia/Lord_Howe 2026-04-04T15:00:00Z",
                    "Australia/Lord_Howe 2026-10-03T15:30:00Z",
                    "Pacific/Apia 2011-12-30T10:00:00Z",
                    "America/St_Johns 1990-10-28T02:31:00Z",
                    "Asia/Tokyo 2026-06-30T15:00:00Z");

    @Property(tries = 150)
    void next_agrees_with_asking_every_second(@ForAll long seed) {
        var random = new Random(seed);
        String[] change = CHANGES.get(random.nextInt(CHANGES.size())).split(" ");
        var zone = ZoneId.of(change[0]);
        Instant from = Instant.parse(change[1]).minusSeconds(random.nextInt(28 * 3_600));
        Instant to = from.plus(Duration.ofHours(30));
        String expression = new CronSamples(seed).expression();
        var expected = NaiveCron.of(expression, zone).times(from, to);

        var cron = Cron.of(expression, zone);
        var walked =
                cron.times(from)
                        .takeWhile(time -> !time.isAfter(to))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(walked).as("%s in %s from %s", expression, zone, from).isEqualTo(expected);

        for (int i = 0; i < 5; i++) {
            Instant point = from.plusMillis(random.nextLong(Duration.between(from, to).toMillis()));
            var higher = expected.higher(point);
            if (higher != null) {
                assertThat(cron.next(point)).contains(higher);
            }
            var lower = expected.lower(point);
            if (lower != null) {
                assertThat(cron.previous(point)).contains(lower);
            }
        }
    }

    @Property(tries = 60)
    void previous_and_next_are_neighbours(@ForAll long seed) {
        var random = new Random(seed);
        var when = new WhenSamples(seed).when();
        Instant point = Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(2));
        when.next(point)
                .ifPresent(
                        next -> {
                            assertThat(next).isAfter(point);
                            assertThat(when.includes(next)).isTrue();
                            assertThat(when.previous(next.plusNanos(1))).contains(next);
                        });
        when.previous(point)
                .ifPresent(
                        previous -> {
                            assertThat(previous).isBefore(point);
                            assertThat(when.next(previous.minusNanos(1))).contains(previous);
                            var between = when.next(previous).filter(point::isAfter);
                            assertThat(between).isEmpty();
                        });
    }

    @Property(tries = 30)
    void exceptions_and_bounds_leave_out_what_they_say_and_nothing_else(@ForAll long seed) {
        var random = new Random(seed);
        String[] change = CHANGES.get(random.nextInt(CHANGES.size())).split(" ");
        var zone = ZoneId.of(change[0]);
        Instant from = Instant.parse(change[1]).minus(Duration.ofDays(random.nextInt(40)));
        Instant to = from.plus(Duration.ofDays(80));
        var one = new Every(Duration.ofMinutes(1 + random.nextInt(2_000)));
        var other = Cron.of(random.nextInt(24) + " */5 * * *", zone);
        var days = WhenSamples.days(random).zone(zone);
        var when = one.or(other).except(days).from(from.plusSeconds(7)).until(to);
        var expected = new TreeSet<Instant>();
        one.times(from).takeWhile(to::isAfter).forEach(expected::add);
        other.times(from).takeWhile(to::isAfter).forEach(expected::add);
        expected.removeIf(
                time ->
                        time.isBefore(from.plusSeconds(7))
                                || days.days().stream()
                                        .anyMatch(
                                                day ->
                                                        day.matches(
                                                                time.atZone(zone).toLocalDate())));
        assertThat(when.times(Instant.MIN)).containsExactlyElementsOf(expected);
    }

    @Test
    void a_clock_that_is_put_back_at_midnight_shows_the_day_before_once_more() {
        // At 00:01 of the 28th it was 23:01 of the 27th again.
        var zone = ZoneId.of("America/St_Johns");
        var day = Days.of(new Day.Date(LocalDate.of(1990, 10, 28))).zone(zone);
        var when = new Every(Duration.ofMinutes(1)).except(day);
        assertThat(when.times(Instant.parse("1990-10-28T02:28:00Z")).limit(3))
                .containsExactly(
                        Instant.parse("1990-10-28T02:29:00Z"),
                        Instant.parse("1990-10-28T02:31:00Z"),
                        Instant.parse("1990-10-28T02:32:00Z"));
    }

    @Test
    void what_never_comes_is_found_out_at_once() {
        for (String never : List.of("0 0 30 2 *", "0 0 31 4,6,9,11 *", "0 0 0 L-30 2 *")) {
            assertThat(Cron.of(never).next(Instant.EPOCH)).as(never).isEmpty();
            assertThat(Cron.of(never).previous(Extent.LAST)).as(never).isEmpty();
        }
        for (String never :
                List.of(
                        "every 7d except THU",
                        "every 1ms except 1,2,3,4,5,6,7,last,MON,TUE,WED,THU,FRI,SAT,SUN",
                        "calendar day 2026-12-25 month 11",
                        "calendar year 2023 day 02-29")) {
            assertThat(When.parse(never).next(Instant.EPOCH)).as(never).isEmpty();
        }
    }

    @Test
    void what_is_rare_is_found() {
        assertThat(Cron.of("0 0 29 2 *").next(Instant.parse("2096-03-01T00:00:00Z")))
                .contains(Instant.parse("2104-02-29T00:00:00Z"));
        // A fifth Sunday in February: 28 years apart, and 40 where a leap year is left out.
        assertThat(Cron.of("0 0 ? 2 SUN#5").times(Instant.parse("2032-03-01T00:00:00Z")).limit(2))
                .containsExactly(
                        Instant.parse("2060-02-29T00:00:00Z"),
                        Instant.parse("2088-02-29T00:00:00Z"));
        assertThat(Cron.of("0 0 ? 2 SUN#5").next(Instant.parse("2088-03-01T00:00:00Z")))
                .contains(Instant.parse("2128-02-29T00:00:00Z"));
        assertThat(When.parse("calendar day 9999-12-31").next(Instant.EPOCH))
                .contains(Instant.parse("9999-12-31T00:00:00Z"));
        assertThat(When.parse("calendar day 9999-12-31").previous(Instant.MAX))
                .contains(Instant.parse("9999-12-31T00:00:00Z"));
    }

    @Test
    void the_same_expression_on_another_clock_is_another() {
        var cron = Cron.of("0  9 * * mon", ZoneId.of("Europe/Berlin"));
        assertThat(cron.expression()).isEqualTo("0 9 * * MON");
        assertThat(cron)
                .isEqualTo(Cron.of("0 9 * * MON", ZoneId.of("Europe/Berlin")))
                .isNotEqualTo(Cron.of("0 9 * * TUE", ZoneId.of("Europe/Berlin")))
                .isNotEqualTo(cron.zone(ZoneId.of("Asia/Tokyo")))
                .isNotEqualTo(When.parse("every 1h"));
    }

    @Test
    void bounds_beyond_all_times_are_refused() {
        var hourly = When.parse("every 1h");
        Instant before = Instant.parse("1969-12-31T23:59:59Z");
        Instant after = Instant.parse("+10000-01-01T00:00:00Z");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Within(hourly, Optional.of(before), Optional.empty()))
                .withMessage("times are from 1970 to 9999: " + before);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Within(hourly, Optional.empty(), Optional.of(after)))
                .withMessage("times are from 1970 to 9999: " + after);
    }
}
