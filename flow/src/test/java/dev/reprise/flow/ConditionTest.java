package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancelTimer;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure.ActivationKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conditions: read by the driver, in the order of units, without waking them. */
class ConditionTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    @Test
    void conditions_are_read_in_unit_order_when_a_round_is_formed() {
        var read = new ArrayList<String>();
        var run =
                doing(
                                () ->
                                        Flow.parallel(
                                                () ->
                                                        Flow.await(
                                                                Duration.ofDays(1),
                                                                reads("p0", read)),
                                                () -> call("A"),
                                                () ->
                                                        Flow.await(
                                                                Duration.ofDays(1),
                                                                reads("p2", read)),
                                                () ->
                                                        Flow.await(
                                                                Duration.ofDays(1),
                                                                reads("p3", read))))
                        .start();
        read.clear();
        run.signal("any").expectNothing();
        assertThat(read).containsExactly("p0", "p2", "p3");
        read.clear();
        run.resolve(2, "a").expectNothing();
        assertThat(read).containsExactly("p0", "p2", "p3", "p0", "p2", "p3");
    }

    private static java.util.function.BooleanSupplier reads(String name, List<String> read) {
        return () -> {
            read.add(name);
            return false;
        };
    }

    @Test
    void a_condition_is_read_without_waking_its_unit() {
        var threads = new ArrayList<Thread>();
        var own = new ArrayList<Thread>();
        var run =
                doing(
                                () -> {
                                    own.add(Thread.currentThread());
                                    Flow.await(() -> !threads.add(Thread.currentThread()));
                                })
                        .start();
        threads.clear();
        run.signal("any").expectNothing();
        assertThat(threads).hasSize(1).doesNotContainAnyElementsOf(own.subList(0, 1));
    }

    static class Flags implements Workflow<Void, Void> {
        private boolean open;

        @Override
        public Void run(Void input) {
            Flow.await(() -> open);
            call("opened");
            return null;
        }

        @Signal
        void open() {
            open = true;
        }

        @Signal
        void toggle() {
            open = true;
            Flow.yield();
            open = false;
        }

        @Signal
        void nothing() {}
    }

    @Test
    void a_unit_goes_on_in_the_round_after_its_condition_came_to_hold() {
        play(WorkflowType.of(Flags.class))
                .start()
                .expectNothing()
                .signal("nothing")
                .expectNothing()
                .evict()
                .signal("open")
                .expect(activity(1, "/", "opened"))
                .resolve(1, "x")
                .expect(complete(2));
    }

    @Test
    void what_a_condition_says_between_two_rounds_counts() {
        play(WorkflowType.of(Flags.class))
                .start()
                .signal("toggle")
                .expect(activity(1, "/", "opened"));
    }

    @Test
    void a_unit_whose_condition_was_undone_before_its_step_waits_on() {
        var gone = new ArrayList<String>();
        doing(
                        () -> {
                            var tokens = new ArrayList<>(List.of("one"));
                            Flow.parallel(
                                    () -> {
                                        Flow.await(() -> tokens.size() > 1);
                                        tokens.clear();
                                        return gone.add("p0");
                                    },
                                    () -> {
                                        Flow.await(() -> tokens.size() > 1);
                                        return gone.add("p1");
                                    },
                                    () -> {
                                        Flow.yield();
                                        return tokens.add("two");
                                    });
                        })
                .start()
                .expectNothing()
                .expectUnits("/", "/p1");
        assertThat(gone).containsExactly("p0");
    }

    @Test
    void a_cancelled_unit_whose_condition_was_undone_before_its_step_is_cancelled() {
        doing(
                        () -> {
                            var tokens = new ArrayList<>(List.of("one"));
                            Scope scope = Flow.scope();
                            Flow.parallelSettled(
                                    List.of(
                                            () -> {
                                                Flow.await(() -> tokens.size() > 1);
                                                tokens.clear();
                                                scope.cancel("too late");
                                                return null;
                                            },
                                            () ->
                                                    scope.run(
                                                            () -> {
                                                                Flow.await(() -> tokens.size() > 1);
                                                                return null;
                                                            }),
                                            () -> {
                                                Flow.yield();
                                                return tokens.add("two");
                                            }));
                        })
                .start()
                .expect(complete(1));
    }

    @Test
    void a_condition_that_holds_already_does_not_pause() {
        doing(
                        () -> {
                            Flow.await(() -> true);
                            assertThat(Flow.await(Duration.ofSeconds(1), () -> true)).isTrue();
                            assertThat(Flow.await(Duration.ZERO, () -> false)).isFalse();
                        })
                .start()
                .expect(complete(1));
    }

    @Test
    void a_condition_may_read_what_flow_knows() {
        doing(
                        () -> {
                            var now = Flow.now();
                            Flow.await(
                                    () ->
                                            Flow.now().isAfter(now)
                                                    && !Flow.cancelled()
                                                    && Flow.info().historySize() > 0);
                        })
                .start()
                .expectNothing()
                .later("PT1S")
                .tell(Commands.signal("any"))
                .expect(complete(1));
    }

    @Test
    void a_condition_that_throws_throws_in_its_unit() {
        play(() -> {
                    var read = new ArrayList<String>();
                    try {
                        Flow.await(
                                () -> {
                                    read.add("once");
                                    if (read.size() > 1) {
                                        throw new IllegalStateException("broken");
                                    }
                                    return false;
                                });
                        return "no";
                    } catch (IllegalStateException e) {
                        return "caught " + e.getMessage();
                    }
                })
                .start()
                .expect(complete(1, "caught broken"));
    }

    @Test
    void a_condition_that_throws_fails_the_run_when_nobody_catches_it() {
        doing(
                        () ->
                                Flow.await(
                                        () -> {
                                            throw new IllegalStateException("broken");
                                        }))
                .start()
                .expect(fail(1, IllegalStateException.class, "broken"));
    }

    // ---- What it must not do ----

    private static final String ONLY_READS = "a condition only reads";

    @Test
    void a_condition_must_not_pause_when_its_unit_reads_it() {
        doing(
                        () ->
                                Flow.await(
                                        () -> {
                                            Flow.sleep(Duration.ofSeconds(1));
                                            return true;
                                        }))
                .start()
                .expectFailure(ActivationKind.VIOLATION, "pauses or decides", ONLY_READS);
    }

    @Test
    void a_condition_must_not_pause_when_the_driver_reads_it() {
        doing(() -> Flow.await(later(() -> Flow.sleep(Duration.ofSeconds(1)))))
                .start()
                .expectFailure(ActivationKind.VIOLATION, "pauses or decides", ONLY_READS);
    }

    @Test
    void a_condition_must_not_decide() {
        doing(() -> Flow.await(later(() -> Flow.searchAttribute("k", "v"))))
                .start()
                .expectFailure(ActivationKind.VIOLATION, ONLY_READS);
        doing(() -> Flow.await(later(() -> Flow.activity("A", String.class).start())))
                .start()
                .expectFailure(ActivationKind.VIOLATION, ONLY_READS);
        doing(() -> Flow.await(later(Flow::uuid)))
                .start()
                .expectFailure(ActivationKind.VIOLATION, ONLY_READS);
        doing(() -> Flow.await(later(Flow::yield)))
                .start()
                .expectFailure(ActivationKind.VIOLATION, ONLY_READS);
    }

    @Test
    void a_condition_that_swallows_its_violation_fails_the_activation_all_the_same() {
        doing(
                        () ->
                                Flow.await(
                                        later(
                                                () -> {
                                                    try {
                                                        Flow.yield();
                                                    } catch (Throwable swallowed) {
                                                        assertThat(swallowed)
                                                                .isInstanceOf(Violation.class);
                                                    }
                                                })))
                .start()
                .expectFailure(ActivationKind.VIOLATION, ONLY_READS);
    }

    @Test
    void a_violation_of_one_condition_does_not_reach_the_next_run() {
        doing(() -> Flow.await(later(Flow::yield)))
                .start()
                .expectFailure(ActivationKind.VIOLATION, ONLY_READS);
        doing(() -> call("A")).start().expect(activity(1, "/", "A"));
    }

    /** A condition that does something from the second time on, when the driver reads it. */
    private static java.util.function.BooleanSupplier later(Runnable action) {
        var read = new ArrayList<String>();
        return () -> {
            read.add("once");
            if (read.size() > 1) {
                action.run();
            }
            return false;
        };
    }

    // ---- Await as a durable primitive ----

    private static String waits(Duration limit, String after) {
        String held = Flow.await(limit, () -> false) ? "held" : "late";
        return call(after) + held;
    }

    @Test
    void await_with_a_limit_starts_a_timer_and_gives_up_when_it_fires() {
        play(() -> waits(Duration.ofSeconds(5), "after"))
                .start()
                .expect(timer(1, "/", "PT5S"))
                .fire(1)
                .expect(activity(2, "/", "after"))
                .resolve(2, "it was ")
                .expect(complete(3, "it was late"));
    }

    @Test
    void await_with_a_limit_cancels_its_timer_when_the_condition_holds() {
        play(WorkflowType.of(Limited.class))
                .start()
                .expect(timer(1, "/", "PT5S"))
                .signal("open")
                .expect(cancelTimer(2, "/", 1), complete(3, "true"));
    }

    static class Limited implements Workflow<Void, String> {
        private boolean open;

        @Override
        public String run(Void input) {
            return Boolean.toString(Flow.await(Duration.ofSeconds(5), () -> open));
        }

        @Signal
        void open() {
            open = true;
        }
    }

    @Test
    void a_message_that_comes_with_the_last_moment_is_in_time() {
        play(WorkflowType.of(Limited.class))
                .start()
                .tell(Commands.signal("open"), Commands.fired(1))
                .expect(complete(2, "true"))
                .replays();
        play(WorkflowType.of(Limited.class))
                .start()
                .tell(Commands.fired(1), Commands.signal("open"))
                .expect(complete(2, "true"));
    }

    @Test
    void await_with_a_limit_is_replayed() {
        play(() -> waits(Duration.ofSeconds(5), "after"))
                .start()
                .evict()
                .fire(1)
                .evict()
                .expect(activity(2, "/", "after"))
                .replays();
    }

    @Test
    void await_with_another_limit_is_noticed() {
        play(() -> waits(Duration.ofSeconds(5), "after"))
                .start()
                .changes("duration", () -> waits(Duration.ofSeconds(6), "after"));
    }
}
