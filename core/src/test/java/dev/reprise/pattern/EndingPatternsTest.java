package dev.reprise.pattern;

import static dev.reprise.pattern.Catalogue.ARBITRARY_CYCLES;
import static dev.reprise.pattern.Catalogue.CANCEL_CASE;
import static dev.reprise.pattern.Catalogue.CANCEL_MI_TASK;
import static dev.reprise.pattern.Catalogue.CANCEL_REGION;
import static dev.reprise.pattern.Catalogue.CANCEL_TASK;
import static dev.reprise.pattern.Catalogue.COMPLETE_MI_TASK;
import static dev.reprise.pattern.Catalogue.EXPLICIT_TERMINATION;
import static dev.reprise.pattern.Catalogue.IMPLICIT_TERMINATION;
import static dev.reprise.pattern.Catalogue.RECURSION;
import static dev.reprise.pattern.Catalogue.STRUCTURED_LOOP;
import static dev.reprise.pattern.Patterns.call;
import static dev.reprise.pattern.Patterns.cancelRegion;
import static dev.reprise.pattern.Patterns.define;
import static dev.reprise.pattern.Patterns.each;
import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.loopUntil;
import static dev.reprise.pattern.Patterns.loopWhile;
import static dev.reprise.pattern.Patterns.otherwise;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.region;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.times;
import static dev.reprise.pattern.Patterns.when;
import static dev.reprise.pattern.Patterns.xor;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The patterns of repeating, cancelling and ending, each with what tells it from its neighbours.
 */
class EndingPatternsTest {

    @Test
    void pattern_10_arbitrary_cycles() {
        Story.of(ARBITRARY_CYCLES.pattern())
                .starts()
                .done("a", "yes")
                .done("b", "yes")
                .done("c", "yes")
                .done("b", "no")
                .expect(
                        "start a", "end a", "start b", "end b", "start c", "end c", "start b",
                        "end b", "d", "after", "done");
        Story.of(ARBITRARY_CYCLES.pattern())
                .starts()
                .done("a", "no")
                .done("c", "no")
                .expect("start a", "end a", "start c", "end c", "e", "after", "done");
    }

    @Test
    void pattern_21_structured_loop() {
        Story.of(STRUCTURED_LOOP.pattern())
                .with("go", "yes")
                .starts()
                .expect("a", "a", "a", "start b")
                .done("b", "no")
                .done("c", "no")
                .done("c", "yes")
                .expect("end b", "start c", "end c", "start c", "end c", "done");
        Story.of(times(3, task("a"))).starts().expect("a", "a", "a", "done");
        Story.of(loopWhile("go", task("a"))).starts().expect("done");
        Story.of(loopWhile("go", effect("a", "", "go")))
                .with("go", "yes")
                .starts()
                .done("a", "yes")
                .done("a", "no")
                .expect("start a", "end a", "start a", "end a", "done");
        Story.of(loopUntil("over", task("a"))).with("over", "yes").starts().expect("a", "done");
        Story.of(loopUntil("over", effect("a", "", "over")))
                .starts()
                .done("a", "no")
                .done("a", "yes")
                .expect("start a", "end a", "start a", "end a", "done");
    }

    @Test
    void pattern_22_recursion() {
        var down =
                xor(
                        when("deep", seq(task("out"))),
                        otherwise(seq(task("in"), call("f"), task("back"))));
        Story.of(define("f", 5, down, call("f")))
                .code("in", EndingPatternsTest::oneMore)
                .starts()
                .expect("in", "in", "in", "in", "in", "failed TooDeep");
        Story.of(RECURSION.pattern()).starts().expect("in", "in", "back", "done");
    }

    @Test
    void pattern_11_implicit_termination() {
        Story.of(IMPLICIT_TERMINATION.pattern())
                .starts()
                .expect("c", "start a", "start b")
                .done("b")
                .expect("end b")
                .expectUnderWay("a")
                .done("a")
                .expect("end a", "done");
    }

    @Test
    void pattern_43_explicit_termination() {
        Story.of(EXPLICIT_TERMINATION.pattern())
                .starts()
                .done("c")
                .done("b")
                .expect("start c", "start a", "start b", "end c", "end b", "withdrawn a", "done")
                .expectVariable("b", "b")
                .expectVariable("c", "");
    }

    @Test
    void pattern_20_cancel_case() {
        var story =
                Story.of(CANCEL_CASE.pattern())
                        .starts()
                        .done("b")
                        .expect("start a", "start b", "end b", "withdrawn a", "cancelled");
        assertThat(story.reference().result()).isEmpty();
    }

    @Test
    void pattern_19_cancel_task() {
        // Under way it is stopped, and the flow goes on behind it.
        Story.of(CANCEL_TASK.pattern())
                .starts()
                .done("a")
                .done("d")
                .expect(
                        "start a",
                        "start d",
                        "end a",
                        "start b",
                        "end d",
                        "withdrawn b",
                        "start c");
        // What has not been come to is not there to be withdrawn.
        Story.of(CANCEL_TASK.pattern()).starts().done("d").done("a").expectUnderWay("b");
    }

    @Test
    void pattern_25_cancel_region() {
        Story.of(CANCEL_REGION.pattern())
                .starts()
                .done("b")
                .done("stop")
                .expect(
                        "start a",
                        "start b",
                        "start d",
                        "start e",
                        "start stop",
                        "end b",
                        "start c",
                        "end stop",
                        "withdrawn a",
                        "withdrawn c",
                        "withdrawn d",
                        "after")
                .expectUnderWay("e")
                .done("e")
                .expect("end e", "done")
                .expectVariable("b", "");
    }

    @Test
    void who_cancels_from_inside_goes_on_behind_the_region() {
        Story.of(seq(region("r", seq(task("a"), cancelRegion("r"), task("b"))), task("c")))
                .sets("a", "x", "1")
                .starts()
                .expect("a", "c", "done")
                .expectVariable("x", "");
        Story.of(seq(region("r", par(effect("a"), seq(task("b"), cancelRegion("r")))), task("c")))
                .starts()
                .expect("start a", "b", "withdrawn a", "c", "done");
    }

    @Test
    void each_instance_cancels_its_own_region() {
        var one = par(region("r", effect("a")), seq(effect("b", "", ""), cancelRegion("r")));
        Story.of(each(2, one))
                .starts()
                .expectUnderWay("a", "a", "b", "b")
                .done("b")
                .expectUnderWay("a", "b")
                .expect("start a", "start a", "start b", "start b", "end b", "withdrawn a");
    }

    @Test
    void each_call_cancels_its_own_region() {
        var body = par(region("r", effect("a")), seq(effect("b", "", ""), cancelRegion("r")));
        Story.of(define("f", 1, body, par(call("f"), call("f"))))
                .starts()
                .expectUnderWay("a", "a", "b", "b")
                .done("b")
                .expectUnderWay("a", "b");
    }

    @Test
    void pattern_26_cancel_multiple_instance_task() {
        Story.of(CANCEL_MI_TASK.pattern())
                .starts()
                .done("ask")
                .done("stop")
                .expect(
                        "start ask",
                        "start ask",
                        "start ask",
                        "start stop",
                        "end ask",
                        "end stop",
                        "withdrawn ask",
                        "withdrawn ask",
                        "after",
                        "done")
                .expectVariable("ask.0", "");
    }

    @Test
    void pattern_27_complete_multiple_instance_task() {
        Story.of(COMPLETE_MI_TASK.pattern())
                .starts()
                .done("ask", "aye")
                .done("stop")
                .expect(
                        "start ask",
                        "start ask",
                        "start ask",
                        "start stop",
                        "end ask",
                        "end stop",
                        "withdrawn ask",
                        "withdrawn ask",
                        "after",
                        "done")
                .expectVariable("ask.0", "aye");
    }

    @Test
    void a_count_in_the_context_is_a_loop_of_its_own() {
        Story.of(times(3, task("more")))
                .code("more", EndingPatternsTest::oneMore)
                .starts()
                .expect("more", "more", "more", "done")
                .expectVariable("n", "iii");
    }

    private static Context oneMore(Context context) {
        return context.with("n", Story.text(context, "n") + "i");
    }
}
