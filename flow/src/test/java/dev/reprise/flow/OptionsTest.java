package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancelActivity;
import static dev.reprise.flow.Commands.complete;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Cancellation;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.Completion;
import dev.reprise.history.Mismatch;
import dev.reprise.history.RunOptions;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Options that change under running runs: by default that is noticed, or what was said holds. */
class OptionsTest extends Conversations {
    private static final ActivityOptions FAST = ActivityOptions.UNSAID.priority(5);
    private static final ActivityOptions WAIT =
            ActivityOptions.UNSAID.cancellation(Cancellation.WAIT);

    private static String call(ActivityOptions options) {
        return Flow.activity("A", String.class).options(options).call();
    }

    @Test
    void a_changed_option_is_noticed_by_default() {
        play(() -> call(FAST))
                .start()
                .changes("options.priority", () -> call(ActivityOptions.UNSAID));
    }

    @Test
    void where_that_is_switched_on_the_recorded_options_hold() {
        var run = play(() -> call(FAST)).start().expect(activity(1, "/", "A", FAST));
        assertThat(
                        run.run
                                .replayOn(
                                        script(() -> call(ActivityOptions.UNSAID))
                                                .recordedOptionsWin(true))
                                .orThrow()
                                .commands())
                .isEqualTo(1);
    }

    @Test
    void the_recorded_options_hold_for_children_and_for_continuing_as_new() {
        var child = ChildOptions.UNSAID.parentClose(ChildOptions.ParentClose.ABANDON);
        var run = RunOptions.UNSAID.priority(3);
        var recorded =
                play(() -> {
                            Flow.child("Kid", String.class).options(child).start();
                            Flow.activity("A", String.class).local().options(FAST).start();
                            return Flow.continueAsNew("", run);
                        })
                        .start();
        assertThat(
                        recorded.run
                                .replayOn(
                                        script(
                                                        () -> {
                                                            Flow.child("Kid", String.class).start();
                                                            Flow.activity("A", String.class)
                                                                    .local()
                                                                    .start();
                                                            return Flow.continueAsNew();
                                                        })
                                                .recordedOptionsWin(true))
                                .orThrow()
                                .commands())
                .isEqualTo(3);
    }

    @Test
    void what_is_no_option_is_noticed_all_the_same() {
        play(() -> call(FAST))
                .start()
                .changes(
                        "type",
                        script(() -> Flow.activity("B", String.class).call())
                                .recordedOptionsWin(true))
                .differs(
                        Mismatch.Changed.class,
                        script(() -> Flow.child("Kid", String.class).call())
                                .recordedOptionsWin(true));
    }

    @Test
    void a_warning_says_that_options_differ() {
        var options = new ArrayList<>(java.util.List.of(FAST));
        var run = play(script(() -> call(options.getFirst())).recordedOptionsWin(true)).once();
        run.start();
        options.set(0, ActivityOptions.UNSAID);
        run.evict();
        assertThat(run.run.logged())
                .singleElement()
                .satisfies(
                        it -> {
                            assertThat(it.level()).isEqualTo(Level.WARNING);
                            assertThat(it.message())
                                    .contains("command 1", "other options", "priority=5");
                        });
        run.resolve(1, "x").expect(complete(2, "x"));
    }

    @Test
    void a_run_behaves_as_the_recorded_options_say() {
        var waiting = script(() -> call(WAIT));
        var run = play(waiting).start();
        var trying = script(() -> call(ActivityOptions.UNSAID)).recordedOptionsWin(true);
        var machine = new FlowMachine(trying);
        FlowReplay.onto(machine, trying, run.run.transcript().recording()).orThrow();
        assertThat(machine.activate(activation(Commands.cancel("stop"))))
                .isEqualTo(Completion.Decided.of(java.util.List.of(cancelActivity(2, "/", 1))));
        assertThat(machine.run().units()).hasSize(1);
    }

    @Test
    void new_commands_have_the_options_of_the_new_code() {
        var run = play(script(() -> call(FAST) + call(FAST)).recordedOptionsWin(true));
        run.start()
                .evict()
                .resolve(1, "a")
                .expect(activity(2, "/", "A", FAST))
                .resolve(2, "b")
                .expect(complete(3, "ab"));
    }
}
