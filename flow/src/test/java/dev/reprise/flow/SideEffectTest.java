package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.attribute;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.deprecatedPatch;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.patch;
import static dev.reprise.flow.Commands.sideEffect;
import static dev.reprise.flow.Commands.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.history.Command;
import dev.reprise.history.Mismatch;
import dev.reprise.history.SearchAttribute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is recorded without waiting: side effects, patches and search attributes. */
class SideEffectTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private static String effect(String type, Supplier<String> code) {
        return Flow.sideEffect(type, String.class, code);
    }

    // ---- Side effects ----

    @Test
    void the_value_of_a_side_effect_is_recorded() {
        play(() -> effect("dice", () -> "4") + call("A"))
                .start()
                .expect(sideEffect(1, "/", "dice", "4"), activity(2, "/", "A"))
                .resolve(2, "!")
                .expect(complete(3, "4!"));
    }

    @Test
    void replay_gives_the_recorded_value_and_runs_no_code() {
        var thrown = new ArrayList<String>();
        var run =
                play(
                        () -> {
                            String dice =
                                    effect(
                                            "dice",
                                            () -> {
                                                thrown.add("once");
                                                return "throw " + thrown.size();
                                            });
                            return dice + call("A");
                        });
        run.start().evict().evict().resolve(2, "!").expect(complete(3, "throw 1!")).replays();
        assertThat(thrown).hasSize(1);
    }

    @Test
    void another_type_an_extra_and_a_missing_side_effect_are_noticed() {
        var run = play(() -> effect("dice", () -> "4") + call("A")).start();
        run.changes("type", () -> effect("die", () -> "4") + call("A"));
        run.differs(Mismatch.Missing.class, () -> call("A"));
        assertThat(
                        run.differs(
                                        Mismatch.ActivationFailed.class,
                                        () ->
                                                effect("dice", () -> "4")
                                                        + effect("more", () -> "5")
                                                        + call("A"))
                                .describe())
                .contains("side effect more as command 2", "none is recorded there");
    }

    @Test
    void a_side_effect_may_give_nothing() {
        play(() -> String.valueOf(effect("none", () -> null)))
                .start()
                .expect(
                        new Command.RecordSideEffect(1, UnitId.ROOT, "none", Payload.NONE),
                        complete(2, "null"));
    }

    @Test
    void a_side_effect_only_reads() {
        play(() -> effect("s", () -> Flow.now() + " " + Flow.info().runId()))
                .start()
                .expect(
                        sideEffect(1, "/", "s", "1970-01-01T00:00:00Z run-1"),
                        complete(2, "1970-01-01T00:00:00Z run-1"));
        play(() -> effect("s", () -> call("A")))
                .start()
                .expectFailure(ActivationKind.VIOLATION, "pauses or decides");
    }

    @Test
    void a_side_effect_that_throws_fails_the_activation_for_nothing_is_recorded() {
        play(() -> {
                    try {
                        return effect(
                                "s",
                                () -> {
                                    throw new IllegalStateException("unlucky");
                                });
                    } catch (Throwable swallowed) {
                        return "plan B";
                    }
                })
                .start()
                .expectFailure(
                        ActivationKind.VIOLATION, "Side effect s", "unlucky", "catch it inside");
    }

    @Test
    void a_side_effect_whose_value_cannot_be_encoded_fails_the_activation() {
        doing(() -> Flow.sideEffect("s", Object.class, () -> 42))
                .start()
                .expectFailure(ActivationKind.VIOLATION, "Side effect s", "Integer");
    }

    @Test
    void side_effects_of_branches_are_told_apart() {
        play(() ->
                        Flow.parallel(() -> effect("s", () -> "a"), () -> effect("s", () -> "b"))
                                .toString())
                .start()
                .expect(
                        sideEffect(1, "/p0", "s", "a"),
                        sideEffect(2, "/p1", "s", "b"),
                        complete(3, "[a, b]"));
    }

    // ---- Patches ----

    private static String patched(String id) {
        return Flow.patched(id) ? call("new") : call("old");
    }

    @Test
    void a_new_run_takes_the_patched_path_and_marks_it_once() {
        play(() -> patched("fix") + patched("fix"))
                .start()
                .expect(patch(1, "/", "fix"), activity(2, "/", "new"))
                .resolve(2, "")
                .expect(activity(3, "/", "new"));
    }

    @Test
    void a_patched_run_is_replayed() {
        play(() -> patched("fix") + patched("fix"))
                .start()
                .evict()
                .resolve(2, "a")
                .expect(activity(3, "/", "new"))
                .evict()
                .resolve(3, "b")
                .expect(complete(4, "ab"))
                .replays();
    }

    @Test
    void a_run_that_was_on_the_old_path_stays_there() {
        var old = play(() -> call("old") + call("old")).start().resolve(1, "a");
        assertThat(old.run.replayOn(script(() -> patched("fix") + patched("fix"))).orThrow())
                .isNotNull();
    }

    @Test
    void a_run_that_took_the_old_path_on_replay_takes_no_other_when_it_goes_on() {
        // The code before: call("old"), twice. The code now asks for the patch each time.
        var patched = script(() -> patched("fix") + patched("fix"));
        var old = play(() -> call("old") + call("old")).start();
        var machine = new FlowMachine(patched);
        FlowReplay.onto(machine, patched, old.run.transcript().recording()).orThrow();
        var next = machine.activate(activation(Commands.resolved(1, "a")));
        assertThat(next.toString()).contains("type=old").doesNotContain("MarkPatch");
    }

    @Test
    void another_patch_is_noticed() {
        var run = play(() -> patched("fix")).start();
        assertThat(run.differs(Mismatch.Missing.class, () -> patched("other")).describe())
                .contains("MarkPatch 1");
    }

    @Test
    void a_removed_patch_is_noticed() {
        var run = play(() -> patched("fix")).start();
        assertThat(run.differs(Mismatch.Missing.class, () -> call("new")).describe())
                .contains("MarkPatch 1", "fix");
    }

    @Test
    void a_deprecated_patch_is_marked_as_such_in_new_runs() {
        doing(
                        () -> {
                            Flow.deprecatePatch("fix");
                            Flow.deprecatePatch("fix");
                            call("new");
                        })
                .start()
                .expect(deprecatedPatch(1, "/", "fix"), activity(2, "/", "new"))
                .evict()
                .resolve(2, "")
                .expect(complete(3))
                .replays();
    }

    @Test
    void code_with_the_deprecated_patch_replays_what_the_patched_code_did() {
        var run = play(() -> patched("fix")).start();
        assertThat(
                        run.run
                                .replayOn(
                                        script(
                                                () -> {
                                                    Flow.deprecatePatch("fix");
                                                    return call("new");
                                                }))
                                .orThrow()
                                .commands())
                .isEqualTo(2);
    }

    @Test
    void code_with_the_deprecated_patch_replays_what_code_without_it_did() {
        var run = play(() -> call("new")).start();
        assertThat(
                        run.run
                                .replayOn(
                                        script(
                                                () -> {
                                                    Flow.deprecatePatch("fix");
                                                    return call("new");
                                                }))
                                .orThrow()
                                .commands())
                .isEqualTo(1);
    }

    @Test
    void another_deprecated_patch_is_noticed() {
        doing(
                        () -> {
                            Flow.deprecatePatch("fix");
                            call("new");
                        })
                .start()
                .differs(Mismatch.Missing.class, () -> call("new"));
    }

    // ---- Search attributes ----

    @Test
    void search_attributes_are_set_without_pausing() {
        doing(
                        () -> {
                            Flow.searchAttribute("state", "paid");
                            Flow.searchAttribute("owner", null);
                            Flow.searchAttributes(
                                    List.of(
                                            new SearchAttribute("a", text("1")),
                                            new SearchAttribute("b", text("2"))));
                            Flow.sleep(Duration.ofSeconds(1));
                        })
                .start()
                .expect(
                        attribute(1, "/", "state", "paid"),
                        attributes(2, new SearchAttribute("owner", Payload.NONE)),
                        attributes(
                                3,
                                new SearchAttribute("a", text("1")),
                                new SearchAttribute("b", text("2"))),
                        Commands.timer(4, "/", "PT1S"));
    }

    private static Command attributes(long seq, SearchAttribute... attributes) {
        return new Command.UpsertSearchAttributes(seq, UnitId.ROOT, List.of(attributes));
    }

    private static String attributed(String name, String value) {
        Flow.searchAttribute(name, value);
        return call("A");
    }

    @Test
    void search_attributes_are_replayed() {
        play(() -> attributed("state", "paid"))
                .start()
                .evict()
                .resolve(2, "x")
                .expect(complete(3, "x"))
                .replays();
    }

    @Test
    void name_and_value_of_search_attributes_are_noticed() {
        play(() -> attributed("state", "paid"))
                .start()
                .changes("attributes[0].name", () -> attributed("status", "paid"))
                .changes("attributes[0].value", () -> attributed("state", "due"))
                .differs(Mismatch.Missing.class, () -> call("A"));
    }

    @Test
    void search_attributes_are_checked_before_they_are_a_command() {
        doing(() -> Flow.searchAttributes(List.of()))
                .start()
                .expect(
                        fail(
                                1,
                                IllegalArgumentException.class,
                                "there is no search attribute to change"));
        var twice = new SearchAttribute("a", text("1"));
        doing(() -> Flow.searchAttributes(List.of(twice, twice)))
                .start()
                .expect(
                        fail(
                                1,
                                IllegalArgumentException.class,
                                "search attribute a is given twice"));
    }
}
