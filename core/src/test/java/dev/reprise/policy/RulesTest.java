package dev.reprise.policy;

import static dev.reprise.policy.Conversation.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which policy a target has. */
class RulesTest {
    private static final Target CHARGE = new Target("llm_charge", "activity");
    private static final Target NAMELESS = new Target("", "condition");

    private static Partial retries(int retries) {
        return Partial.NONE.with(Field.MAX_RETRIES, retries);
    }

    private static Policy resolved(Precedence precedence, Partial code) {
        return precedence.resolve(CHARGE, code, Functions.NONE);
    }

    @Test
    void each_matcher_meets_what_it_says() {
        var functions = Functions.NONE.target("long", it -> it.name().length() > 5);
        var meeting =
                List.of(
                        Matcher.name("llm_charge"),
                        Matcher.regex("^llm_"),
                        Matcher.regex("arg"),
                        Matcher.kind("activity"),
                        Matcher.kind("condition", "activity"),
                        Matcher.told("long"),
                        Matcher.any());
        assertThat(meeting).allMatch(it -> it.matches(CHARGE, functions));
        var passing =
                List.of(
                        Matcher.name("llm_"),
                        Matcher.regex("^charge"),
                        Matcher.kind("condition"),
                        Matcher.told("long"));
        assertThat(passing).noneMatch(it -> it.matches(new Target("llm", "activity"), functions));
    }

    @Test
    void what_has_no_name_falls_through_to_rules_that_need_none() {
        var functions = Functions.NONE.target("all", _ -> true);
        assertThat(List.of(Matcher.name("a"), Matcher.regex(""), Matcher.regex(".*")))
                .noneMatch(it -> it.matches(NAMELESS, functions));
        assertThat(List.of(Matcher.kind("condition"), Matcher.told("all"), Matcher.any()))
                .allMatch(it -> it.matches(NAMELESS, functions));
    }

    @Test
    void the_first_rule_that_meets_wins_and_the_others_say_nothing() {
        var rules =
                Rules.of(
                        new Rule(Matcher.name("other"), retries(1)),
                        new Rule(Matcher.regex("^llm_"), retries(2)),
                        new Rule(Matcher.any(), retries(3).with(Field.DELAY, seconds(9))));
        var policy = resolved(Precedence.NONE.workflow(rules), Partial.NONE);
        assertThat(policy).isEqualTo(Policy.DEFAULT.maxRetries(2));
    }

    @Test
    void a_rule_is_put_before_or_after_those_that_are_there() {
        var rules = Rules.NONE.append(Matcher.any(), retries(1));
        assertThat(rules.append(Matcher.any(), retries(2)).first(CHARGE, Functions.NONE))
                .contains(new Rule(Matcher.any(), retries(1)));
        assertThat(rules.prepend(Matcher.any(), retries(2)).first(CHARGE, Functions.NONE))
                .contains(new Rule(Matcher.any(), retries(2)));
    }

    @Test
    void run_time_beats_code_beats_the_workflow_beats_defaults() {
        var some = Precedence.NONE.defaults(retries(1));
        assertThat(resolved(some, Partial.NONE).maxRetries()).isEqualTo(1);
        var more = some.workflow(Rules.NONE.append(Matcher.any(), retries(2)));
        assertThat(resolved(more, Partial.NONE).maxRetries()).isEqualTo(2);
        assertThat(resolved(more, retries(3)).maxRetries()).isEqualTo(3);
        var all = more.merge(Rules.NONE.append(Matcher.any(), retries(4)));
        assertThat(resolved(all, retries(3)).maxRetries()).isEqualTo(4);
    }

    @Test
    void who_is_stronger_wins_field_by_field() {
        var precedence =
                Precedence.NONE
                        .defaults(Partial.NONE.with(Field.HEARTBEAT, seconds(1)))
                        .workflow(
                                Rules.NONE.append(
                                        Matcher.any(),
                                        retries(2).with(Field.HEARTBEAT, seconds(2))))
                        .merge(
                                Rules.NONE.append(
                                        Matcher.any(),
                                        Partial.NONE.with(Field.START_TO_CLOSE, seconds(3))));
        assertThat(resolved(precedence, Partial.NONE.with(Field.DELAY, seconds(4))))
                .isEqualTo(
                        Policy.DEFAULT
                                .maxRetries(2)
                                .timeouts(
                                        Timeouts.NONE
                                                .startToClose(seconds(3))
                                                .heartbeat(seconds(2)))
                                .timing(Timing.ANY.delay(seconds(4))));
    }

    @Test
    void rules_at_run_time_can_replace_those_of_the_workflow_but_not_the_code() {
        var precedence =
                Precedence.NONE
                        .workflow(Rules.NONE.append(Matcher.any(), retries(2)))
                        .replace(Rules.NONE.append(Matcher.name("other"), retries(4)));
        assertThat(resolved(precedence, Partial.NONE)).isEqualTo(Policy.DEFAULT);
        assertThat(resolved(precedence, retries(3)).maxRetries()).isEqualTo(3);
    }

    @Test
    void no_rules_change_nothing() {
        assertThat(resolved(Precedence.NONE, Partial.NONE)).isEqualTo(Policy.DEFAULT);
    }

    @Test
    void a_base_and_a_longest_wait_of_different_origin_give_way_to_the_stronger() {
        var minute = Partial.NONE.with(Field.DELAY_BASE, Duration.ofMinutes(1));
        var second = Partial.NONE.with(Field.DELAY_MAX, seconds(1));
        assertThat(minute.onto(Policy.DEFAULT).backoff().max()).isEqualTo(Duration.ofMinutes(1));
        assertThat(second.over(minute).onto(Policy.DEFAULT).backoff())
                .isEqualTo(new Backoff(Backoff.Shape.NONE, seconds(1), seconds(1)));
        assertThat(minute.over(second).onto(Policy.DEFAULT).backoff())
                .isEqualTo(
                        new Backoff(
                                Backoff.Shape.NONE, Duration.ofMinutes(1), Duration.ofMinutes(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> minute.with(Field.DELAY_MAX, seconds(1)))
                .withMessage("delayBase PT1M exceeds delayMax PT1S");
    }

    @Test
    void every_part_of_a_policy_is_a_field_and_every_field_changes_it() {
        assertThat(Field.all().keySet()).isEqualTo(parts(Policy.class));
        assertChanges(Field.MAX_RETRIES, 1);
        assertChanges(Field.BACKOFF, Backoff.Shape.LINEAR);
        assertChanges(Field.DELAY_BASE, seconds(1));
        assertChanges(Field.DELAY_MAX, seconds(1));
        assertChanges(Field.RETRYABLE_TYPES, List.of("a"));
        assertChanges(Field.FATAL_TYPES, List.of("a"));
        assertChanges(Field.RETRY_IF, "a");
        assertChanges(Field.START_TO_CLOSE, seconds(1));
        assertChanges(Field.SCHEDULE_TO_START, seconds(1));
        assertChanges(Field.SCHEDULE_TO_CLOSE, seconds(1));
        assertChanges(Field.HEARTBEAT, seconds(1));
        assertChanges(Field.DELAY, seconds(1));
        assertChanges(Field.NOT_BEFORE, Instant.EPOCH);
        assertChanges(Field.DEADLINE, Instant.EPOCH);
        assertChanges(Field.AT_MOST_ONCE, true);
        assertChanges(Field.REDELIVERIES_MAX, 1);
        assertChanges(Field.BREAKER, "a");
        assertChanges(Field.ON_OPEN, Gates.OnOpen.WAIT);
        assertChanges(Field.WINDOW_CALLS, 1);
        assertChanges(Field.WINDOW_SPAN, seconds(1));
        assertChanges(Field.CALLS_MIN, 1);
        assertChanges(Field.FAILURE_RATE, 1);
        assertChanges(Field.SLOW_AFTER, seconds(1));
        assertChanges(Field.SLOW_RATE, 1);
        assertChanges(Field.OPEN_FOR, seconds(1));
        assertChanges(Field.HALF_OPEN_CALLS, 1);
        assertChanges(Field.IGNORED_TYPES, List.of("a"));
        assertChanges(Field.LIMIT_KEY, "a");
        assertChanges(Field.CONCURRENCY_MAX, 1);
        assertChanges(Field.RATE, new Rate(1, seconds(1)));
        assertChanges(Field.ON_FAILURE, OnFailure.SKIP);
        assertChanges(Field.MODE, Execution.Mode.EXTERNAL);
        assertChanges(Field.PRIORITY, -1);
        assertChanges(Field.IDEMPOTENCY_KEY, "a");
        assertChanges(Field.CHECKPOINT_AFTER, true);
        assertChanges(Field.COST, 0);
        assertChanges(Field.BUDGET_ATTEMPTS, 1L);
        assertChanges(Field.BUDGET_COST, 1L);
        assertChanges(Field.METADATA, new TreeMap<>(Map.of("a", "b")));
        assertChanges(Field.LOG_LEVEL, System.Logger.Level.OFF);
        assertChanges(Field.TELEMETRY_NAME, "a");
        assertChanges(Field.TASK_QUEUE, "a");
        assertChanges(Field.FAIRNESS_KEY, "a");
    }

    private static <T> void assertChanges(Field<T> field, T value) {
        var partial = Partial.NONE.with(field, value);
        assertThat(partial.onto(Policy.DEFAULT)).isNotEqualTo(Policy.DEFAULT);
        assertThat(partial.says(field)).isTrue();
        assertThat(field.of(partial.onto(Policy.DEFAULT))).contains(value);
        assertThat(field.type()).isAssignableFrom(value.getClass());
        assertThat(partial).hasToString("{" + field.name() + "=" + value + "}");
        assertThat(Field.named(field.name())).isSameAs(field);
    }

    private static Set<String> parts(Class<?> record) {
        return Arrays.stream(record.getRecordComponents())
                .flatMap(
                        part ->
                                part.getType().isRecord() && part.getType() != Rate.class
                                        ? parts(part.getType()).stream()
                                        : Stream.of(part.getName()))
                .map(
                        name ->
                                switch (name) {
                                    case "shape" -> "backoff";
                                    case "base" -> "delayBase";
                                    case "max" -> "delayMax";
                                    default -> name;
                                })
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void equal_partials_are_equal_whatever_order_they_were_said_in() {
        var one = retries(1).with(Field.DELAY, seconds(2));
        var other = Partial.NONE.with(Field.DELAY, seconds(2)).with(Field.MAX_RETRIES, 1);
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other).isNotEqualTo(retries(1));
    }

    @Test
    void a_list_is_kept_as_it_was_said() {
        var types = new ArrayList<>(List.of("a"));
        var partial = Partial.NONE.with(Field.FATAL_TYPES, types);
        types.add("b");
        assertThat(partial).hasToString("{fatalTypes=[a]}");
    }

    @Test
    void what_cannot_be_is_refused_when_it_is_said() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> retries(-1))
                .withMessageContaining("maxRetries")
                .withMessageContaining("-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Field.named("maxRetrys"))
                .withMessageContaining("maxRetrys")
                .withMessageContaining("maxRetries");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Matcher.regex("llm_("))
                .withMessageContaining("\"llm_(\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Matcher.kind())
                .withMessageContaining("a kind");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Matcher.name(""))
                .withMessageContaining("a name to match");
        var rule = new Rule(Matcher.any(), Partial.NONE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Rules(Collections.nCopies(10_001, rule)))
                .withMessageContaining("10001");
    }

    @Test
    void a_predicate_that_throws_or_is_not_there_is_told_by_name() {
        var precedence =
                Precedence.NONE.workflow(Rules.NONE.append(Matcher.told("odd"), retries(1)));
        assertThatIllegalStateException()
                .isThrownBy(() -> resolved(precedence, Partial.NONE))
                .withMessage("no predicate is bound to the name \"odd\"");
        var throwing =
                Functions.NONE.target(
                        "odd",
                        _ -> {
                            throw new UnsupportedOperationException("not today");
                        });
        assertThatIllegalStateException()
                .isThrownBy(() -> precedence.resolve(CHARGE, Partial.NONE, throwing))
                .withMessageContaining("\"odd\"")
                .withMessageContaining("not today");
    }

    @Test
    void presets_are_partials_that_can_be_overruled() {
        assertThat(Presets.LLM.onto(Policy.DEFAULT).maxRetries()).isEqualTo(3);
        assertThat(Presets.IO.onto(Policy.DEFAULT).timeouts().startToClose())
                .isEqualTo(seconds(10));
        assertThat(Presets.FAST_FAIL.over(Presets.LLM).onto(Policy.DEFAULT).maxRetries()).isZero();
        assertThat(retries(9).over(Presets.LLM).onto(Policy.DEFAULT).backoff())
                .isEqualTo(new Backoff(Backoff.Shape.JITTER, seconds(1), Duration.ofMinutes(1)));
    }

    @Test
    void regular_expressions_are_equal_when_they_are_written_so() {
        assertThat(Matcher.regex("^a"))
                .isEqualTo(Matcher.regex("^a"))
                .hasSameHashCodeAs(Matcher.regex("^a"))
                .isNotEqualTo(Matcher.regex("^b"));
    }
}
