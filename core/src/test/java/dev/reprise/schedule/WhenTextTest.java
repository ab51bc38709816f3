package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.form.Malformed;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Times as people write them. */
class WhenTextTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Property(tries = 300)
    void any_times_come_back_from_their_text(@ForAll long seed) {
        var when = new WhenSamples(seed).when();
        assertThat(When.parse(when.text())).isEqualTo(when);
        assertThat(When.parse("  " + when.text().replace(" ", " \t ")).text())
                .isEqualTo(when.text());
    }

    @Property(tries = 2_000)
    void any_text_is_times_or_is_refused_with_its_place(@ForAll long seed) {
        var random = new Random(seed);
        var text = new StringBuilder(new WhenSamples(seed).when().text());
        String letters = "*/,-#LW?()\"09 @:azTU\u0000\uD800é";
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(text.length() + 1);
            char letter = letters.charAt(random.nextInt(letters.length()));
            switch (random.nextInt(3)) {
                case 0 -> text.insert(at, letter);
                case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(5)));
                default -> text.replace(at, Math.min(text.length(), at + 1), letter + "");
            }
        }
        try {
            var when = When.parse(text.toString());
            assertThat(When.parse(when.text())).isEqualTo(when);
        } catch (Malformed refusal) {
            int column = Integer.parseInt(refusal.place().substring("column ".length()));
            assertThat(column).isBetween(1, text.length() + 1);
            assertThat(refusal.getMessage()).hasSizeLessThan(600).matches("\\P{Cntrl}*");
        }
    }

    @Test
    void texts_read_well() {
        assertThat(Cron.of("0 9 * * mon-fri", BERLIN).text())
                .isEqualTo("cron \"0 9 * * MON-FRI\" in Europe/Berlin");
        assertThat(Cron.of("@Hourly").text()).isEqualTo("cron \"@hourly\"");
        assertThat(
                        Every.anchored(
                                        Duration.ofMinutes(90),
                                        Instant.parse("2026-01-01T00:10:00Z"))
                                .text())
                .isEqualTo("every 1h30m offset 10m");
        assertThat(
                        Calendar.DAILY
                                .at(LocalTime.of(9, 30))
                                .days(List.of(new Day.Nth(2, DayOfWeek.TUESDAY), new Day.Last(0)))
                                .months(List.of(1, 2, 3, 7))
                                .zone(BERLIN)
                                .text())
                .isEqualTo(
                        "calendar month 1-3,7 day 2nd-TUE,last hour 9 minute 30 in Europe/Berlin");
        assertThat(
                        When.parse("every 1h or every 7m")
                                .except(Days.of(new Day.Weekly(DayOfWeek.SUNDAY)).zone(BERLIN))
                                .until(Instant.parse("2027-01-01T00:00:00Z"))
                                .text())
                .isEqualTo(
                        "(every 1h or every 7m) except SUN in Europe/Berlin until 2027-01-01T00:00:00Z");
        assertThat(When.parse("*/5 * * * *")).isEqualTo(Cron.of("*/5 * * * *"));
    }

    @Test
    void what_is_refused_is_told_with_its_column_and_what_was_expected() {
        assertRefused("61 * * * *", 1, "a minute from 0 to 59, found \"61\" in \"61 * * * *\"");
        assertRefused("* * * *", 8, "5 fields");
        assertRefused("* * * * * * *", 13, "5 fields");
        assertRefused("* 9-25 * * *", 5, "an hour from 0 to 23");
        assertRefused("* * * FOO *", 7, "a month from 1 to 12, or JAN to DEC, found \"FOO\"");
        assertRefused("* * * * FRI-MON", 13, "the end of a range that is not before its beginning");
        assertRefused("* * * * MON#6", 13, "which one, from 1 to 5");
        assertRefused("*/0 * * * *", 3, "a step from 1 to 59");
        assertRefused("1,,2 * * * *", 3, "a minute from 0 to 59, found nothing");
        assertRefused("@reboot", 1, "@hourly");
        assertRefused("@every 5m", 1, "every 15m");
        assertRefused("cron \"* * 32 * *\" in Europe/Berlin", 11, "a day from 1 to 31");
        assertRefused("cron \"* * * * *", 16, "the quote that ends the expression");
        assertRefused("cron * * * * *", 6, "a cron expression in quotes");
        assertRefused("cron \"* * * * *\" in Berlin", 21, "a time zone such as Europe/Berlin");
        assertRefused("every 15", 9, "a unit");
        assertRefused("every 5m3h", 10, "a smaller unit than before");
        assertRefused("every 5m offset 6m", 17, "less than the interval of 5m: 6m");
        assertRefused("every 5m anchor +1000000000-12-31T23:59:59Z", 1, "an anchor is from 1970");
        assertRefused("every 0s", 7, "an interval is from 1ms to 36500d: 0s");
        assertRefused("every 5m banana", 10, "\"or\", \"except\"");
        assertRefused("(every 5m", 10, ")");
        assertRefused("every 1d except 2026-02-30", 17, "a day: 15");
        assertRefused("calendar day 2nd-FOO", 18, "a weekday: MON to SUN");
        assertRefused("every 1d from yesterday", 15, "a point in time such as");
        assertRefused(
                "every 1d from 2026-01-01T00:00:00Z until 2025-01-01T00:00:00Z",
                36,
                "from 2026-01-01T00:00:00Z is not before until 2025-01-01T00:00:00Z");
        assertRefused("(".repeat(21) + "every 1d", 21, "at most 20 open parentheses");
        assertRefused("", 1, "cron, every, calendar or (");
        assertRefused("every 1d " + "x".repeat(20_000), 20_001, "at most 20000 characters");
    }

    private static void assertRefused(String text, int column, String expected) {
        var refusal = catchThrowable(() -> When.parse(text));
        assertThat(refusal).as(text).isInstanceOf(Malformed.class).hasMessageContaining(expected);
        assertThat(((Malformed) refusal).place()).as(text).isEqualTo("column " + column);
    }

    @Test
    void values_that_cannot_be_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Calendar.DAILY.hours(List.of(24)))
                .withMessage("hours are in 0..23: 24");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Every(Duration.ofNanos(1_500_000)))
                .withMessage("an interval has whole milliseconds: 1ms500us");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Days(List.of(), BERLIN))
                .withMessage("no day is named");
        When deep = Cron.of("@daily");
        for (int i = 0; i < When.DEPTH_MAX; i++) {
            deep = deep.except(Days.of(new Day.Last(0)));
        }
        When deepest = deep;
        assertThat(When.parse(deepest.text())).isEqualTo(deepest);
        assertThatIllegalArgumentException().isThrownBy(() -> deepest.or(Cron.of("@daily")));
    }
}
