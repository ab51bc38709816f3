package dev.reprise.pattern;

import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.pattern.Dag.Rule;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;

/** Steps that depend on each other run when those before them are over, as their rules say. */
class DagTest {
    private static final Dag DIAMOND =
            Dag.EMPTY
                    .step("extract", effect("extract"))
                    .step("clean", effect("clean"), "extract")
                    .step("check", effect("check"), "extract")
                    .step("load", effect("load"), "clean", "check");

    @Test
    void a_step_begins_when_all_it_depends_on_is_over() {
        Story.of(DIAMOND.toPattern())
                .starts()
                .expect("start extract")
                .done("extract")
                .expect("end extract", "start clean", "start check")
                .done("check")
                .expect("end check")
                .done("clean")
                .expect("end clean", "start load")
                .done("load")
                .expect("end load", "done")
                .expectVariable("load", "load")
                .expectVariable("check.status", "success");
    }

    @Test
    void what_comes_after_a_failure_is_blocked_and_the_whole_fails() {
        var story =
                Story.of(DIAMOND.toPattern())
                        .starts()
                        .done("extract")
                        .fails("clean", "Dirty")
                        .done("check")
                        .expect(
                                "start extract",
                                "end extract",
                                "start clean",
                                "start check",
                                "fail clean",
                                "end check",
                                "failed DagFailed");
        assertThat(story.reference().isOver()).isTrue();
    }

    @Test
    void a_step_that_runs_in_any_case_makes_up_for_a_failure() {
        var dag = DIAMOND.step("report", effect("report"), Rule.ALL_DONE, "load");
        Story.of(dag.toPattern())
                .starts()
                .fails("extract", "NoDisk")
                .expect("start extract", "fail extract", "start report")
                .done("report")
                .expect("end report", "done")
                .expectVariable("extract.status", "failed")
                .expectVariable("extract.failure", "NoDisk")
                .expectVariable("clean.status", "blocked")
                .expectVariable("load.status", "blocked");
    }

    @Test
    void rules_decide_by_how_those_before_have_ended() {
        // a succeeds, b fails, c is skipped because a did not fail.
        ended(Rule.ALL_SUCCESS, "a").isEqualTo("success");
        ended(Rule.ALL_SUCCESS, "a", "c").isEqualTo("skipped");
        ended(Rule.ALL_SUCCESS, "a", "b").isEqualTo("blocked");
        ended(Rule.ONE_SUCCESS, "a", "b", "c").isEqualTo("success");
        ended(Rule.ONE_SUCCESS, "b", "c").isEqualTo("blocked");
        ended(Rule.ONE_SUCCESS, "c").isEqualTo("skipped");
        ended(Rule.ALL_DONE, "a", "b", "c").isEqualTo("success");
        ended(Rule.ALL_FAILED, "b").isEqualTo("success");
        ended(Rule.ALL_FAILED, "b", "c").isEqualTo("blocked");
        ended(Rule.ALL_FAILED, "a").isEqualTo("skipped");
        ended(Rule.NONE_FAILED, "a", "c").isEqualTo("success");
        ended(Rule.NONE_FAILED, "a", "b").isEqualTo("blocked");
    }

    private static AbstractStringAssert<?> ended(Rule rule, String... after) {
        var dag =
                Dag.EMPTY
                        .step("a", effect("a"))
                        .step("b", effect("b"))
                        .step("c", task("c"), Rule.ALL_FAILED, "a")
                        .step("x", task("x"), rule, after)
                        .step("last", task("last"), Rule.ALL_DONE, "a", "b", "c", "x");
        var story = Story.of(dag.toPattern()).starts().done("a").fails("b", "Broken");
        return assertThat(Story.text(story.result(), "x.status"));
    }

    @Test
    void a_step_is_mapped_over_a_list_and_reduced() {
        var dag =
                Dag.EMPTY
                        .step("list", task("list"))
                        .map("resize", "files", "file", effect("resize", "file", "size"), "list")
                        .reduce("sum", task("sum"), "resize");
        Story.of(dag.toPattern())
                .sets("list", "files", "x y")
                .code(
                        "sum",
                        it ->
                                it.with(
                                        "sum",
                                        Story.text(it, "size.0") + "+" + Story.text(it, "size.1")))
                .starts()
                .expect("list", "start resize", "start resize")
                .done("resize", "3")
                .done("resize", "4")
                .expect("end resize", "end resize", "sum", "done")
                .expectVariable("sum", "3+4");
    }

    @Test
    void cycles_are_refused_and_shown() {
        var dag =
                Dag.EMPTY
                        .step("a", task("a"))
                        .step("b", task("b"), "a", "d")
                        .step("c", task("c"), "b")
                        .step("d", task("d"), "c")
                        .step("e", task("e"), "d");
        assertThatIllegalArgumentException()
                .isThrownBy(dag::toPattern)
                .withMessage("steps depend on each other in a cycle: b → c → d → b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dag.EMPTY.step("a", task("a"), "a").toPattern())
                .withMessage("steps depend on each other in a cycle: a → a");
    }

    @Test
    void names_are_there_and_differ() {
        refused(
                DIAMOND.step("x", task("x"), "y"),
                "the step \"x\" depends on \"y\", which is no step");
        refused(Dag.EMPTY, "a dag has at least one step");
        refused(DIAMOND.step("load", task("x")), "two steps have the name \"load\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DIAMOND.step("start", task("x")))
                .withMessage("a step cannot have the name \"start\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DIAMOND.step("x", task("x"), "load", "load"))
                .withMessage("the step \"x\" depends on a step twice: [load, load]");
    }

    private static void refused(Dag dag, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(dag::toPattern)
                .withMessageContaining(sentence);
    }

    @Test
    void a_dag_is_a_pattern_like_others() {
        var pattern = DIAMOND.toPattern();
        assertThat(Pattern.parse(pattern.toText())).isEqualTo(pattern);
    }
}
