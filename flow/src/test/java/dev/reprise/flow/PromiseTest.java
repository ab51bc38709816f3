package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancelTimer;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.failure;
import static dev.reprise.flow.Commands.resolved;
import static dev.reprise.flow.Commands.timer;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromiseTest extends Conversations {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static Promise<String> start(String type) {
        return Flow.activity(type, String.class).start();
    }

    private static String call(String type) {
        return start(type).get();
    }

    @Test
    void all_who_wait_for_a_promise_get_its_value_in_unit_order() {
        var got = new ArrayList<String>();
        doing(
                        () -> {
                            Promise<String> promise = start("A");
                            Flow.parallel(
                                    () -> got.add("p0 " + promise.get()),
                                    () -> got.add("p1 " + promise.get()),
                                    () -> got.add("p2 " + promise.get()));
                        })
                .start()
                .expect(activity(1, "/", "A"))
                .resolve(1, "x")
                .expect(complete(2));
        assertThat(got).containsExactly("p0 x", "p1 x", "p2 x");
    }

    @Test
    void a_promise_is_settled_once() {
        play(() -> {
                    Promise<String> promise = Flow.promise();
                    return promise.isDone()
                            + " "
                            + promise.complete("first")
                            + promise.complete("second")
                            + promise.fail(new IllegalStateException())
                            + promise.isDone()
                            + promise.isFailed()
                            + " "
                            + promise.get();
                })
                .start()
                .expect(complete(1, "false truefalsefalsetruefalse first"));
    }

    @Test
    void a_failed_promise_throws_the_same_to_all() {
        play(() -> {
                    Promise<String> promise = Flow.promise();
                    var why = new IllegalStateException("why");
                    promise.fail(why);
                    var seen = new ArrayList<Throwable>();
                    for (int i = 0; i < 2; i++) {
                        try {
                            promise.get();
                        } catch (IllegalStateException e) {
                            seen.add(e);
                        }
                    }
                    return promise.isFailed() + " " + seen.equals(List.of(why, why));
                })
                .start()
                .expect(complete(1, "true true"));
    }

    @Test
    void null_is_a_value() {
        play(() -> {
                    Promise<String> promise = Flow.promise();
                    Promise<String> waiting = Flow.async(promise::get);
                    Flow.yield();
                    promise.complete(null);
                    return "got " + waiting.get();
                })
                .start()
                .expect(complete(1, "got null"));
    }

    @Test
    void only_what_the_code_made_the_code_completes() {
        play(() -> Boolean.toString(start("A").complete("x")))
                .start()
                .expect(
                        activity(1, "/", "A"),
                        fail(
                                2,
                                IllegalStateException.class,
                                "only what Flow.promise() made is completed by the workflow's"
                                        + " code"));
    }

    @Test
    void a_wait_with_a_limit_times_out_and_leaves_the_promise_alone() {
        play(() -> {
                    Promise<String> promise = start("A");
                    try {
                        return promise.get(SECOND);
                    } catch (TimedOut e) {
                        return "late, but " + promise.get();
                    }
                })
                .start()
                .expect(activity(1, "/", "A"), timer(2, "/", "PT1S"))
                .fire(2)
                .expectNothing()
                .resolve(1, "here")
                .expect(complete(3, "late, but here"));
    }

    @Test
    void a_wait_with_a_limit_cancels_its_timer_when_the_value_comes() {
        play(() -> start("A").get(SECOND))
                .start()
                .resolve(1, "a")
                .expect(cancelTimer(3, "/", 2), complete(4, "a"));
    }

    @Test
    void a_wait_of_no_time_only_looks() {
        play(() -> {
                    try {
                        return start("A").get(Duration.ZERO);
                    } catch (TimedOut e) {
                        return "not yet";
                    }
                })
                .start()
                .expect(activity(1, "/", "A"), complete(2, "not yet"));
    }

    // ---- Many promises ----

    @Test
    void all_of_gives_all_values_in_the_order_of_the_promises() {
        play(() ->
                        String.join(
                                "",
                                Promise.allOf(List.of(start("A"), start("B"), start("C"))).get()))
                .start()
                .expect(activity(1, "/", "A"), activity(2, "/", "B"), activity(3, "/", "C"))
                .tell(resolved(3, "c"))
                .tell(resolved(2, "b"))
                .expectNothing()
                .evict()
                .tell(resolved(1, "a"))
                .expect(complete(4, "abc"));
    }

    @Test
    void all_of_fails_with_the_first_failure() {
        play(() -> {
                    try {
                        return Promise.allOf(List.of(start("A"), start("B"))).get().toString();
                    } catch (ActivityFailed e) {
                        return e.type();
                    }
                })
                .start()
                .fails(2, failure("No", "no"))
                .expect(complete(3, "B"));
    }

    @Test
    void all_of_nothing_is_there_at_once() {
        play(() -> Promise.allOf(List.<Promise<String>>of()).get().toString())
                .start()
                .expect(complete(1, "[]"));
    }

    @Test
    void any_of_gives_the_first_value_and_forgets_failures_before_it() {
        play(() -> Promise.anyOf(List.of(start("A"), start("B"), start("C"))).get())
                .start()
                .fails(1, failure("No", "no"))
                .expectNothing()
                .resolve(3, "c")
                .expect(complete(4, "c"));
    }

    @Test
    void any_of_fails_when_all_have_failed() {
        play(() -> {
                    try {
                        return Promise.anyOf(List.of(start("A"), start("B"))).get();
                    } catch (ActivityFailed e) {
                        return "last: " + e.type();
                    }
                })
                .start()
                .fails(2, failure("No", "no"))
                .expectNothing()
                .fails(1, failure("No", "no"))
                .expect(complete(3, "last: A"));
    }

    @Test
    void n_of_gives_so_many_values_in_the_order_of_their_coming() {
        play(() ->
                        String.join(
                                "",
                                Promise.nOf(2, List.of(start("A"), start("B"), start("C"))).get()))
                .start()
                .resolve(3, "c")
                .expectNothing()
                .resolve(1, "a")
                .expect(complete(4, "ca"));
    }

    @Test
    void n_of_fails_as_soon_as_too_few_are_left() {
        play(() -> {
                    try {
                        return Promise.nOf(2, List.of(start("A"), start("B"), start("C")))
                                .get()
                                .toString();
                    } catch (ActivityFailed e) {
                        return e.type();
                    }
                })
                .start()
                .fails(1, failure("No", "no"))
                .expectNothing()
                .fails(2, failure("No", "no"))
                .expect(complete(4, "B"));
    }

    @Test
    void in_one_activation_values_come_in_the_order_of_the_jobs() {
        play(() ->
                        String.join(
                                "",
                                Promise.nOf(2, List.of(start("A"), start("B"), start("C"))).get()))
                .start()
                .tell(resolved(3, "c"), resolved(2, "b"), resolved(1, "a"))
                .expect(complete(4, "cb"));
    }

    @Test
    void what_can_never_come_is_refused() {
        play(() ->
                        refusal(() -> Promise.anyOf(List.of()))
                                + refusal(() -> Promise.nOf(0, List.of(start("A"))))
                                + refusal(() -> Promise.nOf(2, List.of(start("A")))))
                .start()
                .expect(
                        activity(1, "/", "A"),
                        activity(2, "/", "A"),
                        complete(
                                3,
                                "any of nothing never comes;0 of 1 never come;2 of 1 never come;"));
    }

    private static String refusal(Runnable code) {
        try {
            code.run();
            return "accepted;";
        } catch (IllegalArgumentException e) {
            return e.getMessage() + ";";
        }
    }

    @Test
    void gathered_promises_that_are_there_already_count() {
        play(() -> {
                    Promise<String> done = Flow.promise();
                    done.complete("now");
                    return Promise.anyOf(List.of(start("A"), done)).get()
                            + Promise.allOf(List.of(done, done)).get();
                })
                .start()
                .expect(activity(1, "/", "A"), complete(2, "now[now, now]"));
    }

    // ---- Async ----

    @Test
    void async_units_are_numbered_within_their_parent() {
        doing(
                        () -> {
                            Flow.async(() -> call("A"));
                            Flow.async(() -> Flow.async(() -> call("B")).get());
                            Flow.parallel(() -> Flow.async(() -> call("C")).get());
                        })
                .start()
                .expect(
                        activity(1, "/a0", "A"),
                        activity(2, "/p0/a0", "C"),
                        activity(3, "/a1/a0", "B"));
    }

    @Test
    void an_async_unit_that_fails_fails_who_asks() {
        play(() -> {
                    Promise<String> failing =
                            Flow.async(
                                    () -> {
                                        throw new java.io.IOException("checked");
                                    });
                    Flow.yield();
                    Flow.yield();
                    try {
                        return failing.get();
                    } catch (Exception e) {
                        return e.toString();
                    }
                })
                .start()
                .expect(complete(1, "java.io.IOException: checked"));
    }

    @Test
    void an_async_unit_that_fails_while_nobody_asks_does_not_fail_the_run() {
        play(() -> {
                    Flow.async(
                            () -> {
                                throw new IllegalStateException("unheard");
                            });
                    return call("A");
                })
                .start()
                .expect(activity(1, "/", "A"))
                .resolve(1, "fine")
                .expect(complete(2, "fine"));
    }

    @Test
    void async_units_end_with_the_root() {
        doing(
                        () -> {
                            Flow.async(() -> call("A"));
                            Flow.yield();
                            Flow.yield();
                        })
                .start()
                .expect(activity(1, "/a0", "A"), complete(2))
                .expectUnits();
    }
}
