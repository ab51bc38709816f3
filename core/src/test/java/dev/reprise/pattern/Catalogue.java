package dev.reprise.pattern;

import static dev.reprise.pattern.Patterns.after;
import static dev.reprise.pattern.Patterns.blockingDiscriminator;
import static dev.reprise.pattern.Patterns.blockingPartialJoin;
import static dev.reprise.pattern.Patterns.call;
import static dev.reprise.pattern.Patterns.cancelCase;
import static dev.reprise.pattern.Patterns.cancelInstances;
import static dev.reprise.pattern.Patterns.cancelRegion;
import static dev.reprise.pattern.Patterns.cancelTask;
import static dev.reprise.pattern.Patterns.cancellable;
import static dev.reprise.pattern.Patterns.cancellingDiscriminator;
import static dev.reprise.pattern.Patterns.cancellingPartialEach;
import static dev.reprise.pattern.Patterns.cancellingPartialJoin;
import static dev.reprise.pattern.Patterns.completeInstances;
import static dev.reprise.pattern.Patterns.counted;
import static dev.reprise.pattern.Patterns.criticalSection;
import static dev.reprise.pattern.Patterns.deferred;
import static dev.reprise.pattern.Patterns.define;
import static dev.reprise.pattern.Patterns.discriminator;
import static dev.reprise.pattern.Patterns.dynamicPartialEach;
import static dev.reprise.pattern.Patterns.each;
import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.end;
import static dev.reprise.pattern.Patterns.fork;
import static dev.reprise.pattern.Patterns.graph;
import static dev.reprise.pattern.Patterns.interleaved;
import static dev.reprise.pattern.Patterns.interleavedParallel;
import static dev.reprise.pattern.Patterns.items;
import static dev.reprise.pattern.Patterns.loopUntil;
import static dev.reprise.pattern.Patterns.loopWhile;
import static dev.reprise.pattern.Patterns.milestone;
import static dev.reprise.pattern.Patterns.multiMerge;
import static dev.reprise.pattern.Patterns.on;
import static dev.reprise.pattern.Patterns.or;
import static dev.reprise.pattern.Patterns.otherwise;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.partialEach;
import static dev.reprise.pattern.Patterns.partialJoin;
import static dev.reprise.pattern.Patterns.persistentTrigger;
import static dev.reprise.pattern.Patterns.put;
import static dev.reprise.pattern.Patterns.region;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.skip;
import static dev.reprise.pattern.Patterns.spawn;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.times;
import static dev.reprise.pattern.Patterns.transientTrigger;
import static dev.reprise.pattern.Patterns.when;
import static dev.reprise.pattern.Patterns.xor;
import static dev.reprise.pattern.Vertex.node;
import static dev.reprise.pattern.Vertex.way;

import java.time.Duration;
import java.util.List;

/**
 * The 43 patterns, each with a pattern of ours that shows it: the tests carry it out, the docs have
 * its picture, and {@link PatternDocsTest} asserts that both speak of the same.
 */
public enum Catalogue {
    SEQUENCE(1, "Sequence", "seq", seq(effect("a"), effect("b"), task("c"))),

    PARALLEL_SPLIT(
            2, "Parallel Split", "fork, par", seq(fork(effect("a"), effect("b")), effect("c"))),

    SYNCHRONIZATION(
            3,
            "Synchronization",
            "par",
            seq(par(effect("a"), effect("b"), effect("c")), task("d"))),

    EXCLUSIVE_CHOICE(
            4,
            "Exclusive Choice",
            "xor",
            xor(when("x", task("a")), when("y", task("b")), otherwise(task("c")))),

    SIMPLE_MERGE(
            5,
            "Simple Merge",
            "xor",
            seq(xor(when("x", effect("a")), otherwise(effect("b"))), task("after"))),

    MULTI_CHOICE(
            6,
            "Multi-Choice",
            "or",
            or(when("x", effect("a")), when("y", effect("b")), otherwise(effect("c")))),

    STRUCTURED_SYNCHRONIZING_MERGE(
            7,
            "Structured Synchronizing Merge",
            "or",
            seq(or(when("x", effect("a")), when("y", effect("b"))), task("after"))),

    MULTI_MERGE(
            8,
            "Multi-Merge",
            "multiMerge",
            multiMerge(effect("after"), effect("a"), effect("b")).merging(Merge.NUMBERED)),

    STRUCTURED_DISCRIMINATOR(
            9,
            "Structured Discriminator",
            "discriminator",
            seq(discriminator(effect("a"), effect("b")), effect("after"))),

    /** Two ways into the cycle of b and c, and two ways out of it. */
    ARBITRARY_CYCLES(
            10,
            "Arbitrary Cycles",
            "graph",
            seq(
                    graph(
                            node("a", effect("a", "", "x"))
                                    .toOne(way("x", "b"), Vertex.otherwise("c")),
                            node("b", effect("b", "", "x"))
                                    .toOne(way("x", "c"), Vertex.otherwise("d")),
                            node("c", effect("c", "", "x"))
                                    .toOne(way("x", "b"), Vertex.otherwise("e")),
                            node("d", task("d")),
                            node("e", task("e"))),
                    task("after"))),

    IMPLICIT_TERMINATION(
            11, "Implicit Termination", "fork", seq(fork(effect("a"), effect("b")), task("c"))),

    MI_WITHOUT_SYNCHRONIZATION(
            12,
            "MI without Synchronization",
            "spawn",
            seq(spawn(items("orders"), "order", effect("ship", "order", "")), task("after"))),

    MI_WITH_DESIGN_TIME_KNOWLEDGE(
            13,
            "MI with a priori Design-Time Knowledge",
            "each",
            seq(each(2, effect("vote")).merging(Merge.NUMBERED), task("after"))),

    MI_WITH_RUN_TIME_KNOWLEDGE(
            14,
            "MI with a priori Run-Time Knowledge",
            "each, counted, items",
            seq(each(counted("n"), "", effect("vote", "", "")), task("after"))),

    MI_WITHOUT_RUN_TIME_KNOWLEDGE(
            15,
            "MI without a priori Run-Time Knowledge",
            "each",
            seq(
                    each(items("first").growing("more", "enough"), "who", effect("ask", "who", "")),
                    task("after"))),

    DEFERRED_CHOICE(
            16,
            "Deferred Choice",
            "deferred",
            deferred(
                    on("paid", task("ship")),
                    on("cancelled", task("forget")),
                    after(Duration.ofDays(2), task("remind")))),

    INTERLEAVED_PARALLEL_ROUTING(
            17,
            "Interleaved Parallel Routing",
            "interleavedParallel",
            interleavedParallel(seq(effect("a"), effect("b")), effect("c"))),

    MILESTONE(
            18,
            "Milestone",
            "milestone, region",
            par(
                    seq(effect("open"), region("booking", effect("close")), effect("fly")),
                    seq(effect("think"), milestone("booking", effect("change"))))),

    CANCEL_TASK(
            19,
            "Cancel Task",
            "cancelTask, cancellable",
            par(
                    seq(effect("a"), cancellable("b", effect("b")), effect("c")),
                    seq(effect("d"), cancelTask("b")))),

    CANCEL_CASE(20, "Cancel Case", "cancelCase", par(effect("a"), seq(effect("b"), cancelCase()))),

    STRUCTURED_LOOP(
            21,
            "Structured Loop",
            "times, loopWhile, loopUntil",
            seq(
                    times(3, task("a")),
                    loopWhile("go", effect("b", "", "go")),
                    loopUntil("over", effect("c", "", "over")))),

    RECURSION(
            22,
            "Recursion",
            "define, call",
            define(
                    "f",
                    5,
                    seq(
                            task("in"),
                            xor(
                                    when("n", skip()),
                                    otherwise(seq(put("n", "yes"), call("f"), task("back"))))),
                    call("f"))),

    TRANSIENT_TRIGGER(
            23,
            "Transient Trigger",
            "transientTrigger",
            seq(effect("a"), transientTrigger("bell", ""), task("b"))),

    PERSISTENT_TRIGGER(
            24,
            "Persistent Trigger",
            "persistentTrigger",
            seq(effect("a"), persistentTrigger("bell", "who"), task("b"))),

    CANCEL_REGION(
            25,
            "Cancel Region",
            "cancelRegion, region",
            par(
                    seq(
                            region("work", par(effect("a"), seq(effect("b"), effect("c")))),
                            task("after")),
                    region("work", effect("d")),
                    effect("e"),
                    seq(effect("stop"), cancelRegion("work")))),

    CANCEL_MI_TASK(
            26,
            "Cancel Multiple Instance Task",
            "cancelInstances",
            par(
                    seq(
                            region("asking", each(3, effect("ask")).merging(Merge.NUMBERED)),
                            task("after")),
                    seq(effect("stop"), cancelInstances("asking")))),

    COMPLETE_MI_TASK(
            27,
            "Complete Multiple Instance Task",
            "completeInstances",
            par(
                    seq(
                            region("asking", each(3, effect("ask")).merging(Merge.NUMBERED)),
                            task("after")),
                    seq(effect("stop"), completeInstances("asking")))),

    BLOCKING_DISCRIMINATOR(
            28,
            "Blocking Discriminator",
            "blockingDiscriminator",
            times(2, blockingDiscriminator(effect("a"), effect("b")))),

    CANCELLING_DISCRIMINATOR(
            29,
            "Cancelling Discriminator",
            "cancellingDiscriminator",
            seq(cancellingDiscriminator(effect("a"), effect("b"), effect("c")), task("d"))),

    STRUCTURED_PARTIAL_JOIN(
            30,
            "Structured Partial Join",
            "partialJoin",
            seq(partialJoin(2, effect("a"), effect("b"), effect("c")), effect("d"))),

    BLOCKING_PARTIAL_JOIN(
            31,
            "Blocking Partial Join",
            "blockingPartialJoin",
            times(2, blockingPartialJoin(2, effect("a"), effect("b"), effect("c")))),

    CANCELLING_PARTIAL_JOIN(
            32,
            "Cancelling Partial Join",
            "cancellingPartialJoin",
            seq(cancellingPartialJoin(2, effect("a"), effect("b"), effect("c")), task("d"))),

    /** Two threads come on each way; the join pairs them, and loses none. */
    GENERALISED_AND_JOIN(
            33,
            "Generalised AND-Join",
            "generalisedAndJoin",
            graph(
                    node("start", skip()).to("left", "right"),
                    node("left", skip()).threadSplit(2, "a"),
                    node("right", skip()).threadSplit(2, "b"),
                    node("a", effect("a")).multiMerge().to("both"),
                    node("b", effect("b")).multiMerge().to("both"),
                    node("both", task("both")).generalisedAndJoin())),

    STATIC_PARTIAL_JOIN_FOR_MI(
            34,
            "Static Partial Join for MI",
            "partialEach",
            seq(partialEach(2, counted("n"), "", effect("ask", "", "")), effect("after"))),

    CANCELLING_PARTIAL_JOIN_FOR_MI(
            35,
            "Cancelling Partial Join for MI",
            "cancellingPartialEach",
            seq(cancellingPartialEach(1, counted("n"), "", effect("ask")), task("after"))),

    DYNAMIC_PARTIAL_JOIN_FOR_MI(
            36,
            "Dynamic Partial Join for MI",
            "dynamicPartialEach",
            seq(
                    dynamicPartialEach(
                                    new Condition.Any(
                                            List.of(
                                                    new Condition.Is("vote.2", "veto"),
                                                    new Condition.Has("vote.9"))),
                                    new Instances.Fixed(2).growing("more", "enough"),
                                    "",
                                    effect("vote"))
                            .merging(Merge.NUMBERED),
                    effect("after"))),

    /** Neither split matches the merge: it has three ways in, from two of them. */
    LOCAL_SYNCHRONIZING_MERGE(
            37,
            "Local Synchronizing Merge",
            "localSyncMerge",
            graph(
                    node("start", skip()).toSome(way("x", "a"), way("y", "b")),
                    node("a", effect("a")).toSome(way("z", "c"), Vertex.otherwise("merge")),
                    node("b", effect("b")).to("merge"),
                    node("c", effect("c")).to("merge"),
                    node("merge", task("merge")).localSyncMerge())),

    /** Whoever is in the cycle can still come, as often as it goes round. */
    GENERAL_SYNCHRONIZING_MERGE(
            38,
            "General Synchronizing Merge",
            "syncMerge",
            graph(
                    node("start", skip()).to("a", "b"),
                    node("a", effect("a", "", "again"))
                            .toOne(way("again", "a"), Vertex.otherwise("merge")),
                    node("b", effect("b")).to("merge"),
                    node("merge", task("merge")).syncMerge())),

    CRITICAL_SECTION(
            39,
            "Critical Section",
            "criticalSection",
            par(
                    seq(effect("a"), criticalSection("till", seq(effect("b"), effect("c")))),
                    criticalSection("till", effect("d")),
                    effect("e"))),

    INTERLEAVED_ROUTING(
            40,
            "Interleaved Routing",
            "interleaved",
            interleaved(seq(effect("a"), effect("b")), effect("c"))),

    THREAD_MERGE(
            41,
            "Thread Merge",
            "threadMerge",
            graph(
                    node("start", skip()).threadSplit(4, "a"),
                    node("a", effect("a", "", "")).multiMerge().to("pair"),
                    node("pair", task("pair")).threadMerge(2))),

    THREAD_SPLIT(
            42,
            "Thread Split",
            "threadSplit",
            seq(
                    graph(
                            node("start", task("once")).threadSplit(3, "a"),
                            node("a", effect("a", "", "")).multiMerge()),
                    task("after"))),

    EXPLICIT_TERMINATION(
            43,
            "Explicit Termination",
            "end",
            seq(fork(effect("a"), seq(effect("b"), end())), effect("c")));

    private final int number;
    private final String title;
    private final List<String> constructors;
    private final Pattern pattern;

    Catalogue(int number, String title, String constructors, Pattern pattern) {
        this.number = number;
        this.title = title;
        this.constructors = List.of(constructors.split(", "));
        this.pattern = pattern;
    }

    /** Its number in the catalogue of the literature. */
    public int number() {
        return number;
    }

    /** Its name in the catalogue of the literature. */
    public String title() {
        return title;
    }

    /** What makes it, by the names in {@link Patterns} and {@link Vertex}. */
    List<String> constructors() {
        return constructors;
    }

    /** A pattern that shows it. */
    public Pattern pattern() {
        return pattern;
    }

    /** How the file with its picture is called. */
    String file() {
        var digits = number < 10 ? "0" + number : "" + number;
        var words = title.toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z]+", "-");
        return digits + "-" + words + ".svg";
    }
}
