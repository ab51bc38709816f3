package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancel;
import static dev.reprise.flow.Commands.cancelActivity;
import static dev.reprise.flow.Commands.cancelChild;
import static dev.reprise.flow.Commands.cancelRun;
import static dev.reprise.flow.Commands.cancelTimer;
import static dev.reprise.flow.Commands.cancelled;
import static dev.reprise.flow.Commands.child;
import static dev.reprise.flow.Commands.childResolved;
import static dev.reprise.flow.Commands.childStarted;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.delivered;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.failed;
import static dev.reprise.flow.Commands.failure;
import static dev.reprise.flow.Commands.fired;
import static dev.reprise.flow.Commands.resolved;
import static dev.reprise.flow.Commands.signalExternal;
import static dev.reprise.flow.Commands.timer;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.RunId;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Cancellation;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.Job;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is waited for after a cancel, what comes too late, and what cancelling does not reach. */
class CancelPoliciesTest extends Conversations {
    private static final ActivityOptions WAIT =
            ActivityOptions.UNSAID.cancellation(Cancellation.WAIT);
    private static final ChildOptions WAIT_CHILD =
            ChildOptions.UNSAID.cancellation(Cancellation.WAIT);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private static String waits() {
        return Flow.activity("A", String.class).options(WAIT).call();
    }

    // ---- Waiting for what was cancelled ----

    @Test
    void an_activity_that_is_waited_for_is_asked_to_stop_and_then_says_it_did() {
        play(() -> waits())
                .start()
                .expect(activity(1, "/", "A", WAIT))
                .cancel("stop")
                .expect(cancelActivity(2, "/", 1))
                .expectUnits("/")
                .fails(1, cancelled("stopped"))
                .expect(cancelRun(3, "stopped"));
    }

    @Test
    void an_activity_that_is_waited_for_may_still_give_its_value() {
        play(() -> waits())
                .start()
                .cancel("stop")
                .expect(cancelActivity(2, "/", 1))
                .cancel("again")
                .expectNothing()
                .resolve(1, "done")
                .expect(complete(3, "done"));
    }

    @Test
    void an_activity_that_is_waited_for_may_fail() {
        play(() -> {
                    try {
                        return waits();
                    } catch (ActivityFailed e) {
                        return e.getMessage();
                    }
                })
                .start()
                .cancel("stop")
                .fails(1, failure("Broken", "crash"))
                .expect(complete(3, "activity A failed: crash"));
    }

    @Test
    void a_branch_waits_for_its_activity_and_its_parent_for_the_branch() {
        doing(() -> Flow.parallel(() -> waits(), () -> call("B")))
                .start()
                .cancel("stop")
                .expect(cancelActivity(3, "/p0", 1), cancelActivity(4, "/p1", 2))
                .expectUnits("/", "/p0")
                .fails(1, cancelled("stopped"))
                .expect(cancelRun(5, "stop"));
    }

    @Test
    void a_phase_waits_for_the_activity_of_its_handler() {
        doing(
                        () ->
                                Flow.phase("")
                                        .onSignal("go", String.class, (_, _) -> waits())
                                        .until(_ -> false))
                .start()
                .signal("go", "")
                .cancel("stop")
                .expect(cancelActivity(2, "/h0", 1))
                .expectUnits("/", "/h0")
                .resolve(1, "done")
                .expect(cancelRun(3, "stop"));
    }

    @Test
    void a_child_that_is_waited_for_is_asked_to_cancel_and_then_says_it_did() {
        play(() -> Flow.child("Kid", String.class).options(WAIT_CHILD).call())
                .start()
                .expect(child(1, "/", "Kid", WAIT_CHILD))
                .cancel("stop")
                .expect(cancelChild(2, "/", 1, "stop"))
                .tell(childStarted(1))
                .expectNothing()
                .fails(1, cancelled("stopped"))
                .expect(cancelRun(3, "stopped"));
    }

    @Test
    void a_promise_is_cancelled_although_the_activity_behind_it_is_waited_for() {
        play(() -> {
                    Promise<String> started =
                            Flow.activity("A", String.class).options(WAIT).start();
                    try {
                        return started.get();
                    } catch (Cancelled e) {
                        return Flow.nonCancellable(started::get);
                    }
                })
                .start()
                .cancel("stop")
                .expect(cancelActivity(2, "/", 1))
                .resolve(1, "done")
                .expect(complete(3, "done"));
    }

    // ---- Clean-up ----

    private static String cleaned(Steps code) throws Exception {
        try {
            code.run();
            return "went on";
        } catch (Cancelled e) {
            return Flow.nonCancellable(() -> call("clean-up")) + e.getMessage();
        }
    }

    @Test
    void clean_up_runs_where_nothing_is_cancelled() {
        play(() -> cleaned(() -> Flow.sleep(SECOND)))
                .start()
                .cancel("stop")
                .expect(cancelTimer(2, "/", 1), activity(3, "/", "clean-up"))
                .cancel("stop it")
                .expectNothing()
                .resolve(3, "clean ")
                .expect(complete(4, "clean stop"));
    }

    @Test
    void code_without_a_shield_goes_no_further() {
        play(() -> {
                    try {
                        return call("A");
                    } catch (Cancelled e) {
                        return call("B");
                    }
                })
                .start()
                .cancel("stop")
                .expect(cancelActivity(2, "/", 1), cancelRun(3, "stop"));
    }

    @Test
    void a_shield_covers_all_that_is_inside() {
        play(() ->
                        Flow.nonCancellable(
                                () ->
                                        String.join(
                                                        "",
                                                        Flow.parallel(
                                                                () -> call("A"), () -> call("B")))
                                                + Flow.cancelled()))
                .start()
                .cancel("stop")
                .expectNothing()
                .tell(resolved(1, "a"), resolved(2, "b"))
                .expect(complete(3, "abfalse"));
    }

    @Test
    void after_its_shield_code_is_cancelled() {
        play(() -> Flow.nonCancellable(() -> call("A")) + call("B"))
                .start()
                .cancel("stop")
                .resolve(1, "a")
                .expect(cancelRun(2, "stop"));
    }

    @Test
    void whether_it_is_cancelled_code_can_ask() {
        play(() -> {
                    String before = Flow.cancelled() + " ";
                    try {
                        Flow.sleep(SECOND);
                    } catch (Cancelled e) {
                        return before + Flow.cancelled();
                    }
                    return before;
                })
                .start()
                .cancel("stop")
                .expect(cancelTimer(2, "/", 1), complete(3, "false true"));
    }

    // ---- Too late ----

    static List<Arguments> lateAnswers() {
        return List.of(
                Arguments.of("activity", (Steps) () -> call("A"), List.of(resolved(1, "late")), 2),
                Arguments.of(
                        "failed activity",
                        (Steps) () -> call("A"),
                        List.of(failed(1, failure("Late", "late"))),
                        2),
                Arguments.of("timer", (Steps) () -> Flow.sleep(SECOND), List.of(fired(1)), 2),
                Arguments.of(
                        "child",
                        (Steps) () -> Flow.child("Kid", String.class).call(),
                        List.of(childStarted(1), childResolved(1, "late")),
                        2),
                Arguments.of(
                        "child that did not start",
                        (Steps) () -> Flow.child("Kid", String.class).call(),
                        List.of(new Job.ChildNotStarted(1, failure("Late", "late"))),
                        2),
                Arguments.of(
                        "message",
                        (Steps) () -> Flow.external(new RunId("other")).signal("s"),
                        List.of(delivered(1)),
                        1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lateAnswers")
    void a_late_answer_is_ignored_and_a_second_one_refused(
            String name, Steps code, List<Job> answers, int cleanUpAfter) {
        var run =
                play(() -> cleaned(code))
                        .start()
                        .cancel("stop")
                        .tell(answers.toArray(Job[]::new))
                        .expectNothing()
                        .expectUnits("/")
                        .evict();
        run.tell(answers.getLast())
                .expectFailure(
                        ActivationKind.UNEXPECTED_JOB,
                        "Command 1 waits for no answer: it had one, or needs none");
        run.evict()
                .resolve(cleanUpAfter + 1, "clean ")
                .expect(complete(cleanUpAfter + 2, "clean stop"));
    }

    @Test
    void the_timer_of_an_await_that_held_may_fire_late_once() {
        var run =
                play(WorkflowType.of(Opened.class))
                        .start()
                        .signal("open")
                        .expect(cancelTimer(2, "/", 1), activity(3, "/", "A"))
                        .fire(1)
                        .expectNothing();
        run.fire(1).expectFailure(ActivationKind.UNEXPECTED_JOB, "Command 1 waits for no answer");
    }

    static class Opened implements Workflow<Void, String> {
        private boolean open;

        @Override
        public String run(Void input) {
            Flow.await(SECOND, () -> open);
            return call("A");
        }

        @Signal
        void open() {
            open = true;
        }
    }

    // ---- Cancel and answer in one activation ----

    @Test
    void an_answer_before_the_cancel_counts() {
        play(() -> cleaned(() -> call("A")))
                .start()
                .tell(resolved(1, "a"), cancel("stop"))
                .expect(complete(2, "went on"));
    }

    @Test
    void an_answer_after_the_cancel_is_late() {
        play(() -> cleaned(() -> call("A")))
                .start()
                .tell(cancel("stop"), resolved(1, "a"))
                .expect(cancelActivity(2, "/", 1), activity(3, "/", "clean-up"));
    }

    @Test
    void a_timer_that_fires_before_the_cancel_counts() {
        play(() -> cleaned(() -> Flow.sleep(SECOND)))
                .start()
                .tell(fired(1), cancel("stop"))
                .expect(complete(2, "went on"));
    }

    @Test
    void a_timer_that_fires_after_the_cancel_is_late() {
        play(() -> cleaned(() -> Flow.sleep(SECOND)))
                .start()
                .tell(cancel("stop"), fired(1))
                .expect(cancelTimer(2, "/", 1), activity(3, "/", "clean-up"));
    }

    @Test
    void an_answer_before_the_cancel_lets_code_go_on_to_the_next_pause() {
        play(() -> call("A") + call("B"))
                .start()
                .tell(resolved(1, "a"), cancel("stop"))
                .expect(cancelRun(2, "stop"));
    }

    @Test
    void answers_and_cancel_in_one_activation_reach_each_branch_for_itself() {
        doing(() -> Flow.parallel(() -> cleaned(() -> call("A")), () -> cleaned(() -> call("B"))))
                .start()
                .tell(resolved(1, "a"), cancel("stop"), resolved(2, "b"))
                .expect(cancelActivity(3, "/p1", 2), activity(4, "/p1", "clean-up"));
    }

    // ---- How a cancelled run ends ----

    @Test
    void a_run_that_swallows_its_cancelling_ends_as_it_likes() {
        play(() -> {
                    try {
                        return call("A");
                    } catch (Cancelled e) {
                        return "swallowed";
                    }
                })
                .start()
                .cancel("stop")
                .expect(cancelActivity(2, "/", 1), complete(3, "swallowed"));
    }

    @Test
    void a_run_that_fails_when_it_is_cancelled_has_failed() {
        play(() -> {
                    try {
                        return call("A");
                    } catch (Cancelled e) {
                        throw new IllegalStateException("mess");
                    }
                })
                .start()
                .cancel("stop")
                .expect(cancelActivity(2, "/", 1), fail(3, IllegalStateException.class, "mess"));
    }

    @Test
    void the_first_reason_counts() {
        play(() -> call("A"))
                .start()
                .tell(cancel("first"), cancel("second"))
                .expect(cancelActivity(2, "/", 1), cancelRun(3, "first"));
    }

    @Test
    void what_is_under_way_is_cancelled_in_the_order_of_its_numbers() {
        doing(
                        () -> {
                            Flow.async(() -> call("A"));
                            Flow.parallel(
                                    () -> call("B"),
                                    () -> Flow.child("Kid", String.class).call(),
                                    () -> {
                                        Flow.external(new RunId("other")).signal("s");
                                        return "";
                                    },
                                    () -> Flow.await(SECOND, () -> false));
                        })
                .start()
                .expect(
                        activity(1, "/p0", "B"),
                        child(2, "/p1", "Kid"),
                        signalExternal(3, "/p2", "other", "s"),
                        timer(4, "/p3", "PT1S"),
                        activity(5, "/a0", "A"))
                .cancel("stop")
                .expect(
                        cancelActivity(6, "/p0", 1),
                        cancelChild(7, "/p1", 2, "stop"),
                        cancelTimer(8, "/p3", 4),
                        cancelActivity(9, "/a0", 5),
                        cancelRun(10, "stop"));
    }

    @Test
    void a_unit_that_yields_goes_on_and_is_cancelled_at_its_next_pause() {
        play(() -> {
                    Scope scope = Flow.scope();
                    Promise<String> yielding =
                            Flow.async(
                                    () ->
                                            scope.run(
                                                    () -> {
                                                        Flow.yield();
                                                        Flow.publish("yielded", "yes");
                                                        Flow.yield();
                                                        return "no";
                                                    }));
                    Flow.yield();
                    Flow.yield();
                    scope.cancel("enough");
                    try {
                        return yielding.get();
                    } catch (Cancelled e) {
                        return e.getMessage();
                    }
                })
                .start()
                .expect(complete(1, "enough"))
                .expectPublished("yielded", "yes");
    }

    @Test
    void nothing_that_is_asked_for_by_a_cancelled_unit_becomes_a_command() {
        play(() -> {
                    Scope scope = Flow.scope();
                    scope.cancel("before");
                    try {
                        return scope.run(() -> call("A"));
                    } catch (Cancelled e) {
                        return e.getMessage();
                    }
                })
                .start()
                .expect(complete(1, "before"));
    }
}
