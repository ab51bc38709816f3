package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.complete;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.flow.Rehearsal.Logged;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a run may know: time, chance, itself; and what it says to the log. */
class FactsTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private static String shown() {
        return Flow.uuid() + " " + Flow.random().nextInt(1000) + " " + Flow.random().nextLong();
    }

    // ---- Chance ----

    @Test
    void random_numbers_come_from_the_seed_of_the_activation() {
        assertThat(numbers(1)).isEqualTo(numbers(1)).isNotEqualTo(numbers(2));
    }

    private String numbers(long seed) {
        var run = play(FactsTest::shown);
        run.run.seed(seed);
        run.start();
        assertThat(run.run.commands()).hasSize(1);
        return run.run.commands().toString();
    }

    @Test
    void random_numbers_are_the_same_on_replay() {
        var run = play(() -> shown() + call("A") + shown());
        run.run.seed(42);
        run.start().expect(activity(1, "/", "A"));
        run.run.evict().seed(43).resolve(1, "x");
        run.replays();
    }

    @Test
    void random_numbers_that_change_are_noticed() {
        var run = play(() -> Flow.activity("A", String.class).call(Flow.uuid().toString())).start();
        run.changes(
                "input[0]",
                () -> {
                    Flow.random().nextLong();
                    return Flow.activity("A", String.class).call(Flow.uuid().toString());
                });
    }

    @Test
    void a_seed_that_comes_as_a_job_counts_from_then_on() {
        var seen = new ArrayList<Long>();
        var run =
                doing(
                        () -> {
                            call("A");
                            seen.add(Flow.random().nextLong());
                            call("B");
                            seen.add(Flow.random().nextLong());
                        });
        run.start().tell(new Job.Seed(99), Commands.resolved(1, "x"));
        run.run.seed(99);
        run.tell(Commands.resolved(2, "x")).expect(complete(3));
        assertThat(seen.getFirst()).isEqualTo(seen.get(1));
    }

    @Test
    void uuids_are_random_ones_and_differ() {
        var seen = new ArrayList<UUID>();
        doing(
                        () -> {
                            seen.clear();
                            for (int i = 0; i < 100; i++) {
                                seen.add(Flow.uuid());
                            }
                        })
                .start()
                .expect(complete(1));
        assertThat(seen).doesNotHaveDuplicates().allMatch(it -> it.version() == 4);
        assertThat(seen).allMatch(it -> it.variant() == 2);
    }

    @Test
    void all_units_share_one_row_of_random_numbers() {
        var seen = new ArrayList<Long>();
        doing(
                        () -> {
                            seen.clear();
                            Flow.parallel(
                                    () -> seen.add(Flow.random().nextLong()),
                                    () -> seen.add(Flow.random().nextLong()));
                        })
                .start()
                .expect(complete(1));
        assertThat(seen).hasSize(2).doesNotHaveDuplicates();
    }

    // ---- Itself ----

    @Test
    void a_run_knows_itself() {
        var run = play(() -> Flow.info().toString());
        var info = RunInfo.FIRST.attempt(3).parent(new RunId("parent"));
        run.tell(new Job.Start(new RunId("run-1"), "Script", List.of(), info))
                .expect(
                        complete(
                                1, new RunFacts(new RunId("run-1"), "Script", 0, info).toString()));
    }

    @Test
    void a_run_knows_how_long_its_history_is() {
        play(() -> {
                    String before = Long.toString(Flow.info().historySize());
                    call("A");
                    return before + Flow.info().historySize();
                })
                .start()
                .signal("any")
                .resolve(1, "x")
                .expect(complete(2, "02"));
    }

    @Test
    void facts_are_those_of_the_activation_in_which_they_are_asked_for() {
        play(() -> {
                    String before = Flow.now() + " ";
                    call("A");
                    return before + Flow.now();
                })
                .start()
                .later("PT1H")
                .signal("other")
                .later("PT1H")
                .resolve(1, "x")
                .expect(complete(2, "1970-01-01T00:00:00Z 1970-01-01T02:00:00Z"));
    }

    // ---- State and log ----

    @Test
    void published_state_is_replaced_and_decides_nothing() {
        doing(
                        () -> {
                            Flow.publish("a", "1");
                            Flow.publish("a", "2");
                            Flow.publish("b", null);
                            call("A");
                        })
                .start()
                .expect(activity(1, "/", "A"))
                .expectPublished("a", "2")
                .evict()
                .expectPublished("a", "2");
    }

    @Test
    void log_lines_name_the_run_and_the_unit() {
        var run =
                doing(
                        () -> {
                            Flow.logger().log(Level.INFO, "root");
                            Flow.parallel(
                                    () -> {
                                        Flow.logger().log(Level.WARNING, "{0} of {1}", "one", 2);
                                        return "";
                                    });
                        });
        run.start().expect(complete(1));
        assertThat(run.run.logged())
                .containsExactly(
                        new Logged(Level.INFO, "run-1 /: root"),
                        new Logged(Level.WARNING, "run-1 /p0: one of 2"));
    }

    @Test
    void the_logger_is_silent_on_replay() {
        var run =
                doing(
                        () -> {
                            Flow.logger().log(Level.INFO, "before");
                            Flow.logger().log(Level.INFO, "too", new IllegalStateException());
                            call("A");
                            Flow.logger().log(Level.INFO, () -> "after");
                        });
        run.start();
        assertThat(run.run.logged()).hasSize(2);
        run.evict();
        assertThat(run.run.logged()).hasSize(2);
        run.resolve(1, "x").expect(complete(2));
        assertThat(run.run.logged())
                .extracting(Logged::message)
                .containsExactly("run-1 /: before", "run-1 /: too", "run-1 /: after");
    }

    @Test
    void a_logged_exception_is_passed_on() {
        var run =
                doing(() -> Flow.logger().log(Level.ERROR, "oh", new IllegalStateException("no")));
        run.start().expect(complete(1));
        assertThat(run.run.logged()).containsExactly(new Logged(Level.ERROR, "run-1 /: oh"));
    }

    @Test
    void what_was_logged_before_the_activation_failed_is_said() {
        var run =
                doing(
                        () -> {
                            Flow.logger().log(Level.INFO, "about to fail");
                            throw new AssertionError("failed");
                        });
        run.start().expectFailure(dev.reprise.Failure.ActivationKind.VIOLATION, "AssertionError");
        assertThat(run.run.logged())
                .containsExactly(new Logged(Level.INFO, "run-1 /: about to fail"));
    }
}
