package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancelActivity;
import static dev.reprise.flow.Commands.cancelTimer;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.failure;
import static dev.reprise.flow.Commands.resolved;
import static dev.reprise.flow.Commands.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Cancellation;
import dev.reprise.history.Mismatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Branches: their values, their failures, their names. */
class ParallelTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private static String caught(Body<?> code) {
        try {
            return String.valueOf(code.run());
        } catch (Exception e) {
            return "caught " + e.getMessage();
        }
    }

    @Test
    void values_are_in_branch_order_whatever_order_they_came_in() {
        play(() -> Flow.parallel(() -> call("A"), () -> call("B"), () -> call("C")).toString())
                .start()
                .resolve(3, "c")
                .resolve(1, "a")
                .expectNothing()
                .evict()
                .resolve(2, "b")
                .expect(complete(4, "[a, b, c]"));
    }

    @Test
    void null_is_a_value_of_a_branch() {
        play(() -> Flow.parallel(() -> null, () -> "x").toString())
                .start()
                .expect(complete(1, "[null, x]"));
    }

    @Test
    void no_branches_give_no_values_and_do_not_pause() {
        play(() -> Flow.parallel(List.of()) + call("A"))
                .start()
                .expect(activity(1, "/", "A"))
                .resolve(1, "!")
                .expect(complete(2, "[]!"));
    }

    @Test
    void branches_go_on_counting_over_all_that_a_unit_starts() {
        doing(
                        () -> {
                            Flow.parallel(() -> "x", () -> "y");
                            Flow.parallel(() -> call("A"), () -> call("B"));
                            Flow.race(() -> call("C"), () -> call("D"));
                        })
                .start()
                .expect(activity(1, "/p2", "A"), activity(2, "/p3", "B"))
                .tell(resolved(1, "a"), resolved(2, "b"))
                .expect(activity(3, "/p4", "C"), activity(4, "/p5", "D"));
    }

    @Test
    void nested_branches_are_named_by_their_path() {
        doing(() -> Flow.parallel(() -> "x", () -> Flow.parallel(() -> call("A"), () -> call("B"))))
                .start()
                .expect(activity(1, "/p1/p0", "A"), activity(2, "/p1/p1", "B"))
                .expectUnits("/", "/p1", "/p1/p0", "/p1/p1");
    }

    // ---- Failing fast ----

    @Test
    void a_failing_branch_cancels_the_others() {
        play(() -> caught(() -> Flow.parallel(() -> call("A"), () -> call("B"), () -> call("C"))))
                .start()
                .fails(2, failure("No", "no"))
                .expect(
                        cancelActivity(4, "/p0", 1),
                        cancelActivity(5, "/p2", 3),
                        complete(6, "caught activity B failed: no"));
    }

    @Test
    void a_failing_branch_waits_for_the_others() {
        var waiting = ActivityOptions.UNSAID.cancellation(Cancellation.WAIT);
        play(() ->
                        caught(
                                () ->
                                        Flow.parallel(
                                                () ->
                                                        Flow.activity("A", String.class)
                                                                .options(waiting)
                                                                .call(),
                                                () -> call("B"))))
                .start()
                .fails(2, failure("No", "no"))
                .expect(cancelActivity(3, "/p0", 1))
                .expectUnits("/", "/p0")
                .resolve(1, "a")
                .expect(complete(4, "caught activity B failed: no"));
    }

    @Test
    void a_cancelled_branch_may_clean_up_before_its_parent_goes_on() {
        play(() ->
                        caught(
                                () ->
                                        Flow.parallel(
                                                () -> {
                                                    try {
                                                        return call("A");
                                                    } finally {
                                                        Flow.nonCancellable(() -> call("clean-up"));
                                                    }
                                                },
                                                () -> call("B"))))
                .start()
                .fails(2, failure("No", "no"))
                .expect(cancelActivity(3, "/p0", 1), activity(4, "/p0", "clean-up"))
                .resolve(4, "clean")
                .expect(complete(5, "caught activity B failed: no"));
    }

    @Test
    void the_branch_that_failed_first_says_why() {
        play(() ->
                        caught(
                                () ->
                                        Flow.parallel(
                                                () -> {
                                                    try {
                                                        return call("A");
                                                    } catch (Cancelled e) {
                                                        throw new IllegalStateException("2nd");
                                                    }
                                                },
                                                () -> {
                                                    call("B");
                                                    throw new IllegalStateException("1st");
                                                })))
                .start()
                .resolve(2, "b")
                .expect(cancelActivity(3, "/p0", 1), complete(4, "caught 1st"));
    }

    @Test
    void of_branches_that_fail_in_one_round_the_first_in_order_says_why() {
        play(() -> caught(() -> Flow.parallel(() -> call("A"), () -> call("B"))))
                .start()
                .tell(
                        Commands.failed(2, failure("No", "b")),
                        Commands.failed(1, failure("No", "a")))
                .expect(complete(3, "caught activity A failed: a"));
    }

    @Test
    void a_checked_exception_of_a_branch_is_thrown_as_it_is() {
        doing(
                        () ->
                                Flow.parallel(
                                        () -> {
                                            throw new java.io.IOException("disk");
                                        }))
                .start()
                .expect(fail(1, java.io.IOException.class, "disk"));
    }

    @Test
    void a_branch_that_has_not_begun_when_another_fails_is_cancelled_at_its_first_pause() {
        var begun = new ArrayList<String>();
        play(() ->
                        caught(
                                () ->
                                        Flow.parallel(
                                                () -> {
                                                    throw new IllegalStateException("at once");
                                                },
                                                () -> {
                                                    begun.add("p1");
                                                    return call("A");
                                                })))
                .start()
                .expect(complete(1, "caught at once"));
        assertThat(begun).startsWith("p1");
    }

    // ---- All to their end ----

    @Test
    void settled_branches_all_come_to_their_end() {
        play(() ->
                        Flow.<String>parallelSettled(
                                        List.of(() -> call("A"), () -> call("B"), () -> call("C")))
                                .stream()
                                .map(
                                        it ->
                                                switch (it) {
                                                    case Settled.Value<String>(var v) -> v;
                                                    case Settled.Failed<String>(var e) ->
                                                            e.getMessage();
                                                })
                                .toList()
                                .toString())
                .start()
                .fails(2, failure("No", "no"))
                .expectNothing()
                .resolve(3, "c")
                .resolve(1, "a")
                .expect(complete(4, "[a, activity B failed: no, c]"));
    }

    // ---- Races ----

    @Test
    void the_first_branch_wins_and_cancels_the_others() {
        play(() -> Flow.race(() -> call("A"), () -> call("B"), () -> call("C")))
                .start()
                .resolve(2, "b")
                .expect(cancelActivity(4, "/p0", 1), cancelActivity(5, "/p2", 3), complete(6, "b"));
    }

    @Test
    void a_race_with_a_timeout() {
        play(() ->
                        Flow.race(
                                () -> call("A"),
                                () -> {
                                    Flow.sleep(Duration.ofMinutes(1));
                                    return "too slow";
                                }))
                .start()
                .expect(activity(1, "/p0", "A"), timer(2, "/p1", "PT1M"))
                .evict()
                .fire(2)
                .expect(cancelActivity(3, "/p0", 1), complete(4, "too slow"));
    }

    @Test
    void a_failure_may_win_a_race() {
        play(() -> caught(() -> Flow.race(() -> call("A"), () -> call("B"))))
                .start()
                .fails(1, failure("No", "no"))
                .expect(cancelActivity(3, "/p1", 2), complete(4, "caught activity A failed: no"));
    }

    @Test
    void of_branches_that_end_in_one_round_the_first_in_order_wins() {
        play(() -> Flow.race(() -> call("A"), () -> call("B")))
                .start()
                .tell(resolved(2, "b"), resolved(1, "a"))
                .expect(complete(3, "a"));
    }

    @Test
    void a_race_needs_a_branch() {
        play(() -> caught(() -> Flow.race()))
                .start()
                .expect(complete(1, "caught a race needs at least one branch"));
    }

    // ---- Changes ----

    @Test
    void branches_that_change_places_are_noticed() {
        var run = doing(() -> Flow.parallel(() -> call("A"), () -> call("B"))).start();
        run.changes(
                java.util.Set.of("type"),
                steps(() -> Flow.parallel(() -> call("A"), () -> call("C"))));
        assertThat(
                        run.differs(
                                        Mismatch.Changed.class,
                                        steps(
                                                () ->
                                                        Flow.parallel(
                                                                () -> call("B"), () -> call("A"))))
                                .describe())
                .contains("unit /p0");
        run.differs(
                Mismatch.Extra.class,
                steps(() -> Flow.parallel(() -> call("A"), () -> call("B"), () -> call("C"))));
        run.differs(Mismatch.Missing.class, steps(() -> Flow.parallel(() -> call("A"))));
        run.changes(
                "unit",
                steps(
                        () -> {
                            Flow.parallel(() -> "x");
                            Flow.parallel(() -> call("A"), () -> call("B"));
                        }));
    }

    @Test
    void sixty_four_levels_are_the_deepest() {
        play(() -> caught(() -> nested(65)))
                .start()
                .expect(
                        complete(
                                1,
                                "caught units nest at most 64 deep: "
                                        + "/p0".repeat(64)
                                        + " has no room for another unit inside"));
    }

    private static String nested(int levels) {
        return levels == 0 ? "bottom" : Flow.parallel(() -> nested(levels - 1)).getFirst();
    }

    @Test
    void timers_of_losers_are_cancelled() {
        play(() -> Flow.race(() -> sleeps(1), () -> sleeps(2)))
                .start()
                .fire(1)
                .expect(cancelTimer(3, "/p1", 2), complete(4, "1"));
    }

    private static String sleeps(int seconds) {
        Flow.sleep(Duration.ofSeconds(seconds));
        return Integer.toString(seconds);
    }
}
