package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancel;
import static dev.reprise.flow.Commands.cancelTimer;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.continued;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.fired;
import static dev.reprise.flow.Commands.resolved;
import static dev.reprise.flow.Commands.signal;
import static dev.reprise.flow.Commands.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.history.Job;
import dev.reprise.history.Mismatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Signals: waited for, buffered, and handled by methods. */
class SignalTest extends Conversations {
    private static final Duration TEN = Duration.ofSeconds(10);

    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private static String next(String name) {
        return Flow.signal(name, String.class);
    }

    // ---- Waiting ----

    @Test
    void a_unit_waits_for_a_signal() {
        play(() -> next("go") + next("go"))
                .start()
                .expectNothing()
                .signal("go", "a")
                .expectNothing()
                .signal("go", "b")
                .expect(complete(1, "ab"));
    }

    @Test
    void a_signal_that_came_before_it_is_waited_for_is_kept() {
        var run = play(() -> call("A") + next("go")).start().signal("go", "b").expectNothing();
        assertThat(run.run.buffered()).containsExactly(signal("go", "b"));
        run.resolve(1, "a").expect(complete(2, "ab"));
    }

    @Test
    void a_signal_may_come_with_the_start() {
        var rehearsed = play(() -> next("go"));
        rehearsed.tell(rehearsed.run.started(), signal("go", "a")).expect(complete(1, "a"));
    }

    @Test
    void signals_of_other_names_stay_where_they_are() {
        var run =
                play(() -> next("b") + next("a") + next("b"))
                        .start()
                        .tell(
                                signal("a", "1"),
                                signal("c", "2"),
                                signal("b", "3"),
                                signal("b", "4"))
                        .expect(complete(1, "314"));
        assertThat(run.run.buffered()).extracting(Job.Signal::name).containsExactly("c");
    }

    @Test
    void waits_take_signals_in_the_order_of_their_arrival() {
        play(() ->
                        String.join(
                                "",
                                Flow.parallel(() -> next("s"), () -> next("s"), () -> next("s"))))
                .start()
                .expectNothing()
                .tell(signal("s", "1"), signal("s", "2"))
                .expectNothing()
                .signal("s", "3")
                .expect(complete(1, "123"));
    }

    @Test
    void a_signal_without_a_value_is_null() {
        play(() -> String.valueOf((Object) Flow.signal("go", String.class)))
                .start()
                .signal("go")
                .expect(complete(1, "null"));
    }

    @Test
    void a_signal_with_two_values_cannot_be_waited_for() {
        play(() -> next("go"))
                .start()
                .signal("go", "a", "b")
                .expectFailure(ActivationKind.UNDECODABLE, "2 values");
    }

    @Test
    void a_wait_for_a_signal_is_replayed() {
        play(() -> next("go") + call("A") + next("go"))
                .start()
                .evict()
                .tell(signal("go", "1"), signal("go", "3"))
                .expect(activity(1, "/", "A"))
                .evict()
                .resolve(1, "2")
                .expect(complete(2, "123"))
                .replays();
    }

    @Test
    void a_wait_for_another_signal_is_noticed() {
        var run = play(() -> next("go") + call("A")).start().signal("go", "1");
        assertThat(run.differs(Mismatch.Missing.class, () -> next("stop") + call("A")).describe())
                .contains("ScheduleActivity 1");
    }

    // ---- Waiting with a limit ----

    private static String soon(Duration limit) {
        Optional<String> came = Flow.signal("go", String.class, limit);
        return came.orElse("none") + call("after");
    }

    @Test
    void a_wait_with_a_limit_starts_a_timer_and_cancels_it() {
        play(() -> soon(TEN))
                .start()
                .expect(timer(1, "/", "PT10S"))
                .signal("go", "a")
                .expect(cancelTimer(2, "/", 1), activity(3, "/", "after"));
    }

    @Test
    void a_wait_with_a_limit_ends_empty_when_no_signal_came() {
        play(() -> soon(TEN))
                .start()
                .expect(timer(1, "/", "PT10S"))
                .fire(1)
                .expect(activity(2, "/", "after"))
                .signal("go", "kept")
                .resolve(2, "!")
                .expect(complete(3, "none!"));
    }

    @Test
    void a_signal_that_is_there_needs_no_timer() {
        play(() -> call("A") + soon(TEN))
                .start()
                .signal("go", "a")
                .resolve(1, "x")
                .expect(activity(2, "/", "after"));
    }

    @Test
    void a_signal_that_comes_together_with_the_timer_is_taken() {
        play(() -> soon(TEN))
                .start()
                .tell(fired(1), signal("go", "a"))
                .expect(activity(2, "/", "after"))
                .resolve(2, "!")
                .expect(complete(3, "a!"));
    }

    @Test
    void a_wait_with_a_limit_is_replayed() {
        play(() -> soon(TEN))
                .start()
                .evict()
                .signal("go", "a")
                .evict()
                .expect(cancelTimer(2, "/", 1), activity(3, "/", "after"))
                .replays();
    }

    @Test
    void another_limit_is_noticed() {
        play(() -> soon(TEN)).start().changes("duration", () -> soon(Duration.ofSeconds(11)));
    }

    @Test
    void who_gave_up_waiting_takes_no_signal_from_others() {
        play(() ->
                        String.join(
                                "",
                                Flow.parallel(
                                        () -> Flow.signal("go", String.class, TEN).orElse("none"),
                                        () -> next("go"))))
                .start()
                .expect(timer(1, "/p0", "PT10S"))
                .fire(1)
                .expectNothing()
                .signal("go", "a")
                .expect(complete(2, "nonea"));
    }

    // ---- Cancelled while waiting ----

    @Test
    void a_signal_that_comes_together_with_the_cancelling_is_not_lost() {
        play(() -> {
                    try {
                        return next("go");
                    } catch (Cancelled e) {
                        return "cancelled, then " + next("go");
                    }
                })
                .start()
                .tell(cancel("stop"), signal("go", "a"))
                .expect(complete(1, "cancelled, then a"));
    }

    @Test
    void a_signal_given_back_by_a_cancelled_wait_goes_to_the_next_who_waits() {
        play(() ->
                        String.join(
                                "",
                                Flow.parallel(
                                        () -> {
                                            try {
                                                return next("go");
                                            } catch (Cancelled e) {
                                                return "cancelled ";
                                            }
                                        },
                                        () -> Flow.nonCancellable(() -> next("go")))))
                .start()
                .tell(cancel("stop"), signal("go", "a"))
                .expect(complete(1, "cancelled a"));
    }

    @Test
    void a_signal_that_came_before_the_cancelling_is_taken() {
        play(() -> next("go"))
                .start()
                .tell(signal("go", "a"), cancel("stop"))
                .expect(complete(1, "a"));
    }

    // ---- Methods ----

    static class Handled implements Workflow<Void, String> {
        private final List<String> got = new ArrayList<>();

        @Override
        public String run(Void input) {
            Flow.await(() -> got.size() >= 3);
            return String.join(",", got);
        }

        @Signal
        void add(String value) {
            got.add(value);
        }

        @Signal("add-slowly")
        void slow(String value, String more) {
            got.add(call(value) + more);
        }

        @Signal
        void broken() {
            throw ApplicationFailed.fatal("Broken", "no");
        }
    }

    @Test
    void each_signal_has_a_unit_of_its_own_in_the_order_of_arrival() {
        play(WorkflowType.of(Handled.class))
                .start()
                .tell(
                        signal("add-slowly", "A", "1"),
                        signal("add", "x"),
                        signal("add-slowly", "B", "2"))
                .expect(activity(1, "/h0", "A"), activity(2, "/h2", "B"))
                .expectUnits("/", "/h0", "/h2")
                .resolve(2, "b")
                .expectNothing()
                .signal("add", "y")
                .expect(complete(3, "x,b2,y"));
    }

    @Test
    void handlers_are_numbered_through_all_activations() {
        play(WorkflowType.of(Handled.class))
                .start()
                .signal("add", "x")
                .expectNothing()
                .signal("add-slowly", "A", "1")
                .expect(activity(1, "/h1", "A"));
    }

    @Test
    void a_signal_with_the_start_is_handled_after_the_root_has_begun() {
        var run = play(WorkflowType.of(Handled.class));
        run.tell(run.run.started(), signal("add", "x"), signal("add", "y"), signal("add", "z"))
                .expect(complete(1, "x,y,z"));
    }

    static class Subscribed implements Workflow<String, String> {
        private String plan = "";

        @Override
        public String run(String before) {
            plan = before;
            Flow.sleep(TEN);
            return Flow.continueAsNew(plan);
        }

        @Signal
        void plan(String to) {
            plan = to;
        }

        @Signal("plan-slowly")
        void slow(String to) {
            plan = call(to);
        }
    }

    @Test
    void what_came_with_the_end_of_a_leg_is_in_what_the_next_begins_with() {
        play(WorkflowType.of(Subscribed.class))
                .start("basic")
                .tell(fired(1), signal("plan", "gold"), signal("plan", "platinum"))
                .expect(continued(2, "Subscribed", "platinum"))
                .replays();
    }

    @Test
    void a_handler_that_pauses_holds_up_nobody() {
        play(WorkflowType.of(Subscribed.class))
                .start("basic")
                .tell(signal("plan-slowly", "gold"), fired(1))
                .expect(activity(2, "/h0", "gold"), continued(3, "Subscribed", "basic"));
    }

    @Test
    void who_cuts_off_a_handler_is_warned() {
        var run = play(WorkflowType.of(Subscribed.class));
        run.start("basic")
                .tell(signal("plan-slowly", "gold"), fired(1))
                .expect(activity(2, "/h0", "gold"), continued(3, "Subscribed", "basic"));
        assertThat(run.run.logged()).hasSize(1);
        assertThat(run.run.logged().getFirst().message())
                .contains("continues as new while handlers of messages", "cut off: /h0")
                .contains("Flow.await(() -> Flow.handlersUnderWay() == 0)");
    }

    @Test
    void the_root_may_wait_for_all_handlers() {
        var run = play(WorkflowType.of(Careful.class));
        run.start()
                .tell(signal("work", "A"), signal("work", "B"))
                .expect(activity(1, "/h0", "A"), activity(2, "/h1", "B"))
                .signal("end")
                .expectNothing()
                .resolve(2, "b")
                .expectNothing()
                .resolve(1, "a")
                .expect(complete(3, "0 left"));
        assertThat(run.run.logged()).isEmpty();
    }

    static class Careful implements Workflow<Void, String> {
        private boolean ending;

        @Override
        public String run(Void input) {
            Flow.await(() -> ending && Flow.handlersUnderWay() == 0);
            return Flow.handlersUnderWay() + " left";
        }

        @Signal
        void work(String what) {
            call(what);
        }

        @Signal
        void end() {
            ending = true;
        }
    }

    @Test
    void handlers_that_have_begun_go_on_in_their_place() {
        play(WorkflowType.of(Subscribed.class))
                .start("basic")
                .signal("plan-slowly", "gold")
                .expect(activity(2, "/h0", "gold"))
                .tell(resolved(2, "gold"), fired(1))
                .expect(continued(3, "Subscribed", "basic"));
    }

    @Test
    void a_handler_that_throws_fails_the_run() {
        play(WorkflowType.of(Handled.class))
                .start()
                .signal("broken")
                .expect(
                        fail(
                                1,
                                "/h0",
                                new dev.reprise.Failure.Application(
                                        "Broken",
                                        "no",
                                        dev.reprise.Payload.NONE,
                                        false,
                                        Optional.empty())));
    }

    @Test
    void a_handled_signal_is_not_there_for_those_who_wait() {
        play(WorkflowType.of(Both.class))
                .start()
                .signal("go", "a")
                .expectNothing()
                .signal("other", "b")
                .expect(complete(1, "b"));
    }

    static class Both implements Workflow<Void, String> {
        @Override
        public String run(Void input) {
            return Flow.race(() -> next("go"), () -> next("other"));
        }

        @Signal
        void go(String value) {
            Flow.publish("went", value);
        }
    }

    @Test
    void handlers_are_replayed_and_changes_in_them_noticed() {
        play(WorkflowType.of(Handled.class))
                .start()
                .evict()
                .signal("add-slowly", "A", "1")
                .expect(activity(1, "/h0", "A"))
                .evict()
                .resolve(1, "a")
                .replays()
                .changes("type", WorkflowType.of(Otherwise.class));
    }

    static class Otherwise extends Handled {
        @Override
        @Signal("add-slowly")
        void slow(String value, String more) {
            call(value + "'");
        }
    }

    @Test
    void a_signal_that_does_not_decode_fails_the_activation() {
        play(WorkflowType.of(Handled.class))
                .start()
                .signal("add", "too", "many")
                .expectFailure(
                        ActivationKind.UNDECODABLE, "signal add takes 1 arguments", "2 payloads");
        doing(() -> Flow.signal("go", byte[].class))
                .start()
                .signal("go", "text")
                .expectFailure(ActivationKind.UNDECODABLE, "byte[]");
    }

    @Test
    void a_handler_that_is_cancelled_with_the_run_does_not_cut_off_the_root() {
        play(WorkflowType.of(Tidy.class))
                .start()
                .expect(timer(1, "/", "PT10S"))
                .signal("work")
                .expect(activity(2, "/h0", "work"))
                .cancel("stop")
                .expect(
                        cancelTimer(3, "/", 1),
                        Commands.cancelActivity(4, "/h0", 2),
                        activity(5, "/", "clean-up"))
                .expectUnits("/")
                .resolve(5, "clean")
                .expect(complete(6, "clean"));
    }

    static class Tidy implements Workflow<Void, String> {
        @Override
        public String run(Void input) {
            try {
                Flow.sleep(TEN);
                return "";
            } catch (Cancelled e) {
                return Flow.nonCancellable(() -> call("clean-up"));
            }
        }

        @Signal
        void work() {
            call("work");
        }
    }
}
