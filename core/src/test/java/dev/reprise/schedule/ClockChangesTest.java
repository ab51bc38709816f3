package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of docs/schedules.md: what happens where clocks are changed. */
class ClockChangesTest {
    @Test
    void a_time_that_is_left_out_is_met_once_at_the_first_moment_after_the_gap() {
        assertTimes(
                "30 2 * * *",
                "Europe/Berlin",
                "2026-03-28T12:00:00Z",
                "2026-03-29T03:00+02:00",
                "2026-03-30T02:30+02:00");
        assertTimes(
                "*/15 2 * * *",
                "Europe/Berlin",
                "2026-03-28T12:00:00Z",
                "2026-03-29T03:00+02:00",
                "2026-03-30T02:00+02:00");
        assertTimes(
                "30 2,3 * * *",
                "Europe/Berlin",
                "2026-03-28T12:00:00Z",
                "2026-03-29T03:00+02:00",
                "2026-03-29T03:30+02:00");
        assertTimes(
                "0 2,3 * * *",
                "Europe/Berlin",
                "2026-03-28T12:00:00Z",
                "2026-03-29T03:00+02:00",
                "2026-03-30T02:00+02:00");
        assertTimes(
                "30 2 * * *",
                "America/New_York",
                "2026-03-07T12:00:00Z",
                "2026-03-08T03:00-04:00",
                "2026-03-09T02:30-04:00");
        assertTimes(
                "15 2 * * *",
                "Australia/Lord_Howe",
                "2026-10-03T02:00:00Z",
                "2026-10-04T02:30+11:00",
                "2026-10-05T02:15+11:00");
    }

    @Test
    void a_time_that_comes_twice_is_met_the_first_time() {
        assertTimes(
                "30 2 * * *",
                "Europe/Berlin",
                "2026-10-24T12:00:00Z",
                "2026-10-25T02:30+02:00",
                "2026-10-26T02:30+01:00");
        assertTimes(
                "30 1 * * *",
                "America/New_York",
                "2026-10-31T12:00:00Z",
                "2026-11-01T01:30-04:00",
                "2026-11-02T01:30-05:00");
        assertTimes(
                "45 1 * * *",
                "Australia/Lord_Howe",
                "2026-04-04T02:00:00Z",
                "2026-04-05T01:45+11:00",
                "2026-04-06T01:45+10:30");
        // Asked in the middle of the second time.
        assertTimes(
                "30,50 2 * * *",
                "Europe/Berlin",
                "2026-10-25T01:40:00Z",
                "2026-10-26T02:30+01:00",
                "2026-10-26T02:50+01:00");
    }

    @Test
    void hours_with_a_star_follow_real_time() {
        assertTimes(
                "30 * * * *",
                "Europe/Berlin",
                "2026-03-29T00:00:00Z",
                "2026-03-29T01:30+01:00",
                "2026-03-29T03:30+02:00",
                "2026-03-29T04:30+02:00");
        assertTimes(
                "30 * * * *",
                "Europe/Berlin",
                "2026-10-25T00:00:00Z",
                "2026-10-25T02:30+02:00",
                "2026-10-25T02:30+01:00",
                "2026-10-25T03:30+01:00");
        assertTimes(
                "*/20 * * * *",
                "America/New_York",
                "2026-11-01T05:30:00Z",
                "2026-11-01T01:40-04:00",
                "2026-11-01T01:00-05:00",
                "2026-11-01T01:20-05:00");
        assertTimes(
                "30 */2 * * *",
                "Europe/Berlin",
                "2026-03-28T23:00:00Z",
                "2026-03-29T00:30+01:00",
                "2026-03-29T03:30+02:00",
                "2026-03-29T04:30+02:00");
        assertTimes(
                "0 * * * *",
                "Australia/Lord_Howe",
                "2026-10-03T14:00:00Z",
                "2026-10-04T01:00+10:30",
                "2026-10-04T02:30+11:00",
                "2026-10-04T03:00+11:00");
        assertTimes(
                "45 * * * *",
                "Australia/Lord_Howe",
                "2026-04-04T14:00:00Z",
                "2026-04-05T01:45+11:00",
                "2026-04-05T01:45+10:30",
                "2026-04-05T02:45+10:30");
    }

    @Test
    void a_day_that_is_left_out_is_met_when_the_next_begins() {
        assertTimes(
                "0 9 * * *",
                "Pacific/Apia",
                "2011-12-29T12:00:00Z",
                "2011-12-29T09:00-10:00",
                "2011-12-31T00:00+14:00",
                "2011-12-31T09:00+14:00");
        assertTimes(
                "0 12 30 12 *",
                "Pacific/Apia",
                "2011-12-01T12:00:00Z",
                "2011-12-31T00:00+14:00",
                "2012-12-30T12:00+14:00");
        assertTimes(
                "0 */8 * * *",
                "Pacific/Apia",
                "2011-12-30T03:00:00Z",
                "2011-12-31T00:00+14:00",
                "2011-12-31T08:00+14:00",
                "2011-12-31T16:00+14:00");
    }

    @Test
    void without_changes_there_is_nothing_to_decide() {
        assertTimes(
                "30 2 * * *",
                "Asia/Tokyo",
                "2026-03-28T12:00:00Z",
                "2026-03-29T02:30+09:00",
                "2026-03-30T02:30+09:00");
        assertTimes(
                "30 2 * * *",
                "UTC",
                "2026-03-28T12:00:00Z",
                "2026-03-29T02:30Z",
                "2026-03-30T02:30Z");
    }

    @Test
    void intervals_do_not_see_clocks() {
        assertThat(When.parse("every 1d").times(Instant.parse("2026-03-28T12:00:00Z")).limit(2))
                .containsExactly(
                        Instant.parse("2026-03-29T00:00:00Z"),
                        Instant.parse("2026-03-30T00:00:00Z"));
    }

    @Test
    void calendars_follow_the_same_rules() {
        var after = Instant.parse("2026-10-25T00:00:00Z");
        assertThat(When.parse("calendar hour * minute 30 in Europe/Berlin").times(after).limit(30))
                .containsExactlyElementsOf(
                        Cron.of("30 * * * *", ZoneId.of("Europe/Berlin"))
                                .times(after)
                                .limit(30)
                                .toList());
        assertThat(When.parse("calendar hour 2 minute 30 in Europe/Berlin").times(after).limit(30))
                .containsExactlyElementsOf(
                        Cron.of("30 2 * * *", ZoneId.of("Europe/Berlin"))
                                .times(after)
                                .limit(30)
                                .toList());
    }

    @Test
    void days_of_the_month_and_of_the_week() {
        // Both given: a day that fits either. One of them with a star: a day that fits both.
        assertTimes(
                "0 0 13 * FRI",
                "UTC",
                "2026-11-07T00:00:00Z",
                "2026-11-13T00:00Z",
                "2026-11-20T00:00Z");
        assertTimes(
                "0 0 15 * FRI",
                "UTC",
                "2026-11-07T00:00:00Z",
                "2026-11-13T00:00Z",
                "2026-11-15T00:00Z");
        assertTimes(
                "0 0 */2 * FRI",
                "UTC",
                "2026-11-07T00:00:00Z",
                "2026-11-13T00:00Z",
                "2026-11-27T00:00Z");
        assertTimes(
                "0 0 15 * ?",
                "UTC",
                "2026-11-07T00:00:00Z",
                "2026-11-15T00:00Z",
                "2026-12-15T00:00Z");
        for (String sunday : List.of("0", "7", "SUN")) {
            assertTimes(
                    "0 0 * * " + sunday,
                    "UTC",
                    "2026-11-07T00:00:00Z",
                    "2026-11-08T00:00Z",
                    "2026-11-15T00:00Z");
        }
        assertTimes(
                "0 0 L * *",
                "UTC",
                "2026-02-07T00:00:00Z",
                "2026-02-28T00:00Z",
                "2026-03-31T00:00Z");
        assertTimes(
                "0 0 1W * *",
                "UTC",
                "2026-07-31T00:00:00Z",
                "2026-08-03T00:00Z",
                "2026-09-01T00:00Z");
        assertTimes(
                "0 0 31W * *",
                "UTC",
                "2026-05-01T00:00:00Z",
                "2026-05-29T00:00Z",
                "2026-07-31T00:00Z");
        assertTimes(
                "0 0 LW * *",
                "UTC",
                "2026-05-01T00:00:00Z",
                "2026-05-29T00:00Z",
                "2026-06-30T00:00Z");
        assertTimes(
                "0 0 * * TUE#2",
                "UTC",
                "2026-11-01T00:00:00Z",
                "2026-11-10T00:00Z",
                "2026-12-08T00:00Z");
        assertTimes(
                "0 0 * * 5L",
                "UTC",
                "2026-11-01T00:00:00Z",
                "2026-11-27T00:00Z",
                "2026-12-25T00:00Z");
        assertTimes("15 30 12 * * *", "UTC", "2026-11-01T00:00:00Z", "2026-11-01T12:30:15Z");
        assertTimes("@weekly", "UTC", "2026-11-01T00:00:00Z", "2026-11-08T00:00Z");
    }

    private static void assertTimes(String cron, String zone, String after, String... expected) {
        var id = ZoneId.of(zone);
        var times =
                Cron.of(cron, id)
                        .times(Instant.parse(after))
                        .limit(expected.length)
                        .map(time -> time.atZone(id).toOffsetDateTime());
        assertThat(times)
                .as("%s in %s", cron, zone)
                .containsExactlyElementsOf(
                        List.of(expected).stream().map(OffsetDateTime::parse).toList());
    }
}
