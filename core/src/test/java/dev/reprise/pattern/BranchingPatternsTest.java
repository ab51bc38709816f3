package dev.reprise.pattern;

import static dev.reprise.pattern.Catalogue.BLOCKING_DISCRIMINATOR;
import static dev.reprise.pattern.Catalogue.BLOCKING_PARTIAL_JOIN;
import static dev.reprise.pattern.Catalogue.CANCELLING_DISCRIMINATOR;
import static dev.reprise.pattern.Catalogue.CANCELLING_PARTIAL_JOIN;
import static dev.reprise.pattern.Catalogue.EXCLUSIVE_CHOICE;
import static dev.reprise.pattern.Catalogue.GENERALISED_AND_JOIN;
import static dev.reprise.pattern.Catalogue.GENERAL_SYNCHRONIZING_MERGE;
import static dev.reprise.pattern.Catalogue.LOCAL_SYNCHRONIZING_MERGE;
import static dev.reprise.pattern.Catalogue.MULTI_CHOICE;
import static dev.reprise.pattern.Catalogue.MULTI_MERGE;
import static dev.reprise.pattern.Catalogue.PARALLEL_SPLIT;
import static dev.reprise.pattern.Catalogue.SEQUENCE;
import static dev.reprise.pattern.Catalogue.SIMPLE_MERGE;
import static dev.reprise.pattern.Catalogue.STRUCTURED_DISCRIMINATOR;
import static dev.reprise.pattern.Catalogue.STRUCTURED_PARTIAL_JOIN;
import static dev.reprise.pattern.Catalogue.STRUCTURED_SYNCHRONIZING_MERGE;
import static dev.reprise.pattern.Catalogue.SYNCHRONIZATION;
import static dev.reprise.pattern.Catalogue.THREAD_MERGE;
import static dev.reprise.pattern.Catalogue.THREAD_SPLIT;
import static dev.reprise.pattern.Patterns.discriminator;
import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.graph;
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
        Story.of(SEQUENCE.pattern())
                .starts()
                .expect("start a")
                .done("a")
                .expect("end a", "start b")
                .done("b")
                .expect("end b", "c", "done");
    }

    @Test
    void pattern_2_parallel_split() {
        Story.of(PARALLEL_SPLIT.pattern())
                .starts()
                .expect("start c", "start a", "start b")
                .done("c")
                .expect("end c")
                .expectUnderWay("a", "b");
    }

    @Test
    void pattern_3_synchronization() {
        Story.of(SYNCHRONIZATION.pattern())
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
        var choice = EXCLUSIVE_CHOICE.pattern();
        Story.of(choice).with("x", "yes").with("y", "yes").starts().expect("a", "done");
        Story.of(choice).with("y", "yes").starts().expect("b", "done");
        Story.of(choice).starts().expect("c", "done");
        Story.of(xor(when("x", task("a")))).starts().expect("failed NoBranch");
    }

    @Test
    void pattern_5_simple_merge() {
        var merge = SIMPLE_MERGE.pattern();
        Story.of(merge)
                .with("x", "yes")
                .starts()
                .done("a")
                .expect("start a", "end a", "after", "done");
        Story.of(merge).starts().done("b").expect("start b", "end b", "after", "done");
    }

    @Test
    void pattern_6_multi_choice() {
        var choice = MULTI_CHOICE.pattern();
        Story.of(choice).with("x", "yes").with("y", "yes").starts().expect("start a", "start b");
        Story.of(choice).with("y", "yes").starts().expect("start b");
        Story.of(choice).starts().expect("start c");
    }

    @Test
    void pattern_7_structured_synchronizing_merge() {
        var merge = STRUCTURED_SYNCHRONIZING_MERGE.pattern();
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
        Story.of(MULTI_MERGE.pattern())
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
        Story.of(STRUCTURED_DISCRIMINATOR.pattern())
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
        Story.of(BLOCKING_DISCRIMINATOR.pattern())
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
        Story.of(CANCELLING_DISCRIMINATOR.pattern())
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
        Story.of(STRUCTURED_PARTIAL_JOIN.pattern())
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
        Story.of(BLOCKING_PARTIAL_JOIN.pattern())
                .starts()
                .done("a")
                .done("b")
                .expect("start a", "start b", "start c", "end a", "end b")
                .done("c")
                .expect("end c", "start a", "start b", "start c");
    }

    @Test
    void pattern_32_cancelling_partial_join() {
        Story.of(CANCELLING_PARTIAL_JOIN.pattern())
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
        Story.of(GENERALISED_AND_JOIN.pattern())
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

    @Test
    void pattern_37_local_synchronizing_merge() {
        Story.of(LOCAL_SYNCHRONIZING_MERGE.pattern())
                .with("x", "yes")
                .with("y", "yes")
                .with("z", "yes")
                .starts()
                .done("b")
                .done("a")
                .expect("start a", "start b", "end b", "end a", "start c")
                .done("c")
                .expect("end c", "merge", "done");
        Story.of(LOCAL_SYNCHRONIZING_MERGE.pattern())
                .with("y", "yes")
                .starts()
                .done("b")
                .expect("start b", "end b", "merge", "done");
    }

    @Test
    void pattern_38_general_synchronizing_merge() {
        Story.of(GENERAL_SYNCHRONIZING_MERGE.pattern())
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
        Story.of(THREAD_MERGE.pattern())
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
        Story.of(THREAD_SPLIT.pattern())
                .starts()
                .expect("once", "start a", "start a", "start a")
                .done("a")
                .done("a")
                .done("a")
                .expect("end a", "end a", "end a", "after", "done");
    }
}
