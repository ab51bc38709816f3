package dev.reprise.pattern;

import org.junit.jupiter.api.Test;

/** Rules that random patterns come to seldom, each on both interpreters. */
class FineRulesTest {
    private static Story story(String text) {
        return Story.of(Pattern.parse(text)).starts();
    }

    @Test
    void the_oldest_kept_signal_is_taken_not_that_of_the_first_trigger() {
        story("seq { effect e await { on x task a on y task b } }")
                .signal("y")
                .signal("x")
                .done("e")
                .expect("start e", "end e", "b", "done");
    }

    @Test
    void what_was_left_behind_in_a_compensating_scope_is_undone_by_the_one_around() {
        story(
                        "scope compensate { seq { scope compensate { par join none { undo { effect a task u } } }"
                                + " effect b stop failed X \"\" } }")
                .done("a")
                .done("b")
                .expect("start b", "start a", "end a", "end b", "u", "failed X");
    }

    @Test
    void a_graph_that_failed_does_not_fail_again() {
        story(
                        "scope recover { graph { node s to a, b skip node a to threads 2 c put x \"1\""
                                + " node b to threads 2 c seq { effect e put x \"2\" }"
                                + " node c enter all task c } effect h }")
                .done("e")
                .expect("start e", "end e", "start h")
                .done("h")
                .expect("end h", "done");
    }

    @Test
    void a_synchronizing_merge_does_not_wait_for_who_would_have_to_pass_it() {
        story(
                        "graph { node s to threads 2 a skip node a to j effect a"
                                + " node j enter sync to one when again b, otherwise d effect j"
                                + " node b to j effect b node d skip }")
                .done("a")
                .expect("start a", "start a", "end a", "start j");
    }

    @Test
    void who_goes_on_behind_a_join_goes_to_the_end_of_the_line() {
        story(
                        "seq { effect e par { seq { par { skip skip } await { on x task a } }"
                                + " par { await { on x task b } } } }")
                .signal("x")
                .done("e")
                .expect("start e", "end e", "b");
    }

    @Test
    void who_is_inside_of_an_outer_lock_goes_in_although_somebody_is_further_inside() {
        story(
                        "lock l { seq { par join none { seq { effect a lock l { effect b } } } lock l { effect c } } }")
                .expect("start c", "start a")
                .done("a")
                .expect("end a", "start b");
    }

    @Test
    void conditions_behind_the_one_that_holds_are_not_judged() {
        Story.of(Pattern.parse("choice { when is n \"1\" task a when broken task b }"))
                .with("n", "1")
                .breaks("broken")
                .starts()
                .expect("a", "done");
        Story.of(Pattern.parse("par { when is n \"1\" task a when broken task b }"))
                .with("n", "1")
                .breaks("broken")
                .starts()
                .expect("failed java.lang.IllegalStateException");
    }

    @Test
    void a_branch_of_an_early_round_has_the_number_of_its_round() {
        story("loop 2 times { par join none { effect a } }")
                .expectSpots("start a /0/0[0]", "start a /0/0[1]");
    }

    @Test
    void a_blocking_split_opens_when_the_last_branch_has_arrived() {
        story("loop 2 times { par join 1 blocking { effect a effect b } }")
                .done("a")
                .expect("start a", "start b", "end a")
                .done("b")
                .expect("end b", "start a", "start b");
    }
}
