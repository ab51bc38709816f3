package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a policy may say. */
class PolicyTest {
    private static final Duration NEGATIVE = Duration.ofMillis(-5);

    @Test
    void a_policy_without_a_word_tries_once_and_tells_who_asked() {
        assertThat(Policy.DEFAULT.maxRetries()).isZero();
        assertThat(Policy.DEFAULT.timeouts()).isEqualTo(Timeouts.NONE);
        assertThat(Policy.DEFAULT.onFailure()).isEqualTo(OnFailure.HALT);
        assertThat(Policy.DEFAULT.timing().deadline()).isEmpty();
    }

    @Test
    void a_number_out_of_bounds_is_refused_and_shown() {
        assertRefused(() -> Policy.DEFAULT.maxRetries(-1), "maxRetries is in 0..1000000: -1");
        assertRefused(() -> Policy.DEFAULT.maxRetries(1_000_001), "1000001");
        assertThat(Policy.DEFAULT.maxRetries(1_000_000).maxRetries()).isEqualTo(1_000_000);
        assertRefused(() -> Delivery.DEFAULT.redeliveriesMax(-1), "0..1000000: -1");
        assertRefused(() -> Delivery.DEFAULT.redeliveriesMax(1_000_001), "1000001");
        assertRefused(() -> Budget.NONE.cost(-1), "cost is in 0..1000000000: -1");
        assertRefused(() -> Budget.NONE.budgetAttempts(-1), "budgetAttempts", "-1");
        assertRefused(() -> Budget.NONE.budgetCost(-1), "budgetCost", "-1");
        assertRefused(() -> Execution.DEFAULT.priority(1_001), "-1000..1000: 1001");
        assertRefused(() -> Limits.NONE.concurrencyMax(-1), "concurrencyMax", "-1");
        assertRefused(() -> new Rate(10_001, Duration.ofDays(1)), "0..10000: 10001");
        assertRefused(() -> new Rate(0, Duration.ofDays(1)), "0/PT24H");
        assertRefused(() -> new Rate(1, Duration.ZERO), "1/PT0S");
    }

    @Test
    void a_breaker_that_could_never_decide_is_refused() {
        var breaking = Breaking.DEFAULT;
        assertRefused(() -> breaking.windowCalls(0), "windowCalls is in 1..10000: 0");
        assertRefused(() -> breaking.callsMin(0), "callsMin is in 1..10000: 0");
        assertRefused(() -> breaking.halfOpenCalls(10_001), "halfOpenCalls", "10001");
        assertRefused(() -> breaking.failureRate(0), "failureRate is in 1..100: 0");
        assertRefused(() -> breaking.slowRate(101), "slowRate is in 1..100: 101");
        assertRefused(() -> breaking.openFor(Duration.ZERO), "openFor");
        assertRefused(() -> breaking.slowAfter(NEGATIVE), "slowAfter");
        assertRefused(() -> breaking.windowSpan(NEGATIVE), "windowSpan");
    }

    @Test
    void a_budget_is_spent_when_the_next_attempt_would_exceed_it() {
        var budget = Budget.NONE.cost(4).budgetCost(10);
        assertThat(budget.verdict(99, 6)).isEqualTo(Verdict.GO);
        assertThat(budget.verdict(0, 7)).isEqualTo(new Verdict.Spent("units", 7, 10));
        assertThat(budget.cost(11).verdict(0, 0)).isEqualTo(new Verdict.Spent("units", 0, 10));
        var attempts = Budget.NONE.budgetAttempts(2);
        assertThat(attempts.verdict(1, 99)).isEqualTo(Verdict.GO);
        assertThat(attempts.verdict(2, 0)).isEqualTo(new Verdict.Spent("attempts", 2, 2));
        assertThat(Budget.NONE.verdict(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(Verdict.GO);
    }

    @Test
    void a_child_ends_no_later_than_its_parent() {
        var early = Optional.of(Instant.EPOCH);
        var late = Optional.of(Instant.EPOCH.plusSeconds(9));
        var bound = Policy.DEFAULT.timing(Timing.ANY.deadline(Instant.EPOCH));
        assertThat(Policy.DEFAULT.within(early)).isEqualTo(bound);
        assertThat(bound.within(late)).isEqualTo(bound);
        assertThat(bound.timing(Timing.ANY.deadline(late.get())).within(early)).isEqualTo(bound);
        assertThat(Policy.DEFAULT.within(Optional.empty())).isEqualTo(Policy.DEFAULT);
    }

    @Test
    void a_key_comes_from_the_call_by_a_function_that_is_named() {
        var functions =
                Functions.NONE
                        .key("order", (type, input) -> type + "/" + input.getFirst().size())
                        .key("odd", (_, _) -> List.<String>of().getFirst())
                        .key("blank", (_, _) -> "a b");
        var input = List.of(Payload.text("17"));
        var execution = Execution.DEFAULT.idempotencyKey("order");
        assertThat(execution.keyOf("charge", input, functions)).contains("charge/2");
        assertThat(Execution.DEFAULT.keyOf("charge", input, functions)).isEmpty();
        for (var name : List.of("odd", "blank", "missing")) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> execution.idempotencyKey(name).keyOf("a", input, functions))
                    .withMessageContaining("\"" + name + "\"");
        }
    }

    private static TreeMap<String, String> texts(String name, String value) {
        return new TreeMap<>(Map.of(name, value));
    }

    @Test
    void a_negative_time_is_refused_by_its_name() {
        assertRefused(() -> Timeouts.NONE.startToClose(NEGATIVE), "startToClose", "PT-0.005S");
        assertRefused(() -> Timeouts.NONE.scheduleToStart(NEGATIVE), "scheduleToStart");
        assertRefused(() -> Timeouts.NONE.scheduleToClose(NEGATIVE), "scheduleToClose");
        assertRefused(() -> Timeouts.NONE.heartbeat(NEGATIVE), "heartbeat");
        assertRefused(() -> Timing.ANY.delay(NEGATIVE), "delay");
    }

    @Test
    void names_are_checked() {
        assertRefused(() -> new OnFailure.Compensate(" "), "a compensation");
        assertRefused(() -> new OnFailure.DeadLetter(""), "a dead-letter queue");
        assertRefused(() -> new OnFailure.Route(List.of(), "refund"), "a failure type to catch");
        assertRefused(() -> new OnFailure.Route(List.of("A"), ""), "a route");
        assertRefused(() -> new Fallback.Instead(""), "an activity's name");
        assertRefused(() -> Errors.ANY.fatalTypes(List.of("A", "")), "a failure type");
        assertRefused(() -> Errors.ANY.retryableTypes(Collections.nCopies(101, "A")), "100", "101");
        assertRefused(() -> Gates.NONE.breaker("a\nb"), "a breaker's name");
        assertRefused(() -> Limits.NONE.limitKey("a\nb"), "a limit's key");
        assertRefused(() -> Breaking.DEFAULT.ignoredTypes(List.of("")), "a failure type");
        assertRefused(() -> Execution.DEFAULT.idempotencyKey("a\nb"), "a key function's name");
        assertRefused(() -> Notes.NONE.telemetryName("a\nb"), "a telemetry name");
        assertRefused(() -> Notes.NONE.metadata(texts("", "b")), "a name in metadata");
        assertRefused(() -> Notes.NONE.metadata(texts("a", "\n")), "metadata");
    }

    @Test
    void a_retry_with_overrides_needs_some_and_keeps_its_own_copy() {
        var overrides = new TreeMap<String, Payload>();
        assertRefused(() -> new Fallback.RetryWith(overrides), "needs one");
        overrides.put("model", Payload.text("small"));
        var fallback = new Fallback.RetryWith(overrides);
        overrides.clear();
        assertThat(fallback.overrides()).containsOnlyKeys("model");
    }

    @Test
    void a_name_is_bound_to_one_piece_of_code() {
        var functions = Functions.NONE.failure("often", _ -> true);
        assertRefused(() -> functions.failure("often", _ -> false), "often");
        assertRefused(() -> functions.target(" ", _ -> true), "a function's name");
        assertRefused(() -> functions.key("a", (_, _) -> "k").key("a", (_, _) -> "k"), "\"a\"");
    }

    @Test
    void a_wither_changes_one_thing() {
        var policy =
                Policy.DEFAULT
                        .maxRetries(3)
                        .timing(Timing.ANY.deadline(Instant.EPOCH))
                        .gates(Gates.NONE.breaker("bank"));
        assertThat(policy.maxRetries(0).timing(Timing.ANY).gates(Gates.NONE))
                .isEqualTo(Policy.DEFAULT);
    }

    private static void assertRefused(Runnable call, String... shown) {
        assertThatIllegalArgumentException()
                .isThrownBy(call::run)
                .satisfies(e -> assertThat(e.getMessage()).contains(shown));
    }

    @Test
    void what_is_just_within_a_limit_is_taken_and_one_more_is_not() {
        var most = Collections.nCopies(100, "A");
        assertThat(Errors.ANY.fatalTypes(most).fatalTypes()).hasSize(100);
        var execution = Execution.DEFAULT.idempotencyKey("key");
        for (String key : List.of("!", "~", "k".repeat(Functions.KEY_CHARS_MAX))) {
            var functions = Functions.NONE.key("key", (_, _) -> key);
            assertThat(execution.keyOf("a", List.of(), functions)).contains(key);
        }
        String tooLong = "k".repeat(Functions.KEY_CHARS_MAX + 1);
        for (String key : List.of("", " ", "a b", "\u007F", "é", tooLong)) {
            var functions = Functions.NONE.key("key", (_, _) -> key);
            assertThatIllegalStateException()
                    .isThrownBy(() -> execution.keyOf("a", List.of(), functions))
                    .withMessageContaining("1 to 128 visible ASCII characters");
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> execution.keyOf("a", List.of(), Functions.NONE))
                .withMessage("no key function is bound to the name \"key\"");
    }

    @Test
    void what_a_partial_says_about_a_field_can_be_asked() {
        var partial = Partial.NONE.with(Field.MAX_RETRIES, 3);
        assertThat(partial.value(Field.MAX_RETRIES)).contains(3);
        assertThat(partial.says(Field.MAX_RETRIES)).isTrue();
        assertThat(partial.value(Field.DELAY)).isEmpty();
        assertThat(partial.says(Field.DELAY)).isFalse();
    }

    @Test
    void a_field_is_itself_and_no_other() {
        assertThat(Field.DELAY).isNotEqualTo(Field.MAX_RETRIES);
        assertThat(Field.DELAY.equals(null)).isFalse();
    }
}
