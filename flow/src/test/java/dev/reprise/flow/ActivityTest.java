package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancelled;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.failure;
import static dev.reprise.flow.Commands.local;
import static dev.reprise.flow.Commands.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Cancellation;
import dev.reprise.history.Command;
import dev.reprise.history.Mismatch;
import dev.reprise.history.RetryOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ActivityTest extends Conversations {
    private static final ActivityOptions QUICK =
            ActivityOptions.UNSAID.timeouts(
                    ActivityOptions.Timeouts.NONE.startToClose(Duration.ofSeconds(3)));

    interface Payments {
        String charge(String account, String amount);

        @Named("give-back")
        void refund(String account);

        String ping();

        default String twice(String account) {
            return charge(account, "1") + charge(account, "2");
        }
    }

    private static final Payments PAYMENTS = Flow.activity(Payments.class);

    private static String call(String type, String... input) {
        return Flow.activity(type, String.class).call((Object[]) input);
    }

    // ---- By stub ----

    @Test
    void a_stub_schedules_the_activity_of_its_method_and_gives_its_value() {
        play(() -> PAYMENTS.charge("me", "42"))
                .start()
                .expect(activity(1, "/", "Payments.charge", "me", "42"))
                .resolve(1, "paid")
                .expect(complete(2, "paid"));
    }

    @Test
    void a_stub_calls_with_the_options_it_was_made_with() {
        play(() -> Flow.activity(Payments.class, QUICK).ping())
                .start()
                .expect(activity(1, "/", "Payments.ping", QUICK))
                .resolve(1, "pong")
                .expect(complete(2, "pong"));
    }

    interface Counter {
        int count();

        boolean isOpen();

        @Nullable Integer perhaps();
    }

    @Test
    void where_null_cannot_be_no_value_is_zero() {
        Counter counter = Flow.activity(Counter.class);
        play(() -> counter.count() + " " + counter.isOpen() + " " + counter.perhaps())
                .start()
                .expect(activity(1, "/", "Counter.count"))
                .resolve(1)
                .expect(activity(2, "/", "Counter.isOpen"))
                .resolve(2)
                .expect(activity(3, "/", "Counter.perhaps"))
                .resolve(3)
                .expect(complete(4, "0 false null"));
    }

    @Test
    void a_method_may_have_another_name_in_history_and_no_value() {
        doing(() -> PAYMENTS.refund("me"))
                .start()
                .expect(activity(1, "/", "give-back", "me"))
                .resolve(1, "ignored")
                .expect(complete(2));
    }

    @Test
    void a_default_method_runs_in_the_workflow() {
        play(() -> PAYMENTS.twice("me"))
                .start()
                .expect(activity(1, "/", "Payments.charge", "me", "1"))
                .resolve(1, "a")
                .expect(activity(2, "/", "Payments.charge", "me", "2"))
                .resolve(2, "b")
                .expect(complete(3, "ab"));
    }

    @Test
    void what_every_object_can_is_no_activity() {
        assertThat(PAYMENTS).hasToString("activities of " + Payments.class.getName());
        assertThat(PAYMENTS)
                .isEqualTo(Flow.activity(Payments.class))
                .hasSameHashCodeAs(Flow.activity(Payments.class));
        assertThat(PAYMENTS.equals(Flow.activity(Payments.class, QUICK))).isFalse();
    }

    @Test
    void an_interface_must_tell_its_activities_apart() {
        assertThatThrownBy(() -> Flow.activity(Twice.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two activities called Twice.same")
                .hasMessageContaining("@Named");
        assertThatThrownBy(() -> Flow.activity(String.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no interface");
    }

    interface Twice {
        void same(String one);

        void same(byte[] other);
    }

    @Test
    void a_call_by_stub_is_replayed() {
        play(() -> PAYMENTS.charge("me", "42") + PAYMENTS.ping())
                .start()
                .evict()
                .resolve(1, "a")
                .expect(activity(2, "/", "Payments.ping"))
                .evict()
                .resolve(2, "b")
                .expect(complete(3, "ab"))
                .replays();
    }

    @Test
    void a_changed_call_by_stub_is_noticed() {
        play(() -> PAYMENTS.charge("me", "42"))
                .start()
                .changes("input[1]", () -> PAYMENTS.charge("me", "43"))
                .changes(
                        "options.timeouts.startToClose",
                        () -> Flow.activity(Payments.class, QUICK).charge("me", "42"))
                .differs(Mismatch.Changed.class, PAYMENTS::ping);
    }

    // ---- By name ----

    @Test
    void an_activity_is_called_by_name() {
        play(() -> call("charge", "a", "b"))
                .start()
                .expect(activity(1, "/", "charge", "a", "b"))
                .resolve(1, "done")
                .expect(complete(2, "done"));
    }

    @Test
    void values_that_are_missing_are_no_payloads_and_come_back_as_null() {
        play(() -> String.valueOf(Flow.activity("A", String.class).call((Object) null)))
                .start()
                .expect(
                        new Command.ScheduleActivity(
                                1,
                                UnitId.ROOT,
                                "1",
                                "A",
                                List.of(Payload.NONE),
                                ActivityOptions.UNSAID))
                .resolve(1)
                .expect(complete(2, "null"));
    }

    @Test
    void an_activity_may_have_an_id_of_its_own() {
        play(() -> Flow.activity("charge", String.class).id("order-7").call("x"))
                .start()
                .expect(
                        new Command.ScheduleActivity(
                                1,
                                UnitId.ROOT,
                                "order-7",
                                "charge",
                                Commands.texts("x"),
                                ActivityOptions.UNSAID));
    }

    @Test
    void a_call_by_name_is_replayed() {
        play(() -> call("A") + call("B"))
                .start()
                .evict()
                .resolve(1, "a")
                .evict()
                .resolve(2, "b")
                .expect(complete(3, "ab"))
                .replays();
    }

    static List<Arguments> changes() {
        ActivityOptions.Timeouts none = ActivityOptions.Timeouts.NONE;
        Duration second = Duration.ofSeconds(1);
        RetryOptions retry = RetryOptions.UNSAID;
        return List.of(
                changed("options.taskQueue", o -> o.taskQueue("q")),
                changed("options.fairnessKey", o -> o.fairnessKey("k")),
                changed("options.priority", o -> o.priority(1)),
                changed("options.cancellation", o -> o.cancellation(Cancellation.WAIT)),
                changed(
                        "options.timeouts.scheduleToClose",
                        o -> o.timeouts(none.scheduleToClose(second))),
                changed(
                        "options.timeouts.scheduleToStart",
                        o -> o.timeouts(none.scheduleToStart(second))),
                changed(
                        "options.timeouts.startToClose",
                        o -> o.timeouts(none.startToClose(second))),
                changed("options.timeouts.heartbeat", o -> o.timeouts(none.heartbeat(second))),
                changed("options.retry.attemptsMax", o -> o.retry(retry.attemptsMax(3))),
                changed("options.retry.delay", o -> o.retry(retry.delay(second))),
                changed("options.retry.backoff", o -> o.retry(retry.backoff(2))),
                changed("options.retry.delayMax", o -> o.retry(retry.delayMax(second))));
    }

    private static Arguments changed(
            String field, java.util.function.UnaryOperator<ActivityOptions> change) {
        return Arguments.of(field, change.apply(ActivityOptions.UNSAID));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void each_option_is_part_of_a_call(String field, ActivityOptions options) {
        play(() -> call("A"))
                .start()
                .changes(field, () -> Flow.activity("A", String.class).options(options).call());
    }

    @Test
    void type_id_and_input_are_part_of_a_call() {
        play(() -> call("A", "x"))
                .start()
                .changes("type", () -> call("B", "x"))
                .changes("input[0]", () -> call("A", "y"))
                .changes("activityId", () -> Flow.activity("A", String.class).id("i").call("x"))
                .changes(Set.of("input", "input[1]"), script(() -> call("A", "x", "y")))
                .differs(
                        Mismatch.Changed.class,
                        () -> Flow.activity("A", String.class).local().call("x"));
    }

    @Test
    void a_missing_an_extra_and_an_exchanged_call_are_noticed() {
        var run =
                play(() -> starts("A", "B") + call("C"))
                        .start()
                        .expect(
                                activity(1, "/", "A"),
                                activity(2, "/", "B"),
                                activity(3, "/", "C"));
        assertThat(run.differs(Mismatch.Missing.class, () -> starts("A") + call("C")).describe())
                .contains("a recorded command is missing: ScheduleActivity 2");
        assertThat(
                        run.differs(Mismatch.Extra.class, () -> starts("A", "X", "B") + call("C"))
                                .describe())
                .contains("an extra command was attempted: ScheduleActivity 2");
        assertThat(
                        run.differs(Mismatch.Reordered.class, () -> starts("B", "A") + call("C"))
                                .describe())
                .contains("commands are reordered: ScheduleActivity 1");
    }

    private static String starts(String... types) {
        for (String type : types) {
            Flow.activity(type, String.class).start();
        }
        return "";
    }

    // ---- Started ----

    private static String startsBoth(String one, String other) {
        Promise<String> a = Flow.activity(one, String.class).start("x");
        Promise<String> b = Flow.activity(other, String.class).start("y");
        return b.get() + a.get();
    }

    @Test
    void a_started_activity_is_a_promise() {
        play(() -> startsBoth("A", "B"))
                .start()
                .expect(activity(1, "/", "A", "x"), activity(2, "/", "B", "y"))
                .resolve(1, "a")
                .expectNothing()
                .resolve(2, "b")
                .expect(complete(3, "ba"));
    }

    @Test
    void a_started_activity_is_replayed() {
        play(() -> startsBoth("A", "B"))
                .start()
                .evict()
                .resolve(1, "a")
                .evict()
                .resolve(2, "b")
                .expect(complete(3, "ba"))
                .replays();
    }

    @Test
    void a_changed_start_is_noticed() {
        play(() -> startsBoth("A", "B"))
                .start()
                .changes("type", () -> startsBoth("A", "C"))
                .differs(
                        Mismatch.Reordered.class,
                        () -> {
                            Flow.activity("B", String.class).start("y");
                            Flow.activity("A", String.class).start("x");
                            return "";
                        });
    }

    @Test
    void an_activity_that_nobody_waits_for_does_not_keep_the_run() {
        doing(() -> Flow.activity("A", String.class).start())
                .start()
                .expect(activity(1, "/", "A"), complete(2))
                .tell(Commands.resolved(1, "late"))
                .expectNothing()
                .once();
    }

    // ---- Local ----

    private static String local(String type, ActivityOptions options) {
        return Flow.activity(type, String.class).options(options).local().call("x");
    }

    @Test
    void a_local_activity_is_a_command_of_its_own() {
        play(() -> local("A", QUICK) + Flow.localActivity(Payments.class, QUICK).ping())
                .start()
                .expect(Commands.local(1, "/", "A", QUICK, "x"))
                .resolve(1, "a")
                .expect(Commands.local(2, "/", "Payments.ping", QUICK))
                .resolve(2, "b")
                .expect(complete(3, "ab"));
    }

    @Test
    void a_local_activity_is_replayed() {
        play(() -> local("A", QUICK) + local("B", QUICK))
                .start()
                .evict()
                .resolve(1, "a")
                .evict()
                .resolve(2, "b")
                .expect(complete(3, "ab"))
                .replays();
    }

    @Test
    void a_changed_local_activity_is_noticed() {
        play(() -> local("A", QUICK))
                .start()
                .changes("type", () -> local("B", QUICK))
                .changes("options.priority", () -> local("A", QUICK.priority(1)))
                .changes(
                        "input[0]",
                        () -> Flow.activity("A", String.class).options(QUICK).local().call("y"))
                .differs(
                        Mismatch.Changed.class,
                        () -> Flow.activity("A", String.class).options(QUICK).call("x"));
    }

    // ---- Failures ----

    private static String caught(Body<String> code) throws Exception {
        try {
            return code.run();
        } catch (ActivityFailed e) {
            return e.type() + ": " + e.getMessage() + " / " + e.failure();
        }
    }

    @Test
    void the_failure_of_an_activity_is_a_value_to_the_workflow() {
        Failure why = failure("NoMoney", "broke");
        play(() -> caught(() -> call("charge")))
                .start()
                .expect(activity(1, "/", "charge"))
                .fails(1, why)
                .expect(complete(2, "charge: activity charge failed: broke / " + why));
    }

    @Test
    void a_failure_that_nobody_catches_fails_the_run_with_its_cause() {
        Failure why = failure("NoMoney", "broke");
        play(() -> call("charge"))
                .start()
                .fails(1, why)
                .expect(
                        fail(
                                2,
                                "/",
                                new Failure.Application(
                                        "ActivityFailed",
                                        "activity charge failed: broke",
                                        Payload.NONE,
                                        true,
                                        Optional.of(why))));
    }

    @Test
    void an_activity_that_says_it_was_cancelled_throws_cancelled() {
        play(() -> {
                    try {
                        return call("A");
                    } catch (Cancelled e) {
                        return e.getMessage();
                    }
                })
                .start()
                .fails(1, cancelled("by an operator"))
                .expect(complete(2, "by an operator"));
    }

    @Test
    void a_cancelled_activity_does_not_make_the_run_a_cancelled_one() {
        play(() -> call("A"))
                .start()
                .fails(1, cancelled("by an operator"))
                .expect(fail(2, "/", cancelled("by an operator")));
    }

    // ---- What is refused before it is a command ----

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void options_are_checked_before_a_command_is_decided() {
        var refused = new ArrayList<String>();
        doing(
                        () -> {
                            refused.add(refusal(() -> local("A", QUICK.taskQueue("q"))));
                            refused.add(refusal(() -> local("A", heartbeat())));
                            refused.add(refusal(() -> call("")));
                            refused.add(refusal(() -> call(" ".repeat(3))));
                            refused.add(refusal(() -> call("A", new String[256])));
                            refused.add(refusal(() -> Flow.activity("A", String.class).call(42)));
                            Flow.sleep(SECOND);
                        })
                .start()
                .expect(timer(1, "/", "PT1S"));
        assertThat(refused).hasSize(6).doesNotContain("accepted");
        assertThat(refused.getFirst()).contains("task queue");
        assertThat(refused.get(1)).contains("heartbeat");
        assertThat(refused.getLast()).contains("Integer");
    }

    private static ActivityOptions heartbeat() {
        return ActivityOptions.UNSAID.timeouts(ActivityOptions.Timeouts.NONE.heartbeat(SECOND));
    }

    private static String refusal(Body<?> code) throws Exception {
        try {
            code.run();
            return "accepted";
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void a_result_that_does_not_decode_fails_the_activation() {
        doing(() -> Flow.activity("A", byte[].class).call())
                .start()
                .resolve(1, "text")
                .expectFailure(ActivationKind.UNDECODABLE, "byte[]");
    }
}
