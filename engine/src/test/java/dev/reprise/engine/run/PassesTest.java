package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When all runs are looked at again: seldom, unless so many have ended that it is worth while. */
final class PassesTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration EVERY = Retention.FOREVER.every();

    private Instant now = NOON;
    private Instant steady = NOON;
    private final SteadyTime time = new SteadyTime(() -> now, () -> steady);
    private final Passes counting = new Passes(Retention.FOREVER.count(5), time);

    /** A pass that finds so many runs. */
    private void pass(Passes passes, Instant at, long runs) {
        steady = steady.plus(Duration.between(now, at));
        now = at;
        assertThat(passes.begin(at)).isTrue();
        assertThat(passes.next()).isEqualTo(Instant.MAX);
        passes.looked(runs);
        passes.end();
    }

    private void end(int runs) {
        for (int i = 0; i < runs; i++) {
            counting.ended(NOON);
        }
    }

    @Test
    void the_first_begins_at_once_and_the_next_when_there_is_a_reason() {
        pass(counting, NOON, 3);
        assertThat(counting.next()).isEqualTo(Instant.MAX);
        end(1);
        assertThat(counting.next()).isEqualTo(NOON.plus(EVERY));
        assertThat(counting.begin(NOON.plus(EVERY).minusNanos(1))).isFalse();
        pass(counting, NOON.plus(EVERY), 4);
        assertThat(counting.next()).isEqualTo(Instant.MAX);
    }

    @Test
    void when_many_have_ended_it_begins_at_once_and_is_quick() {
        pass(counting, NOON, 10);
        end(9_999);
        assertThat(counting.next()).isEqualTo(NOON.plus(EVERY));
        end(1);
        assertThat(counting.next()).isEqualTo(Instant.MIN);
        assertThat(counting.begin(NOON)).isTrue();
        assertThat(counting.looks()).isGreaterThan(Retention.FOREVER.stride());
        assertThat(counting.breath()).isLessThan(Duration.ofMillis(10));
    }

    @Test
    void many_are_half_as_many_as_there_are() {
        pass(counting, NOON, 1_000_000);
        end(499_999);
        assertThat(counting.isMany()).isFalse();
        end(1);
        assertThat(counting.isMany()).isTrue();
    }

    @Test
    void a_pass_gets_quick_when_many_end_meanwhile() {
        assertThat(counting.begin(NOON)).isTrue();
        assertThat(counting.looks()).isEqualTo(Retention.FOREVER.stride());
        end(10_000);
        assertThat(counting.looks()).isGreaterThan(Retention.FOREVER.stride());
        counting.looked(20_000);
        assertThat(counting.isMany()).as("those have been looked at").isFalse();
        assertThat(counting.looks()).isGreaterThan(Retention.FOREVER.stride());
    }

    @Test
    void by_age_it_begins_when_the_next_is_old_enough_however_many_there_are() {
        var aging = new Passes(Retention.FOREVER.age(Duration.ofHours(1)), time);
        pass(aging, NOON, 10);
        for (int i = 0; i < 20_000; i++) {
            aging.ended(NOON.plusSeconds(i));
        }
        assertThat(aging.next()).isEqualTo(NOON.plus(Duration.ofHours(1)));
        pass(aging, NOON.plus(Duration.ofHours(1)), 20_000);
        aging.expires(NOON.plus(Duration.ofHours(1)).plusSeconds(1));
        assertThat(aging.next()).isEqualTo(NOON.plus(Duration.ofHours(1)).plus(EVERY));
    }

    @Test
    void what_was_kept_for_others_waits_until_some_run_has_settled_something() {
        assertThat(counting.begin(NOON)).isTrue();
        counting.blocked();
        counting.looked(7);
        counting.end();
        assertThat(counting.next()).isEqualTo(Instant.MAX);
        counting.settled();
        assertThat(counting.next()).isEqualTo(NOON.plus(EVERY));
    }

    @Test
    void a_clock_that_is_set_back_makes_nobody_wait_longer() {
        pass(counting, NOON, 3);
        end(1);
        now = NOON.minus(Duration.ofHours(1));
        assertThat(counting.next()).isEqualTo(now.plus(EVERY));
        now = now.plus(EVERY);
        steady = steady.plus(EVERY);
        assertThat(counting.begin(now)).isTrue();
    }
}
