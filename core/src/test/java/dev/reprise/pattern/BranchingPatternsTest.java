package dev.reprise.pattern;

import static dev.reprise.pattern.Patterns.blockingDiscriminator;
import static dev.reprise.pattern.Patterns.blockingPartialJoin;
import static dev.reprise.pattern.Patterns.cancellingDiscriminator;
import static dev.reprise.pattern.Patterns.cancellingPartialJoin;
import static dev.reprise.pattern.Patterns.discriminator;
import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.fork;
import static dev.reprise.pattern.Patterns.graph;
import static dev.reprise.pattern.Patterns.multiMerge;
import static dev.reprise.pattern.Patterns.or;
import static dev.reprise.pattern.Patterns.otherwise;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.partialJoin;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.skip;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.times;
import static dev.reprise.pattern.Patterns.when;
import static dev.reprise.pattern.Patterns.xor;
import static dev.reprise.pattern.Vertex.node;
import static dev.reprise.pattern.Vertex.way;

import org.junit.jupiter.api.Test;

/** The patterns of splitting and joining, each with what tells it from its neighbours. */
class BranchingPatternsTest {
    @Test
    void pattern_1_sequence() {
        Story.of(seq(effect("a"), effect("b"), task("c")))
                .starts()
                .expect("start a")
                .done("a")
                .expect("end a", "start b")
                .done("b")
                .expect("end b", "c", "done");
    }

    @Test
    void pattern_2_parallel_split() {
        Story.of(seq(fork(effect("a"), effect("b")), effect("c")))
                .starts()
                .expect("start c", "start a", "start b")
                .done("c")
                .expect("end c")
                .expectUnderWay("a", "b");
    }

    @Test
    void pattern_3_synchronization() {
        Story.of(seq(par(effect("a"), effect("b"), effect("c")), task("d")))
                .starts()
                .expect("start a", "start b", "start c")
                .done("c")
                .done("a")
                .expect("end c", "end a")
                .done("b")
                .expect("end b", "d", "done")
                .expectVariable("a", "a")
                .expectVariable("b", "b");
    }

    @Test
    void pattern_4_exclusive_choice() {
        var choice = xor(when("x", task("a")), when("y", task("b")), otherwise(task("c")));
        Story.of(choice).with("x", "yes").with("y", "yes").starts().expect("a", "done");
        Story.of(choice).with("y", "yes").starts().expect("b", "done");
        Story.of(choice).starts().expect("c", "done");
        Story.of(xor(when("x", task("a")))).starts().expect("failed NoBranch");
    }

    @Test
    void pattern_5_simple_merge() {
        var merge = seq(xor(when("x", effect("a")), otherwise(effect("b"))), task("after"));
        Story.of(merge)
                .with("x", "yes")
                .starts()
                .done("a")
                .expect("start a", "end a", "after", "done");
        Story.of(merge).starts().done("b").expect("start b", "end b", "after", "done");
    }

    @Test
    void pattern_6_multi_choice() {
        var choice = or(when("x", effect("a")), when("y", effect("b")), otherwise(effect("c")));
        Story.of(choice).with("x", "yes").with("y", "yes").starts().expect("start a", "start b");
        Story.of(choice).with("y", "yes").starts().expect("start b");
        Story.of(choice).starts().expect("start c");
    }

    @Test
    void pattern_7_structured_synchronizing_merge() {
        var merge = seq(or(when("x", effect("a")), when("y", effect("b"))), task("after"));
        Story.of(merge)
                .with("x", "yes")
                .with("y", "yes")
                .starts()
                .done("b")
                .expect("start a", "start b", "end b")
                .done("a")
                .expect("end a", "after", "done");
        Story.of(merge)
                .with("x", "yes")
                .starts()
                .done("a")
                .expect("start a", "end a", "after", "done");
    }

    @Test
    void pattern_8_multi_merge() {
        Story.of(multiMerge(effect("after"), effect("a"), effect("b")).merging(Merge.NUMBERED))
                .starts()
                .expect("start a", "start b")
                .done("b")
                .expect("end b", "start after")
                .done("after")
                .expect("end after")
                .done("a")
                .expect("end a", "start after")
                .done("after")
                .expect("end after", "done");
    }

    @Test
    void pattern_9_structured_discriminator() {
        Story.of(seq(discriminator(effect("a"), effect("b")), effect("after")))
                .starts()
                .expect("start a", "start b")
                .done("b")
                .expect("end b", "start after")
                .expectUnderWay("after", "a")
                .done("a")
                .expect("end a")
                .done("after")
                .expect("end after", "done")
                .expectVariable("b", "b")
                .expectVariable("a", "");
    }

    @Test
    void pattern_28_blocking_discriminator() {
        var twice = times(2, blockingDiscriminator(effect("a"), effect("b")));
        Story.of(twice)
                .starts()
                .expect("start a", "start b")
                .done("a")
                .expect("end a")
                .done("b")
                .expect("end b", "start a", "start b")
                .done("b")
                .done("a")
                .expect("end b", "end a", "done");
        Story.of(times(2, discriminator(effect("a"), effect("b"))))
                .starts()
                .done("a")
                .expect("start a", "start b", "end a", "start a", "start b")
                .expectUnderWay("a", "b", "b");
    }

    @Test
    void pattern_29_cancelling_discriminator() {
        Story.of(seq(cancellingDiscriminator(effect("a"), effect("b"), effect("c")), task("d")))
                .starts()
                .done("b")
                .expect(
                        "start a",
                        "start b",
                        "start c",
                        "end b",
                        "withdrawn a",
                        "withdrawn c",
                        "d",
                        "done");
    }

    @Test
    void pattern_30_structured_partial_join() {
        Story.of(seq(partialJoin(2, effect("a"), effect("b"), effect("c")), effect("d")))
                .starts()
                .done("c")
                .expect("start a", "start b", "start c", "end c")
                .done("a")
                .expect("end a", "start d")
                .done("b")
                .expect("end b")
                .done("d")
                .expect("end d", "done");
    }

    @Test
    void pattern_31_blocking_partial_join() {
        var join = blockingPartialJoin(2, effect("a"), effect("b"), effect("c"));
        Story.of(times(2, join))
                .starts()
                .done("a")
                .done("b")
                .expect("start a", "start b", "start c", "end a", "end b")
                .done("c")
                .expect("end c", "start a", "start b", "start c");
    }

    @Test
    void pattern_32_cancelling_partial_join() {
        var join = cancellingPartialJoin(2, effect("a"), effect("b"), effect("c"));
        Story.of(seq(join, task("d")))
                .starts()
                .done("a")
                .done("c")
                .expect(
                        "start a",
                        "start b",
                        "start c",
                        "end a",
                        "end c",
                        "withdrawn b",
                        "d",
                        "done");
    }

    @Test
    void pattern_33_generalised_and_join() {
        // Two threads come on each way; the join pairs them, and loses none.
        var join =
                graph(
                        node("start", skip()).to("left", "right"),
                        node("left", skip()).threadSplit(2, "a"),
                        node("right", skip()).threadSplit(2, "b"),
                        node("a", effect("a")).to("both"),
                        node("b", effect("b")).to("both"),
                        node("both", task("both")).generalisedAndJoin());
        Story.of(join)
                .starts()
                .expect("start a", "start a", "start b", "start b")
                .done("a")
                .done("a")
                .expect("end a", "end a")
                .done("b")
                .expect("end b", "both")
                .done("b")
                .expect("end b", "both", "done");
    }

    /** Neither split matches the merge: it has three ways in, from two of them. */
    private static Pattern acyclic(boolean local) {
        var merge = node("merge", task("merge"));
        return graph(
                node("start", skip()).toSome(way("x", "a"), way("y", "b")),
                node("a", effect("a")).toSome(way("z", "c"), Vertex.otherwise("merge")),
                node("b", effect("b")).to("merge"),
                node("c", effect("c")).to("merge"),
                local ? merge.localSyncMerge() : merge.syncMerge());
    }

    @Test
    void pattern_37_local_synchronizing_merge() {
        Story.of(acyclic(true))
                .with("x", "yes")
                .with("y", "yes")
                .with("z", "yes")
                .starts()
                .done("b")
                .done("a")
                .expect("start a", "start b", "end b", "end a", "start c")
                .done("c")
                .expect("end c", "merge", "done");
        Story.of(acyclic(true))
                .with("y", "yes")
                .starts()
                .done("b")
                .expect("start b", "end b", "merge", "done");
    }

    @Test
    void pattern_38_general_synchronizing_merge() {
        // Whoever is in the cycle can still come, as often as it goes round.
        var cycle =
                graph(
                        node("start", skip()).to("a", "b"),
                        node("a", effect("a", "", "again"))
                                .toOne(way("again", "a"), Vertex.otherwise("merge")),
                        node("b", effect("b")).to("merge"),
                        node("merge", task("merge")).syncMerge());
        Story.of(cycle)
                .starts()
                .done("b")
                .done("a", "yes")
                .expect("start a", "start b", "end b", "end a", "start a")
                .done("a", "yes")
                .expect("end a", "start a")
                .done("a", "no")
                .expect("end a", "merge", "done");
    }

    @Test
    void merges_that_wait_for_each_other_go_on_in_the_order_of_their_nodes() {
        var vicious =
                graph(
                        node("start", skip()).to("a", "b"),
                        node("a", effect("a"))
                                .toSome(way("x", "b"), Vertex.otherwise("end"))
                                .syncMerge(),
                        node("b", effect("b"))
                                .toSome(way("x", "a"), Vertex.otherwise("end"))
                                .syncMerge(),
                        node("end", task("end")));
        Story.of(vicious)
                .starts()
                .expect("start a")
                .done("a")
                .expect("end a", "start b", "end")
                .done("b")
                .expect("end b", "end", "done");
    }

    @Test
    void a_partial_join_in_a_graph_begins_anew_when_every_way_has_brought_one() {
        var join =
                graph(
                                node("start", skip()).to("left", "right"),
                                node("left", skip()).threadSplit(2, "a"),
                                node("right", skip()).threadSplit(2, "b"),
                                node("a", effect("a", "", "")).to("first"),
                                node("b", effect("b", "", "")).to("first"),
                                node("first", task("first")).partialJoin(1))
                        .merging(Merge.NONE);
        Story.of(join)
                .starts()
                .done("a")
                .expect("start a", "start a", "start b", "start b", "end a", "first")
                .done("a")
                .expect("end a")
                .done("b")
                .expect("end b", "first")
                .done("b")
                .expect("end b", "done");
    }

    @Test
    void who_waits_in_vain_keeps_a_graph_from_its_end() {
        var graph =
                graph(
                        node("start", skip()).toOne(way("x", "a"), Vertex.otherwise("b")),
                        node("a", effect("a")).to("both"),
                        node("b", effect("b")).to("both"),
                        node("both", task("both")).generalisedAndJoin());
        Story.of(graph).starts().done("b").expect("start b", "end b").expectStuck();
        var partial =
                graph(
                        node("start", skip()).toOne(way("x", "a"), Vertex.otherwise("b")),
                        node("a", effect("a")).to("both"),
                        node("b", effect("b")).to("both"),
                        node("both", task("both")).partialJoin(2));
        Story.of(partial).starts().done("b").expect("start b", "end b").expectStuck();
    }

    @Test
    void pattern_41_thread_merge() {
        var merge =
                graph(
                        node("start", skip()).threadSplit(4, "a"),
                        node("a", effect("a", "", "")).to("pair"),
                        node("pair", task("pair")).threadMerge(2));
        Story.of(merge)
                .starts()
                .expect("start a", "start a", "start a", "start a")
                .done("a")
                .expect("end a")
                .done("a")
                .expect("end a", "pair")
                .done("a")
                .done("a")
                .expect("end a", "end a", "pair", "done");
    }

    @Test
    void pattern_42_thread_split() {
        var split =
                graph(
                        node("start", task("once")).threadSplit(3, "a"),
                        node("a", effect("a", "", "")));
        Story.of(seq(split, task("after")))
                .starts()
                .expect("once", "start a", "start a", "start a")
                .done("a")
                .done("a")
                .done("a")
                .expect("end a", "end a", "end a", "after", "done");
    }
}
