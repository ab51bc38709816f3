package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Fallback;
import dev.reprise.policy.Field;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Gates;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of activities under their policies. Days pass in no time. */
@Timeout(60)
final class PoliciesOfRunsTest {
    private static final Duration DAY = Duration.ofDays(1);

    private static Partial tried(int retries) {
        return Partial.NONE
                .with(Field.MAX_RETRIES, retries)
                .with(Field.BACKOFF, Backoff.Shape.LINEAR)
                .with(Field.DELAY_MAX, DAY.multipliedBy(9))
                .with(Field.DELAY_BASE, DAY);
    }

    private static String fails(ActivityContext context) {
        throw ApplicationFailed.of("Flaky", "attempt " + context.attempt());
    }

    // ---- Time ----

    @Test
    void back_off_waits_take_days_and_survive_the_process() {
        try (var it = new Rehearsed()) {
            it.says(tried(2)).does(PoliciesOfRunsTest::fails).opened();
            it.start(Rehearsed.Each.class, "a").begins(1).passes(DAY).begins(2).settles();
            it.opened().passes(DAY).settles();
            assertThat(it.begun).hasSize(2);
            assertThat(it.passes(DAY).result()).isEqualTo("Application attempt 3");
            assertThat(it.begun).containsExactly("work a 1+0", "work a 2+0", "work a 3+0");
        }
    }

    @Test
    void what_is_stuck_is_abandoned_and_its_late_outcome_counted_and_ignored() {
        try (var it = new Rehearsed()) {
            it.says(tried(1).with(Field.START_TO_CLOSE, Duration.ofHours(1)))
                    .does(context -> context.attempt() == 1 ? it.stall() : "second")
                    .opened()
                    .start(Rehearsed.Each.class, "a")
                    .begins(1)
                    .passes(Duration.ofMinutes(59));
            assertThat(it.engine().counts().abandonedAttempts()).isZero();
            it.passes(Duration.ofMinutes(1)).passes(DAY);
            assertThat(it.result()).isEqualTo("second");
            assertThat(it.engine().counts().abandonedAttempts()).isEqualTo(1);
            assertThat(it.engine().counts().lateOutcomes()).isZero();
            it.release.countDown();
            it.until(() -> it.engine().counts().lateOutcomes() == 1).until(it.engine()::isQuiet);
        }
    }

    @Test
    void heartbeats_keep_it_going_and_the_next_attempt_is_told_the_last_of_them() {
        var beating = new AtomicReference<ActivityContext>();
        try (var it = new Rehearsed()) {
            it.says(tried(1).with(Field.HEARTBEAT, Duration.ofHours(1)))
                    .does(
                            context -> {
                                if (context.attempt() == 1) {
                                    beating.set(context);
                                    return it.stall();
                                }
                                return "after " + context.lastDetails(String.class).orElse("");
                            })
                    .opened()
                    .start(Rehearsed.Each.class, "a")
                    .until(() -> beating.get() != null)
                    .passes(Duration.ofMinutes(50));
            beating.get().heartbeat("half");
            it.passes(Duration.ofMinutes(50));
            assertThat(beating.get().isCancelled()).isFalse();
            it.passes(Duration.ofMinutes(10));
            assertThat(beating.get().isCancelled()).isTrue();
            it.settles().opened().passes(DAY);
            assertThat(it.result()).isEqualTo("after half");
        }
    }

    @Test
    void nothing_begins_at_its_end_or_after() {
        try (var it = new Rehearsed()) {
            it.says(tried(9).with(Field.DEADLINE, it.now().plus(DAY.multipliedBy(2))))
                    .does(PoliciesOfRunsTest::fails)
                    .opened()
                    .start(Rehearsed.Each.class, "a b")
                    .begins(1)
                    .passes(DAY)
                    .begins(2);
            // The next wait, of two days, would reach the deadline; so b has one attempt at least.
            it.begins(3).passes(DAY.multipliedBy(3));
            assertThat(it.result()).isEqualTo("Application attempt 2, Application attempt 1");
            assertThat(it.begun).hasSize(3);
        }
    }

    @Test
    void what_is_asked_for_after_the_deadline_never_begins() {
        try (var it = new Rehearsed()) {
            it.says(Partial.NONE.with(Field.DEADLINE, it.now())).opened();
            assertThat(it.start(Rehearsed.Each.class, "a").result()).startsWith("Timeout The time");
            assertThat(it.begun).isEmpty();
        }
    }

    @Test
    void a_delay_is_a_durable_timer() {
        try (var it = new Rehearsed()) {
            it.says(Partial.NONE.with(Field.DELAY, DAY)).opened();
            it.start(Rehearsed.Each.class, "a").opened().passes(DAY.minusSeconds(1));
            assertThat(it.begun).isEmpty();
            assertThat(it.passes(Duration.ofSeconds(1)).result()).isEqualTo("done");
            assertThat(it.begun).containsExactly("work a 1+0");
        }
    }

    // ---- What is recorded ----

    @Test
    void what_was_recorded_wins_over_the_rules_of_the_next_process() {
        try (var it = new Rehearsed()) {
            it.says(tried(1)).does(PoliciesOfRunsTest::fails).opened();
            it.start(Rehearsed.Each.class, "a b").begins(1).settles();
            it.says(tried(0)).opened().passes(DAY);
            assertThat(it.result()).isEqualTo("Application attempt 2, Application attempt 1");
        }
    }

    @Test
    void a_predicate_that_is_not_bound_any_more_is_a_clear_failure() {
        var bound = Functions.NONE.failure("mends", _ -> true);
        try (var it = new Rehearsed()) {
            it.says(tried(2).with(Field.RETRY_IF, "mends"))
                    .settings(s -> s.functions(bound))
                    .does(PoliciesOfRunsTest::fails)
                    .opened();
            it.start(Rehearsed.Each.class, "a").begins(1).settles();
            it.settings(s -> s.functions(Functions.NONE)).opened().passes(DAY).begins(2);
            it.does(_ -> "done");
            assertThat(it.engine().watch(Rehearsed.RUN).join().toString()).contains("Completed");
            assertThat(it.begun).hasSize(2);
        }
    }

    @Test
    void what_may_be_delivered_once_is_lost_with_its_process() {
        try (var it = new Rehearsed()) {
            it.says(tried(2).with(Field.AT_MOST_ONCE, true)).does(_ -> it.stall()).opened();
            it.start(Rehearsed.Each.class, "a").begins(1);
            assertThat(it.does(_ -> "done").opened().result()).startsWith("Lost The delivery");
            assertThat(it.begun).containsExactly("work a 1+0");
        }
    }

    // ---- Ends ----

    @Test
    void what_is_skipped_gives_nothing() {
        try (var it = new Rehearsed()) {
            it.says(Partial.NONE.with(Field.ON_FAILURE, OnFailure.SKIP).with(Field.MAX_RETRIES, 0))
                    .does(PoliciesOfRunsTest::fails)
                    .opened();
            assertThat(it.start(Rehearsed.Each.class, "a").result()).isEqualTo("null");
        }
    }

    @Test
    void a_fallback_is_a_value_another_activity_or_the_same_with_overrides() {
        var codec = Settings.DEFAULT.codec();
        var overrides = new TreeMap<String, Payload>();
        overrides.put("model", codec.encode("small"));
        assertThat(recovered(new Fallback.Value(codec.encode("spare")))).isEqualTo("spare");
        assertThat(recovered(new Fallback.Instead("Work.other"))).isEqualTo("2 after attempt 1");
        assertThat(recovered(new Fallback.RetryWith(overrides)))
                .isEqualTo("2 after attempt 1 small");
    }

    private static String recovered(Fallback fallback) {
        try (var it = new Rehearsed()) {
            it.says(
                            Partial.NONE
                                    .with(Field.MAX_RETRIES, 0)
                                    .with(Field.ON_FAILURE, new OnFailure.Recover(fallback)))
                    .does(
                            context -> {
                                if (context.attempt() == 1) {
                                    return fails(context);
                                }
                                String why = context.failure().orElseThrow().message();
                                String model = context.override("model", String.class).orElse("");
                                return (context.attempt() + " after " + why + " " + model).strip();
                            })
                    .opened();
            return it.start(Rehearsed.Each.class, "a").result();
        }
    }

    @Test
    void a_compensation_runs_under_a_key_of_its_own_and_the_failure_is_told() {
        var keys = new TreeMap<Integer, String>();
        try (var it = new Rehearsed()) {
            it.says(
                            Partial.NONE
                                    .with(Field.MAX_RETRIES, 0)
                                    .with(Field.ON_FAILURE, new OnFailure.Compensate("Work.other")))
                    .does(
                            context -> {
                                keys.put(context.attempt(), context.idempotencyKey());
                                return context.attempt() == 1 ? fails(context) : "undone";
                            })
                    .opened();
            assertThat(it.start(Rehearsed.Each.class, "a").result())
                    .isEqualTo("Application attempt 1");
            assertThat(it.begun).containsExactly("work a 1+0", "other a 2+0");
            assertThat(keys.values()).containsExactly("r/1~1.1", "r/1~1.1/Work.other");
        }
    }

    @Test
    void a_dead_letter_waits_for_a_person_over_restarts_and_is_driven_anew() {
        try (var it = new Rehearsed()) {
            parked(it);
            it.opened().passes(DAY);
            assertThat(it.engine().archive().deadLetters())
                    .singleElement()
                    .satisfies(
                            letter -> {
                                assertThat(letter.queue()).isEqualTo("people");
                                assertThat(letter.activityId()).isEqualTo("1");
                                assertThat(letter.attempts()).isEqualTo(1);
                                assertThat(letter.failure().message()).isEqualTo("attempt 1");
                            });
            it.does(context -> "attempt " + context.attempt()).opened();
            it.engine().redrive(Rehearsed.RUN, "1", "").join();
            assertThat(it.result()).isEqualTo("attempt 2");
            assertThat(it.begun).containsExactly("work a 1+0", "work a 2+0");
            assertThat(it.engine().archive().deadLetters()).isEmpty();
        }
    }

    @Test
    void a_dead_letter_is_driven_anew_once_however_often_that_is_asked() {
        try (var it = new Rehearsed()) {
            parked(it);
            assertThat(it.engine().redrive(Rehearsed.RUN, "1", "x").join()).isTrue();
            it.begins(2).settles().until(() -> !it.engine().archive().deadLetters().isEmpty());
            assertThat(it.engine().redrive(Rehearsed.RUN, "1", "x").join()).isFalse();
            it.opened().settles();
            assertThat(it.engine().redrive(Rehearsed.RUN, "1", "x").join()).isFalse();
            it.settles();
            assertThat(it.begun).containsExactly("work a 1+0", "work a 2+0");
        }
    }

    private static void parked(Rehearsed it) {
        it.says(
                        Partial.NONE
                                .with(Field.MAX_RETRIES, 0)
                                .with(Field.ON_FAILURE, new OnFailure.DeadLetter("people")))
                .does(PoliciesOfRunsTest::fails)
                .opened()
                .start(Rehearsed.Each.class, "a")
                .until(() -> !it.engine().archive().deadLetters().isEmpty());
    }

    @Test
    void a_person_may_say_how_a_dead_letter_ends_and_only_once() {
        try (var it = new Rehearsed()) {
            parked(it);
            var value = new Outcome.Completed(Settings.DEFAULT.codec().encode("by hand"));
            assertThatThrownBy(() -> it.engine().resolve(Rehearsed.RUN, "2", value, "").join())
                    .isInstanceOf(CompletionException.class)
                    .hasMessageContaining("No activity 2 of run r waits for a person");
            it.engine().resolve(Rehearsed.RUN, "1", value, "").join();
            assertThat(it.result()).isEqualTo("by hand");
            assertThatThrownBy(() -> it.engine().redrive(Rehearsed.RUN, "1", "").join())
                    .hasMessageContaining("has ended");
        }
    }

    // ---- Gates ----

    @Test
    void one_at_a_time_in_the_order_of_asking() {
        try (var it = new Rehearsed()) {
            it.says(Partial.NONE.with(Field.CONCURRENCY_MAX, 1)).does(_ -> it.stall()).opened();
            it.start(Rehearsed.All.class, "a b c").begins(1).settles();
            assertThat(it.begun).containsExactly("work a 1+0");
            assertThat(it.engine().permitsOut()).isEqualTo(1);
            it.release.countDown();
            assertThat(it.result()).isEqualTo("done, done, done");
            assertThat(it.begun).containsExactly("work a 1+0", "work b 1+0", "work c 1+0");
            it.until(() -> it.engine().permitsOut() == 0);
        }
    }

    @Test
    void what_is_abandoned_gives_its_permit_back() {
        try (var it = new Rehearsed()) {
            it.says(
                            Partial.NONE
                                    .with(Field.MAX_RETRIES, 0)
                                    .with(Field.CONCURRENCY_MAX, 1)
                                    .with(Field.START_TO_CLOSE, DAY))
                    .does(_ -> it.begun.size() == 1 ? it.stall() : "done")
                    .opened();
            it.start(Rehearsed.All.class, "a b").begins(1).passes(DAY);
            assertThat(it.result()).startsWith("Timeout It began").endsWith(", done");
            assertThat(it.engine().permitsOut()).isZero();
        }
    }

    @Test
    void who_waits_too_long_for_room_fails_without_an_attempt() {
        try (var it = new Rehearsed()) {
            it.says(Partial.NONE.with(Field.CONCURRENCY_MAX, 1).with(Field.SCHEDULE_TO_START, DAY))
                    .does(_ -> it.stall())
                    .opened();
            it.start(Rehearsed.All.class, "a b").begins(1).passes(DAY.plusNanos(1));
            it.release.countDown();
            assertThat(it.result()).startsWith("done, Timeout It was due");
            assertThat(it.begun).hasSize(1);
        }
    }

    @Test
    void a_rate_lets_one_begin_in_a_day() {
        try (var it = new Rehearsed()) {
            it.says(Partial.NONE.with(Field.RATE, new Rate(1, DAY))).opened();
            it.start(Rehearsed.All.class, "a b").begins(1).passes(DAY.minusSeconds(1));
            assertThat(it.begun).hasSize(1);
            assertThat(it.passes(Duration.ofSeconds(1)).result()).isEqualTo("done, done");
        }
    }

    @Test
    void an_open_breaker_lets_nothing_begin_until_it_is_asked_again() {
        var breaker =
                Partial.NONE
                        .with(Field.MAX_RETRIES, 0)
                        .with(Field.BREAKER, "till")
                        .with(Field.WINDOW_CALLS, 1)
                        .with(Field.CALLS_MIN, 1)
                        .with(Field.OPEN_FOR, DAY);
        try (var it = new Rehearsed()) {
            it.says(breaker).does(PoliciesOfRunsTest::fails).opened();
            assertThat(it.start(Rehearsed.Each.class, "a b").result())
                    .isEqualTo("Application attempt 1, Application The breaker till is open.");
            assertThat(it.begun).hasSize(1);
        }
        try (var it = new Rehearsed()) {
            it.says(breaker.with(Field.ON_OPEN, Gates.OnOpen.WAIT))
                    .does(_ -> it.begun.size() == 1 ? fails(ActivityContext.current()) : "done")
                    .opened();
            it.start(Rehearsed.Each.class, "a b").begins(1).passes(DAY.minusSeconds(1));
            assertThat(it.begun).hasSize(1);
            assertThat(it.passes(Duration.ofSeconds(1)).result()).endsWith(", done");
        }
    }

    @Test
    void who_waits_for_a_breaker_to_decide_goes_on_whatever_is_decided() {
        var breaker =
                Partial.NONE
                        .with(Field.MAX_RETRIES, 0)
                        .with(Field.BREAKER, "till")
                        .with(Field.WINDOW_CALLS, 1)
                        .with(Field.CALLS_MIN, 1)
                        .with(Field.HALF_OPEN_CALLS, 1)
                        .with(Field.OPEN_FOR, DAY)
                        .with(Field.ON_OPEN, Gates.OnOpen.WAIT);
        try (var it = new Rehearsed()) {
            it.says(breaker)
                    .does(
                            context ->
                                    it.begun.size() == 1
                                            ? fails(context)
                                            : it.begun.size() == 2 ? it.stall() : "done")
                    .opened();
            it.start(Rehearsed.Each.class, "a").begins(1).settles();
            it.also("s", Rehearsed.All.class, "b c").passes(DAY).begins(2).settles();
            assertThat(it.begun).hasSize(2);
            // The one that is to decide does not come back: another is let in.
            it.passes(DAY).begins(3);
        }
    }

    @Test
    void a_run_spends_its_budget_once_over_restarts() {
        try (var it = new Rehearsed()) {
            it.says(tried(9).with(Field.BUDGET_ATTEMPTS, 2L))
                    .does(PoliciesOfRunsTest::fails)
                    .opened();
            it.start(Rehearsed.Each.class, "a").begins(1).passes(DAY).begins(2).settles();
            it.opened().passes(DAY.multipliedBy(2));
            assertThat(it.result()).isEqualTo("Application attempt 2");
            assertThat(it.begun).hasSize(2);
        }
    }

    @Test
    void what_a_gate_keeps_out_is_not_paid_for() {
        // The run may have two attempts: b is kept out, so c could still be paid for.
        var breaker =
                tried(0).with(Field.BREAKER, "till")
                        .with(Field.WINDOW_CALLS, 1)
                        .with(Field.CALLS_MIN, 1)
                        .with(Field.OPEN_FOR, DAY)
                        .with(Field.BUDGET_ATTEMPTS, 2L);
        try (var it = new Rehearsed()) {
            it.says(breaker)
                    .does(PoliciesOfRunsTest::fails)
                    .opened()
                    .start(Rehearsed.Each.class, "a b c");
            assertThat(it.result())
                    .isEqualTo(
                            "Application attempt 1, Application The breaker till is open.,"
                                    + " Application The breaker till is open.");
        }
        try (var it = new Rehearsed()) {
            it.says(
                            tried(0).with(Field.CONCURRENCY_MAX, 1)
                                    .with(Field.SCHEDULE_TO_START, DAY)
                                    .with(Field.BUDGET_ATTEMPTS, 2L))
                    .does(_ -> it.begun.size() == 1 ? it.stall() : "done")
                    .opened();
            it.also("s", Rehearsed.Each.class, "x").begins(1);
            it.start(Rehearsed.Each.class, "a b c").passes(DAY.plusNanos(1)).opened().settles();
            it.release.countDown();
            assertThat(it.result()).startsWith("Timeout It was due").endsWith(", done, done");
        }
    }

    // ---- What is asked for by something that has an end ----

    @Test
    void what_takes_the_place_of_an_activity_inherits_its_deadline() {
        var codec = Settings.DEFAULT.codec();
        var overrides = new TreeMap<String, Payload>();
        overrides.put("model", codec.encode("small"));
        for (OnFailure answer :
                List.of(
                        new OnFailure.Recover(new Fallback.Instead("Work.other")),
                        new OnFailure.Recover(new Fallback.RetryWith(overrides)),
                        new OnFailure.Route(List.of("Flaky"), "Work.other"))) {
            try (var it = new Rehearsed()) {
                it.says(
                                tried(0).with(Field.DEADLINE, it.now().plus(DAY))
                                        .with(Field.ON_FAILURE, answer))
                        .does(context -> context.attempt() == 1 ? fails(context) : it.stall())
                        .opened();
                it.start(Rehearsed.Each.class, "a").begins(2).passes(DAY.minusSeconds(1));
                assertThat(it.engine().counts().abandonedAttempts()).isZero();
                it.passes(Duration.ofSeconds(1));
                assertThat(it.engine().counts().abandonedAttempts()).isEqualTo(1);
                assertThat(it.result()).startsWith("Timeout ");
            }
        }
    }

    @Test
    void what_undoes_an_activity_begins_after_its_deadline_and_has_an_hour() {
        var undo = new OnFailure.Compensate("Work.other");
        try (var it = new Rehearsed()) {
            it.says(tried(9).with(Field.DEADLINE, it.now().plus(DAY)).with(Field.ON_FAILURE, undo))
                    .does(_ -> it.stall())
                    .opened();
            it.start(Rehearsed.Each.class, "a").begins(1).passes(DAY).begins(2);
            it.passes(Duration.ofMinutes(59));
            assertThat(it.engine().counts().abandonedAttempts()).isEqualTo(1);
            it.passes(Duration.ofMinutes(1));
            assertThat(it.engine().counts().abandonedAttempts()).isEqualTo(2);
            assertThat(it.result()).contains("The compensation Work.other failed, too");
        }
    }

    // ---- Outside ----

    private static Rehearsed outside(Rehearsed it, Partial more) {
        return it.says(more.with(Field.MODE, Execution.Mode.EXTERNAL))
                .does(context -> context.taskToken().text())
                .opened()
                .start(Rehearsed.Each.class, "a")
                .begins(1)
                .settles();
    }

    private static Outcome value(String value) {
        return new Outcome.Completed(Settings.DEFAULT.codec().encode(value));
    }

    @Test
    void what_is_completed_from_outside_is_not_started_again_by_the_next_process() {
        try (var it = new Rehearsed()) {
            outside(it, tried(0)).opened().settles();
            assertThat(it.engine().complete(it.token(1), value("from outside")).join()).isTrue();
            assertThat(it.result()).isEqualTo("from outside");
            assertThat(it.begun).containsExactly("work a 1+0");
        }
    }

    @Test
    void to_complete_twice_is_to_complete_once_and_another_outcome_is_stale() {
        try (var it = new Rehearsed()) {
            outside(it, tried(0));
            assertThat(it.engine().complete(it.token(1), value("one")).join()).isTrue();
            assertThat(it.engine().complete(it.token(1), value("one")).join()).isFalse();
            assertThatThrownBy(() -> it.engine().complete(it.token(1), value("two")).join())
                    .hasMessageContaining("Nobody waits for attempt 1 of activity 1 of run r");
            assertThat(it.result()).isEqualTo("one");
        }
    }

    @Test
    void what_fails_outside_is_tried_again_and_its_token_is_stale() {
        try (var it = new Rehearsed()) {
            outside(it, tried(1));
            var failure = new Failure.Application("Flaky", "not today");
            var failed = new Outcome.Failed(failure);
            assertThat(it.engine().complete(it.token(1), failed).join()).isTrue();
            assertThat(it.engine().complete(it.token(1), failed).join()).isFalse();
            it.opened();
            assertThat(it.engine().complete(it.token(1), failed).join()).isFalse();
            it.passes(DAY).begins(2).settles();
            assertThat(it.engine().complete(it.token(1), failed).join()).isFalse();
            assertThatThrownBy(() -> it.engine().complete(it.token(1), value("late")).join())
                    .hasMessageContaining("Nobody waits for attempt 1");
            it.engine().complete(it.token(2), value("second")).join();
            assertThat(it.result()).isEqualTo("second");
        }
    }

    @Test
    void what_is_outside_too_long_fails_by_a_durable_timer() {
        try (var it = new Rehearsed()) {
            outside(it, tried(0).with(Field.START_TO_CLOSE, DAY)).opened();
            it.passes(DAY.minusSeconds(1));
            assertThat(it.engine().archive().describe(Rehearsed.RUN).orElseThrow().activities())
                    .hasSize(1);
            assertThat(it.passes(Duration.ofSeconds(1)).result())
                    .startsWith("Timeout It was outside, and had until");
            assertThat(it.begun).hasSize(1);
        }
    }

    @Test
    void heartbeats_from_outside_are_durable_and_keep_it_open() {
        try (var it = new Rehearsed()) {
            outside(it, tried(1).with(Field.HEARTBEAT, DAY)).passes(DAY.dividedBy(2));
            var details = Settings.DEFAULT.codec().encode("half");
            assertThat(it.engine().heartbeat(it.token(1), details).join()).isTrue();
            it.does(context -> context.lastDetails(String.class).orElse("none")).opened();
            it.passes(DAY.minusSeconds(1));
            assertThat(it.begun).hasSize(1);
            it.passes(Duration.ofSeconds(1)).passes(DAY).begins(2).settles();
            it.engine().complete(it.token(2), value("second")).join();
            assertThat(it.result()).isEqualTo("second");
        }
    }

    @Test
    void what_is_not_completed_from_outside_has_no_use_for_a_token() {
        try (var it = new Rehearsed()) {
            it.does(_ -> it.stall()).opened().start(Rehearsed.Each.class, "a").begins(1).settles();
            assertThatThrownBy(() -> it.engine().complete(it.token(1), value("x")).join())
                    .hasMessageContaining("Nobody waits");
        }
    }

    // ---- Hooks ----

    @Test
    void hooks_hear_of_each_attempt_and_may_make_it_fail() {
        var heard = new ConcurrentLinkedQueue<String>();
        var hooks =
                new Hooks() {
                    @Override
                    public Optional<Failure> onDispatch(Call call) {
                        heard.add("dispatch " + call.attempt());
                        return call.attempt() == 1
                                ? Optional.of(new Failure.Application("Refused", "not this one"))
                                : Optional.empty();
                    }

                    @Override
                    public void onRetry(Call call, Failure failure, Instant due) {
                        heard.add("retry after " + failure.message());
                    }
                };
        try (var it = new Rehearsed()) {
            it.says(tried(1)).settings(s -> s.hooks(hooks)).opened();
            it.start(Rehearsed.Each.class, "a").until(() -> heard.size() == 2).passes(DAY);
            assertThat(it.result()).isEqualTo("done");
            assertThat(heard)
                    .containsExactly("dispatch 1", "retry after not this one", "dispatch 2");
            assertThat(it.begun).containsExactly("work a 2+0");
        }
    }

    @Test
    void a_hook_hears_that_a_breaker_has_changed() {
        var heard = new ConcurrentLinkedQueue<String>();
        var hooks =
                new Hooks() {
                    @Override
                    public void onBreakerChange(String breaker, String before, String after) {
                        heard.add(breaker + " " + before + " " + after);
                        throw new IllegalStateException("and throws");
                    }
                };
        try (var it = new Rehearsed()) {
            it.says(
                            tried(0).with(Field.BREAKER, "till")
                                    .with(Field.WINDOW_CALLS, 1)
                                    .with(Field.CALLS_MIN, 1))
                    .settings(s -> s.hooks(hooks))
                    .does(PoliciesOfRunsTest::fails)
                    .opened();
            assertThat(it.start(Rehearsed.Each.class, "a").result())
                    .isEqualTo("Application attempt 1");
            assertThat(heard).containsExactly("till CLOSED OPEN");
        }
    }

    // ---- Bad words ----

    @Test
    void a_rule_that_cannot_be_read_is_a_clear_failure() {
        try (var it = new Rehearsed()) {
            it.settings(
                            s ->
                                    s.policies(
                                            s.policies()
                                                    .workflow(
                                                            dev.reprise.policy.Rules.NONE.append(
                                                                    dev.reprise.policy.Matcher.told(
                                                                            "nobody"),
                                                                    Partial.NONE))))
                    .opened();
            assertThat(it.start(Rehearsed.Each.class, "a").result())
                    .startsWith("Application How to execute Work.work could not be told")
                    .contains("nobody");
            assertThat(it.begun).isEmpty();
        }
    }

    @Test
    void the_key_is_what_the_policy_says() {
        try (var it = new Rehearsed()) {
            it.says(tried(0).with(Field.IDEMPOTENCY_KEY, "mine"))
                    .settings(
                            s -> s.functions(Functions.NONE.key("mine", (type, _) -> "k-" + type)))
                    .does(ActivityContext::idempotencyKey)
                    .opened();
            assertThat(it.start(Rehearsed.Each.class, "a").result()).isEqualTo("k-Work.work");
        }
        try (var it = new Rehearsed()) {
            it.says(tried(3).with(Field.IDEMPOTENCY_KEY, "mine")).opened();
            assertThat(it.start(Rehearsed.Each.class, "a").result())
                    .startsWith("Application The idempotency key could not be told");
            assertThat(it.begun).isEmpty();
        }
    }
}
