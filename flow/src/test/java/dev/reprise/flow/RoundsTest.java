package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.attribute;
import static dev.reprise.flow.Commands.child;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.patch;
import static dev.reprise.flow.Commands.resolved;
import static dev.reprise.flow.Commands.sideEffect;
import static dev.reprise.flow.Commands.signal;
import static dev.reprise.flow.Commands.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.history.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order in which the units of a run go on: the seed's rules for rounds and turns. */
class RoundsTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private static Body<String> calls(String... types) {
        return () -> {
            String last = "";
            for (String type : types) {
                last = call(type);
            }
            return last;
        };
    }

    // ---- Parallel branches ----

    @Test
    void branches_schedule_their_first_activities_in_branch_order() {
        doing(() -> Flow.parallel(calls("A", "C"), calls("B", "D")))
                .start()
                .expect(activity(1, "/p0", "A"), activity(2, "/p1", "B"))
                .expectUnits("/", "/p0", "/p1");
    }

    @Test
    void a_branch_whose_activity_resolves_goes_on_alone() {
        doing(() -> Flow.parallel(calls("A", "C"), calls("B", "D")))
                .start()
                .expect(activity(1, "/p0", "A"), activity(2, "/p1", "B"))
                .resolve(1, "a")
                .expect(activity(3, "/p0", "C"))
                .resolve(3, "c")
                .expectNothing()
                .expectUnits("/", "/p1")
                .resolve(2, "b")
                .expect(activity(4, "/p1", "D"))
                .resolve(4, "d")
                .expect(complete(5));
    }

    @Test
    void the_second_branch_may_go_on_alone_too() {
        doing(() -> Flow.parallel(calls("A", "C"), calls("B", "D")))
                .start()
                .expect(activity(1, "/p0", "A"), activity(2, "/p1", "B"))
                .resolve(2, "b")
                .expect(activity(3, "/p1", "D"));
    }

    @Test
    void branches_that_resolve_in_one_activation_go_on_in_branch_order() {
        doing(() -> Flow.parallel(calls("A", "C"), calls("B", "D")))
                .start()
                .tell(resolved(1, "a"), resolved(2, "b"))
                .expect(activity(3, "/p0", "C"), activity(4, "/p1", "D"));
    }

    @Test
    void branches_go_on_in_branch_order_although_their_resolutions_come_in_another() {
        doing(() -> Flow.parallel(calls("A", "C"), calls("B", "D")))
                .start()
                .tell(resolved(2, "b"), resolved(1, "a"))
                .expect(activity(3, "/p0", "C"), activity(4, "/p1", "D"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 12, 40})
    void the_order_is_that_of_numbers_and_the_same_every_time(int branches) {
        var bodies = IntStream.range(0, branches).mapToObj(i -> calls("A" + i, "B" + i)).toList();
        var resolutions =
                IntStream.range(0, branches)
                        .mapToObj(i -> (Job) resolved(branches - i, "x"))
                        .toArray(Job[]::new);
        for (int repeat = 0; repeat < 5; repeat++) {
            doing(() -> Flow.parallel(bodies))
                    .start()
                    .expect(
                            IntStream.range(0, branches)
                                    .mapToObj(i -> activity(i + 1, "/p" + i, "A" + i))
                                    .toArray(dev.reprise.history.Command[]::new))
                    .tell(resolutions)
                    .expect(
                            IntStream.range(0, branches)
                                    .mapToObj(i -> activity(branches + i + 1, "/p" + i, "B" + i))
                                    .toArray(dev.reprise.history.Command[]::new));
        }
    }

    // ---- Rounds ----

    @Test
    void a_unit_that_becomes_runnable_in_a_round_waits_for_the_next() {
        doing(
                        () -> {
                            Promise<String> open = Flow.promise();
                            Flow.parallel(
                                    () -> open.get() + call("woken"),
                                    () -> open.complete("now"),
                                    () -> call("in-the-snapshot"));
                        })
                .start()
                .expect(activity(1, "/p2", "in-the-snapshot"), activity(2, "/p0", "woken"));
    }

    @Test
    void a_unit_that_is_started_in_a_round_waits_for_the_next() {
        doing(() -> Flow.parallel(() -> Flow.async(calls("inner")).get(), calls("in-the-snapshot")))
                .start()
                .expect(activity(1, "/p1", "in-the-snapshot"), activity(2, "/p0/a0", "inner"));
    }

    @Test
    void a_unit_that_yields_goes_on_in_the_next_round() {
        var order = new ArrayList<String>();
        doing(
                        () ->
                                Flow.parallel(
                                        () -> {
                                            order.add("p0 first");
                                            Flow.yield();
                                            order.add("p0 second");
                                            return call("A");
                                        },
                                        () -> {
                                            order.add("p1 first");
                                            return call("B");
                                        }))
                .start()
                .expect(activity(1, "/p1", "B"), activity(2, "/p0", "A"));
        assertThat(order).containsExactly("p0 first", "p1 first", "p0 second");
    }

    @Test
    void each_unit_of_a_round_has_one_step() {
        var order = new ArrayList<String>();
        doing(
                        () ->
                                Flow.parallel(
                                        counting("p0", order),
                                        counting("p1", order),
                                        counting("p2", order)))
                .start()
                .expect(complete(1));
        assertThat(order)
                .containsExactly(
                        "p0 0", "p1 0", "p2 0", "p0 1", "p1 1", "p2 1", "p0 2", "p1 2", "p2 2");
    }

    private static Body<String> counting(String name, List<String> order) {
        return () -> {
            for (int i = 0; i < 3; i++) {
                order.add(name + " " + i);
                Flow.yield();
            }
            return name;
        };
    }

    @Test
    void a_parent_goes_on_in_the_round_after_its_last_branch_ended() {
        doing(
                        () -> {
                            Promise<String> beside = Flow.async(() -> call("first"));
                            Flow.parallel(() -> "done");
                            call("parent");
                            beside.get();
                        })
                .start()
                .expect(activity(1, "/a0", "first"), activity(2, "/", "parent"));
    }

    @Test
    void the_root_goes_first_then_branches_then_async_units_then_handlers() {
        play(WorkflowType.of(AllKinds.class))
                .start()
                .expect(activity(1, "/", "gate"))
                .tell(signal("poke"), signal("poke"), resolved(1, "open"))
                .expect(
                        activity(2, "/h0", "handler"),
                        activity(3, "/h1", "handler"),
                        activity(4, "/p0", "branch"),
                        activity(5, "/p1", "branch"),
                        activity(6, "/a0", "async"))
                .tell(
                        resolved(3, "x"),
                        resolved(2, "x"),
                        resolved(6, "x"),
                        resolved(5, "x"),
                        resolved(4, "x"))
                .expect(
                        activity(7, "/p0", "again"),
                        activity(8, "/p1", "again"),
                        activity(9, "/a0", "again"),
                        activity(10, "/h0", "again"),
                        activity(11, "/h1", "again"));
    }

    static class AllKinds implements Workflow<Void, Void> {
        @Override
        public Void run(Void input) {
            call("gate");
            Flow.async(calls("async", "again"));
            Flow.parallel(calls("branch", "again"), calls("branch", "again"));
            return null;
        }

        @Signal
        void poke() throws Exception {
            calls("handler", "again").run();
        }
    }

    @Test
    void nested_units_are_ordered_by_their_path() {
        doing(
                        () ->
                                Flow.parallel(
                                        () -> Flow.parallel(calls("a", "b"), calls("a", "b")),
                                        () -> Flow.parallel(calls("a", "b"), calls("a", "b")),
                                        calls("a", "b")))
                .start()
                .expect(
                        activity(1, "/p2", "a"),
                        activity(2, "/p0/p0", "a"),
                        activity(3, "/p0/p1", "a"),
                        activity(4, "/p1/p0", "a"),
                        activity(5, "/p1/p1", "a"))
                .tell(
                        resolved(1, "x"),
                        resolved(5, "x"),
                        resolved(4, "x"),
                        resolved(3, "x"),
                        resolved(2, "x"))
                .expect(
                        activity(6, "/p0/p0", "b"),
                        activity(7, "/p0/p1", "b"),
                        activity(8, "/p1/p0", "b"),
                        activity(9, "/p1/p1", "b"),
                        activity(10, "/p2", "b"));
    }

    // ---- Pause points ----

    @Test
    void calls_that_do_not_pause_do_not_end_the_step() {
        var order = new ArrayList<String>();
        doing(
                        () ->
                                Flow.parallel(
                                        () -> {
                                            order.add("p0 begins");
                                            Flow.now();
                                            Flow.random().nextInt();
                                            Flow.uuid();
                                            Flow.info();
                                            Flow.cancelled();
                                            Flow.publish("state", "x");
                                            Flow.logger().log(System.Logger.Level.INFO, "x");
                                            Flow.await(() -> true);
                                            Flow.await(Duration.ofSeconds(1), () -> true);
                                            Promise<String> done = Flow.promise();
                                            done.complete("x");
                                            done.get();
                                            Flow.semaphore(1).acquire();
                                            Flow.mutex().lock();
                                            Flow.channel(1).send("x");
                                            order.add("p0 ends");
                                            return call("A");
                                        },
                                        () -> {
                                            order.add("p1 begins");
                                            return call("B");
                                        }))
                .start()
                .expect(activity(1, "/p0", "A"), activity(2, "/p1", "B"));
        assertThat(order).containsExactly("p0 begins", "p0 ends", "p1 begins");
    }

    @Test
    void calls_that_decide_but_do_not_wait_do_not_end_the_step() {
        doing(
                        () ->
                                Flow.parallel(
                                        () -> {
                                            Flow.searchAttribute("k", "v");
                                            Flow.sideEffect("s", String.class, () -> "e");
                                            Flow.patched("fix");
                                            Flow.activity("started", String.class).start();
                                            Flow.child("Kid", String.class).start();
                                            return call("A");
                                        },
                                        calls("B")))
                .start()
                .expect(
                        attribute(1, "/p0", "k", "v"),
                        sideEffect(2, "/p0", "s", "e"),
                        patch(3, "/p0", "fix"),
                        activity(4, "/p0", "started"),
                        child(5, "/p0", "Kid"),
                        activity(6, "/p0", "A"),
                        activity(7, "/p1", "B"));
    }

    @Test
    void a_resolution_wakes_only_who_waits_for_it() {
        var woken = new ArrayList<String>();
        doing(
                        () ->
                                Flow.parallel(
                                        () -> woken.add(call("A")),
                                        () -> woken.add(call("B")),
                                        () -> {
                                            Flow.sleep(Duration.ofSeconds(1));
                                            return woken.add("timer");
                                        }))
                .start()
                .expect(activity(1, "/p0", "A"), activity(2, "/p1", "B"), timer(3, "/p2", "PT1S"))
                .resolve(2, "b")
                .expectNothing();
        assertThat(woken).containsExactly("b");
    }

    @Test
    void sequence_numbers_go_on_over_activations() {
        doing(
                        () -> {
                            call("A");
                            Flow.sleep(Duration.ofSeconds(1));
                            call("B");
                        })
                .start()
                .expect(activity(1, "/", "A"))
                .resolve(1, "a")
                .expect(timer(2, "/", "PT1S"))
                .fire(2)
                .expect(activity(3, "/", "B"))
                .resolve(3, "b")
                .expect(complete(4));
    }
}
