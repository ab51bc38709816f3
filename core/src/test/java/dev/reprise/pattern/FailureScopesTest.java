package dev.reprise.pattern;

import static dev.reprise.pattern.Patterns.absorb;
import static dev.reprise.pattern.Patterns.compensate;
import static dev.reprise.pattern.Patterns.discriminator;
import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.fail;
import static dev.reprise.pattern.Patterns.fork;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.put;
import static dev.reprise.pattern.Patterns.recover;
import static dev.reprise.pattern.Patterns.retry;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.times;
import static dev.reprise.pattern.Patterns.undoable;

import org.junit.jupiter.api.Test;

/** What becomes of failures, and of the contexts that meet at a join. */
class FailureScopesTest {
    @Test
    void a_failure_that_nobody_cares_for_ends_the_run() {
        Story.of(par(effect("a"), effect("b")))
                .starts()
                .fails("a", "Broken")
                .expect("start a", "start b", "fail a", "withdrawn b", "failed Broken");
        Story.of(task("a"))
                .code(
                        "a",
                        _ -> {
                            throw new IllegalStateException("no");
                        })
                .starts()
                .expect("fail a", "failed java.lang.IllegalStateException");
    }

    @Test
    void an_absorbed_failure_ends_only_its_scope() {
        Story.of(seq(absorb(par(effect("a"), seq(put("x", "1"), effect("b")))), task("c")))
                .starts()
                .fails("a", "Broken")
                .expect("start a", "start b", "fail a", "withdrawn b", "c", "done")
                .expectVariable("x", "");
        Story.of(absorb(seq(put("x", "1"), fail("Broken", ""))))
                .starts()
                .expect("done")
                .expectVariable("x", "");
    }

    @Test
    void a_handler_knows_what_happened_and_is_not_protected_itself() {
        Story.of(recover(fail("Broken", "by hand"), "why", effect("handle")))
                .starts()
                .expect("start handle")
                .done("handle")
                .expect("end handle", "done")
                .expectVariable("why", "Broken");
        Story.of(recover(fail("Broken", ""), fail("Worse", ""))).starts().expect("failed Worse");
    }

    @Test
    void the_innermost_scope_has_its_say_first() {
        Story.of(recover(recover(effect("a"), fail("Inner", "")), "why", task("outer")))
                .starts()
                .fails("a", "Broken")
                .expect("start a", "fail a", "outer", "done")
                .expectVariable("why", "Inner");
    }

    @Test
    void a_retry_begins_again_with_the_context_from_before_and_gives_up_at_last() {
        Story.of(retry(3, seq(put("x", "1"), effect("a"))))
                .starts()
                .fails("a", "One")
                .fails("a", "Two")
                .expect("start a", "fail a", "start a", "fail a", "start a")
                .done("a")
                .expect("end a", "done");
        Story.of(retry(2, effect("a")))
                .starts()
                .fails("a", "One")
                .fails("a", "Two")
                .expect("start a", "fail a", "start a", "fail a", "failed Two");
    }

    @Test
    void what_was_done_is_undone_last_first_and_the_failure_goes_on() {
        var trip =
                seq(
                        undoable(effect("hotel"), task("noHotel")),
                        par(
                                undoable(effect("car"), task("noCar")),
                                undoable(effect("train"), task("noTrain"))),
                        effect("pay"));
        Story.of(recover(compensate(trip), task("sorry")))
                .starts()
                .done("hotel")
                .done("train")
                .done("car")
                .fails("pay", "Poor")
                .expect(
                        "start hotel",
                        "end hotel",
                        "start car",
                        "start train",
                        "end train",
                        "end car",
                        "start pay",
                        "fail pay",
                        "noCar",
                        "noTrain",
                        "noHotel",
                        "sorry",
                        "done");
    }

    @Test
    void what_was_not_completed_is_not_undone() {
        Story.of(compensate(par(undoable(effect("a"), task("noA")), effect("b"))))
                .starts()
                .fails("b", "Broken")
                .expect("start a", "start b", "fail b", "withdrawn a", "failed Broken");
    }

    @Test
    void what_undoes_knows_what_was_known_when_it_was_done() {
        Story.of(
                        recover(
                                compensate(
                                        seq(
                                                times(
                                                        2,
                                                        undoable(
                                                                task("more"),
                                                                effect("undo", "n", ""))),
                                                fail("Broken", ""))),
                                task("end")))
                .code("more", it -> it.with("n", Story.text(it, "n") + "i"))
                .starts()
                .expect("more", "more", "start undo")
                .done("undo")
                .expect("end undo", "start undo")
                .done("undo")
                .expect("end undo", "end", "done");
    }

    @Test
    void a_completed_scope_hands_its_undoing_to_the_one_around() {
        var inner = compensate(undoable(task("a"), task("noA")));
        Story.of(compensate(seq(inner, effect("b"))))
                .starts()
                .fails("b", "Broken")
                .expect("a", "start b", "fail b", "noA", "failed Broken");
    }

    @Test
    void an_undoing_that_fails_ends_the_undoing() {
        Story.of(
                        compensate(
                                seq(
                                        undoable(task("a"), task("noA")),
                                        undoable(task("b"), fail("Stuck", "")),
                                        fail("Broken", ""))))
                .starts()
                .expect("a", "b", "failed Stuck");
    }

    @Test
    void who_was_left_behind_belongs_to_those_around() {
        // The scope is over when the fork fails, so it does not care for it.
        Story.of(seq(absorb(fork(effect("a"))), effect("b")))
                .starts()
                .fails("a", "Broken")
                .expect("start b", "start a", "fail a", "withdrawn b", "failed Broken");
        Story.of(absorb(seq(discriminator(effect("a"), effect("b")), effect("c"))))
                .starts()
                .done("a")
                .fails("b", "Late")
                .expect("start a", "start b", "end a", "start c", "fail b", "withdrawn c", "done");
    }

    @Test
    void branches_that_change_the_same_variable_are_told_by_name() {
        var conflict = par(put("x", "1"), put("y", "2"), put("x", "3"));
        Story.of(conflict).starts().expect("failed MergeConflict");
        Story.of(par(put("x", "1"), put("x", "1"))).starts().expectVariable("x", "1");
        Story.of(conflict.merging(Merge.NUMBERED))
                .starts()
                .expectVariable("x.0", "1")
                .expectVariable("x.2", "3")
                .expectVariable("x", "");
        Story.of(conflict.merging(Merge.NONE)).starts().expectVariable("y", "");
        Story.of(conflict.merging("last"))
                .merge("last", (_, arrivals) -> arrivals.getLast().context())
                .starts()
                .expectVariable("x", "3");
    }
}
