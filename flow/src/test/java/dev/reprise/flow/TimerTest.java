package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancelActivity;
import static dev.reprise.flow.Commands.cancelTimer;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.fired;
import static dev.reprise.flow.Commands.resolved;
import static dev.reprise.flow.Commands.timer;

import dev.reprise.Failure;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Cancellation;
import dev.reprise.history.Mismatch;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Sleeping, and code that must end in time. */
class TimerTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private static String sleeps(Duration duration) {
        Flow.sleep(duration);
        return call("after");
    }

    // ---- Sleep ----

    @Test
    void sleep_is_a_timer_and_goes_on_when_it_fires() {
        play(() -> sleeps(Duration.ofSeconds(30)))
                .start()
                .expect(timer(1, "/", "PT30S"))
                .fire(1)
                .expect(activity(2, "/", "after"));
    }

    @Test
    void sleep_is_replayed() {
        play(() -> sleeps(Duration.ofSeconds(30)))
                .start()
                .evict()
                .fire(1)
                .expect(activity(2, "/", "after"))
                .evict()
                .resolve(2, "x")
                .expect(complete(3, "x"))
                .replays();
    }

    @Test
    void another_duration_is_noticed() {
        play(() -> sleeps(Duration.ofSeconds(30)))
                .start()
                .changes("duration", () -> sleeps(Duration.ofSeconds(31)))
                .differs(Mismatch.Changed.class, () -> call("after"));
    }

    @Test
    void a_sleep_of_no_time_is_a_timer_all_the_same() {
        doing(() -> Flow.sleep(Duration.ZERO))
                .start()
                .expect(timer(1, "/", "PT0S"))
                .fire(1)
                .expect(complete(2));
    }

    @Test
    void nobody_sleeps_a_negative_time() {
        doing(() -> Flow.sleep(Duration.ofSeconds(-1)))
                .start()
                .expect(
                        fail(
                                1,
                                IllegalArgumentException.class,
                                "nobody sleeps a negative time: PT-1S"));
    }

    @Test
    void timers_fire_in_any_order() {
        doing(
                        () ->
                                Flow.parallel(
                                        () -> sleeps(Duration.ofSeconds(1)),
                                        () -> sleeps(Duration.ofSeconds(2))))
                .start()
                .expect(timer(1, "/p0", "PT1S"), timer(2, "/p1", "PT2S"))
                .fire(2)
                .expect(activity(3, "/p1", "after"))
                .fire(1)
                .expect(activity(4, "/p0", "after"));
    }

    // ---- With a timeout ----

    private static String inTime(Duration limit, Body<String> body) {
        try {
            return Flow.withTimeout(limit, body);
        } catch (TimedOut e) {
            return "timed out: " + e.getMessage();
        }
    }

    private static final Duration TEN = Duration.ofSeconds(10);

    @Test
    void code_that_ends_in_time_cancels_its_timer() {
        play(() -> inTime(TEN, () -> call("A")))
                .start()
                .expect(timer(1, "/", "PT10S"), activity(2, "/", "A"))
                .resolve(2, "a")
                .expect(cancelTimer(3, "/", 1), complete(4, "a"));
    }

    @Test
    void code_that_takes_too_long_is_cancelled_and_times_out() {
        play(() -> inTime(TEN, () -> call("A")))
                .start()
                .expect(timer(1, "/", "PT10S"), activity(2, "/", "A"))
                .fire(1)
                .expect(
                        cancelActivity(3, "/", 2),
                        complete(4, "timed out: it took longer than PT10S"));
    }

    @Test
    void code_with_a_timeout_is_replayed() {
        play(() -> inTime(TEN, () -> call("A")) + call("B"))
                .start()
                .evict()
                .fire(1)
                .expect(cancelActivity(3, "/", 2), activity(4, "/", "B"))
                .evict()
                .tell(resolved(2, "late"), resolved(4, "!"))
                .expect(complete(5, "timed out: it took longer than PT10S!"))
                .replays();
    }

    @Test
    void another_limit_is_noticed() {
        play(() -> inTime(TEN, () -> call("A")))
                .start()
                .changes("duration", () -> inTime(Duration.ofSeconds(9), () -> call("A")))
                .differs(Mismatch.Missing.class, () -> call("A"));
    }

    @Test
    void a_timeout_that_nobody_catches_fails_the_run() {
        play(() -> Flow.withTimeout(TEN, () -> call("A")))
                .start()
                .fire(1)
                .expect(
                        cancelActivity(3, "/", 2),
                        fail(
                                4,
                                "/",
                                new Failure.Timeout(
                                        Failure.TimeoutKind.SCHEDULE_TO_CLOSE,
                                        "it took longer than PT10S")));
    }

    @Test
    void what_ended_before_the_timer_fired_in_one_activation_was_in_time() {
        play(() -> inTime(TEN, () -> call("A")))
                .start()
                .tell(resolved(2, "a"), fired(1))
                .expect(complete(3, "a"));
    }

    @Test
    void what_ended_after_the_timer_fired_in_one_activation_was_too_late() {
        play(() -> inTime(TEN, () -> call("A")))
                .start()
                .tell(fired(1), resolved(2, "a"))
                .expect(
                        cancelActivity(3, "/", 2),
                        complete(4, "timed out: it took longer than PT10S"));
    }

    @Test
    void code_that_swallows_its_cancelling_keeps_its_value() {
        play(() ->
                        inTime(
                                TEN,
                                () -> {
                                    try {
                                        return call("A");
                                    } catch (Cancelled e) {
                                        return "plan B";
                                    }
                                }))
                .start()
                .fire(1)
                .expect(cancelActivity(3, "/", 2), complete(4, "plan B"));
    }

    @Test
    void an_activity_that_is_waited_for_may_still_give_its_value_after_the_time() {
        play(() ->
                        inTime(
                                TEN,
                                () ->
                                        Flow.activity("A", String.class)
                                                .options(
                                                        ActivityOptions.UNSAID.cancellation(
                                                                Cancellation.WAIT))
                                                .call()))
                .start()
                .fire(1)
                .expect(cancelActivity(3, "/", 2))
                .resolve(2, "a")
                .expect(complete(4, "a"));
    }

    @Test
    void the_outer_limit_ends_the_inner_code() {
        play(() -> inTime(TEN, () -> Flow.withTimeout(Duration.ofSeconds(20), () -> call("A"))))
                .start()
                .expect(timer(1, "/", "PT10S"), timer(2, "/", "PT20S"), activity(3, "/", "A"))
                .fire(1)
                .expect(
                        cancelTimer(4, "/", 2),
                        cancelActivity(5, "/", 3),
                        complete(6, "timed out: it took longer than PT10S"));
    }

    @Test
    void the_inner_limit_leaves_the_outer_code_alone() {
        play(() -> inTime(Duration.ofSeconds(20), () -> inTime(TEN, () -> call("A")) + call("B")))
                .start()
                .expect(timer(1, "/", "PT20S"), timer(2, "/", "PT10S"), activity(3, "/", "A"))
                .fire(2)
                .expect(cancelActivity(4, "/", 3), activity(5, "/", "B"))
                .resolve(5, "!")
                .expect(
                        cancelTimer(6, "/", 1),
                        complete(7, "timed out: it took longer than PT10S!"));
    }

    @Test
    void branches_inside_are_cancelled_too() {
        play(() ->
                        inTime(
                                TEN,
                                () ->
                                        String.join(
                                                "",
                                                Flow.parallel(() -> call("A"), () -> call("B")))))
                .start()
                .expect(timer(1, "/", "PT10S"), activity(2, "/p0", "A"), activity(3, "/p1", "B"))
                .fire(1)
                .expect(
                        cancelActivity(4, "/p0", 2),
                        cancelActivity(5, "/p1", 3),
                        complete(6, "timed out: it took longer than PT10S"));
    }

    @Test
    void a_limit_is_positive() {
        play(() -> inTime(Duration.ZERO, () -> call("A")))
                .start()
                .expect(
                        fail(
                                1,
                                IllegalArgumentException.class,
                                "the limit must be positive: PT0S"));
    }

    @Test
    void time_stands_still_in_an_activation() {
        play(() -> {
                    var before = Flow.now();
                    for (int i = 0; i < 10; i++) {
                        Flow.yield();
                    }
                    return Boolean.toString(before.equals(Flow.now()));
                })
                .start()
                .expect(complete(1, "true"));
    }
}
