package dev.reprise.pattern;

import static dev.reprise.pattern.Patterns.call;
import static dev.reprise.pattern.Patterns.cancelCase;
import static dev.reprise.pattern.Patterns.cancelInstances;
import static dev.reprise.pattern.Patterns.cancelRegion;
import static dev.reprise.pattern.Patterns.cancelTask;
import static dev.reprise.pattern.Patterns.cancellable;
import static dev.reprise.pattern.Patterns.completeInstances;
import static dev.reprise.pattern.Patterns.define;
import static dev.reprise.pattern.Patterns.each;
import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.end;
import static dev.reprise.pattern.Patterns.fork;
import static dev.reprise.pattern.Patterns.graph;
import static dev.reprise.pattern.Patterns.loopUntil;
import static dev.reprise.pattern.Patterns.loopWhile;
import static dev.reprise.pattern.Patterns.otherwise;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.put;
import static dev.reprise.pattern.Patterns.region;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.skip;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.times;
import static dev.reprise.pattern.Patterns.when;
import static dev.reprise.pattern.Patterns.xor;
import static dev.reprise.pattern.Vertex.node;
import static dev.reprise.pattern.Vertex.way;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The patterns of repeating, cancelling and ending, each with what tells it from its neighbours.
 */
class EndingPatternsTest {

    @Test
    void pattern_10_arbitrary_cycles() {
        // Two ways into the cycle of b and c, and two ways out of it.
        var cycle =
                graph(
                        node("a", effect("a", "", "x")).toOne(way("x", "b"), Vertex.otherwise("c")),
                        node("b", effect("b", "", "x")).toOne(way("x", "c"), Vertex.otherwise("d")),
                        node("c", effect("c", "", "x")).toOne(way("x", "b"), Vertex.otherwise("e")),
                        node("d", task("d")),
                        node("e", task("e")));
        Story.of(seq(cycle, task("after")))
                .starts()
                .done("a", "yes")
                .done("b", "yes")
                .done("c", "yes")
                .done("b", "no")
                .expect(
                        "start a", "end a", "start b", "end b", "start c", "end c", "start b",
                        "end b", "d", "after", "done");
        Story.of(cycle)
                .starts()
                .done("a", "no")
                .done("c", "no")
                .expect("start a", "end a", "start c", "end c", "e", "done");
    }

    @Test
    void pattern_21_structured_loop() {
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
        var twice =
                seq(
                        task("in"),
                        xor(
                                when("n", skip()),
                                otherwise(seq(put("n", "yes"), call("f"), task("back")))));
        Story.of(define("f", 5, twice, call("f"))).starts().expect("in", "in", "back", "done");
    }

    @Test
    void pattern_11_implicit_termination() {
        Story.of(seq(fork(effect("a"), effect("b")), task("c")))
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
        Story.of(seq(fork(effect("a"), seq(effect("b"), end())), effect("c")))
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
                Story.of(par(effect("a"), seq(effect("b"), cancelCase())))
                        .starts()
                        .done("b")
                        .expect("start a", "start b", "end b", "withdrawn a", "cancelled");
        assertThat(story.reference().result()).isEmpty();
    }

    @Test
    void pattern_19_cancel_task() {
        var task =
                par(
                        seq(effect("a"), cancellable("b", effect("b")), effect("c")),
                        seq(effect("d"), cancelTask("b")));
        // Under way it is stopped, and the flow goes on behind it.
        Story.of(task)
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
        Story.of(task).starts().done("d").done("a").expectUnderWay("b");
    }

    @Test
    void pattern_25_cancel_region() {
        var claim =
                par(
                        seq(
                                region("work", par(effect("a"), seq(effect("b"), effect("c")))),
                                task("after")),
                        region("work", effect("d")),
                        effect("e"),
                        seq(effect("stop"), cancelRegion("work")));
        Story.of(claim)
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
        var ask = region("asking", each(3, effect("ask")).merging(Merge.NUMBERED));
        Story.of(par(seq(ask, task("after")), seq(effect("stop"), cancelInstances("asking"))))
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
        var ask = region("asking", each(3, effect("ask")).merging(Merge.NUMBERED));
        Story.of(par(seq(ask, task("after")), seq(effect("stop"), completeInstances("asking"))))
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
