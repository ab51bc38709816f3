package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.policy.Backoff.Shape;
import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** How long the waits between attempts are. */
class BackoffTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Provide
    Arbitrary<Backoff> backoffs() {
        long most = Bounds.SPAN_MAX.toNanos();
        var nanos = Arbitraries.longs().between(0, most);
        return Combinators.combine(Arbitraries.of(Shape.class), nanos, nanos)
                .as(
                        (shape, one, other) ->
                                new Backoff(
                                        shape,
                                        Duration.ofNanos(Math.min(one, other)),
                                        Duration.ofNanos(Math.max(one, other))));
    }

    @Provide
    Arbitrary<Duration> spans() {
        return Arbitraries.longs().between(0, Bounds.SPAN_MAX.toNanos()).map(Duration::ofNanos);
    }

    @Property
    void a_wait_is_never_negative_and_never_longer_than_the_longest(
            @ForAll("backoffs") Backoff backoff,
            @ForAll @IntRange(min = 1) int retry,
            @ForAll("spans") Duration previous,
            @ForAll long draw) {
        assertThat(backoff.delay(retry, previous, draw)).isBetween(Duration.ZERO, backoff.max());
    }

    @Property
    void waits_without_chance_never_get_shorter(
            @ForAll("backoffs") Backoff backoff,
            @ForAll @IntRange(min = 1, max = 100) int retry,
            @ForAll long draw) {
        for (Shape shape : new Shape[] {Shape.NONE, Shape.LINEAR, Shape.EXPONENTIAL}) {
            var shaped = backoff.shape(shape);
            assertThat(shaped.delay(retry + 1, Duration.ZERO, draw))
                    .isGreaterThanOrEqualTo(shaped.delay(retry, Duration.ZERO, ~draw));
        }
    }

    @Property
    void jitter_stays_below_the_exponential_wait(
            @ForAll("backoffs") Backoff backoff,
            @ForAll @IntRange(min = 1, max = 100) int retry,
            @ForAll long draw) {
        var exponential = backoff.shape(Shape.EXPONENTIAL).delay(retry, Duration.ZERO, 0);
        assertThat(backoff.shape(Shape.JITTER).delay(retry, Duration.ZERO, draw))
                .isBetween(Duration.ZERO, exponential);
    }

    @Property
    void decorrelated_jitter_is_between_the_base_and_three_times_the_wait_before(
            @ForAll("backoffs") Backoff backoff,
            @ForAll("spans") Duration previous,
            @ForAll long draw) {
        var decorrelated = backoff.shape(Shape.DECORRELATED);
        assertThat(decorrelated.delay(2, previous, draw))
                .isGreaterThanOrEqualTo(backoff.base())
                .isLessThanOrEqualTo(longer(backoff.base(), previous.multipliedBy(3)));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    @Test
    void the_waits_of_each_shape() {
        assertWaits(Shape.NONE, 0, 0, 0, 0);
        assertWaits(Shape.LINEAR, 1, 2, 3, 4);
        assertWaits(Shape.EXPONENTIAL, 1, 2, 4, 8);
    }

    private static void assertWaits(Shape shape, int... seconds) {
        for (int retry = 1; retry <= seconds.length; retry++) {
            assertThat(new Backoff(shape, SECOND, MINUTE).delay(retry, Duration.ZERO, -1))
                    .isEqualTo(Duration.ofSeconds(seconds[retry - 1]));
        }
    }

    @Test
    void the_draw_decides_where_in_its_range_a_wait_is() {
        var jitter = new Backoff(Shape.JITTER, SECOND, MINUTE);
        assertThat(jitter.delay(3, Duration.ZERO, 0)).isEqualTo(Duration.ZERO);
        assertThat(jitter.delay(3, Duration.ZERO, -1)).isEqualTo(Duration.ofSeconds(4));
        assertThat(jitter.delay(3, Duration.ZERO, 1L << 63)).isEqualTo(Duration.ofSeconds(2));

        var decorrelated = jitter.shape(Shape.DECORRELATED);
        assertThat(decorrelated.delay(1, Duration.ZERO, 0)).isEqualTo(SECOND);
        assertThat(decorrelated.delay(1, Duration.ZERO, -1)).isEqualTo(Duration.ofSeconds(3));
        assertThat(decorrelated.delay(2, Duration.ofSeconds(3), -1))
                .isEqualTo(Duration.ofSeconds(9));
        assertThat(decorrelated.delay(3, MINUTE, -1)).isEqualTo(MINUTE);
    }

    @Test
    void what_makes_no_sense_is_refused_and_shown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.exponential(MINUTE, SECOND))
                .withMessage("base PT1M exceeds max PT1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.NONE.base(Duration.ofSeconds(-1)))
                .withMessage("base must not be negative: PT-1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.NONE.max(Duration.ofDays(36_501)))
                .withMessageContaining("PT876024H");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.NONE.delay(0, Duration.ZERO, 0))
                .withMessage("retries are counted from 1: 0");
    }

    @Test
    void no_wait_stays_no_wait_however_often_it_is_doubled() {
        var none = new Backoff(Shape.EXPONENTIAL, Duration.ZERO, MINUTE);
        for (int retry : new int[] {1, 62, 63, 64, 1_000_000}) {
            assertThat(none.delay(retry, Duration.ZERO, -1)).isEqualTo(Duration.ZERO);
            assertThat(none.base(Duration.ofNanos(1)).delay(retry, Duration.ZERO, -1))
                    .isEqualTo(retry == 1 ? Duration.ofNanos(1) : MINUTE);
        }
    }
}
