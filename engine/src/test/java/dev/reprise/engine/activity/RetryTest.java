package dev.reprise.engine.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.history.RetryOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RetryTest {
    private static final Failure FAILED = new Failure.Application("Busy", "later");
    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    @Test
    void by_default_there_are_three_attempts_with_growing_waits() {
        assertThat(Retry.DEFAULT.delayAfter(1, FAILED)).contains(Duration.ofSeconds(1));
        assertThat(Retry.DEFAULT.delayAfter(2, FAILED)).contains(Duration.ofSeconds(2));
        assertThat(Retry.DEFAULT.delayAfter(3, FAILED)).isEmpty();
        assertThat(Retry.DEFAULT.delayAfter(Integer.MAX_VALUE, FAILED)).isEmpty();
    }

    @Test
    void waits_grow_up_to_the_longest() {
        var retry = Retry.DEFAULT.attemptsMax(100).delay(Duration.ofMillis(1_500)).backoff(1.5);
        assertThat(retry.delayAfter(2, FAILED)).contains(Duration.ofMillis(2_250));
        assertThat(retry.delayAfter(3, FAILED)).contains(Duration.ofMillis(3_375));
        assertThat(retry.delayAfter(99, FAILED)).contains(Duration.ofMinutes(1));
    }

    @Test
    void a_wait_that_is_longer_than_a_double_is_exact_does_not_shrink() {
        var long1 = Duration.ofSeconds(1L << 40, 1_023);
        var retry = new Retry(9, long1, Math.nextUp(1.0), LONGEST, List.of());
        assertThat(retry.delayAfter(2, FAILED).orElseThrow()).isGreaterThanOrEqualTo(long1);
        var bounded = retry.delayMax(long1.plusNanos(1)).backoff(1.0000000001);
        assertThat(bounded.delayAfter(2, FAILED)).contains(long1.plusNanos(1));
    }

    @Test
    void only_what_another_attempt_may_mend_is_tried_again() {
        var retry = Retry.DEFAULT.fatalTypes(List.of("Refused"));
        assertThat(retry.delayAfter(1, new Failure.Timeout(TimeoutKind.START_TO_CLOSE, "slow")))
                .isPresent();
        for (Failure hopeless :
                List.of(
                        new Failure.Application("Refused", ""),
                        new Failure.Application("Busy", "", Payload.NONE, false, Optional.empty()),
                        new Failure.Cancelled("", Payload.NONE),
                        new Failure.Lost("", 0),
                        new Failure.Terminated(""),
                        new Failure.Child("type", new RunId("r"), "", Optional.of(FAILED)),
                        new Failure.Activation(ActivationKind.INTERNAL, ""))) {
            assertThat(retry.delayAfter(1, hopeless)).as("%s", hopeless).isEmpty();
        }
    }

    @Test
    void what_the_code_said_wins_field_by_field() {
        var unsaid = RetryOptions.UNSAID;
        assertThat(Retry.DEFAULT.with(unsaid)).isEqualTo(Retry.DEFAULT);
        assertThat(Retry.DEFAULT.with(unsaid.attemptsMax(7)))
                .isEqualTo(Retry.DEFAULT.attemptsMax(7));
        assertThat(Retry.DEFAULT.with(unsaid.delay(Duration.ofSeconds(5))))
                .isEqualTo(Retry.DEFAULT.delay(Duration.ofSeconds(5)));
        assertThat(Retry.DEFAULT.with(unsaid.backoff(3))).isEqualTo(Retry.DEFAULT.backoff(3));
        assertThat(Retry.DEFAULT.with(unsaid.delayMax(Duration.ofHours(1))))
                .isEqualTo(Retry.DEFAULT.delayMax(Duration.ofHours(1)));
        assertThat(Retry.DEFAULT.with(unsaid.fatalTypes(List.of("A"))))
                .isEqualTo(Retry.DEFAULT.fatalTypes(List.of("A")));
    }

    @Test
    void a_default_gives_way_to_what_was_said() {
        var hour = Duration.ofHours(1);
        assertThat(Retry.DEFAULT.with(RetryOptions.UNSAID.delay(hour)))
                .isEqualTo(Retry.DEFAULT.delayMax(hour).delay(hour));
        var moment = Duration.ofMillis(1);
        assertThat(Retry.DEFAULT.with(RetryOptions.UNSAID.delayMax(moment)))
                .isEqualTo(Retry.DEFAULT.delay(moment).delayMax(moment));
    }

    @Test
    void numbers_without_sense_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Retry.DEFAULT.attemptsMax(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retry.DEFAULT.delay(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retry.DEFAULT.delay(Duration.ofSeconds(61)))
                .withMessageContaining("exceeds delayMax PT1M");
        for (double bad : List.of(0.9, Double.NaN, Double.POSITIVE_INFINITY)) {
            assertThatIllegalArgumentException().isThrownBy(() -> Retry.DEFAULT.backoff(bad));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retry.DEFAULT.fatalTypes(List.of(" ")));
        assertThatIllegalArgumentException().isThrownBy(() -> Retry.DEFAULT.delayAfter(0, FAILED));
    }

    @Property
    void waits_never_shrink_and_stay_between_the_first_and_the_longest(
            @ForAll("retries") Retry retry,
            @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE - 2) int attempt) {
        Duration one = retry.delayAfter(attempt, FAILED).orElseThrow();
        Duration next = retry.delayAfter(attempt + 1, FAILED).orElseThrow();
        assertThat(one).isBetween(retry.delay(), retry.delayMax());
        assertThat(next).isBetween(one, retry.delayMax());
        assertThat(retry.delayAfter(1, FAILED)).contains(retry.delay());
    }

    @Property
    void there_is_a_wait_before_every_attempt_but_the_first(
            @ForAll("retries") Retry retry, @ForAll @IntRange(min = 1, max = 50) int attemptsMax) {
        var bounded = retry.attemptsMax(attemptsMax);
        for (int attempt = 1; attempt <= 60; attempt++) {
            assertThat(bounded.delayAfter(attempt, FAILED).isPresent())
                    .isEqualTo(attempt < attemptsMax);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void what_was_said_is_what_holds(
            @ForAll("retries") Retry retry, @ForAll("options") RetryOptions said) {
        var result = retry.with(said);
        if (!said.delay().isZero()) {
            assertThat(result.delay()).isEqualTo(said.delay());
        }
        if (!said.delayMax().isZero()) {
            assertThat(result.delayMax()).isEqualTo(said.delayMax());
        }
        assertThat(result.backoff())
                .isEqualTo(said.backoff() == 0 ? retry.backoff() : said.backoff());
    }

    @Provide
    Arbitrary<Retry> retries() {
        return Combinators.combine(spans(), spans(), backoffs())
                .as(
                        (one, other, backoff) ->
                                new Retry(
                                        Integer.MAX_VALUE,
                                        one.compareTo(other) < 0 ? one : other,
                                        backoff,
                                        one.compareTo(other) < 0 ? other : one,
                                        List.of()));
    }

    @Provide
    Arbitrary<RetryOptions> options() {
        return Combinators.combine(
                        spans().injectDuplicates(0.3),
                        spans(),
                        Arbitraries.oneOf(Arbitraries.just(0.0), backoffs()))
                .as(
                        (one, other, backoff) ->
                                other.isZero() || one.compareTo(other) <= 0
                                        ? new RetryOptions(0, one, backoff, other, List.of())
                                        : new RetryOptions(0, other, backoff, one, List.of()));
    }

    private static Arbitrary<Double> backoffs() {
        return Arbitraries.oneOf(
                Arbitraries.of(1.0, Math.nextUp(1.0), 2.0, Double.MAX_VALUE),
                Arbitraries.doubles().between(1, 10));
    }

    private static Arbitrary<Duration> spans() {
        return Arbitraries.oneOf(
                Arbitraries.of(Duration.ZERO, Duration.ofNanos(1), LONGEST),
                Arbitraries.longs()
                        .between(0, 1L << 50)
                        .map(it -> Duration.ofSeconds(it >> 10, it & 1023)));
    }
}
