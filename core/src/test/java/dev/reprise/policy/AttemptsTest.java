package dev.reprise.policy;

import static dev.reprise.policy.Conversation.about;
import static dev.reprise.policy.Conversation.failure;
import static dev.reprise.policy.Conversation.fatal;
import static dev.reprise.policy.Conversation.second;
import static dev.reprise.policy.Conversation.seconds;
import static dev.reprise.policy.Conversation.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.policy.Backoff.Shape;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is decided about the attempts of an activity. */
class AttemptsTest {
    private static final Policy TWICE = Policy.DEFAULT.maxRetries(1);
    private static final Policy THRICE =
            Policy.DEFAULT.maxRetries(2).backoff(Backoff.exponential(seconds(1), seconds(60)));
    private static final Limits LIMITS = Limits.NONE.concurrencyMax(1);
    private static final OnFailure UNDO = new OnFailure.Compensate("undo");
    private static final Payload VALUE = Payload.text("so be it");

    @Test
    void an_activity_starts_at_once_and_gives_its_value() {
        about(Policy.DEFAULT)
                .expectWait(0)
                .due()
                .expectStart(1, 0)
                .gives("done")
                .expect(new Decision.Completed(Payload.text("done"), false));
    }

    @Test
    void after_the_last_retry_the_last_failure_is_told() {
        about(THRICE)
                .due()
                .at(10)
                .fails("first")
                .expectWait(11)
                .at(11)
                .due()
                .expectStart(2, 0)
                .fails("second")
                .expectWait(13)
                .at(13)
                .due()
                .expectStart(3, 0)
                .fails("third")
                .expect(new Decision.Failed(failure("third")));
    }

    @Test
    void waits_remember_the_wait_before() {
        var decorrelated = new Backoff(Shape.DECORRELATED, seconds(1), seconds(60));
        about(Policy.DEFAULT.maxRetries(2).backoff(decorrelated))
                .drawing(-1)
                .due()
                .fails("first")
                .expectWait(3)
                .at(3)
                .due()
                .fails("second")
                .expectWait(12);
    }

    @Test
    void a_failure_that_cannot_be_mended_is_not_tried_again() {
        about(THRICE).due().fails(fatal("a")).expect(new Decision.Failed(fatal("a")));
        var picky = THRICE.errors(Errors.ANY.fatalTypes(List.of("a")));
        about(picky).due().fails("a").expect(new Decision.Failed(failure("a")));
        about(picky).due().fails("b").expectWait(1);
    }

    @Test
    void when_types_are_listed_only_those_are_tried_again_and_fatal_ones_never() {
        var errors = Errors.ANY.retryableTypes(List.of("a", "b")).fatalTypes(List.of("b"));
        var policy = THRICE.errors(errors);
        about(policy).due().fails("a").expectWait(1);
        about(policy).due().fails("b").expect(new Decision.Failed(failure("b")));
        about(policy).due().fails("c").expect(new Decision.Failed(failure("c")));
        about(policy).due().fails(timeout(TimeoutKind.HEARTBEAT)).expectWait(1);
    }

    @Test
    void a_timeout_of_one_attempt_is_tried_again_and_one_of_all_is_not() {
        about(THRICE).due().fails(timeout(TimeoutKind.START_TO_CLOSE)).expectWait(1);
        about(THRICE).due().fails(timeout(TimeoutKind.HEARTBEAT)).expectWait(1);
        var whole = timeout(TimeoutKind.SCHEDULE_TO_CLOSE);
        about(THRICE).due().fails(whole).expect(new Decision.Failed(whole));
    }

    @Test
    void a_named_predicate_is_asked_last() {
        var policy = THRICE.errors(Errors.ANY.retryIf("short"));
        var functions = Functions.NONE.failure("short", it -> it.message().length() < 12);
        about(policy, functions).due().fails("a").expectWait(1);
        about(policy, functions).due().fails("long").expect(new Decision.Failed(failure("long")));
        about(policy, functions).due().fails(fatal("a")).expect(new Decision.Failed(fatal("a")));
    }

    @Test
    void a_predicate_that_throws_or_is_not_there_is_the_end_and_says_so() {
        var policy = THRICE.errors(Errors.ANY.retryIf("odd"));
        var throwing = Functions.NONE.failure("odd", _ -> List.of().isEmpty() && 1 / zero() > 0);
        for (var functions : List.of(throwing, Functions.NONE)) {
            var told = about(policy, functions).due().fails("a").failure();
            assertThat(told.message()).contains("\"odd\"");
            assertThat(told.cause()).contains(failure("a"));
            assertThat(told)
                    .isInstanceOfSatisfying(
                            Failure.Application.class,
                            it -> assertThat(it.type()).isEqualTo(Errors.PREDICATE_FAILED));
        }
    }

    private static int zero() {
        return 0;
    }

    @Test
    void a_lost_delivery_is_the_same_attempt_again_and_counts_apart() {
        about(TWICE)
                .due()
                .at(5)
                .lost()
                .expectWait(5)
                .due()
                .expectStart(1, 1)
                .fails("first")
                .expectWait(5)
                .due()
                .expectStart(2, 0)
                .lost()
                .due()
                .expectStart(2, 1)
                .gives("done")
                .expect(new Decision.Completed(Payload.text("done"), false));
    }

    @Test
    void redeliveries_of_one_attempt_have_a_bound() {
        var lost =
                about(TWICE.delivery(new Delivery(false, 2)))
                        .due()
                        .lost()
                        .due()
                        .lost()
                        .due()
                        .expectStart(1, 2)
                        .lost()
                        .failure();
        assertThat(lost)
                .isInstanceOfSatisfying(
                        Failure.Lost.class, it -> assertThat(it.redeliveries()).isEqualTo(2));
    }

    @Test
    void what_may_happen_at_most_once_is_lost_with_its_delivery() {
        var once = TWICE.delivery(Delivery.DEFAULT.atMostOnce(true));
        assertThat(about(once).due().lost().failure()).isInstanceOf(Failure.Lost.class);
        // It returned, so it is known what happened: a retry is another matter.
        about(once).due().fails("first").expectWait(0).due().expectStart(2, 0);
    }

    @Test
    void nothing_happens_in_place_of_what_may_have_happened() {
        var policy =
                TWICE.gates(Gates.NONE.breaker("bank"))
                        .onFailure(new OnFailure.Recover(new Fallback.Value(VALUE)));
        var once = policy.delivery(Delivery.DEFAULT.atMostOnce(true));
        assertThat(about(once).due().lost().failure()).isInstanceOf(Failure.Lost.class);
        var open = new Verdict.Open(second(30));
        about(policy).due(open).expect(new Decision.Completed(VALUE, true));
        var told = about(policy).due().lost().due(open).failure();
        assertThat(told.message()).isEqualTo("The breaker bank is open.");
        about(policy)
                .due()
                .lost()
                .due()
                .fails(fatal("a"))
                .expect(new Decision.Completed(VALUE, true));
    }

    @Test
    void an_attempt_is_limited_by_its_timeout_and_by_the_deadline() {
        var policy =
                THRICE.timeouts(Timeouts.NONE.startToClose(seconds(10)).heartbeat(seconds(2)))
                        .timing(Timing.ANY.deadline(second(15)));
        var talk = about(policy).due().expectLimit(10, TimeoutKind.START_TO_CLOSE);
        assertThat(talk.start().heartbeat()).isEqualTo(seconds(2));
        talk.at(10)
                .fails(timeout(TimeoutKind.START_TO_CLOSE))
                .at(11)
                .due()
                .expectLimit(15, TimeoutKind.SCHEDULE_TO_CLOSE);
        assertThat(about(Policy.DEFAULT).due().start().limit()).isEmpty();
    }

    @Test
    void the_time_for_all_attempts_is_a_deadline_that_counts_from_scheduling() {
        var timeouts = Timeouts.NONE.scheduleToClose(seconds(8));
        about(THRICE.timeouts(timeouts)).due().expectLimit(8, TimeoutKind.SCHEDULE_TO_CLOSE);
        about(THRICE.timeouts(timeouts).timing(Timing.ANY.deadline(second(6))))
                .due()
                .expectLimit(6, TimeoutKind.SCHEDULE_TO_CLOSE);
    }

    @Test
    void nothing_starts_at_the_deadline_or_after_it() {
        var policy = THRICE.timing(Timing.ANY.deadline(second(5)));
        about(policy).at(4).due().expectStart(1, 0);
        about(policy).at(5).due().expectTimeout(TimeoutKind.SCHEDULE_TO_CLOSE);
        about(policy.timing(Timing.ANY.deadline(second(0))))
                .expectTimeout(TimeoutKind.SCHEDULE_TO_CLOSE);
        about(policy).due().at(5).lost().expectTimeout(TimeoutKind.SCHEDULE_TO_CLOSE);
        var late = about(policy).due().fails("first").at(6).due().failure();
        assertThat(late.cause()).contains(failure("first"));
    }

    @Test
    void a_wait_that_would_reach_the_deadline_is_not_begun() {
        var policy = THRICE.timing(Timing.ANY.deadline(second(5)));
        about(policy).due().at(3).fails("a").expectWait(4);
        about(policy).due().at(4).fails("a").expect(new Decision.Failed(failure("a")));
    }

    @Test
    void the_first_attempt_can_be_delayed_or_set_to_a_time() {
        about(TWICE.timing(Timing.ANY.delay(seconds(3)))).expectWait(3);
        about(TWICE.timing(Timing.ANY.notBefore(second(7)))).expectWait(7);
        about(TWICE.timing(Timing.ANY.delay(seconds(3)).notBefore(second(2)))).expectWait(3);
        about(TWICE.timing(Timing.ANY.delay(seconds(3)).deadline(second(3))))
                .expectTimeout(TimeoutKind.SCHEDULE_TO_CLOSE);
    }

    @Test
    void an_attempt_that_is_due_must_start_in_time() {
        var policy = THRICE.timeouts(Timeouts.NONE.scheduleToStart(seconds(2)));
        about(policy).at(2).due().expectStart(1, 0);
        about(policy).at(3).due().expectTimeout(TimeoutKind.SCHEDULE_TO_START);
        about(policy).due().at(9).fails("a").at(12).due().expectStart(2, 0);
        about(policy)
                .due()
                .at(9)
                .fails("a")
                .at(13)
                .due()
                .expectTimeout(TimeoutKind.SCHEDULE_TO_START);
    }

    @Test
    void a_full_limiter_puts_a_start_off_but_not_for_ever() {
        var policy = TWICE.gates(Gates.NONE.limits(LIMITS));
        about(policy)
                .due(new Verdict.Full(second(4)))
                .expectWait(4)
                .at(4)
                .due(new Verdict.Full(second(9)))
                .at(9)
                .due()
                .expectStart(1, 0);
        about(policy.timing(Timing.ANY.deadline(second(4))))
                .due(new Verdict.Full(second(4)))
                .expectTimeout(TimeoutKind.SCHEDULE_TO_CLOSE);
        about(policy.timeouts(Timeouts.NONE.scheduleToStart(seconds(6))))
                .due(new Verdict.Full(second(4)))
                .at(4)
                .due(new Verdict.Full(second(7)))
                .expectTimeout(TimeoutKind.SCHEDULE_TO_START);
    }

    @Test
    void what_has_no_known_time_waits_for_a_call_until_it_is_given_up() {
        var policy = TWICE.gates(Gates.NONE.limits(LIMITS));
        var full = new Verdict.Full(Optional.empty());
        about(policy)
                .due(full)
                .expect(new Decision.Wait(second(0), Instant.MAX, true))
                .at(3)
                .due(full)
                .at(5)
                .due()
                .expectStart(1, 0);
        about(policy.timing(Timing.ANY.deadline(second(9))))
                .due(full)
                .expectWait(9)
                .at(9)
                .due()
                .expectTimeout(TimeoutKind.SCHEDULE_TO_CLOSE);
        about(policy.timeouts(Timeouts.NONE.scheduleToStart(seconds(4))))
                .due(full)
                .expect(new Decision.Wait(second(0), second(4).plusNanos(1), true))
                .at(4)
                .due()
                .expectStart(1, 0);
        var later = policy.timing(Timing.ANY.delay(seconds(2)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> about(later).at(2).due(full).at(1).due())
                .withMessageContaining("due only 1970-01-01T00:00:02Z");
    }

    @Test
    void who_has_spent_the_budget_starts_nothing_more() {
        var policy = TWICE.budget(Budget.NONE.budgetCost(10));
        var spent = new Verdict.Spent("units", 10, 10);
        var told = about(policy).due().fails("a").due(spent).failure();
        assertThat(told.message()).isEqualTo("The run has spent 10 of 10 units.");
        assertThat(told.cause()).contains(failure("a"));
        assertThat(told)
                .isInstanceOfSatisfying(
                        Failure.Application.class,
                        it -> {
                            assertThat(it.type()).isEqualTo(Attempts.BUDGET_SPENT);
                            assertThat(it.retryable()).isFalse();
                        });
        assertThatIllegalArgumentException()
                .isThrownBy(() -> about(TWICE).due(spent))
                .withMessageContaining("no budget");
        about(policy).due().lost().due(spent).expectStart(1, 1);
    }

    @Test
    void a_value_is_free_and_undoing_is_not_optional_but_nothing_else_runs_without_budget() {
        var policy = Policy.DEFAULT.budget(Budget.NONE.budgetAttempts(1));
        var spent = new Verdict.Spent("attempts", 1, 1);
        about(policy.onFailure(new OnFailure.Recover(new Fallback.Value(VALUE))))
                .due(spent)
                .expect(new Decision.Completed(VALUE, true));
        about(policy.onFailure(UNDO)).due(spent).due(spent).expectStart(1, 0);
        var route = new OnFailure.Route(List.of(Attempts.BUDGET_SPENT, "a"), "refund");
        var instead = new OnFailure.Recover(new Fallback.Instead("other"));
        for (var answer : List.of(route, instead)) {
            assertThat(about(policy.onFailure(answer)).due(spent).failure().message())
                    .contains("spent");
            assertThat(about(policy.onFailure(answer)).due().fails("a").due(spent).failure())
                    .extracting(it -> it.cause().orElseThrow())
                    .isEqualTo(failure("a"));
            // It is an activity of that name that says so, not the budget.
            about(policy.onFailure(route)).due().fails(Attempts.BUDGET_SPENT).expectWait(0);
        }
    }

    @Test
    void an_open_breaker_fails_the_activity_or_lets_it_wait() {
        var policy = TWICE.gates(Gates.NONE.breaker("bank"));
        var open = new Verdict.Open(second(30));
        var told = about(policy).due().fails("a").due(open).failure();
        assertThat(told.message()).isEqualTo("The breaker bank is open.");
        assertThat(told.cause()).contains(failure("a"));
        about(policy.gates(policy.gates().onOpen(Gates.OnOpen.WAIT))).due(open).expectWait(30);
    }

    @Test
    void a_gate_that_the_policy_does_not_name_has_no_say() {
        var atHand = TWICE.execution(Execution.DEFAULT.mode(Execution.Mode.SYNC));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> about(atHand).due(new Verdict.Full(second(1))))
                .withMessageContaining("no limit or queue");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> about(TWICE).due(new Verdict.Open(second(1))))
                .withMessageContaining("no breaker");
    }

    @Test
    void what_waits_in_a_queue_starts_when_there_is_room_and_fails_when_that_is_too_late() {
        var full = new Verdict.Full(Optional.empty());
        var policy = TWICE.timeouts(Timeouts.NONE.scheduleToStart(seconds(10)));
        var told = about(policy).due(full).at(11).due(full).failure();
        assertThat(told.message()).endsWith("could not start in time.");
    }

    @Test
    void a_value_takes_the_place_of_what_failed() {
        var policy = TWICE.onFailure(new OnFailure.Recover(new Fallback.Value(VALUE)));
        about(policy).due().fails("a").due().fails("b").expect(new Decision.Completed(VALUE, true));
    }

    @Test
    void a_fallback_comes_after_the_retries_once_and_under_the_timeout() {
        var fallback = new Fallback.Instead("cheaper");
        var cheaper = new Work.Another("cheaper", Role.FALLBACK, failure("b"));
        var policy =
                TWICE.timeouts(Timeouts.NONE.startToClose(seconds(5)))
                        .onFailure(new OnFailure.Recover(fallback));
        var talk =
                about(policy)
                        .due()
                        .fails("a")
                        .due()
                        .at(1)
                        .fails("b")
                        .expectWait(1)
                        .due()
                        .expectStart(3, 0)
                        .expectWork(cheaper)
                        .expectLimit(6, TimeoutKind.START_TO_CLOSE)
                        .lost()
                        .due()
                        .expectStart(3, 1)
                        .expectWork(cheaper);
        assertThat(talk.fails("c").failure()).isEqualTo(failure("c").causedBy(failure("b")));
    }

    @Test
    void a_fallback_with_overrides_carries_them_and_may_succeed() {
        var overrides = new TreeMap<String, Payload>();
        overrides.put("model", Payload.text("small"));
        var fallback = new Fallback.RetryWith(overrides);
        about(Policy.DEFAULT.onFailure(new OnFailure.Recover(fallback)))
                .due()
                .fails(fatal("a"))
                .due()
                .expectStart(2, 0)
                .expectWork(new Work.Altered(overrides, fatal("a")))
                .gives("done")
                .expect(new Decision.Completed(Payload.text("done"), true));
    }

    @Test
    void the_deadline_beats_a_fallback() {
        var policy =
                TWICE.timing(Timing.ANY.deadline(second(5)))
                        .onFailure(new OnFailure.Recover(new Fallback.Value(VALUE)));
        about(policy).due().at(5).fails("a").expect(new Decision.Failed(failure("a")));
        about(policy).at(5).due().expectTimeout(TimeoutKind.SCHEDULE_TO_CLOSE);
        about(policy).due().at(4).fails(fatal("a")).expect(new Decision.Completed(VALUE, true));
        // Nor is it begun early, when it is known that the time will run out.
        about(policy.timing(policy.timing().delay(seconds(5))))
                .expectTimeout(TimeoutKind.SCHEDULE_TO_CLOSE);
        about(policy.gates(Gates.NONE.limits(LIMITS)))
                .due(new Verdict.Full(second(5)))
                .expectTimeout(TimeoutKind.SCHEDULE_TO_CLOSE);
    }

    @Test
    void another_activity_is_not_kept_back_by_the_breaker_of_this_one() {
        var gated = Policy.DEFAULT.gates(Gates.NONE.breaker("bank").limits(LIMITS));
        var open = new Verdict.Open(second(30));
        about(gated.onFailure(new OnFailure.Recover(new Fallback.Instead("other"))))
                .due(open)
                .expectWait(0)
                .due(open)
                .expectStart(1, 0);
        about(gated.onFailure(new OnFailure.Recover(new Fallback.Instead("other"))))
                .due(open)
                .due(new Verdict.Full(second(9)))
                .expectStart(1, 0);
        var overrides = new TreeMap<String, Payload>();
        overrides.put("model", VALUE);
        var told =
                about(gated.onFailure(new OnFailure.Recover(new Fallback.RetryWith(overrides))))
                        .due(open)
                        .due(open)
                        .failure();
        assertThat(told.message()).contains("bank");
    }

    @Test
    void what_is_skipped_counts_as_done() {
        about(Policy.DEFAULT.onFailure(OnFailure.SKIP))
                .due()
                .fails("a")
                .expect(new Decision.Skipped(failure("a")));
    }

    @Test
    void a_compensation_undoes_and_the_failure_is_told() {
        about(TWICE.onFailure(UNDO))
                .due()
                .fails("a")
                .due()
                .fails("b")
                .expectWait(0)
                .due()
                .expectStart(3, 0)
                .expectWork(new Work.Another("undo", Role.COMPENSATION, failure("b")))
                .gives("undone")
                .expect(new Decision.Compensated("undo", failure("b")));
    }

    @Test
    void a_compensation_that_fails_is_told_with_the_failure_of_the_activity() {
        var talk = about(TWICE.onFailure(UNDO)).due().fails(fatal("a")).due();
        var told = talk.fails("jammed").failure();
        assertThat(told)
                .isInstanceOfSatisfying(
                        Failure.Application.class,
                        it -> {
                            assertThat(it.type()).isEqualTo("a");
                            assertThat(it.retryable()).isFalse();
                        });
        assertThat(told.message()).contains("undo failed, too: jammed: jammed happened");
        var endless = new Failure.Application("a", "x".repeat(Text.PROSE_CHARS_MAX));
        assertThat(about(Policy.DEFAULT.onFailure(UNDO)).due().fails(endless).due().fails("jammed"))
                .extracting(it -> it.failure().message())
                .asString()
                .endsWith("jammed happened");
    }

    @Test
    void undoing_is_not_optional_so_only_its_own_timeout_limits_it() {
        var policy =
                TWICE.timing(Timing.ANY.deadline(second(5)))
                        .timeouts(
                                Timeouts.NONE.startToClose(seconds(9)).scheduleToStart(seconds(1)))
                        .gates(Gates.NONE.breaker("bank").limits(LIMITS))
                        .onFailure(UNDO);
        about(policy)
                .due()
                .at(5)
                .fails("a")
                .at(30)
                .due(new Verdict.Open(second(99)))
                .expectStart(2, 0)
                .expectLimit(39, TimeoutKind.START_TO_CLOSE)
                .at(31)
                .lost()
                .expectWait(31)
                .due()
                .expectStart(2, 1)
                .gives("undone")
                .expect(new Decision.Compensated("undo", failure("a")));
        // Also when nothing was begun: what is undone may be older than this activity.
        about(policy.timing(Timing.ANY.deadline(second(0)))).expectWait(0).due().expectStart(1, 0);
    }

    @Test
    void undoing_that_has_no_timeout_has_an_hour() {
        about(Policy.DEFAULT.timing(Timing.ANY.deadline(second(5))).onFailure(UNDO))
                .due()
                .at(4)
                .fails("a")
                .at(30)
                .due()
                .expectLimit(30 + 3_600, TimeoutKind.START_TO_CLOSE);
    }

    @Test
    void what_was_lost_is_compensated_under_a_number_of_its_own() {
        var once = TWICE.delivery(Delivery.DEFAULT.atMostOnce(true)).onFailure(UNDO);
        var told = about(once).due().lost().due().expectStart(2, 0).lost().failure();
        assertThat(told).isInstanceOf(Failure.Lost.class);
        assertThat(told.message()).contains("undo failed, too: The delivery was lost");
        about(TWICE.gates(Gates.NONE.breaker("bank")).onFailure(UNDO))
                .due()
                .lost()
                .due(new Verdict.Open(second(9)))
                .due()
                .expectStart(2, 0);
    }

    @Test
    void a_failure_of_some_types_is_routed_to_another_activity() {
        var policy = Policy.DEFAULT.onFailure(new OnFailure.Route(List.of("a", "b"), "refund"));
        var talk = about(policy).due().fails("a").due().expectStart(2, 0);
        talk.expectWork(new Work.Another("refund", Role.ROUTE, failure("a")))
                .gives("refunded")
                .expect(new Decision.Completed(Payload.text("refunded"), true));
        assertThat(about(policy).due().fails("b").due().fails("c").failure())
                .isEqualTo(failure("c").causedBy(failure("b")));
        about(policy).due().fails("c").expect(new Decision.Failed(failure("c")));
    }

    @Test
    void a_route_is_not_taken_after_the_end_nor_for_what_was_lost() {
        var route = new OnFailure.Route(List.of("a", Attempts.BREAKER_OPEN), "refund");
        var policy =
                Policy.DEFAULT
                        .onFailure(route)
                        .gates(Gates.NONE.breaker("bank"))
                        .timing(Timing.ANY.deadline(second(5)));
        var open = new Verdict.Open(second(99));
        about(policy).due(open).due(open).expectStart(1, 0);
        about(policy).due().at(5).fails("a").expect(new Decision.Failed(failure("a")));
        assertThat(about(policy).due().lost().due(open).failure().message()).contains("bank");
    }

    @Test
    void what_is_dead_lettered_is_driven_anew_with_all_its_retries() {
        var policy =
                TWICE.timing(Timing.ANY.delay(seconds(1)).deadline(second(90)))
                        .timeouts(Timeouts.NONE.scheduleToClose(seconds(20)))
                        .onFailure(new OnFailure.DeadLetter("desk"));
        about(policy)
                .at(1)
                .due()
                .fails("a")
                .due()
                .fails("b")
                .expect(new Decision.DeadLettered("desk", failure("b")))
                .at(60)
                .redriven()
                .expectWait(60)
                .due()
                .expectStart(3, 0)
                .expectWork(new Work.Itself())
                .expectLimit(80, TimeoutKind.SCHEDULE_TO_CLOSE)
                .fails("c")
                .due()
                .expectStart(4, 0)
                .fails("d")
                .expect(new Decision.DeadLettered("desk", failure("d")))
                .at(75)
                .redriven()
                .due()
                .expectStart(5, 0)
                .expectLimit(90, TimeoutKind.SCHEDULE_TO_CLOSE);
    }

    @Test
    void driving_anew_keeps_the_deadline_the_earliest_time_and_the_numbers() {
        var policy = TWICE.onFailure(new OnFailure.DeadLetter("desk"));
        var late = policy.timing(Timing.ANY.notBefore(second(50)).deadline(second(9)));
        about(late).at(20).redriven().expectDeadLetter();
        var limited = policy.timeouts(Timeouts.NONE.scheduleToClose(seconds(9)));
        about(limited.timing(Timing.ANY.notBefore(second(50))))
                .expectDeadLetter()
                .at(45)
                .redriven()
                .expectWait(50)
                .at(50)
                .due()
                .expectStart(1, 0);
        about(policy.timing(Timing.ANY.notBefore(second(5))))
                .at(5)
                .due()
                .fails(fatal("a"))
                .at(20)
                .redriven()
                .expectWait(20);
        // The second attempt never started: its number is still free.
        about(limited).due().fails("a").at(9).due().at(10).redriven().due().expectStart(2, 0);
        about(limited).due().at(9).lost().at(10).redriven().due().expectStart(2, 0);
        var backoff = policy.backoff(Backoff.exponential(seconds(1), seconds(60)));
        about(backoff.maxRetries(2))
                .due()
                .fails("a")
                .at(1)
                .due()
                .fails(fatal("b"))
                .redriven()
                .due()
                .fails("c")
                .expectWait(2);
    }

    @Test
    void only_what_is_dead_lettered_is_driven_anew() {
        assertThatIllegalStateException()
                .isThrownBy(() -> about(TWICE).redriven())
                .withMessageContaining("only what is dead-lettered is driven anew: it is Wait");
        assertThatIllegalStateException()
                .isThrownBy(() -> about(TWICE).due().gives("done").redriven());
    }

    @Test
    void who_asked_is_told_an_outcome_unless_it_waits_for_a_person() {
        var failed = Optional.of(new Outcome.Failed(failure("a")));
        assertThat(new Decision.Completed(VALUE, true).told())
                .contains(new Outcome.Completed(VALUE));
        assertThat(new Decision.Skipped(failure("a")).told())
                .contains(new Outcome.Completed(Payload.NONE));
        assertThat(new Decision.Failed(failure("a")).told()).isEqualTo(failed);
        assertThat(new Decision.Compensated("undo", failure("a")).told()).isEqualTo(failed);
        assertThat(new Decision.DeadLettered("desk", failure("a")).told()).isEmpty();
    }

    @Test
    void what_was_cancelled_is_told_so_whatever_the_policy_says() {
        var cancelled = new Decision.Failed(new Failure.Cancelled("enough", Payload.NONE));
        var policy = THRICE.onFailure(OnFailure.SKIP);
        about(policy).cancelled().expect(cancelled);
        about(policy).due().cancelled().expect(cancelled);
        about(policy).due().fails(new Failure.Cancelled("enough", Payload.NONE)).expect(cancelled);
        about(policy.onFailure(UNDO)).due().cancelled().expect(cancelled);
        about(policy.onFailure(UNDO)).due().fails(fatal("a")).due().cancelled().expect(cancelled);
    }

    @Test
    void words_at_the_wrong_moment_are_refused() {
        assertThatIllegalStateException().isThrownBy(() -> about(TWICE).gives("early"));
        assertThatIllegalStateException().isThrownBy(() -> about(TWICE).lost());
        assertThatIllegalStateException().isThrownBy(() -> about(TWICE).due().due());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> about(THRICE).due().fails("a").due())
                .withMessage("it is 1970-01-01T00:00:00Z, and due only 1970-01-01T00:00:01Z");
        var limited = TWICE.gates(Gates.NONE.limits(LIMITS));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> about(limited).due(new Verdict.Full(second(0))));
    }

    @Test
    void a_recorded_state_goes_on_as_it_was() {
        var before = Attempts.scheduled(THRICE, second(0)).due(second(0), Verdict.GO);
        var read =
                new Attempts(
                        before.policy(), before.scheduled(), before.progress(), before.decision());
        assertThat(read.lost(second(1))).isEqualTo(before.lost(second(1)));
        for (var role : List.of(Role.FALLBACK, Role.COMPENSATION, Role.ROUTE)) {
            var follows = Progress.NONE.followed(2, role, failure("a"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Attempts(THRICE, second(0), follows, before.decision()))
                    .withMessageContaining("a %s is on its way, but the policy says Halt", role);
        }
        var value = THRICE.onFailure(new OnFailure.Recover(new Fallback.Value(VALUE)));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new Attempts(
                                        value,
                                        second(0),
                                        Progress.NONE.followed(2, Role.FALLBACK, failure("a")),
                                        before.decision()));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new Progress(2, 2, 0, seconds(0), Role.ACTIVITY, Optional.empty()))
                .withMessage("the attempts before are those before 2: 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Progress(2, 0, 0, seconds(0), Role.ROUTE, Optional.empty()))
                .withMessage("a ROUTE answers a failure, but there is none");
    }

    @Test
    void the_end_of_time_is_no_overflow() {
        var policy = THRICE.timeouts(Timeouts.NONE.scheduleToClose(seconds(9)));
        var late = Instant.MAX.minusSeconds(3);
        assertThat(Attempts.scheduled(policy, late).end()).isEqualTo(Instant.MAX);
    }

    @Test
    void what_is_no_end_of_an_attempt_is_not_tried_again() {
        for (Failure end :
                List.of(
                        new Failure.Lost("gone", 3),
                        new Failure.Terminated("by hand"),
                        new Failure.Cancelled("no more", Payload.NONE),
                        new Failure.Child("Order", new RunId("child"), "gone", Optional.empty()),
                        new Failure.Activation(
                                Failure.ActivationKind.NONDETERMINISM, "another path"))) {
            assertThat(Errors.ANY.finalOf(end, Functions.NONE)).contains(end);
        }
    }

    @Test
    void a_message_is_cut_to_leave_room_for_that_of_the_compensation() {
        var undo = new OnFailure.Compensate("undo");
        int most = Text.PROSE_CHARS_MAX / 2;
        var whole = undo.failed(new Failure.Application("a", "x".repeat(most)), failure("b"));
        assertThat(whole.message()).startsWith("x".repeat(most) + "\nThe compensation undo");
        var cut = undo.failed(new Failure.Application("a", "x".repeat(most + 1)), failure("b"));
        assertThat(cut.message()).startsWith("x".repeat(most) + "…\nThe compensation undo");
    }
}
