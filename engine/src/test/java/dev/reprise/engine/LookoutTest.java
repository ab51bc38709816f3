package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.control.Health.Overdue;
import dev.reprise.engine.run.Onlooker;
import dev.reprise.engine.watch.Panel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What takes too long is reported while it does, by a clock that is set by hand. */
final class LookoutTest {
    private static final RunId RUN = new RunId("order-17");
    private static final StackTraceElement[] STACK = {
        new StackTraceElement("Shop", "pay", "Shop.java", 7)
    };

    private final Panel panel = new Panel();
    private final List<String> said = new ArrayList<>();
    private long millis;
    private final Lookout lookout =
            new Lookout(
                    panel,
                    (level, message) -> said.add(level + " " + message),
                    Watching.DEFAULT,
                    () -> Instant.ofEpochMilli(millis),
                    () -> millis * 1_000_000);

    private void at(long moment) {
        millis = moment;
        lookout.look();
    }

    private long number(String name) {
        return panel.number("reprise." + name).orElseThrow();
    }

    private Onlooker.AttemptLook attempt(int attempt, Optional<Duration> allowed) {
        var call = new Call(RUN, 3, "3", "Shop.pay", List.of(), attempt, 0);
        return lookout.attempt(call, allowed, () -> STACK);
    }

    @Test
    void an_activation_is_reported_once_while_it_is_slow_and_once_when_it_ends() {
        var slow = lookout.activation(RUN, "Order", () -> "unit / at Order.run(Order.java:7)");
        at(999);
        assertThat(said).isEmpty();
        at(1_000);
        at(3_000);
        assertThat(said)
                .containsExactly(
                        "WARNING activation-slow run=order-17 type=Order: It has taken 1.0 s and"
                                + " goes on: unit / at Order.run(Order.java:7).");
        assertThat(lookout.overdue())
                .containsExactly(
                        new Overdue(
                                Overdue.What.ACTIVATION,
                                RUN,
                                "Order",
                                0,
                                Instant.EPOCH,
                                "unit / at Order.run(Order.java:7)"));
        slow.ended(1, 1, 0);
        assertThat(said)
                .last()
                .isEqualTo(
                        "WARNING activation-was-slow run=order-17 type=Order: It took 3.0 s, and"
                                + " has ended.");
        at(9_000);
        assertThat(said).hasSize(2);
        assertThat(lookout.overdue()).isEmpty();
        assertThat(number("activation.slow")).isEqualTo(1);
        assertThat(number("activation")).isEqualTo(1);
    }

    @Test
    void an_activation_that_nobody_saw_is_reported_when_it_ends_and_the_next_is_another() {
        var unseen = lookout.activation(RUN, "Order", () -> "");
        millis = 1_500;
        unseen.ended(1, 1, 12);
        assertThat(said).hasSize(1).first().asString().contains("activation-was-slow");
        var next = lookout.activation(RUN, "Order", () -> "");
        at(2_000);
        next.ended(1, 1, 0);
        assertThat(said).hasSize(1);
        assertThat(number("activation.slow")).isEqualTo(1);
        assertThat(number("replayed.turns")).isEqualTo(12);
    }

    @Test
    void an_attempt_without_a_limit_is_stuck_after_a_minute() {
        var attempt = attempt(2, Optional.empty());
        at(59_999);
        assertThat(said).isEmpty();
        at(60_000);
        at(70_000);
        assertThat(said)
                .containsExactly(
                        "WARNING activity-stuck run=order-17 command=3 activity=Shop.pay attempt=2:"
                                + " The attempt has taken 60.0 s and goes on, at\n"
                                + "    Shop.pay(Shop.java:7)");
        assertThat(lookout.overdue())
                .containsExactly(
                        new Overdue(
                                Overdue.What.ACTIVITY,
                                RUN,
                                "Shop.pay",
                                2,
                                Instant.EPOCH,
                                "    Shop.pay(Shop.java:7)"));
        attempt.ended(new Outcome.Completed(Payload.NONE));
        assertThat(said).last().asString().endsWith("It took 70.0 s, and is completed.");
        assertThat(lookout.overdue()).isEmpty();
        assertThat(number("activity.stuck")).isEqualTo(1);
        assertThat(number("activity.retries")).isEqualTo(1);
    }

    @Test
    void an_attempt_with_a_limit_is_stuck_when_half_of_it_has_passed() {
        attempt(1, Optional.of(Duration.ofSeconds(10)));
        attempt(1, Optional.of(Duration.ofMillis(100)));
        at(999);
        assertThat(said).isEmpty();
        at(1_000);
        assertThat(said).hasSize(1);
        at(4_999);
        assertThat(said).hasSize(1);
        at(5_000);
        assertThat(said).hasSize(2);
    }

    @Test
    void an_attempt_ends_once_and_is_counted_as_what_came_first() {
        var attempt = attempt(1, Optional.empty());
        attempt.away();
        attempt.ended(new Outcome.Completed(Payload.NONE));
        attempt(1, Optional.empty())
                .ended(
                        new Outcome.Failed(
                                new Failure.Timeout(
                                        Failure.TimeoutKind.START_TO_CLOSE,
                                        "late",
                                        Payload.NONE,
                                        Optional.empty())));
        attempt(1, Optional.empty())
                .ended(new Outcome.Failed(new Failure.Cancelled("no", Payload.NONE)));
        attempt(1, Optional.empty()).ended(new Outcome.Failed(new Failure.Application("T", "m")));
        assertThat(panel.text())
                .contains(
                        "reprise_activity_outcomes_total{activity=\"Shop.pay\",outcome=\"away\"} 1",
                        "reprise_activity_outcomes_total{activity=\"Shop.pay\",outcome=\"completed\"} 0",
                        "reprise_activity_outcomes_total{activity=\"Shop.pay\",outcome=\"timed_out\"} 1",
                        "reprise_activity_outcomes_total{activity=\"Shop.pay\",outcome=\"cancelled\"} 1",
                        "reprise_activity_outcomes_total{activity=\"Shop.pay\",outcome=\"failed\"} 1");
        at(100_000);
        assertThat(said).isEmpty();
    }

    @Test
    void whoever_throws_while_it_is_asked_where_it_is_is_no_harm() {
        lookout.activation(
                RUN,
                "Order",
                () -> {
                    throw new IllegalStateException("nobody knows");
                });
        at(2_000);
        assertThat(said)
                .hasSize(1)
                .first()
                .asString()
                .contains("ERROR look-failed", "nobody knows");
    }
}
