package dev.reprise.soundness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Unlinkable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** For each flaw a pattern that has it, all that is said of it, and a twin that is mended. */
class FlawsTest {
    private static final String DEADLOCK =
            "Unsound: deadlock. Nobody can go on, and nothing from outside is waited for. Stuck: ";
    private static final String DEADLOCK_ADVICE =
            "Let every join wait only for what can come, take locks in one order, and let a"
                    + " milestone's region be active when it is waited for.";
    private static final String UNSYNCHRONISED_ADVICE =
            "Let one of the ways be taken, join them (enter all, enter sync), or say that it is"
                    + " meant: enter each.";

    private static Verdict check(String text) {
        return Soundness.check(Pattern.parse(text));
    }

    /** Says all of it, and that the trace leads to the flaw. */
    private static void assertUnsound(String text, String... lines) {
        var verdict = check(text);
        assertThat(verdict).hasToString(String.join("\n", lines));
        assertThat(verdict).isInstanceOf(Verdict.Unsound.class);
        Landing.assertLands(Pattern.parse(text), Bounds.DEFAULT, (Verdict.Unsound) verdict);
    }

    private static void assertSound(String text) {
        assertThat(check(text)).isInstanceOf(Verdict.Sound.class);
        assertThat(((Verdict.Sound) check(text)).bounded()).isFalse();
    }

    @Test
    void who_wants_no_unsound_pattern_is_told_what_is_wrong_with_it() {
        var locks =
                Pattern.parse("par { lock a { lock b { task x } } lock b { lock a { task y } } }");
        assertThatThrownBy(() -> Soundness.refusingUnsound(locks))
                .hasMessageStartingWith(DEADLOCK + "lock b /0/0, lock a /1/0.")
                .hasMessageContaining("lock a is taken /0")
                .hasMessageEndingWith(DEADLOCK_ADVICE)
                .isInstanceOfSatisfying(
                        NotSound.class,
                        it -> assertThat(it.verdict()).isEqualTo(Soundness.check(locks)));
        var alone = Pattern.parse("lock a { lock b { task x } }");
        assertThat(Soundness.refusingUnsound(alone)).isSameAs(alone);
    }

    @Test
    void a_join_that_waits_for_both_ways_of_a_choice_is_a_deadlock() {
        assertUnsound(
                """
                graph {
                  node start to one when rich a, otherwise b skip
                  node a to j task a
                  node b to j task b
                  node j enter all task j
                }""",
                DEADLOCK + "node j /3.",
                "Shortest trace:",
                "    condition rich does not hold /",
                "  task b /2",
                DEADLOCK_ADVICE);
        assertSound(
                """
                graph {
                  node start to one when rich a, otherwise b skip
                  node a to j task a
                  node b to j task b
                  node j task j
                }""");
    }

    @Test
    void a_merge_behind_both_ways_of_a_split_is_not_synchronised() {
        assertUnsound(
                """
                graph {
                  node start to a, b skip
                  node a to m effect a
                  node b to m task b
                  node m task m
                }""",
                "Unsound: unsynchronised. Two come to node m /3, which is for one, so what is"
                        + " behind it is done twice.",
                "Shortest trace:",
                "  effect a starts /1",
                "  effect a completes /1",
                "  task b /2",
                UNSYNCHRONISED_ADVICE);
        for (var mended : new String[] {"enter all", "enter sync", "enter each"}) {
            assertSound(
                    """
                    graph {
                      node start to a, b skip
                      node a to m effect a
                      node b to m task b
                      node m %s task m
                    }"""
                            .formatted(mended));
        }
    }

    @Test
    void two_in_a_row_are_too_many_although_the_first_is_gone() {
        assertUnsound(
                """
                graph {
                  node start to a, b skip
                  node a to m skip
                  node b to m skip
                  node m to out skip
                  node out enter each task out
                }""",
                "Unsound: unsynchronised. Two come to node m /3, which is for one, so what is"
                        + " behind it is done twice.",
                UNSYNCHRONISED_ADVICE);
    }

    @Test
    void on_a_cycle_one_may_come_after_the_other_but_not_beside_it() {
        assertSound(
                """
                graph {
                  node a to b effect a
                  node b to one when again a, otherwise out effect b
                  node out task out
                }""");
        assertUnsound(
                """
                graph {
                  node start to a, b skip
                  node a to one when again b, otherwise out effect a
                  node b to one when again a, otherwise out effect b
                  node out enter sync task out
                }""",
                "Unsound: unsynchronised. Two come to node b /2, which is for one, so what is"
                        + " behind it is done twice.",
                "Shortest trace:",
                "  effect a starts /1",
                "  effect a completes /1",
                "    condition again holds /",
                UNSYNCHRONISED_ADVICE);
    }

    @Test
    void two_locks_in_opposite_order_are_a_deadlock() {
        assertUnsound(
                """
                par {
                  lock till { lock stock { task a } }
                  lock stock { lock till { task b } }
                }""",
                DEADLOCK + "lock stock /0/0, lock till /1/0.",
                "Shortest trace:",
                "  lock till is taken /0",
                "  lock stock is taken /1",
                DEADLOCK_ADVICE);
        assertSound(
                """
                par {
                  lock till { lock stock { task a } }
                  lock till { lock stock { task b } }
                }""");
    }

    @Test
    void a_milestone_whose_region_is_over_is_waited_for_in_vain() {
        assertUnsound(
                "seq { region booking { task open } milestone booking { task change } }",
                DEADLOCK + "task change /1/0.",
                "Shortest trace:",
                "  task open /0/0",
                DEADLOCK_ADVICE);
        assertSound("region booking { milestone booking { task change } }");
    }

    @Test
    void who_is_stuck_when_the_flow_has_come_out_is_left_behind() {
        assertUnsound(
                "par join none { region booking { effect open } milestone booking { task change } }",
                "Unsound: left behind. The flow has come out, and somebody can never go on. Left"
                        + " behind: task change /1/0.",
                "Shortest trace:",
                "  effect open starts /0/0",
                "  effect open completes /0/0",
                "Wait for the branches whose work must be done, or cancel those who are left.");
        assertSound("par join none { region booking { effect open } task change }");
    }

    @Test
    void threads_that_are_too_few_for_a_merge_wait_in_vain() {
        assertUnsound(
                """
                graph {
                  node start to threads 3 a skip
                  node a enter each to pair task a
                  node pair enter threads 2 task pair
                }""",
                DEADLOCK + "node pair /2.",
                "Shortest trace:",
                "  task a /1, 3 times",
                "  task pair /2",
                DEADLOCK_ADVICE);
        assertSound(
                """
                graph {
                  node start to threads 4 a skip
                  node a enter each to pair task a
                  node pair enter threads 2 to out task pair
                  node out enter each task out
                }""");
    }

    @Test
    void tasks_that_no_way_leads_to_are_dead_and_all_of_them_are_told() {
        assertUnsound(
                """
                seq {
                  graph { node a task a node b task b }
                  scope recover { skip task never }
                  stop done
                  effect late
                }""",
                "Unsound: dead task. No run can start task b /0/1, task never /1/1, effect late"
                        + " /3.",
                "Lead a way to them, or take them out.");
        assertSound(
                """
                seq {
                  graph { node a to b task a node b task b }
                  scope recover { task sometimes task never }
                }""");
    }

    @Test
    void a_cycle_that_forks_has_no_bound() {
        var pattern =
                Pattern.parse(
                        """
                        graph {
                          node a enter each to a, b task a
                          node b enter each effect b
                        }""");
        var verdict = Soundness.check(pattern, Bounds.DEFAULT.tokensMax(5));
        assertThat(verdict)
                .hasToString(
                        """
                        Unsound: unbounded. There are more than 5 tokens, at effect b /1.
                        Shortest trace:
                          task a /0, 4 times
                        Join what is forked before going round again; or, if so many are meant, \
                        allow more tokens.""");
        Landing.assertLands(pattern, Bounds.DEFAULT.tokensMax(5), (Verdict.Unsound) verdict);
    }

    @Test
    void those_who_wait_at_nodes_are_counted_too() {
        var pattern =
                Pattern.parse(
                        """
                        graph {
                          node a enter each to a, b task a
                          node b enter threads 1000 effect b
                        }""");
        assertThat(Soundness.check(pattern, Bounds.DEFAULT.tokensMax(20)).sentence())
                .startsWith("Unsound: unbounded. There are more than 20 tokens, at node b /1.");
    }

    @Test
    void a_cycle_without_a_way_out_never_ends() {
        assertUnsound(
                """
                seq {
                  task before
                  choice {
                    when more graph { node a to b task a node b to a effect b }
                    otherwise skip
                  }
                }""",
                "Unsound: never ends. The run can never end from here, although it goes on: task a"
                        + " /1/0/0.",
                "Shortest trace:",
                "  task before /0",
                "    condition more holds /1",
                "Give the cycle a way out.");
        assertSound(
                """
                graph {
                  node a to b task a
                  node b to one when again a, otherwise out effect b
                  node out task out
                }""");
    }

    @Test
    void what_goes_round_without_a_task_never_ends_either() {
        assertUnsound(
                "seq { task a loop while more { put x \"1\" } }",
                "Unsound: never ends. The run goes round and round without ever stopping for a"
                        + " task.",
                "Shortest trace:",
                "  task a /0",
                "    condition more holds /1, 1000 times",
                "Put a task into the loop that can change what its condition sees.");
        assertUnsound(
                "graph { node a to b skip node b to a skip }",
                "Unsound: never ends. The run goes round and round without ever stopping for a"
                        + " task.",
                "Put a task into the loop that can change what its condition sees.");
        assertSound("loop while more { task a }");
    }

    @Test
    void traces_tell_failures_triggers_picks_counts_turns_and_cancelling() {
        assertUnsound(
                """
                seq {
                  scope recover { effect pay task dun }
                  await { on approved skip after PT1S free { skip task hurry } }
                  region r { each count n { task ask } }
                  interleave { cancel r lock l { skip } }
                  par join 1 blocking { task first }
                  milestone r { task never }
                }""",
                DEADLOCK + "task never /5/0.",
                "Shortest trace:",
                "  effect pay starts /0/0",
                "  effect pay completes /0/0",
                "  signal approved arrives",
                "    count n gives 0 /2/0",
                "  the turn of /3 begins",
                "  cancel r /3/0",
                "  the turn of /3 begins",
                "  lock l is taken /3/1",
                "  the split of /4 begins",
                "  task first /4/0",
                DEADLOCK_ADVICE);
        assertUnsound(
                """
                scope recover {
                  seq { task pay await { after PT1S free { stop done stop failed Late "" } } }
                  seq { region r { effect dun } milestone r { task never } }
                }""",
                DEADLOCK + "task never /1/1/0.",
                "Shortest trace:",
                "  task pay fails /0/0",
                "  effect dun starts /1/0/0",
                "  effect dun completes /1/0/0",
                DEADLOCK_ADVICE);
        assertUnsound(
                """
                seq {
                  await { after PT1S free { skip milestone r { task never } } }
                  region r { skip }
                }""",
                DEADLOCK + "task never /0/0/1/0.",
                "Shortest trace:",
                "  the timer of /0/0 goes off",
                "    way 1 is picked",
                DEADLOCK_ADVICE);
    }

    @Test
    void what_is_reached_by_failure_only_is_alive() {
        assertSound("scope recover { task pay task dun }");
        assertSound("scope recover { effect pay effect dun }");
        assertSound("scope compensate { seq { undo { task book task unbook } task pay } }");
        assertSound("scope retry 3 { seq { effect pay task ship } }");
    }

    @Test
    void joins_that_absorb_cancel_or_block_are_sound() {
        assertSound("seq { par join 1 { effect a effect b } task c }");
        assertSound("seq { par join 2 cancelling { effect a effect b effect c } task d }");
        assertSound("loop 3 times { par join 1 blocking { effect a effect b } }");
        assertSound("seq { par join when enough { effect a effect b } task c }");
    }

    @Test
    void what_can_grow_and_what_calls_itself_is_sound_as_far_as_k() {
        assertThat(check("each count n add more close enough { effect ask }"))
                .hasToString("Sound as far as k = 2 instances or calls: 9 states, 14 steps.");
        var calls =
                "define { main call f f 9 seq { task a choice { when c call f otherwise skip } } }";
        assertThat(check(calls))
                .hasToString("Sound as far as k = 2 instances or calls: 2 states, 5 steps.");
        assertThat(Soundness.check(Pattern.parse(calls), Bounds.DEFAULT.k(9)))
                .isInstanceOfSatisfying(
                        Verdict.Sound.class, it -> assertThat(it.bounded()).isFalse());
    }

    @Test
    void a_task_that_a_larger_k_could_start_is_not_called_dead() {
        var text =
                "define { main call f f 2 seq { choice { when c task a otherwise call f } task b } }";
        assertSound(text);
        assertThat(check("seq { each count n join 3 { task a } scope recover { skip task b } }"))
                .isInstanceOfSatisfying(
                        Verdict.Sound.class, it -> assertThat(it.bounded()).isTrue());
    }

    @Test
    void what_is_too_much_is_not_decided() {
        var many =
                IntStream.range(0, 12)
                        .mapToObj(it -> "await { on s" + it + " task t" + it + " }")
                        .collect(Collectors.joining(" ", "par { ", " }"));
        assertThat(Soundness.check(Pattern.parse(many), Bounds.DEFAULT.statesMax(500)))
                .isEqualTo(new Verdict.Undecided(500))
                .hasToString(
                        "Not decided within 500 states. Allow more, a smaller k, or check the parts"
                                + " by themselves.");
        var choices = "seq { " + "choice { when c skip otherwise skip } ".repeat(30) + "}";
        assertThat(Soundness.check(Pattern.parse(choices), Bounds.DEFAULT.statesMax(500)))
                .isEqualTo(new Verdict.Undecided(500));
    }

    @Test
    void bad_bounds_and_patterns_that_lead_nowhere_are_refused() {
        assertThatThrownBy(() -> Bounds.DEFAULT.k(0)).hasMessage("k is 1 to 1000, not 0");
        assertThatThrownBy(() -> Bounds.DEFAULT.statesMax(0))
                .hasMessage("statesMax is 1 to 100000000, not 0");
        assertThatThrownBy(() -> Bounds.DEFAULT.tokensMax(0))
                .hasMessage("tokensMax must be at least 1: 0");
        assertThatThrownBy(() -> check("cancel nowhere")).isInstanceOf(Unlinkable.class);
    }
}
