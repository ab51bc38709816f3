package dev.reprise.engine.phases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Scheduler;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.drive.Executed;
import dev.reprise.engine.drive.Purse;
import dev.reprise.flow.FlowReplay;
import dev.reprise.history.Lifecycle;
import dev.reprise.history.Prepared;
import dev.reprise.history.RunnableId;
import dev.reprise.history.Transcript;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Errors;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Fallback;
import dev.reprise.policy.Field;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.Rules;
import dev.reprise.policy.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * What people expect of execution policies, clause by clause; and what went wrong in the system
 * that the idea comes from, each so that it cannot go wrong here unseen.
 */
class PolicyChecklistTest {
    private static final Duration NONE = Duration.ZERO;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final Workshop shop = new Workshop();

    private static Rules every(Partial partial) {
        return Rules.NONE.append(Matcher.any(), partial);
    }

    private static Partial retries(int most) {
        return Partial.NONE
                .with(Field.MAX_RETRIES, most)
                .with(Field.BACKOFF, Backoff.Shape.LINEAR)
                .with(Field.DELAY_BASE, DAY)
                .with(Field.DELAY_MAX, DAY);
    }

    private static Partial instead(Fallback fallback) {
        return Partial.NONE.with(Field.ON_FAILURE, new OnFailure.Recover(fallback));
    }

    /** What comes of one task under one rule. */
    private Executed executed(String task, Partial partial) {
        shop.rules(every(partial));
        try (var run = shop.start(task)) {
            return shop.executed(run.prepare().getFirst());
        }
    }

    private String finished(String program, Loop loop) {
        try (var run = shop.start(program)) {
            return Workshop.shown(shop.finished(run, loop).outcome().orElseThrow());
        }
    }

    private static String value(Executed executed) {
        return executed.end() instanceof Decision.Completed(var value, _)
                ? value.toString()
                : executed.end().toString();
    }

    private static Policy resolved(Precedence precedence, String name) {
        return precedence.resolve(new Target(name, "activity"), Partial.NONE, Functions.NONE);
    }

    // ---- Options ----

    @Test
    void unknown_keys_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Field.named("maxRetrys"))
                .withMessageContaining("no field \"maxRetrys\"");
    }

    @Test
    void defaults() {
        assertThat(resolved(Precedence.NONE, "a")).isEqualTo(Policy.DEFAULT);
        assertThat(Policy.DEFAULT.maxRetries()).isZero();
        assertThat(Policy.DEFAULT.backoff().base()).isEqualTo(Duration.ofMillis(500));
        assertThat(Policy.DEFAULT.backoff().max()).isEqualTo(Duration.ofSeconds(30));
        assertThat(Policy.DEFAULT.timeouts().startToClose()).isZero();
        assertThat(Policy.DEFAULT.onFailure()).isEqualTo(OnFailure.HALT);
    }

    @Test
    void each_matcher_kind_meets_and_what_has_no_name_falls_through() {
        var functions = Functions.NONE.target("long", it -> it.name().length() > 5);
        var nameless = new Target("", "activity");
        var named = new Target("llm_draft", "activity");
        var all =
                List.of(
                        Matcher.name("llm_draft"),
                        Matcher.regex("^llm_"),
                        Matcher.kind("activity"),
                        Matcher.kind("local", "activity"),
                        Matcher.told("long"),
                        Matcher.any());
        assertThat(all).allMatch(it -> it.matches(named, functions));
        assertThat(all.stream().filter(it -> it.matches(nameless, functions)))
                .containsExactly(all.get(2), all.get(3), all.get(5));
    }

    @Test
    void the_first_match_counts() {
        var rules =
                Rules.NONE
                        .append(Matcher.regex("^a"), retries(1))
                        .append(Matcher.name("a"), retries(2));
        assertThat(resolved(Precedence.NONE.workflow(rules), "a").maxRetries()).isEqualTo(1);
    }

    @Test
    void overrides_come_first() {
        var precedence = Precedence.NONE.workflow(every(retries(1))).merge(every(retries(2)));
        assertThat(resolved(precedence, "a").maxRetries()).isEqualTo(2);
    }

    @Test
    void partial_policies_merge_on_defaults() {
        var hour = Partial.NONE.with(Field.START_TO_CLOSE, HOUR);
        var policy = resolved(Precedence.NONE.workflow(every(hour)), "a");
        assertThat(policy)
                .isEqualTo(Policy.DEFAULT.timeouts(Policy.DEFAULT.timeouts().startToClose(HOUR)));
    }

    // ---- Attempts ----

    @Test
    void there_are_exactly_one_plus_max_retries_attempts() {
        shop.task("a", 99, NONE);
        for (int most = 0; most < 4; most++) {
            shop.begun.clear();
            assertThat(executed("a", retries(most)).attempts()).isEqualTo(1 + most);
            assertThat(shop.begun).hasSize(1 + most);
        }
    }

    @Test
    void timed_out_work_is_stopped() {
        var stopped = new ArrayList<Instant>();
        shop.activities.add(
                "a",
                String.class,
                _ -> {
                    try {
                        shop.time.sleep(DAY);
                        return "never";
                    } catch (InterruptedException e) {
                        stopped.add(shop.time.now());
                        throw e;
                    }
                });
        assertThat(value(executed("a", Partial.NONE.with(Field.START_TO_CLOSE, HOUR))))
                .contains("START_TO_CLOSE");
        shop.time.run();
        assertThat(stopped).containsExactly(Instant.EPOCH.plus(HOUR));
    }

    // ---- Failures ----

    @Test
    void a_fallback_comes_only_after_retries_and_once() {
        shop.task("a", 99, NONE).task("other", 99, NONE);
        var executed = executed("a", instead(new Fallback.Instead("other")).over(retries(1)));
        assertThat(shop.begun).containsExactly("a1 PT0S", "a2 PT24H", "other3 PT24H");
        assertThat(executed.end()).isInstanceOf(Decision.Failed.class);
        shop.begun.clear();
        shop.task("good", 0, NONE);
        executed("good", instead(new Fallback.Instead("other")).over(retries(1)));
        assertThat(shop.begun).hasSize(1);
    }

    @Test
    void a_fallback_has_three_shapes() {
        shop.task("a", 1, NONE).task("other", 0, NONE);
        assertThat(value(executed("a", instead(new Fallback.Instead("other")))))
                .isEqualTo("text \"other2\"");
        assertThat(value(executed("a", instead(new Fallback.Value(Payload.text("v"))))))
                .isEqualTo("text \"v\"");
        var small = new TreeMap<>(Map.of("model", Payload.text("small")));
        assertThat(value(executed("a", instead(new Fallback.RetryWith(small)))))
                .isEqualTo("text \"a2\"");
    }

    @Test
    void an_invalid_shape_of_a_fallback_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Fallback.RetryWith(new TreeMap<>()))
                .withMessageContaining("needs one at least");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Fallback.Instead(" "))
                .withMessageContaining("\" \"");
    }

    @Test
    void skip_goes_on_without_a_value_and_halt_does_not() {
        shop.task("a", 99, NONE).task("b", 0, NONE);
        shop.rules(every(Partial.NONE.with(Field.ON_FAILURE, OnFailure.SKIP)));
        assertThat(finished("a b", Loop.SERIAL)).isEqualTo("text \"(null)(b1)\"");
        shop.begun.clear();
        shop.rules(Rules.NONE);
        assertThat(finished("a b", Loop.SERIAL)).contains("a fails");
        assertThat(shop.begun).containsExactly("a1 PT0S");
    }

    // ---- Deadlines ----

    private static Partial until(Duration span) {
        return Partial.NONE.with(Field.DEADLINE, Instant.EPOCH.plus(span));
    }

    private static TimeoutKind kind(Executed executed) {
        var failed = (Decision.Failed) executed.end();
        return ((Failure.Timeout) failed.failure()).kind();
    }

    @Test
    void a_deadline_that_expired_before_the_start_starts_nothing() {
        shop.task("a", 0, NONE);
        assertThat(kind(executed("a", until(NONE)))).isEqualTo(TimeoutKind.SCHEDULE_TO_CLOSE);
        assertThat(shop.begun).isEmpty();
    }

    @Test
    void a_deadline_is_looked_at_before_each_retry() {
        shop.task("a", 99, NONE);
        executed("a", until(DAY.plus(HOUR)).over(retries(9)));
        assertThat(shop.begun).containsExactly("a1 PT0S", "a2 PT24H");
        assertThat(shop.time.now()).isEqualTo(Instant.EPOCH.plus(DAY));
    }

    @Test
    void a_deadline_caps_timeouts() {
        shop.task("a", 0, DAY);
        var executed = executed("a", until(HOUR).with(Field.START_TO_CLOSE, HOUR.multipliedBy(3)));
        assertThat(kind(executed)).isEqualTo(TimeoutKind.SCHEDULE_TO_CLOSE);
        assertThat(executed.took()).isEqualTo(HOUR);
    }

    @Test
    void a_deadline_beats_the_fallback() {
        shop.task("a", 99, DAY);
        var executed = executed("a", until(HOUR).over(instead(new Fallback.Value(Payload.NONE))));
        assertThat(kind(executed)).isEqualTo(TimeoutKind.SCHEDULE_TO_CLOSE);
    }

    // ---- Events ----

    @Test
    void there_are_events_for_each_attempt_with_exact_counts() {
        shop.task("a", 99, NONE);
        var events = executed("a", retries(2)).events();
        assertThat(events).hasSize(4);
        assertThat(((Lifecycle.Dispatched) events.get(2)).attempt()).isEqualTo(3);
        assertThat(((Lifecycle.Failed) events.get(3)).attempts()).isEqualTo(3);
    }

    @Test
    void functions_are_stripped_when_serialised() {
        var policy = Policy.DEFAULT.errors(Errors.ANY.retryIf("worthIt"));
        var event =
                new Lifecycle.Dispatched(
                        new RunnableId(new RunId("r"), 1),
                        "a",
                        List.of(),
                        policy,
                        1,
                        Instant.EPOCH);
        assertThat(Lifecycle.fromBytes(event.toBytes())).isEqualTo(event);
    }

    @Test
    void pending_is_dispatched_less_resolved() {
        shop.task("a", 0, NONE).task("b", 99, NONE);
        var log = new ArrayList<Lifecycle>();
        try (var run = shop.start("{a|b|a}")) {
            var all = run.prepare();
            log.addAll(shop.executed(all.get(0)).events());
            log.addAll(shop.executed(all.get(1)).events());
            var open = shop.executed(all.get(2)).events().getFirst();
            log.add(open);
            assertThat(Lifecycle.pending(log)).containsExactly((Lifecycle.Dispatched) open);
        }
    }

    // ---- Phases ----

    @Test
    void a_checkpoint_after_every_apply_cycle_sees_the_applied_state() {
        shop.task("a", 0, NONE);
        var seen = new ArrayList<Integer>();
        try (var run = shop.start("a a a")) {
            shop.finished(
                    run, Loop.SERIAL.checkpoint(it -> seen.add(it.transcript().turns().size())));
        }
        assertThat(seen).containsExactly(2, 3, 4);
    }

    @Test
    void without_rules_the_behaviour_is_that_of_no_policies() {
        shop.task("a", 0, HOUR).task("b", 1, NONE);
        String without = finished("a {b|a}", Loop.SERIAL);
        shop.rules(every(Partial.NONE));
        assertThat(finished("a {b|a}", Loop.SERIAL)).isEqualTo(without);
    }

    @Test
    void serial_async_and_manual_are_the_same() {
        shop.task("a", 1, HOUR).task("b", 0, DAY).rules(every(retries(1)));
        String serial = finished("a {b a|a b}", Loop.SERIAL);
        assertThat(finished("a {b a|a b}", Loop.ASYNC)).isEqualTo(serial);
        try (var run = shop.start("a {b a|a b}")) {
            while (run.isRunnable()) {
                for (Prepared each : run.prepare().reversed()) {
                    run.apply(shop.executed(each), shop.time.now());
                }
            }
            assertThat(Workshop.shown(run.outcome().orElseThrow())).isEqualTo(serial);
        }
    }

    @Test
    void a_slow_branch_does_not_block_a_fast_one() {
        shop.task("slow", 0, DAY).task("fast", 0, HOUR);
        finished("{slow|fast fast}", Loop.ASYNC);
        assertThat(shop.begun).contains("fast1 PT1H");
    }

    @Test
    void a_crashed_branch_does_not_deadlock_a_join() {
        shop.task("a", 0, NONE);
        shop.activities.add(
                "crash",
                String.class,
                _ -> {
                    throw new StackOverflowError();
                });
        assertThat(finished("{crash|a} a", Loop.ASYNC))
                .isEqualTo("text \"[!java.lang.StackOverflowError|(a1)|](a1)\"");
    }

    @Test
    void a_concurrency_of_one_is_serial() {
        shop.task("a", 0, HOUR);
        finished("{a|a|a}", Loop.ASYNC.concurrencyMax(1));
        assertThat(shop.begun).containsExactly("a1 PT0S", "a1 PT1H", "a1 PT2H");
    }

    @Test
    void hooks_may_throw() {
        var throwing =
                new Workshop(
                        new Hooks() {
                            @Override
                            public Optional<Failure> onDispatch(Call call) {
                                throw new IllegalStateException("hook");
                            }

                            @Override
                            public void onFail(Call call, Failure failure) {
                                throw new IllegalStateException("hook");
                            }
                        });
        throwing.task("a", 1, NONE).rules(every(retries(1)));
        try (var run = throwing.start("a")) {
            assertThat(value(throwing.executed(run.prepare().getFirst()))).isEqualTo("text \"a2\"");
        }
    }

    @Nested
    class Custom_schedulers {
        @Test
        void get_every_runnable_exactly_once_and_none_is_invented() {
            shop.task("a", 0, NONE).task("b", 0, NONE);
            try (var run = shop.start("{a|b|a b|b a}")) {
                var finished = shop.finished(run, Loop.SERIAL.scheduler(Scheduler.random(7)));
                var ids = new HashSet<RunnableId>();
                finished.executed().forEach(it -> assertThat(ids.add(it.prepared().id())).isTrue());
                assertThat(ids).hasSize(6);
                assertThat(finished.problems()).isEmpty();
            }
        }

        @Test
        void keep_their_state_from_choice_to_choice() {
            shop.task("a", 0, NONE);
            var sizes = new ArrayList<Integer>();
            Scheduler counting =
                    new Scheduler() {
                        @Override
                        public Action choose(Enabled enabled) {
                            sizes.add(enabled.size());
                            return enabled.nth(0);
                        }
                    };
            try (var run = shop.start("{a|a|a} a")) {
                shop.finished(run, Loop.SERIAL.scheduler(counting));
            }
            assertThat(sizes).containsExactly(3, 2, 1, 1);
        }

        @Test
        void that_throw_give_way_to_the_usual_order() {
            shop.task("a", 0, NONE);
            try (var run = shop.start("{a|a}")) {
                var finished =
                        shop.finished(
                                run,
                                Loop.SERIAL.scheduler(
                                        _ -> {
                                            throw new IllegalStateException("no idea");
                                        }));
                assertThat(finished.executed()).hasSize(2);
                assertThat(finished.problems()).hasSize(1);
            }
        }
    }

    /** What was wrong in the older system. */
    @Nested
    class Defects {
        @Test
        void a_dispatch_is_told_before_its_code_runs() {
            var order = new ArrayList<String>();
            shop.activities.add("a", String.class, _ -> order.add("code") ? "a" : "");
            try (var run = shop.start("a")) {
                var prepared = run.prepare().getFirst();
                shop.driver.begin(
                        prepared,
                        Policy.DEFAULT,
                        new Purse(),
                        it -> order.add(it.getClass().getSimpleName()));
            }
            assertThat(order).containsExactly("Dispatched", "code", "Completed");
        }

        @Test
        void the_input_of_a_run_is_there_before_its_first_step_completes() {
            shop.task("a", 0, NONE);
            Transcript stored;
            try (var run = shop.start("a")) {
                stored = Transcript.fromBytes(run.transcript().toBytes());
            }
            try (var run = PhasedRun.resume(Workshop.TREE, stored)) {
                assertThat(shop.finished(run, Loop.SERIAL).outcome()).isPresent();
            }
        }

        @Test
        void resuming_needs_no_events_to_know_what_is_open() {
            shop.task("a", 0, NONE).task("b", 0, NONE);
            Transcript stored;
            try (var run = shop.start("{a|b}")) {
                run.apply(shop.executed(run.prepare().getFirst()), shop.time.now());
                stored = run.transcript();
            }
            try (var run = PhasedRun.resume(Workshop.TREE, stored)) {
                assertThat(run.prepare()).extracting(Prepared::task).containsExactly("b");
            }
        }

        @Test
        void failures_leave_an_event_and_replay_is_as_it_was_live() {
            shop.task("a", 99, NONE);
            try (var run = shop.start("{a}")) {
                var finished = shop.finished(run, Loop.SERIAL);
                assertThat(finished.executed().getFirst().events().getLast())
                        .isInstanceOf(Lifecycle.Failed.class);
                FlowReplay.of(Workshop.TREE, run.transcript()).orThrow();
            }
        }

        @Test
        void a_restart_adds_nothing_to_what_is_recorded() {
            shop.task("a", 0, NONE);
            try (var run = shop.start("a a")) {
                run.apply(shop.executed(run.prepare().getFirst()), shop.time.now());
                try (var again = PhasedRun.resume(Workshop.TREE, run.transcript())) {
                    assertThat(again.transcript()).isEqualTo(run.transcript());
                }
            }
        }

        @Test
        void times_in_events_mean_something_after_a_restart() {
            shop.task("a", 1, NONE);
            var events = executed("a", retries(1)).events();
            assertThat(((Lifecycle.Dispatched) events.get(1)).at())
                    .isEqualTo(Instant.parse("1970-01-02T00:00:00Z"));
        }

        @Test
        void a_deadline_bounds_the_wait_for_a_retry_and_reaches_every_runnable() {
            shop.task("a", 99, NONE);
            executed("a", until(HOUR).over(retries(9)));
            assertThat(shop.time.now()).isEqualTo(Instant.EPOCH);
            shop.rules(every(retries(9)));
            try (var run = shop.start("{a}")) {
                var deadline = shop.time.now().plus(HOUR);
                var finished = shop.finished(run, Loop.ASYNC.deadline(deadline));
                assertThat(finished.executed().getFirst().policy().timing().deadline())
                        .contains(deadline);
                assertThat(finished.executed().getFirst().attempts()).isEqualTo(1);
            }
        }

        @Test
        void a_retry_with_overrides_has_the_timeout_too() {
            shop.activities.add(
                    "a",
                    String.class,
                    _ -> {
                        if (ActivityContext.current().attempt() == 1) {
                            throw new IllegalStateException("first");
                        }
                        shop.time.sleep(DAY);
                        return "never";
                    });
            var small = new TreeMap<>(Map.of("model", Payload.text("small")));
            var executed =
                    executed(
                            "a",
                            instead(new Fallback.RetryWith(small))
                                    .with(Field.START_TO_CLOSE, HOUR));
            assertThat(kind(executed)).isEqualTo(TimeoutKind.START_TO_CLOSE);
            assertThat(executed.took()).isEqualTo(HOUR);
        }

        @Test
        void what_was_skipped_is_not_pending() {
            shop.task("a", 99, NONE);
            var skip = Partial.NONE.with(Field.ON_FAILURE, OnFailure.SKIP);
            assertThat(Lifecycle.pending(executed("a", skip).events())).isEmpty();
        }

        @Test
        void ids_do_not_collide_near_fourteen_thousand() {
            var ids = new TreeSet<RunnableId>();
            for (long seq = 1; seq <= 50_000; seq++) {
                ids.add(new RunnableId(new RunId("r"), seq));
            }
            assertThat(ids).hasSize(50_000);
        }

        @Test
        void priority_key_deadline_and_mode_are_read() {
            shop.activities.add("a", String.class, _ -> ActivityContext.current().idempotencyKey());
            var keyed =
                    new Workshop(Hooks.NONE, Functions.NONE.key("own", (type, _) -> "own-" + type));
            keyed.activities.add(
                    "a", String.class, _ -> ActivityContext.current().idempotencyKey());
            keyed.task("b", 0, NONE)
                    .rules(
                            Rules.NONE
                                    .append(
                                            Matcher.name("a"),
                                            Partial.NONE.with(Field.IDEMPOTENCY_KEY, "own"))
                                    .append(
                                            Matcher.name("b"),
                                            Partial.NONE.with(Field.PRIORITY, 9)));
            try (var run = keyed.start("{a|b}")) {
                var finished = keyed.finished(run, Loop.SERIAL);
                assertThat(Workshop.shown(finished.outcome().orElseThrow()))
                        .isEqualTo("text \"[(own-a)|(b1)|]\"");
                assertThat(finished.executed())
                        .extracting(it -> it.prepared().task())
                        .containsExactly("b", "a");
            }
            var external = Partial.NONE.with(Field.MODE, Execution.Mode.EXTERNAL);
            shop.rules(every(external.with(Field.START_TO_CLOSE, HOUR)));
            try (var run = shop.start("a")) {
                assertThat(kind(shop.executed(run.prepare().getFirst())))
                        .isEqualTo(TimeoutKind.START_TO_CLOSE);
            }
        }

        @Test
        void a_worker_that_dies_in_the_middle_of_a_step_loses_nothing() {
            shop.task("a", 0, NONE).task("b", 0, DAY);
            Transcript stored;
            try (var run = shop.start("a b a")) {
                run.apply(shop.executed(run.prepare().getFirst()), shop.time.now());
                stored = Transcript.fromBytes(run.transcript().toBytes());
                shop.phases().submit(run.prepare().getFirst());
                shop.time.step(); // It has begun, and nobody hears of it any more.
            }
            var next = new Workshop().task("a", 0, NONE).task("b", 0, DAY);
            try (var run = PhasedRun.resume(Workshop.TREE, stored)) {
                assertThat(Workshop.shown(next.finished(run, Loop.SERIAL).outcome().orElseThrow()))
                        .isEqualTo("text \"(a1)(b1)(a1)\"");
                assertThat(next.begun).containsExactly("b1 PT0S", "a1 PT24H");
            }
        }
    }
}
