package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.attribute;
import static dev.reprise.flow.Commands.cancelRun;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.continued;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.failure;
import static dev.reprise.flow.Commands.resolved;
import static dev.reprise.flow.Commands.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.UnitId;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Mismatch;
import dev.reprise.history.RetryOptions;
import dev.reprise.history.RunOptions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How runs end: with a result, with a failure, or by continuing as another. */
class EndTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    // ---- Results ----

    @Test
    void what_the_code_returns_is_the_result() {
        play(script(input -> "hello " + input)).start("you").expect(complete(1, "hello you"));
    }

    @Test
    void nothing_is_a_result_too() {
        play(() -> null).start().expect(complete(1));
    }

    @Test
    void a_result_is_replayed() {
        play(() -> call("A")).start().evict().resolve(1, "x").expect(complete(2, "x")).replays();
    }

    @Test
    void another_result_is_noticed() {
        play(() -> call("A"))
                .start()
                .resolve(1, "x")
                .changes("result", () -> call("A") + "!")
                .differs(
                        Mismatch.Changed.class,
                        () -> {
                            throw new IllegalStateException(call("A"));
                        });
    }

    @Test
    void the_end_is_the_last_command_although_other_units_still_decide() {
        doing(
                        () ->
                                Flow.async(
                                        () -> {
                                            Flow.searchAttribute("k", "v");
                                            return call("A");
                                        }))
                .start()
                .expect(attribute(1, "/a0", "k", "v"), activity(2, "/a0", "A"), complete(3))
                .expectUnits();
    }

    @Test
    void the_first_end_counts() {
        play(WorkflowType.of(TwoEnds.class))
                .start()
                .tell(Commands.resolved(1, "x"), Commands.signal("break"))
                .expect(fail(2, "/h0", failure(IllegalStateException.class.getName(), "broken")));
        play(WorkflowType.of(TwoEnds.class))
                .start()
                .tell(Commands.signal("break"), Commands.signal("break"))
                .expect(fail(2, "/h0", failure(IllegalStateException.class.getName(), "broken")));
    }

    static class TwoEnds implements Workflow<Void, String> {
        @Override
        public String run(Void input) {
            return call("A");
        }

        @Signal("break")
        void fails() {
            throw new IllegalStateException("broken");
        }
    }

    // ---- Failures ----

    @Test
    void an_exception_that_nobody_catches_fails_the_run() {
        doing(
                        () -> {
                            throw new IllegalStateException("unchecked");
                        })
                .start()
                .expect(fail(1, IllegalStateException.class, "unchecked"));
        doing(
                        () -> {
                            throw new java.io.IOException("checked");
                        })
                .start()
                .expect(fail(1, java.io.IOException.class, "checked"));
    }

    @Test
    void a_failure_is_replayed() {
        doing(() -> throwing(call("A")))
                .start()
                .evict()
                .resolve(1, "x")
                .expect(fail(2, IllegalStateException.class, "x"))
                .replays();
    }

    private static void throwing(String message) {
        throw new IllegalStateException(message);
    }

    @Test
    void another_failure_is_noticed() {
        doing(() -> throwing(call("A")))
                .start()
                .resolve(1, "x")
                .changes("failure.message", steps(() -> throwing(call("A") + "!")))
                .changes(
                        "failure.type",
                        steps(
                                () -> {
                                    throw new UnsupportedOperationException(call("A"));
                                }));
    }

    @Test
    void a_workflow_chooses_the_type_of_its_failure() {
        doing(
                        () -> {
                            throw ApplicationFailed.of("OutOfStock", "no more");
                        })
                .start()
                .expect(fail(1, "/", failure("OutOfStock", "no more")));
    }

    @Test
    void the_causes_of_an_exception_are_part_of_its_failure() {
        doing(
                        () -> {
                            throw new IllegalStateException(
                                    "outer", new java.io.IOException("inner"));
                        })
                .start()
                .expect(
                        fail(
                                1,
                                "/",
                                failure(IllegalStateException.class.getName(), "outer")
                                        .causedBy(
                                                failure(
                                                        java.io.IOException.class.getName(),
                                                        "inner"))));
    }

    @Test
    void a_chain_of_causes_that_is_too_long_is_cut() {
        var run =
                doing(
                                () -> {
                                    Exception e = new IllegalStateException("0");
                                    for (int i = 1; i < 3 * Failure.CHAIN_MAX; i++) {
                                        e = new IllegalStateException(Integer.toString(i), e);
                                    }
                                    throw e;
                                })
                        .start();
        assertThat(chain(run)).isEqualTo(Failure.CHAIN_MAX);
    }

    @Test
    void a_circle_of_causes_is_cut() {
        var run =
                doing(
                                () -> {
                                    var one = new IllegalStateException("one");
                                    one.initCause(new IllegalStateException("two", one));
                                    throw one;
                                })
                        .start();
        assertThat(chain(run)).isEqualTo(Failure.CHAIN_MAX);
    }

    private static int chain(Conversation run) {
        assertThat(run.run.commands()).hasSize(1);
        int length = 0;
        Failure failure = ((Command.FailRun) run.run.commands().getFirst()).failure();
        for (var next = java.util.Optional.of(failure);
                next.isPresent();
                next = next.get().cause()) {
            length++;
        }
        return length;
    }

    @Test
    void a_result_that_cannot_be_encoded_fails_the_activation() {
        play(WorkflowType.of(Unencodable.class))
                .start()
                .expectFailure(
                        ActivationKind.VIOLATION, "result of the workflow cannot be encoded");
    }

    static class Unencodable implements Workflow<Void, Object> {
        @Override
        public Object run(Void input) {
            return 42;
        }
    }

    // ---- Continuing as new ----

    private static String again(String... input) {
        return Flow.continueAsNew((Object[]) input);
    }

    @Test
    void a_run_continues_as_a_new_one_of_its_type() {
        play(() -> call("A") + again("x", "y"))
                .start()
                .resolve(1, "a")
                .expect(continued(2, "Script", "x", "y"))
                .expectUnits();
    }

    @Test
    void a_run_continues_as_another_type_with_options() {
        var options = RunOptions.UNSAID.taskQueue("q");
        play(() -> Flow.continueAsNew("Other", options, "x"))
                .start()
                .expect(new Command.ContinueAsNew(1, UnitId.ROOT, "Other", texts("x"), options));
    }

    @Test
    void continuing_as_new_is_replayed() {
        play(() -> call("A") + again("x"))
                .start()
                .evict()
                .resolve(1, "a")
                .expect(continued(2, "Script", "x"))
                .replays();
    }

    @Test
    void a_run_that_is_cancelled_when_it_is_about_to_continue_ends_cancelled() {
        play(() -> call("A") + again("x"))
                .start()
                .tell(resolved(1, "a"), new Job.Cancel("enough"))
                .expect(cancelRun(2, "enough"))
                .replays();
    }

    @Test
    void what_cancelling_does_not_reach_continues_all_the_same() {
        play(() -> call("A") + Flow.nonCancellable(() -> again("x")))
                .start()
                .tell(resolved(1, "a"), new Job.Cancel("enough"))
                .expect(continued(2, "Script", "x"));
    }

    static List<Arguments> options() {
        RunOptions unsaid = RunOptions.UNSAID;
        Duration second = Duration.ofSeconds(1);
        return List.of(
                Arguments.of("options.taskQueue", unsaid.taskQueue("q")),
                Arguments.of("options.priority", unsaid.priority(1)),
                Arguments.of(
                        "options.timeouts.run",
                        unsaid.timeouts(RunOptions.Timeouts.NONE.run(second))),
                Arguments.of(
                        "options.timeouts.execution",
                        unsaid.timeouts(RunOptions.Timeouts.NONE.execution(second))),
                Arguments.of(
                        "options.retry.attemptsMax",
                        unsaid.retry(RetryOptions.UNSAID.attemptsMax(2))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("options")
    void each_option_is_part_of_continuing_as_new(String field, RunOptions options) {
        play(() -> again("x")).start().changes(field, () -> Flow.continueAsNew("", options, "x"));
    }

    @Test
    void type_and_input_are_part_of_continuing_as_new() {
        play(() -> again("x"))
                .start()
                .changes("input[0]", () -> again("y"))
                .changes(Set.of("input", "input[0]"), script(() -> again()))
                .changes("type", () -> Flow.continueAsNew("Other", RunOptions.UNSAID, "x"))
                .differs(Mismatch.Changed.class, () -> "x");
    }

    @Test
    void only_the_root_continues_as_new() {
        play(() -> {
                    try {
                        return Flow.parallel(() -> again("x")).getFirst();
                    } catch (IllegalStateException e) {
                        return e.getMessage();
                    }
                })
                .start()
                .expect(complete(1, "only the root unit continues as new, not /p0"));
    }

    @Test
    void what_a_run_continues_with_is_checked_where_it_is_said() {
        play(() -> {
                    try {
                        return Flow.continueAsNew("x".repeat(2000), RunOptions.UNSAID);
                    } catch (IllegalArgumentException e) {
                        return "refused";
                    }
                })
                .start()
                .expect(complete(1, "refused"));
        play(() -> {
                    try {
                        return Flow.continueAsNew(new Object[300]);
                    } catch (IllegalArgumentException e) {
                        return "refused";
                    }
                })
                .start()
                .expect(complete(1, "refused"));
    }

    @Test
    void code_that_swallows_its_continuing_continues_all_the_same() {
        play(() -> {
                    try {
                        return again("x");
                    } catch (Throwable swallowed) {
                        return call("A");
                    }
                })
                .start()
                .expect(continued(1, "Script", "x"))
                .expectUnits();
    }

    @Test
    void a_saga_that_continues_as_new_undoes_nothing() {
        play(() ->
                        Flow.saga(
                                saga -> {
                                    saga.onUndo(() -> call("undo"));
                                    return again("x");
                                }))
                .start()
                .expect(continued(1, "Script", "x"));
    }

    @Test
    void a_cancelled_run_may_continue_as_new() {
        play(() -> {
                    try {
                        return call("A");
                    } catch (Cancelled e) {
                        return again("x");
                    }
                })
                .start()
                .cancel("stop")
                .expect(Commands.cancelActivity(2, "/", 1), continued(3, "Script", "x"));
    }
}
