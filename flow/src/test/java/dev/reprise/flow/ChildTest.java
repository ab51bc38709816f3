package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancelChild;
import static dev.reprise.flow.Commands.cancelled;
import static dev.reprise.flow.Commands.child;
import static dev.reprise.flow.Commands.childResolved;
import static dev.reprise.flow.Commands.childStarted;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.failure;
import static dev.reprise.flow.Commands.signalExternal;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.history.Cancellation;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Mismatch;
import dev.reprise.history.RunOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChildTest extends Conversations {
    @Named("kid")
    static class Kid implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return input;
        }
    }

    private static String call(String type, String... input) {
        return Flow.child(type, String.class).call((Object[]) input);
    }

    // ---- Called ----

    @Test
    void a_child_is_started_and_its_result_waited_for() {
        play(() -> call("Kid", "x"))
                .start()
                .expect(child(1, "/", "Kid", "x"))
                .tell(childStarted(1))
                .expectNothing()
                .tell(childResolved(1, "grown"))
                .expect(complete(2, "grown"));
    }

    @Test
    void a_child_is_called_by_its_class() {
        play(() -> Flow.child(Kid.class).call("x"))
                .start()
                .expect(child(1, "/", "kid", "x"))
                .resolve(1, "grown")
                .expect(complete(2, "grown"));
    }

    @Test
    void a_child_may_have_an_id_and_options_of_its_own() {
        var options = ChildOptions.UNSAID.parentClose(ChildOptions.ParentClose.ABANDON);
        play(() -> Flow.child("Kid", String.class).id(new RunId("my-kid")).options(options).call())
                .start()
                .expect(
                        new Command.StartChild(
                                1, UnitId.ROOT, new RunId("my-kid"), "Kid", List.of(), options));
    }

    @Test
    void a_child_may_end_before_it_is_said_to_have_started() {
        play(() -> call("Kid")).start().resolve(1, "quick").expect(complete(2, "quick"));
    }

    @Test
    void a_call_of_a_child_is_replayed() {
        play(() -> call("Kid", "a") + call("Kid", "b"))
                .start()
                .evict()
                .tell(childStarted(1))
                .evict()
                .tell(childResolved(1, "a"))
                .expect(child(2, "/", "Kid", "b"))
                .evict()
                .tell(childStarted(2), childResolved(2, "b"))
                .expect(complete(3, "ab"))
                .replays();
    }

    static List<Arguments> changes() {
        ChildOptions unsaid = ChildOptions.UNSAID;
        return List.of(
                Arguments.of(
                        "options.parentClose", unsaid.parentClose(ChildOptions.ParentClose.CANCEL)),
                Arguments.of(
                        "options.idReuse", unsaid.idReuse(ChildOptions.IdReuse.ALLOW_AFTER_END)),
                Arguments.of("options.cancellation", unsaid.cancellation(Cancellation.WAIT)),
                Arguments.of("options.run.taskQueue", unsaid.run(RunOptions.UNSAID.taskQueue("q"))),
                Arguments.of("options.run.priority", unsaid.run(RunOptions.UNSAID.priority(1))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void each_option_is_part_of_a_start(String field, ChildOptions options) {
        play(() -> call("Kid"))
                .start()
                .changes(field, () -> Flow.child("Kid", String.class).options(options).call());
    }

    @Test
    void type_id_and_input_are_part_of_a_start() {
        play(() -> call("Kid", "x"))
                .start()
                .changes("type", () -> call("Teen", "x"))
                .changes("input[0]", () -> call("Kid", "y"))
                .changes(Set.of("input", "input[0]"), script(() -> call("Kid")))
                .changes(
                        "runId",
                        () -> Flow.child("Kid", String.class).id(new RunId("other")).call("x"));
    }

    // ---- Started, and cancelled ----

    private static String starts(String reason) {
        Child<String> child = Flow.child("Kid", String.class).start("x");
        String id = child.started().get().value();
        if (!reason.isEmpty()) {
            child.cancel(reason);
            child.cancel("again");
        }
        try {
            return id + " " + child.result().get();
        } catch (Cancelled e) {
            return id + " cancelled: " + e.getMessage();
        }
    }

    @Test
    void a_started_child_says_when_it_has_begun_and_when_it_has_ended() {
        play(() -> starts(""))
                .start()
                .expect(child(1, "/", "Kid", "x"))
                .tell(childStarted(1))
                .expectNothing()
                .resolve(1, "grown")
                .expect(complete(2, "run-1/1 grown"));
    }

    @Test
    void a_child_is_asked_once_to_cancel_and_its_result_tells() {
        play(() -> starts("go"))
                .start()
                .tell(childStarted(1))
                .expect(cancelChild(2, "/", 1, "go"))
                .fails(1, cancelled("went"))
                .expect(complete(3, "run-1/1 cancelled: went"));
    }

    @Test
    void a_child_that_cancelling_would_only_abandon_is_still_asked_when_the_code_says_so() {
        var options = ChildOptions.UNSAID.cancellation(Cancellation.ABANDON);
        play(() -> {
                    var child = Flow.child("Kid", String.class).options(options).start();
                    child.cancel("enough");
                    return child.result().get();
                })
                .start()
                .expect(
                        new Command.StartChild(
                                1, UnitId.ROOT, new RunId("run-1/1"), "Kid", List.of(), options),
                        new Command.CancelChild(2, UnitId.ROOT, 1, "enough"))
                .resolve(1, "done")
                .expect(complete(3, "done"));
    }

    @Test
    void a_child_may_refuse_to_cancel() {
        play(() -> starts("go"))
                .start()
                .tell(childStarted(1))
                .resolve(1, "stayed")
                .expect(complete(3, "run-1/1 stayed"));
    }

    @Test
    void a_started_and_cancelled_child_is_replayed() {
        play(() -> starts("go"))
                .start()
                .evict()
                .tell(childStarted(1))
                .expect(cancelChild(2, "/", 1, "go"))
                .evict()
                .fails(1, cancelled("went"))
                .expect(complete(3, "run-1/1 cancelled: went"))
                .replays();
    }

    @Test
    void a_changed_cancelling_is_noticed() {
        play(() -> starts("go"))
                .start()
                .tell(childStarted(1))
                .changes("reason", () -> starts("leave"))
                .differs(Mismatch.Missing.class, () -> starts(""));
    }

    @Test
    void cancelling_a_child_that_has_ended_asks_for_nothing() {
        play(() -> {
                    Child<String> child = Flow.child("Kid", String.class).start();
                    String result = child.result().get();
                    child.cancel("too late");
                    return result;
                })
                .start()
                .resolve(1, "grown")
                .expect(complete(2, "grown"));
    }

    @Test
    void a_child_is_sent_a_signal_as_any_run() {
        play(() -> {
                    Child<String> child = Flow.child("Kid", String.class).start();
                    child.signal("grow", "up");
                    return child.runId().value();
                })
                .start()
                .expect(child(1, "/", "Kid"), signalExternal(2, "/", "run-1/1", "grow", "up"))
                .resolve(2)
                .expect(complete(3, "run-1/1"));
    }

    @Test
    void a_child_that_nobody_waits_for_does_not_keep_the_run() {
        doing(() -> Flow.child("Kid", String.class).start())
                .start()
                .expect(child(1, "/", "Kid"), complete(2));
    }

    // ---- Failures ----

    @Test
    void the_failure_of_a_child_is_a_value_to_its_parent() {
        play(() -> {
                    try {
                        return call("Kid");
                    } catch (ChildFailed e) {
                        return e.runId() + " " + e.failure().message();
                    }
                })
                .start()
                .fails(1, failure("Sick", "cold"))
                .expect(complete(2, "run-1/1 cold"));
    }

    @Test
    void a_failed_child_that_nobody_catches_fails_its_parent_with_its_cause() {
        Failure why = failure("Sick", "cold");
        play(() -> call("Kid"))
                .start()
                .fails(1, why)
                .expect(
                        fail(
                                2,
                                "/",
                                new Failure.Child(
                                        "Kid", new RunId("run-1/1"), "cold", Optional.of(why))));
    }

    @Test
    void a_child_that_could_not_be_started_fails_both_promises() {
        play(() -> {
                    Child<String> child = Flow.child("Kid", String.class).start();
                    try {
                        child.started().get();
                        return "started";
                    } catch (ChildFailed e) {
                        return child.result().isFailed() + e.getMessage();
                    }
                })
                .start()
                .tell(new Job.ChildNotStarted(1, failure("Exists", "there is one")))
                .expect(complete(2, "truechild run run-1/1 of Kid failed: there is one"));
    }

    @Test
    void a_child_does_not_start_twice() {
        play(() -> call("Kid"))
                .start()
                .tell(childStarted(1))
                .expectNothing()
                .tell(childStarted(1))
                .expectFailure(ActivationKind.UNEXPECTED_JOB, "child run run-1/1 of Kid");
    }

    @Test
    void a_result_that_does_not_decode_fails_the_activation() {
        doing(() -> Flow.child("Kid", byte[].class).call())
                .start()
                .resolve(1, "text")
                .expectFailure(ActivationKind.UNDECODABLE, "byte[]");
    }

    @Test
    void children_of_branches_are_named_after_their_numbers() {
        doing(() -> Flow.parallel(() -> call("Kid"), () -> call("Kid")))
                .start()
                .expect(child(1, "/p0", "Kid"), child(2, "/p1", "Kid"))
                .tell(childResolved(2, "b"), childResolved(1, "a"))
                .expect(complete(3));
        doing(() -> Flow.activity("A", String.class).call()).start().expect(activity(1, "/", "A"));
    }
}
