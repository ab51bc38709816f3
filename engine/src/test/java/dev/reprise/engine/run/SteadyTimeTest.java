package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Moments of a clock that is set, and of a time that is not. */
final class SteadyTimeTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private Instant clock = NOON;
    private final SteadyTime time = new SteadyTime(() -> clock, () -> NOON);

    @Test
    void while_nobody_sets_the_clock_both_are_the_same() {
        assertThat(time.now()).isEqualTo(NOON);
        assertThat(time.of(NOON.minus(HOUR))).isEqualTo(NOON.minus(HOUR));
        assertThat(time.moment(NOON.plus(HOUR))).isEqualTo(NOON.plus(HOUR));
    }

    @Test
    void a_span_is_as_long_by_both_wherever_the_clock_is_set() {
        clock = NOON.minus(HOUR);
        assertThat(time.of(clock.plusSeconds(1))).isEqualTo(NOON.plusSeconds(1));
        assertThat(time.moment(NOON.plusSeconds(1))).isEqualTo(clock.plusSeconds(1));
        clock = NOON.plus(HOUR);
        assertThat(time.of(clock.plusSeconds(1))).isEqualTo(NOON.plusSeconds(1));
        assertThat(time.moment(NOON.plusSeconds(1))).isEqualTo(clock.plusSeconds(1));
    }

    @Test
    void never_stays_never_and_nothing_is_too_far_away() {
        for (Instant each : new Instant[] {NOON.minus(HOUR), NOON, NOON.plus(HOUR)}) {
            clock = each;
            assertThat(time.of(Instant.MAX)).isEqualTo(Instant.MAX);
            assertThat(time.of(Instant.MIN)).isEqualTo(Instant.MIN);
            assertThat(time.moment(Instant.MAX)).isEqualTo(Instant.MAX);
            assertThat(time.moment(Instant.MIN)).isEqualTo(Instant.MIN);
        }
        clock = NOON.minus(HOUR);
        assertThat(time.of(Instant.MAX.minusSeconds(1))).isEqualTo(Instant.MAX);
        assertThat(time.moment(Instant.MIN.plusSeconds(1))).isEqualTo(Instant.MIN);
    }
}
