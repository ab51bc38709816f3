package dev.reprise.pattern;

import static dev.reprise.pattern.Catalogue.CANCELLING_PARTIAL_JOIN_FOR_MI;
import static dev.reprise.pattern.Catalogue.CRITICAL_SECTION;
import static dev.reprise.pattern.Catalogue.DEFERRED_CHOICE;
import static dev.reprise.pattern.Catalogue.DYNAMIC_PARTIAL_JOIN_FOR_MI;
import static dev.reprise.pattern.Catalogue.INTERLEAVED_PARALLEL_ROUTING;
import static dev.reprise.pattern.Catalogue.INTERLEAVED_ROUTING;
import static dev.reprise.pattern.Catalogue.MILESTONE;
import static dev.reprise.pattern.Catalogue.MI_WITHOUT_RUN_TIME_KNOWLEDGE;
import static dev.reprise.pattern.Catalogue.MI_WITHOUT_SYNCHRONIZATION;
import static dev.reprise.pattern.Catalogue.MI_WITH_DESIGN_TIME_KNOWLEDGE;
import static dev.reprise.pattern.Catalogue.MI_WITH_RUN_TIME_KNOWLEDGE;
import static dev.reprise.pattern.Catalogue.PERSISTENT_TRIGGER;
import static dev.reprise.pattern.Catalogue.STATIC_PARTIAL_JOIN_FOR_MI;
import static dev.reprise.pattern.Catalogue.TRANSIENT_TRIGGER;
import static dev.reprise.pattern.Patterns.criticalSection;
import static dev.reprise.pattern.Patterns.each;
import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.interleaved;
import static dev.reprise.pattern.Patterns.milestone;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.persistentTrigger;
import static dev.reprise.pattern.Patterns.region;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.choice.Scheduler;
import java.time.Duration;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The patterns of instances, state and triggers, each with what tells it from its neighbours. */
class StatePatternsTest {
    @Test
    void pattern_12_multiple_instances_without_synchronization() {
        Story.of(MI_WITHOUT_SYNCHRONIZATION.pattern())
                .with("orders", "x y")
                .starts()
                .expect("after", "start ship", "start ship")
                .done("ship")
                .done("ship")
                .expect("end ship", "end ship", "done");
    }

    @Test
    void pattern_13_multiple_instances_with_design_time_knowledge() {
        Story.of(MI_WITH_DESIGN_TIME_KNOWLEDGE.pattern())
                .starts()
                .expect("start vote", "start vote")
                .done("vote", "aye")
                .expect("end vote")
                .done("vote", "no")
                .expect("end vote", "after", "done")
                .expectVariable("vote.0", "aye")
                .expectVariable("vote.1", "no");
    }

    @Test
    void pattern_14_multiple_instances_with_run_time_knowledge() {
        var each = MI_WITH_RUN_TIME_KNOWLEDGE.pattern();
        Story.of(each).with("n", "3").starts().expect("start vote", "start vote", "start vote");
        Story.of(each).with("n", "0").starts().expect("after", "done");
        Story.of(each).with("n", "-1").starts().expect("failed BadCount");
    }

    @Test
    void pattern_15_multiple_instances_without_run_time_knowledge() {
        Story.of(MI_WITHOUT_RUN_TIME_KNOWLEDGE.pattern())
                .with("first", "ann")
                .starts()
                .expect("start ask")
                .signal("more", "bob")
                .expect("start ask")
                .done("ask")
                .done("ask")
                .expect("end ask", "end ask")
                .signal("more", "cid")
                .expect("start ask")
                .signal("enough")
                .expect()
                .done("ask")
                .expect("end ask", "after", "done");
    }

    @Test
    void instances_grow_by_signals_that_came_before_they_began() {
        var growing = new Instances.Fixed(0).growing("more", "enough");
        Story.of(seq(effect("first"), each(growing, "", effect("ask", "", ""))))
                .starts()
                .signal("more")
                .signal("more")
                .signal("enough")
                .expect("start first")
                .done("first")
                .expect("end first", "start ask", "start ask")
                .done("ask")
                .done("ask")
                .expect("end ask", "end ask", "done");
    }

    @Test
    void pattern_16_deferred_choice() {
        var choice = DEFERRED_CHOICE.pattern();
        Story.of(choice).starts().expect().signal("cancelled").expect("forget", "done");
        Story.of(choice)
                .starts()
                .elapse(Duration.ofDays(1))
                .expect()
                .signal("paid")
                .expect("ship", "done");
        Story.of(choice).starts().elapse(Duration.ofDays(2)).expect("remind", "done");
        // The first event decides, also when both came before anybody waited.
        Story.of(seq(effect("a"), choice))
                .starts()
                .signal("cancelled")
                .signal("paid")
                .done("a")
                .expect("start a", "end a", "forget", "done");
    }

    @Test
    void pattern_17_interleaved_parallel_routing() {
        Story.of(INTERLEAVED_PARALLEL_ROUTING.pattern())
                .starts()
                .expectUnderWay("a")
                .done("a")
                .expectUnderWay("b")
                .done("b")
                .expectUnderWay("c")
                .done("c")
                .expect("start a", "end a", "start b", "end b", "start c", "end c", "done");
        // The order within a branch holds, and tasks of other branches may come between.
        assertThat(orders(INTERLEAVED_PARALLEL_ROUTING.pattern()))
                .containsExactly("abc", "acb", "cab");
    }

    @Test
    void pattern_40_interleaved_routing() {
        Story.of(interleaved(effect("a"), effect("b")))
                .starts()
                .expectUnderWay("a")
                .done("a")
                .expectUnderWay("b");
        // Branches are not interrupted, in whatever order they come.
        assertThat(orders(INTERLEAVED_ROUTING.pattern())).containsExactly("abc", "cab");
        assertThat(orders(par(seq(effect("a"), effect("b")), effect("c"))))
                .containsExactly("acb", "cab");
    }

    @Test
    void pattern_39_critical_section() {
        Story.of(CRITICAL_SECTION.pattern())
                .starts()
                .expectUnderWay("a", "d", "e")
                .done("a")
                .expectUnderWay("d", "e")
                .done("d")
                .expectUnderWay("b", "e")
                .done("b")
                .expectUnderWay("c", "e");
        // Somebody who is inside may come in once more.
        Story.of(criticalSection("till", criticalSection("till", task("f"))))
                .starts()
                .expect("f", "done");
    }

    @Test
    void pattern_18_milestone() {
        Story.of(MILESTONE.pattern())
                .starts()
                .done("think")
                .expectUnderWay("open")
                .done("open")
                .expectUnderWay("close", "change")
                .done("close")
                .done("change")
                .expectUnderWay("fly");
        // Once it is passed, it is too late.
        Story.of(MILESTONE.pattern())
                .starts()
                .done("open")
                .done("close")
                .done("think")
                .done("fly")
                .expectStuck();
    }

    @Test
    void a_milestone_is_that_of_the_same_instance() {
        var both =
                par(
                        seq(effect("open", "", ""), region("r", effect("close", "", ""))),
                        milestone("r", effect("change", "", "")));
        Story.of(each(2, both))
                .starts()
                .expectUnderWay("open", "open")
                .done("open")
                .expectUnderWay("close", "open", "change");
    }

    @Test
    void pattern_23_transient_trigger() {
        Story.of(TRANSIENT_TRIGGER.pattern())
                .starts()
                .signal("bell")
                .done("a")
                .expect("start a", "lost bell", "end a")
                .signal("bell")
                .expect("b", "done");
    }

    @Test
    void pattern_24_persistent_trigger() {
        Story.of(PERSISTENT_TRIGGER.pattern())
                .starts()
                .signal("bell", "ann")
                .done("a")
                .expect("start a", "end a", "b", "done")
                .expectVariable("who", "ann");
    }

    @Test
    void who_has_waited_longest_gets_the_signal() {
        var waiting = persistentTrigger("bell", "");
        Story.of(par(seq(effect("a"), waiting, task("x")), seq(effect("b"), waiting, task("y"))))
                .starts()
                .done("b")
                .done("a")
                .expect("start a", "start b", "end b", "end a")
                .signal("bell")
                .expect("y")
                .signal("bell")
                .expect("x", "done");
    }

    @Test
    void pattern_34_static_partial_join_for_multiple_instances() {
        Story.of(STATIC_PARTIAL_JOIN_FOR_MI.pattern())
                .with("n", "3")
                .starts()
                .done("ask")
                .done("ask")
                .expect("start ask", "start ask", "start ask", "end ask", "end ask", "start after")
                .expectUnderWay("after", "ask");
        // All, when there are fewer.
        Story.of(STATIC_PARTIAL_JOIN_FOR_MI.pattern())
                .with("n", "1")
                .starts()
                .done("ask")
                .expect("start ask", "end ask", "start after");
    }

    @Test
    void pattern_35_cancelling_partial_join_for_multiple_instances() {
        Story.of(CANCELLING_PARTIAL_JOIN_FOR_MI.pattern())
                .with("n", "3")
                .starts()
                .done("ask", "yes")
                .expect(
                        "start ask",
                        "start ask",
                        "start ask",
                        "end ask",
                        "withdrawn ask",
                        "withdrawn ask",
                        "after",
                        "done")
                .expectVariable("ask", "yes");
    }

    @Test
    void pattern_36_dynamic_partial_join_for_multiple_instances() {
        Story.of(DYNAMIC_PARTIAL_JOIN_FOR_MI.pattern())
                .starts()
                .done("vote", "aye")
                .expect("start vote", "start vote", "end vote")
                .signal("more")
                .expect("start vote")
                .expectUnderWay("vote", "vote");
        // The third says so, and the second has not been heard yet.
        var story =
                Story.of(DYNAMIC_PARTIAL_JOIN_FOR_MI.pattern())
                        .starts()
                        .signal("more")
                        .done("vote", "aye");
        var last = story.reference().asking().getLast();
        story.resume(last.key(), new Outcome.Completed(Payload.text("veto")));
        story.expectUnderWay("after", "vote");
    }

    @Test
    void a_loop_keeps_its_rounds_apart() {
        var twice = times(2, par(Join.atLeast(1), effect("a", "", ""), effect("b", "", "")));
        Story.of(twice)
                .starts()
                .done("a")
                .expectUnderWay("a", "b", "b")
                .done("b")
                .expectUnderWay("a", "b");
    }

    /**
     * The orders of the effects under many schedulers, when each is done as soon as it is begun.
     */
    private static TreeSet<String> orders(Pattern pattern) {
        var orders = new TreeSet<String>();
        for (int seed = 0; seed < 60; seed++) {
            int draw = seed;
            var order = new StringBuilder();
            var story = Story.of(pattern).by(() -> Scheduler.random(draw)).starts();
            for (var news = story.news(); ; news = story.news()) {
                news.stream()
                        .filter(it -> it.startsWith("start "))
                        .forEach(it -> order.append(it.substring(6)));
                if (story.reference().isOver()) {
                    break;
                }
                var asking = story.reference().asking().getFirst();
                story.resume(asking.key(), new Outcome.Completed(Payload.NONE));
            }
            orders.add(order.toString());
        }
        return orders;
    }
}
