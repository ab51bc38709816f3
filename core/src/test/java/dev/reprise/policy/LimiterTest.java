package dev.reprise.policy;

import static dev.reprise.policy.Conversation.START;
import static dev.reprise.policy.Conversation.second;
import static dev.reprise.policy.Conversation.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** How many attempts a limiter lets start. */
class LimiterTest {
    private static final Limits TWO = Limits.NONE.concurrencyMax(2);
    private static final Limits TWO_IN_TEN = Limits.NONE.rate(new Rate(2, seconds(10)));
    private static final Verdict ON_CALL = new Verdict.Full(Optional.empty());

    private final Limiter limiter = new Limiter();

    private Verdict ask(Limits limits, long second) {
        var verdict = limiter.ask(limits, second(second));
        limiter.invariants();
        return verdict;
    }

    @Test
    void so_many_are_on_their_way_and_the_next_waits_for_one_to_end() {
        assertThat(ask(TWO, 0)).isEqualTo(Verdict.GO);
        assertThat(ask(TWO, 0)).isEqualTo(Verdict.GO);
        assertThat(ask(TWO, 99)).isEqualTo(ON_CALL);
        limiter.ended();
        assertThat(limiter.running()).isEqualTo(1);
        assertThat(ask(TWO, 99)).isEqualTo(Verdict.GO);
    }

    @Test
    void so_many_start_in_a_span_wherever_it_begins() {
        assertThat(ask(TWO_IN_TEN, 0)).isEqualTo(Verdict.GO);
        assertThat(ask(TWO_IN_TEN, 9)).isEqualTo(Verdict.GO);
        assertThat(ask(TWO_IN_TEN, 9)).isEqualTo(new Verdict.Full(second(10)));
        assertThat(ask(TWO_IN_TEN, 10)).isEqualTo(Verdict.GO);
        assertThat(ask(TWO_IN_TEN, 11)).isEqualTo(new Verdict.Full(second(19)));
    }

    @Test
    void when_the_rate_leaves_no_room_the_time_is_known() {
        var both = TWO_IN_TEN.concurrencyMax(2);
        ask(both, 0);
        ask(both, 0);
        assertThat(ask(both, 1)).isEqualTo(new Verdict.Full(second(10)));
        assertThat(ask(both, 10)).isEqualTo(ON_CALL);
    }

    @Test
    void each_is_judged_by_its_own_limits_over_what_all_did() {
        ask(TWO_IN_TEN, 0);
        ask(TWO, 1);
        assertThat(ask(TWO_IN_TEN, 2)).isEqualTo(new Verdict.Full(second(10)));
        assertThat(ask(TWO.concurrencyMax(3), 2)).isEqualTo(Verdict.GO);
        var four = Limits.NONE.rate(new Rate(4, seconds(100)));
        assertThat(ask(four, 3)).as("what two starts ago was is not known").isEqualTo(Verdict.GO);
        assertThat(ask(four, 4)).isEqualTo(Verdict.GO);
        assertThat(ask(four, 5)).isEqualTo(new Verdict.Full(second(101)));
    }

    @Test
    void without_limits_it_only_counts() {
        for (int i = 0; i < 9; i++) {
            assertThat(ask(Limits.NONE, 0)).isEqualTo(Verdict.GO);
        }
        assertThat(limiter.running()).isEqualTo(9);
    }

    @Test
    void a_clock_that_goes_back_lets_nothing_more_through() {
        ask(TWO_IN_TEN, 100);
        ask(TWO_IN_TEN, 100);
        assertThat(ask(TWO_IN_TEN, 50)).isEqualTo(new Verdict.Full(second(110)));
        assertThat(ask(TWO_IN_TEN, 110)).isEqualTo(Verdict.GO);
        assertThat(ask(TWO_IN_TEN, 0)).isEqualTo(Verdict.GO);
        assertThat(ask(TWO_IN_TEN, 119)).isEqualTo(new Verdict.Full(second(120)));
        assertThat(ask(TWO_IN_TEN, 130)).isEqualTo(Verdict.GO);
        assertThat(ask(TWO_IN_TEN, 105)).as("as if it were 130").isEqualTo(Verdict.GO);
    }

    @Test
    void the_end_of_time_is_no_overflow() {
        assertThat(limiter.ask(TWO_IN_TEN, Instant.MIN)).isEqualTo(Verdict.GO);
        assertThat(limiter.ask(TWO_IN_TEN, Instant.MAX)).isEqualTo(Verdict.GO);
        limiter.invariants();
    }

    @Test
    void nothing_ends_that_has_not_started() {
        assertThatIllegalStateException().isThrownBy(limiter::ended);
    }

    @Property(tries = 300)
    void no_span_has_more_starts_and_nobody_is_refused_without_need(@ForAll long seed) {
        var random = new Random(seed);
        var rate = new Rate(1 + random.nextInt(5), Duration.ofMillis(1 + random.nextInt(50)));
        int most = random.nextInt(4);
        var limits = new Limits("", most, rate);
        var limiter = new Limiter();
        var starts = new ArrayList<Instant>();
        var now = START;
        for (int i = 0; i < 300; i++) {
            now = now.plusMillis(random.nextInt(8));
            if (limiter.running() > 0 && random.nextInt(3) == 0) {
                limiter.ended();
            }
            int running = limiter.running();
            var expected = naive(limits, starts, running, now);
            assertThat(limiter.ask(limits, now)).isEqualTo(expected);
            limiter.invariants();
            if (expected instanceof Verdict.Go) {
                starts.add(now);
            }
        }
        for (var from : starts) {
            var to = from.plus(rate.per());
            assertThat(starts.stream().filter(at -> !at.isBefore(from) && at.isBefore(to)))
                    .hasSizeLessThanOrEqualTo(rate.count());
        }
    }

    /** A start is refused when it would be one too many in the span that ends with it. */
    private static Verdict naive(Limits limits, List<Instant> starts, int running, Instant now) {
        var since = now.minus(limits.rate().per());
        var recent = starts.stream().filter(at -> at.isAfter(since)).toList();
        if (recent.size() >= limits.rate().count()) {
            var first = recent.get(recent.size() - limits.rate().count());
            return new Verdict.Full(first.plus(limits.rate().per()));
        }
        return limits.concurrencyMax() > 0 && running >= limits.concurrencyMax()
                ? ON_CALL
                : Verdict.GO;
    }
}
