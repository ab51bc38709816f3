package dev.reprise.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.testing.Shop.Order;
import dev.reprise.engine.testing.Shop.Payments;
import dev.reprise.engine.testing.Shop.Question;
import dev.reprise.engine.testing.Shop.Sleeper;
import dev.reprise.engine.testing.Shop.Treadmill;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The clock of a test engine moves when nothing can happen without that, or when a test says so.
 */
@Timeout(60)
class TestTimeTest {
    private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");

    private final TestEngine engine =
            TestEngine.create()
                    .register(Sleeper.class)
                    .register(Order.class)
                    .register(Question.class)
                    .register(Treadmill.class);

    @AfterEach
    void close() {
        engine.close();
    }

    private void paymentsAreGood() {
        var payments = engine.stub(Payments.class);
        payments.on(Payments::charge).returns("receipt");
        payments.on(Payments::refund).returns("refunded");
        payments.on(Payments::note).returns();
    }

    @Test
    void a_run_that_sleeps_for_a_year_ends_at_once() {
        var run = engine.client().start(Sleeper.class, 365 * 24);
        assertThat(engine.now()).isEqualTo(NEW_YEAR);
        assertThat(run.result()).isEqualTo("slept until 2027-01-01T00:00:00Z");
        assertThat(engine.now()).isEqualTo(Instant.parse("2027-01-01T00:00:00Z"));
    }

    @Test
    void runs_that_sleep_wake_in_the_order_of_their_times() {
        var late = engine.client().start(Sleeper.class, 3);
        var early = engine.client().start(Sleeper.class, 1);
        assertThat(early.result()).isEqualTo("slept until 2026-01-01T01:00:00Z");
        assertThat(engine.now()).isEqualTo(NEW_YEAR.plus(Duration.ofHours(1)));
        assertThat(late.describe().status().isEnd()).isFalse();
        assertThat(late.result()).isEqualTo("slept until 2026-01-01T03:00:00Z");
    }

    @Test
    void time_that_a_test_lets_pass_is_all_that_passes() {
        paymentsAreGood();
        var order = engine.client().start(Order.class, "42");
        engine.advance(Duration.ofHours(47));
        assertThat(order.describe().status().isEnd()).isFalse();
        assertThat(engine.now()).isEqualTo(NEW_YEAR.plus(Duration.ofHours(47)));
        engine.until(NEW_YEAR.plus(Duration.ofDays(2)));
        assertThat(order.describe().status().isEnd()).isTrue();
        assertThat(order.result()).isEqualTo("refunded");
        assertThat(engine.now()).isEqualTo(NEW_YEAR.plus(Duration.ofDays(2)));
    }

    @Test
    void many_things_happen_in_the_time_that_passes() {
        var run = engine.client().start(Treadmill.class, new RunId("t"), "");
        engine.advance(Duration.ofDays(10));
        assertThat(engine.history(run).lines()).filteredOn("timer (240) fires"::equals).hasSize(1);
        assertThat(engine.history(run).lines()).doesNotContain("timer (241) fires");
    }

    @Test
    void a_timer_that_was_stopped_does_not_move_the_clock() {
        paymentsAreGood();
        var order = engine.client().start(Order.class, "42");
        order.signal("approve", "carol");
        assertThat(order.result()).isEqualTo("receipt");
        var question = engine.client().start(Question.class, "why");
        assertThatThrownBy(question::result).isInstanceOf(Stalled.class);
        assertThat(engine.now()).isEqualTo(NEW_YEAR);
    }

    @Test
    void what_was_asked_has_been_carried_out_when_the_call_returns() {
        paymentsAreGood();
        var order = engine.client().start(Order.class, "42");
        assertThat(order.query("approved", Boolean.class)).isFalse();
        order.signal("approve", "carol");
        assertThat(order.describe().status().isEnd()).isTrue();
    }

    @Test
    void time_stands_still_when_a_test_wants_that() {
        engine.skipping(false);
        var run = engine.client().start(Sleeper.class, 1);
        assertThatThrownBy(run::result)
                .isInstanceOf(Stalled.class)
                .hasMessageContaining("time does not pass by itself here")
                .hasMessageContaining(
                        "waits for timer 1 of 1 h, due at 2026-01-01T01:00:00Z, in 1 h");
        assertThat(engine.now()).isEqualTo(NEW_YEAR);
        engine.advance(Duration.ofHours(1));
        assertThat(run.result()).isEqualTo("slept until 2026-01-01T01:00:00Z");
    }

    @Test
    void a_wait_that_is_limited_is_limited_in_time_of_the_test_clock() throws Exception {
        var run = engine.client().start(Sleeper.class, 2);
        assertThatThrownBy(() -> run.result(Duration.ofHours(1)))
                .isInstanceOf(TimeoutException.class);
        assertThat(engine.now()).isEqualTo(NEW_YEAR.plus(Duration.ofHours(1)));
        assertThat(run.result(Duration.ofHours(1))).isEqualTo("slept until 2026-01-01T02:00:00Z");
    }

    @Test
    void time_passes_for_those_who_wait_for_a_future() throws Exception {
        var run = engine.client().start(Sleeper.class, 2);
        assertThat(run.resultAsync().thenApply(String::length).join()).isEqualTo(32);
        var other = engine.client().runAsync(Sleeper.class, new RunId("other"), 2);
        assertThatThrownBy(() -> other.get(1, TimeUnit.HOURS)).isInstanceOf(TimeoutException.class);
        assertThat(other.get()).isEqualTo("slept until 2026-01-01T04:00:00Z");
    }

    @Test
    void the_same_seed_gives_the_same_ids_and_times() {
        String first = engine.client().start(Sleeper.class, 2).id().value();
        try (var again = TestEngine.create().register(Sleeper.class);
                var other =
                        TestEngine.create(TestOptions.DEFAULT.seed(2)).register(Sleeper.class)) {
            assertThat(again.client().start(Sleeper.class, 2).id().value()).isEqualTo(first);
            assertThat(other.client().start(Sleeper.class, 2).id().value()).isNotEqualTo(first);
        }
    }

    @Test
    void the_clock_begins_where_a_test_wants_it_and_is_never_put_back() {
        Instant begins = Instant.parse("1999-12-31T23:00:00Z");
        try (var old = TestEngine.create(TestOptions.DEFAULT.begins(begins))) {
            old.register(Sleeper.class);
            assertThat(old.client().start(Sleeper.class, 2).result())
                    .isEqualTo("slept until 2000-01-01T01:00:00Z");
            assertThatThrownBy(() -> old.until(begins))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("1999-12-31T23:00:00Z");
            assertThatThrownBy(() -> old.advance(Duration.ofSeconds(-1)))
                    .hasMessageContaining("PT-1S");
        }
    }
}
