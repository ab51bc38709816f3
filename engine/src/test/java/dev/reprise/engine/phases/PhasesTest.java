package dev.reprise.engine.phases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Kind;
import dev.reprise.choice.Scheduler;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.drive.Executed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Cancellation;
import dev.reprise.history.Lifecycle;
import dev.reprise.history.Prepared;
import dev.reprise.history.RunnableId;
import dev.reprise.history.RunnableRef;
import dev.reprise.history.Transcript;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhasesTest {
    private static final Duration NONE = Duration.ZERO;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final Workshop shop = new Workshop();

    private static List<String> tasks(List<Prepared> runnables) {
        return runnables.stream().map(Prepared::task).toList();
    }

    private static String result(Finished finished) {
        return Workshop.shown(finished.outcome().orElseThrow());
    }

    private static Rules every(Partial partial) {
        return Rules.NONE.append(Matcher.any(), partial);
    }

    // ---- Phase by phase ----

    @Test
    void each_runnable_is_prepared_once_and_none_is_invented() {
        shop.task("a", 0, NONE).task("b", 0, NONE).task("c", 0, NONE);
        try (var run = shop.start("{a|b} c")) {
            var both = run.prepare();
            assertThat(tasks(both)).containsExactly("a", "b");
            assertThat(run.prepare()).isEmpty();
            assertThat(run.isRunnable()).isTrue();
            run.apply(shop.executed(both.get(1)), shop.time.now());
            assertThat(run.prepare()).isEmpty();
            run.apply(shop.executed(both.get(0)), shop.time.now());
            var last = run.prepare();
            assertThat(tasks(last)).containsExactly("c");
            run.apply(shop.executed(last.getFirst()), shop.time.now());
            assertThat(run.isRunnable()).isFalse();
            assertThat(run.outcome())
                    .contains(new Outcome.Completed(Payload.text("[(a1)|(b1)|](c1)")));
        }
    }

    @Test
    void what_was_applied_is_not_applied_twice() {
        shop.task("a", 0, NONE).task("b", 0, NONE);
        try (var run = shop.start("a b")) {
            var executed = shop.executed(run.prepare().getFirst());
            run.apply(executed, shop.time.now());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.apply(executed, shop.time.now()))
                    .withMessage("tree/1 cannot be applied: it was applied already");
            assertThat(tasks(run.prepare())).containsExactly("b");
        }
    }

    @Test
    void what_the_run_did_not_ask_for_is_refused_and_shown() {
        shop.task("a", 0, NONE).task("b", 0, NONE);
        try (var run = shop.start("a b")) {
            var a = run.prepare().getFirst();
            var executed = shop.executed(a);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.apply(as(executed, id(a, "other", 1)), Instant.EPOCH))
                    .withMessage("other/1 is no runnable of run tree");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.apply(as(executed, id(a, "tree", 7)), Instant.EPOCH))
                    .withMessage("tree/7 cannot be applied: the run never asked for it");
            var forged =
                    new Prepared(
                            a.id(),
                            a.unit(),
                            a.activityId(),
                            "b",
                            a.input(),
                            a.options(),
                            a.local());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.apply(as(executed, forged), Instant.EPOCH))
                    .withMessageContaining("tree/1 is not the runnable that was prepared");
            run.apply(executed, shop.time.now());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.apply(as(executed, id(a, "tree", 2)), Instant.EPOCH))
                    .withMessage("tree/2 cannot be applied: it was not prepared yet");
        }
    }

    private static Prepared id(Prepared it, String run, long seq) {
        var id = new RunnableId(new RunId(run), seq);
        return new Prepared(
                id, it.unit(), it.activityId(), it.task(), it.input(), it.options(), it.local());
    }

    private static Executed as(Executed it, Prepared prepared) {
        return new Executed(
                prepared,
                it.policy(),
                it.end(),
                it.attempts(),
                it.scheduled(),
                it.ended(),
                it.events());
    }

    @Test
    void an_executed_runnable_tells_its_input_its_attempts_and_what_became_of_them() {
        shop.task("a", 2, HOUR)
                .rules(
                        every(
                                Partial.NONE
                                        .with(Field.MAX_RETRIES, 3)
                                        .with(Field.BACKOFF, Backoff.Shape.LINEAR)
                                        .with(Field.DELAY_BASE, DAY)
                                        .with(Field.DELAY_MAX, DAY.multipliedBy(9))));
        try (var run = shop.start("a")) {
            var executed = shop.executed(run.prepare().getFirst());
            assertThat(executed.prepared().input()).containsExactly(Payload.text("a"));
            assertThat(executed.attempts()).isEqualTo(3);
            assertThat(executed.took()).isEqualTo(Duration.ofHours(3 + 3 * 24));
            assertThat(executed.events())
                    .extracting(it -> it.getClass().getSimpleName())
                    .containsExactly("Dispatched", "Dispatched", "Dispatched", "Completed");
            assertThat(executed.events().getFirst())
                    .isInstanceOfSatisfying(
                            Lifecycle.Dispatched.class,
                            it -> assertThat(it.policy()).isEqualTo(executed.policy()));
        }
    }

    @Test
    void a_runnable_has_a_lineage() {
        for (String task : List.of("a", "b", "c", "d")) {
            shop.task(task, 0, NONE);
        }
        try (var run = shop.start("a {b c|d}")) {
            shop.finished(run, Loop.SERIAL);
            var ids = new ArrayList<RunnableId>();
            run.transcript()
                    .turns()
                    .forEach(
                            turn ->
                                    turn.commands()
                                            .forEach(
                                                    it ->
                                                            Prepared.of(run.id(), it)
                                                                    .filter(
                                                                            p ->
                                                                                    p.task()
                                                                                            .equals(
                                                                                                    "c"))
                                                                    .ifPresent(
                                                                            p -> ids.add(p.id()))));
            assertThat(run.lineage(ids.getFirst())).hasToString("[tree/1, tree/2, tree/4]");
        }
    }

    // ---- The loop ----

    @Test
    void a_slow_branch_does_not_hold_up_a_fast_one() {
        shop.task("slow", 0, DAY).task("fast", 0, HOUR).task("last", 0, NONE);
        try (var run = shop.start("{slow|fast fast} last")) {
            assertThat(result(shop.finished(run, Loop.ASYNC)))
                    .isEqualTo("text \"[(slow1)|(fast1)(fast1)|](last1)\"");
            assertThat(shop.begun)
                    .containsExactly("slow1 PT0S", "fast1 PT0S", "fast1 PT1H", "last1 PT24H");
        }
    }

    @Test
    void a_branch_that_waits_for_its_next_attempt_does_not_hold_up_others() {
        shop.task("flaky", 1, NONE)
                .task("fast", 0, HOUR)
                .rules(
                        every(
                                Partial.NONE
                                        .with(Field.MAX_RETRIES, 1)
                                        .with(Field.BACKOFF, Backoff.Shape.LINEAR)
                                        .with(Field.DELAY_BASE, DAY)
                                        .with(Field.DELAY_MAX, DAY)));
        try (var run = shop.start("{flaky|fast fast}")) {
            shop.finished(run, Loop.ASYNC);
            assertThat(shop.begun)
                    .containsExactly("flaky1 PT0S", "fast1 PT0S", "fast1 PT1H", "flaky2 PT24H");
        }
    }

    @Test
    void a_failed_branch_does_not_deadlock_a_join() {
        shop.task("bad", 9, HOUR).task("good", 0, DAY);
        try (var run = shop.start("{bad good|good|{bad|bad}}")) {
            assertThat(result(shop.finished(run, Loop.ASYNC)))
                    .isEqualTo(
                            "text \"[!java.lang.IllegalStateException|(good1)|"
                                    + "[!java.lang.IllegalStateException|"
                                    + "!java.lang.IllegalStateException|]|]\"");
        }
    }

    @Test
    void with_a_concurrency_of_one_everything_comes_one_after_the_other() {
        shop.task("a", 1, HOUR)
                .task("b", 0, HOUR)
                .rules(every(Partial.NONE.with(Field.MAX_RETRIES, 1)));
        for (Loop loop : List.of(Loop.SERIAL, Loop.ASYNC.concurrencyMax(1))) {
            shop.begun.clear();
            Instant before = shop.time.now();
            try (var run = shop.start("{a|b|b}")) {
                shop.finished(run, loop);
                assertThat(shop.begun).hasSize(4);
                assertThat(Duration.between(before, shop.time.now()))
                        .isEqualTo(HOUR.multipliedBy(4));
            }
        }
    }

    @Test
    void with_a_concurrency_of_two_two_are_under_way() {
        shop.task("a", 0, HOUR);
        try (var run = shop.start("{a|a|a|a|a}")) {
            shop.finished(run, Loop.ASYNC.concurrencyMax(2));
            assertThat(shop.begun)
                    .containsExactly("a1 PT0S", "a1 PT0S", "a1 PT1H", "a1 PT1H", "a1 PT2H");
        }
    }

    /** Two branches of which one fails: the other is not needed any more. */
    static final class Both implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return Flow.<String>parallel(
                            () -> Flow.activity("bad", String.class).call("x"),
                            () ->
                                    Flow.activity("slow", String.class).call("x")
                                            + Flow.activity("never", String.class).call("x"))
                    .toString();
        }
    }

    @Test
    void a_halt_stops_other_branches() {
        shop.task("bad", 9, HOUR).task("slow", 0, DAY).task("never", 0, NONE);
        var type = WorkflowType.of(Both.class).codec(new JsonCodec());
        for (Loop loop : List.of(Loop.ASYNC, Loop.SERIAL)) {
            shop.begun.clear();
            Instant before = shop.time.now();
            try (var run = PhasedRun.start(type, new RunId("both"), 7, before, "x")) {
                var finished = shop.finished(run, loop);
                assertThat(finished.outcome().orElseThrow()).isInstanceOf(Outcome.Failed.class);
                assertThat(shop.begun).noneMatch(it -> it.startsWith("never"));
                assertThat(Duration.between(before, shop.time.now())).isEqualTo(HOUR);
                assertThat(run.isRunnable()).isFalse();
            }
        }
    }

    /** The first of two counts, and then there is more to do. */
    static final class First implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return Flow.<String>race(
                            () -> Flow.activity("fast", String.class).call("x"),
                            () -> Flow.activity("slow", String.class).call("x"))
                    + Flow.activity("last", String.class).call("x");
        }
    }

    @Test
    void what_the_run_does_not_need_any_more_is_stopped_or_not_even_begun() {
        var stopped = new ArrayList<Duration>();
        shop.task("fast", 0, HOUR).task("last", 0, DAY);
        shop.activities.add(
                "slow",
                String.class,
                _ -> {
                    shop.begun.add("slow");
                    try {
                        shop.time.sleep(DAY);
                        return "slow";
                    } catch (InterruptedException e) {
                        stopped.add(Duration.between(Instant.EPOCH, shop.time.now()));
                        throw e;
                    }
                });
        var type = WorkflowType.of(First.class).codec(new JsonCodec());
        try (var run = PhasedRun.start(type, new RunId("first"), 7, shop.time.now(), "x")) {
            assertThat(result(shop.finished(run, Loop.ASYNC))).isEqualTo("text \"fast1last1\"");
            assertThat(stopped).containsExactly(HOUR);
        }
        shop.begun.clear();
        try (var run = PhasedRun.start(type, new RunId("first"), 7, shop.time.now(), "x")) {
            var finished = shop.finished(run, Loop.SERIAL);
            assertThat(result(finished)).isEqualTo("text \"fast1last1\"");
            assertThat(shop.begun).noneMatch(it -> it.equals("slow"));
            assertThat(finished.executed()).hasSize(3); // one of them without an attempt
        }
    }

    /** The first of two counts, but the other is waited for. */
    static final class Patient implements Workflow<String, String> {
        @Override
        public String run(String input) {
            var waits = ActivityOptions.UNSAID.cancellation(Cancellation.WAIT);
            return Flow.<String>race(
                    () -> Flow.activity("fast", String.class).call("x"),
                    () -> Flow.activity("slow", String.class).options(waits).call("x"));
        }
    }

    @Test
    void who_waits_for_what_was_cancelled_before_it_was_prepared_is_told() {
        shop.task("fast", 0, NONE).task("slow", 0, NONE);
        var type = WorkflowType.of(Patient.class).codec(new JsonCodec());
        try (var run = PhasedRun.start(type, new RunId("patient"), 7, Instant.EPOCH, "x")) {
            run.apply(shop.executed(run.prepare(new RunnableId(run.id(), 1))), Instant.EPOCH);
            assertThat(run.outcome()).contains(new Outcome.Completed(Payload.text("fast1")));
        }
    }

    @Test
    void what_is_cancelled_before_it_is_prepared_is_never_prepared() {
        shop.task("fast", 0, NONE).task("slow", 0, NONE).task("last", 0, NONE);
        var type = WorkflowType.of(First.class).codec(new JsonCodec());
        try (var run = PhasedRun.start(type, new RunId("first"), 7, Instant.EPOCH, "x")) {
            var fast = run.prepare(new RunnableId(run.id(), 1));
            run.apply(shop.executed(fast), shop.time.now());
            assertThat(tasks(run.prepare())).containsExactly("last");
            assertThat(run.withdrawn()).isEmpty();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.prepare(new RunnableId(run.id(), 2)))
                    .withMessageContaining("does not wait for first/2");
        }
    }

    @Test
    void at_the_deadline_it_is_over_whatever_is_under_way() {
        shop.task("a", 0, HOUR).task("slow", 0, DAY);
        try (var run = shop.start("a slow a")) {
            var finished =
                    shop.finished(
                            run, Loop.ASYNC.deadline(Instant.EPOCH.plus(HOUR.multipliedBy(2))));
            assertThat(finished.outcome()).isEmpty();
            assertThat(shop.begun).containsExactly("a1 PT0S", "slow1 PT1H");
            assertThat(shop.time.now()).isEqualTo(Instant.EPOCH.plus(HOUR.multipliedBy(2)));
        }
        try (var run = shop.start("@500 a")) {
            var finished = shop.finished(run, Loop.SERIAL.deadline(shop.time.now().plus(HOUR)));
            assertThat(finished.outcome()).isEmpty();
            assertThat(shop.begun).hasSize(2);
        }
    }

    @Test
    void a_deadline_that_has_passed_starts_nothing() {
        shop.task("a", 0, NONE);
        try (var run = shop.start("a")) {
            var finished = shop.finished(run, Loop.SERIAL.deadline(Instant.EPOCH));
            assertThat(shop.begun).isEmpty();
            assertThat(finished.executed()).allMatch(it -> it.attempts() == 0);
        }
    }

    @Test
    void a_checkpoint_after_each_cycle_sees_what_was_applied() {
        shop.task("a", 0, HOUR).task("b", 0, DAY);
        var seen = new ArrayList<Integer>();
        try (var run = shop.start("a {a|b} @3 a")) {
            shop.finished(
                    run, Loop.ASYNC.checkpoint(it -> seen.add(it.transcript().turns().size())));
            assertThat(seen).containsExactly(2, 3, 4, 5, 6);
            assertThat(run.transcript().turns()).hasSize(6);
        }
    }

    @Test
    void what_ended_together_has_one_checkpoint_unless_a_policy_wants_its_own() {
        var sync = Partial.NONE.with(Field.MODE, Execution.Mode.SYNC);
        shop.task("a", 0, NONE).task("b", 0, NONE);
        assertThat(checkpoints(every(sync))).containsExactly(4);
        var own = Rules.NONE.append(Matcher.name("b"), sync.with(Field.CHECKPOINT_AFTER, true));
        assertThat(checkpoints(own.append(Matcher.any(), sync))).containsExactly(3, 4);
    }

    /** How many turns there were at each checkpoint of a run of three branches. */
    private List<Integer> checkpoints(Rules rules) {
        var seen = new ArrayList<Integer>();
        try (var run = shop.rules(rules).start("{a|b|a}")) {
            shop.finished(
                    run, Loop.ASYNC.checkpoint(it -> seen.add(it.transcript().turns().size())));
        }
        return seen;
    }

    @Test
    void a_checkpoint_that_throws_is_reported_and_the_run_goes_on() {
        shop.task("a", 0, NONE);
        try (var run = shop.start("a a")) {
            var finished =
                    shop.finished(
                            run,
                            Loop.SERIAL.checkpoint(
                                    _ -> {
                                        throw new IllegalStateException("disk full");
                                    }));
            assertThat(result(finished)).isEqualTo("text \"(a1)(a1)\"");
            assertThat(finished.problems())
                    .hasSize(2)
                    .allMatch(it -> it.getMessage().equals("disk full"));
        }
    }

    @Test
    void what_has_a_higher_priority_goes_first() {
        shop.task("a", 0, NONE)
                .task("b", 0, NONE)
                .task("c", 0, NONE)
                .rules(
                        Rules.NONE
                                .append(Matcher.name("b"), Partial.NONE.with(Field.PRIORITY, 5))
                                .append(Matcher.name("a"), Partial.NONE.with(Field.PRIORITY, -5)));
        try (var run = shop.start("{a|b|c}")) {
            shop.finished(run, Loop.SERIAL);
            assertThat(shop.begun).containsExactly("b1 PT0S", "c1 PT0S", "a1 PT0S");
        }
    }

    @Test
    void a_scheduler_chooses_the_order() {
        shop.task("a", 0, NONE).task("b", 0, NONE).task("c", 0, NONE);
        Scheduler lastFirst = enabled -> enabled.nth(enabled.size() - 1);
        try (var run = shop.start("{a|b|c}")) {
            assertThat(shop.finished(run, Loop.SERIAL.scheduler(lastFirst)).problems()).isEmpty();
            assertThat(shop.begun).containsExactly("c1 PT0S", "b1 PT0S", "a1 PT0S");
        }
    }

    @Test
    void a_scheduler_that_throws_or_invents_is_reported_and_the_usual_order_takes_over() {
        shop.task("a", 0, NONE).task("b", 0, NONE).task("c", 0, NONE);
        Scheduler throwing =
                new Scheduler() {
                    private int asked;

                    @Override
                    public Action choose(Enabled enabled) {
                        if (asked++ == 1) {
                            throw new IllegalStateException("no idea");
                        }
                        return enabled.nth(enabled.size() - 1);
                    }
                };
        Scheduler inventing = _ -> Action.of(new Kind(0, "runnable").key(99));
        try (var run = shop.start("{a|b|c}")) {
            var finished = shop.finished(run, Loop.SERIAL.scheduler(throwing));
            assertThat(shop.begun).containsExactly("c1 PT0S", "a1 PT0S", "b1 PT0S");
            assertThat(finished.problems())
                    .extracting(Throwable::getMessage)
                    .containsExactly("no idea");
        }
        shop.begun.clear();
        try (var run = shop.start("{a|b|c}")) {
            var finished = shop.finished(run, Loop.SERIAL.scheduler(inventing));
            assertThat(shop.begun).containsExactly("a1 PT0S", "b1 PT0S", "c1 PT0S");
            assertThat(finished.problems())
                    .extracting(Throwable::getMessage)
                    .containsExactly("The scheduler chose 99, which cannot start.");
        }
    }

    // ---- Rules ----

    @Test
    void rules_at_run_time_come_first_or_replace_the_others() {
        shop.task("a", 0, NONE)
                .rules(
                        every(
                                Partial.NONE
                                        .with(Field.MAX_RETRIES, 3)
                                        .with(Field.START_TO_CLOSE, HOUR)));
        var now = every(Partial.NONE.with(Field.MAX_RETRIES, 7));
        try (var run = shop.start("a")) {
            var a = run.prepare().getFirst();
            var merged = shop.phases().merge(now).policy(a);
            assertThat(merged.maxRetries()).isEqualTo(7);
            assertThat(merged.timeouts().startToClose()).isEqualTo(HOUR);
            var replaced = shop.phases().replace(now).policy(a);
            assertThat(replaced).isEqualTo(Policy.DEFAULT.maxRetries(7));
        }
    }

    @Test
    void without_rules_everything_is_as_without_policies() {
        shop.task("a", 0, NONE).task("b", 1, NONE);
        try (var run = shop.start("a {a|b} a")) {
            assertThat(run.prepare())
                    .allMatch(it -> shop.phases().policy(it).equals(Policy.DEFAULT));
        }
        try (var run = shop.start("a {a|b} a")) {
            assertThat(result(shop.finished(run, Loop.SERIAL)))
                    .isEqualTo("text \"(a1)[(a1)|!java.lang.IllegalStateException|](a1)\"");
            assertThat(shop.begun).containsExactly("a1 PT0S", "a1 PT0S", "b1 PT0S", "a1 PT0S");
        }
    }

    @Test
    void what_the_code_says_holds_where_rules_say_nothing() {
        var options =
                ActivityOptions.UNSAID
                        .timeouts(ActivityOptions.Timeouts.NONE.startToClose(HOUR))
                        .retry(ActivityOptions.UNSAID.retry().attemptsMax(4).delay(DAY));
        shop.task("a", 0, NONE).rules(every(Partial.NONE.with(Field.MAX_RETRIES, 9)));
        try (var run = shop.start("a")) {
            var a = run.prepare().getFirst();
            var said =
                    new Prepared(
                            a.id(), a.unit(), a.activityId(), a.task(), a.input(), options, false);
            var policy = shop.phases().policy(said);
            assertThat(policy.maxRetries()).isEqualTo(3); // code before the workflow's rules
            assertThat(policy.timeouts().startToClose()).isEqualTo(HOUR);
            assertThat(policy.backoff().base()).isEqualTo(DAY);
        }
    }

    @Test
    void a_rule_whose_code_is_missing_makes_its_runnables_fail_and_nothing_else() {
        shop.task("a", 0, NONE).rules(Rules.NONE.append(Matcher.told("external"), Partial.NONE));
        try (var run = shop.start("{a}")) {
            assertThat(result(shop.finished(run, Loop.ASYNC)))
                    .isEqualTo("text \"[!PolicyUnreadable|]\"");
        }
        try (var run = shop.start("a")) {
            assertThat(shop.phases().execute(run.prepare()).getFirst().end().told().orElseThrow())
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            it ->
                                    assertThat(it.failure().message())
                                            .contains("How to execute a cannot be told")
                                            .contains("external"));
        }
        assertThat(shop.begun).isEmpty();
    }

    // ---- Other processes, dead letters, messages ----

    @Test
    void another_process_goes_on_where_this_one_stopped() {
        shop.task("a", 0, NONE).task("b", 0, NONE).task("c", 0, NONE);
        Transcript stored;
        RunnableId lost;
        try (var run = shop.start("{a|b} c")) {
            var both = run.prepare();
            lost = both.get(1).id();
            run.apply(shop.executed(both.get(0)), shop.time.now());
            stored = Transcript.fromBytes(run.transcript().toBytes());
            assertThat(run.prepare(lost)).isEqualTo(both.get(1));
        }
        try (var run = PhasedRun.resume(Workshop.TREE, stored)) {
            assertThat(run.prepare(lost).task()).isEqualTo("b");
            assertThat(run.prepare()).isEmpty();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.prepare(new RunnableId(run.id(), 1)))
                    .withMessage("run tree does not wait for tree/1: it was applied already");
            run.apply(shop.executed(run.prepare(lost)), shop.time.now());
            assertThat(result(shop.finished(run, Loop.SERIAL)))
                    .isEqualTo("text \"[(a1)|(b1)|](c1)\"");
        }
    }

    @Test
    void what_may_be_delivered_only_once_is_lost_with_its_process() {
        shop.task("a", 0, NONE);
        for (boolean once : List.of(true, false)) {
            shop.rules(every(Partial.NONE.with(Field.AT_MOST_ONCE, once)));
            try (var run = shop.start("{a}")) {
                var prepared = run.prepare().getFirst();
                var log = shop.executed(prepared).events().subList(0, 1); // and then it died
                var lost = shop.phases().lost(prepared, Lifecycle.pending(log).getFirst());
                assertThat(lost.isPresent()).isEqualTo(once);
                lost.ifPresent(
                        it -> {
                            assertThat(it.end().toString()).contains("may be made only once");
                            run.apply(it, shop.time.now());
                            assertThat(run.outcome()).isPresent();
                        });
            }
        }
    }

    @Test
    void what_is_to_run_in_the_runs_own_step_does_so_in_an_async_loop_too() {
        shop.task("own", 0, HOUR)
                .task("other", 0, HOUR)
                .rules(
                        Rules.NONE.append(
                                Matcher.name("own"),
                                Partial.NONE.with(Field.MODE, Execution.Mode.SYNC)));
        try (var run = shop.start("{own|other}")) {
            shop.finished(run, Loop.ASYNC);
            assertThat(shop.begun).containsExactly("own1 PT0S", "other1 PT1H");
        }
    }

    @Test
    void a_reference_is_executed_elsewhere_and_its_result_applied_here() {
        shop.task("a", 1, NONE).rules(every(Partial.NONE.with(Field.MAX_RETRIES, 1)));
        try (var run = shop.start("a")) {
            byte[] sent = shop.phases().ref(run.prepare().getFirst()).toBytes();
            var elsewhere = new Workshop().task("a", 1, NONE); // which has no rules
            var ref = RunnableRef.fromBytes(sent);
            var executed = elsewhere.phases().execute(ref);
            assertThat(executed.attempts()).isEqualTo(2);
            assertThat(run.prepare(ref)).isEqualTo(ref.prepared());
            run.apply(executed, shop.time.now());
            assertThat(run.outcome()).contains(new Outcome.Completed(Payload.text("(a2)")));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.prepare(ref))
                    .withMessageContaining("it was applied already");
        }
    }

    @Test
    void a_reference_to_another_runnable_of_that_id_is_refused() {
        shop.task("a", 0, NONE).task("b", 0, NONE);
        try (var run = shop.start("a");
                var other = shop.start("b")) {
            var ref = shop.phases().ref(other.prepare().getFirst());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.prepare(ref))
                    .withMessageContaining("task=b")
                    .withMessageContaining("task=a");
        }
    }

    @Test
    void a_dead_letter_waits_for_a_person() {
        shop.task("a", 1, NONE)
                .rules(
                        every(
                                Partial.NONE.with(
                                        Field.ON_FAILURE, new OnFailure.DeadLetter("money"))));
        try (var run = shop.start("a")) {
            var finished = shop.finished(run, Loop.SERIAL);
            assertThat(finished.outcome()).isEmpty();
            assertThat(tasks(run.deadLetters())).containsExactly("a");
            assertThat(run.isRunnable()).isFalse();
            var id = run.deadLetters().getFirst().id();
            run.redrive(id);
            assertThat(run.isRunnable()).isTrue();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.redrive(id))
                    .withMessage("tree/1 is no dead letter of run tree");
        }
    }

    /** Asks for what is not done in phases. */
    static final class Parent implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return Flow.child("Child", String.class).call(input);
        }
    }

    @Test
    void what_phases_cannot_do_is_said() {
        var type = WorkflowType.of(Parent.class).codec(new JsonCodec());
        try (var run = PhasedRun.start(type, new RunId("p"), 7, Instant.EPOCH, "x")) {
            assertThat(run.stuck())
                    .map(Failure::message)
                    .hasValueSatisfying(
                            it ->
                                    assertThat(it)
                                            .contains("do not carry out StartChild")
                                            .contains("What to do"));
            assertThat(run.isRunnable()).isFalse();
            assertThat(shop.finished(run, Loop.SERIAL).outcome()).isEmpty();
        }
    }
}
