package dev.reprise.engine.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.engine.activity.Performance.Mode;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PerformanceTest {
    private static final Failure LATE = new Failure.Timeout(TimeoutKind.START_TO_CLOSE, "too slow");

    private final JsonCodec codec = new JsonCodec();
    private final Activities activities = new Activities(codec);
    private final Told told = new Told();

    /** What was told, in order. */
    private static final class Told implements Performance.Audience {
        final List<String> all = new CopyOnWriteArrayList<>();

        @Override
        public void ended(Call call, Outcome outcome) {
            all.add("ended " + shown(outcome));
        }

        @Override
        public void late(Call call, Outcome outcome) {
            all.add("late " + shown(outcome));
        }

        @Override
        public void heartbeat(Call call, Payload details) {
            all.add("heartbeat " + details);
        }

        private static String shown(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Completed(var value) -> value.toString();
                case Outcome.Failed(Failure.Application f) -> f.type();
                case Outcome.Failed(var failure) -> failure.message();
            };
        }
    }

    private Performance of(ActivityCode<Void, ?> code) {
        return of(Mode.INLINE, code);
    }

    private Performance of(Mode mode, ActivityCode<Void, ?> code) {
        activities.add("act", Void.class, code);
        return new Performance(activities, Calls.of(codec, "act"), mode, Hooks.NONE, told);
    }

    @Test
    void what_the_code_gives_is_the_outcome() {
        of(_ -> "done").run();
        assertThat(told.all).containsExactly("ended text \"done\"");
    }

    @Test
    void what_is_abandoned_has_its_outcome_at_once_and_its_result_is_late() throws Exception {
        var inside = new CountDownLatch(1);
        var disturbed = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        var performance =
                of(
                        _ -> {
                            inside.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException e) {
                                disturbed.countDown();
                                released.await();
                            }
                            return "stubborn";
                        });
        var thread = Thread.ofVirtual().start(performance);
        inside.await();
        assertThat(performance.abandon(LATE)).isTrue();
        assertThat(told.all).containsExactly("ended too slow");
        assertThat(performance.isCancelled()).isTrue();
        disturbed.await();
        released.countDown();
        thread.join();
        assertThat(told.all).containsExactly("ended too slow", "late text \"stubborn\"");
        assertThat(performance.abandon(LATE)).isFalse();
    }

    @Test
    void what_is_abandoned_cannot_be_quicker_with_its_interrupt() throws Exception {
        activities.add(
                "act",
                Void.class,
                _ -> {
                    while (true) {
                        Thread.onSpinWait();
                        if (Thread.interrupted()) {
                            throw new InterruptedException();
                        }
                    }
                });
        for (int i = 0; i < 1_000; i++) {
            var ear = new Told();
            var performance = new Performance(activities, Calls.of(codec, "act"), ear);
            var thread = Thread.ofPlatform().start(performance);
            assertThat(performance.abandon(LATE)).isTrue();
            thread.join();
            assertThat(ear.all.getFirst()).isEqualTo("ended too slow");
        }
    }

    @Test
    void what_is_abandoned_before_it_begins_never_runs() {
        var ran = new AtomicInteger();
        var performance = of(_ -> ran.incrementAndGet());
        assertThat(performance.abandon(LATE)).isTrue();
        performance.run();
        assertThat(ran).hasValue(0);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(told.all).containsExactly("ended too slow");
    }

    @Test
    void what_is_only_interrupted_says_its_own_outcome() throws Exception {
        var inside = new CountDownLatch(1);
        var performance =
                of(
                        _ -> {
                            inside.countDown();
                            new CountDownLatch(1).await();
                            return "never";
                        });
        var thread = Thread.ofVirtual().start(performance);
        inside.await();
        performance.interrupt();
        thread.join();
        assertThat(told.all).containsExactly("ended java.lang.InterruptedException");
    }

    @Test
    void what_is_cancelled_before_it_begins_never_runs() {
        var ran = new AtomicInteger();
        var performance = of(_ -> ran.incrementAndGet());
        performance.cancel(LATE);
        performance.cancel(LATE);
        performance.run();
        assertThat(ran).hasValue(0);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(told.all).containsExactly("ended too slow");
    }

    @Test
    void what_is_cancelled_under_way_is_interrupted_and_says_its_own_outcome() throws Exception {
        var inside = new CountDownLatch(1);
        var performance =
                of(
                        _ -> {
                            inside.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException e) {
                                return "tidied up";
                            }
                            return "never";
                        });
        var thread = Thread.ofVirtual().start(performance);
        inside.await();
        performance.cancel(LATE);
        thread.join();
        performance.cancel(LATE);
        assertThat(told.all).containsExactly("ended text \"tidied up\"");
    }

    @Test
    void an_interrupt_before_the_beginning_is_seen_by_the_code() {
        var performance = of(_ -> Thread.currentThread().isInterrupted());
        performance.interrupt();
        performance.run();
        assertThat(told.all).containsExactly("ended json \"true\"");
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void an_interrupt_after_the_end_is_seen_by_nobody() {
        var performance = of(_ -> "done");
        performance.run();
        performance.interrupt();
        assertThat(performance.abandon(LATE)).isFalse();
        assertThat(Thread.interrupted()).isFalse();
        assertThat(told.all).containsExactly("ended text \"done\"");
    }

    @Test
    void an_interrupt_by_others_is_left_to_them() {
        of(_ -> {
                    Thread.currentThread().interrupt();
                    return "done";
                })
                .run();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whoever_is_first_says_the_outcome_and_the_thread_is_clean_afterwards() throws Exception {
        activities.add("act", Void.class, _ -> "done");
        var leaked = new AtomicInteger();
        try (var pool = Executors.newSingleThreadExecutor()) {
            for (int i = 0; i < 5_000; i++) {
                var ear = new Told();
                var performance = new Performance(activities, Calls.of(codec, "act"), ear);
                var start = new CyclicBarrier(2);
                var done =
                        pool.submit(
                                () -> {
                                    start.await();
                                    performance.run();
                                    if (Thread.interrupted()) {
                                        leaked.incrementAndGet();
                                    }
                                    return null;
                                });
                start.await();
                boolean first = performance.abandon(LATE);
                done.get();
                // What is late may be heard of before the outcome: two threads tell of them.
                assertThat(ear.all.stream().filter(it -> it.startsWith("ended")))
                        .containsExactly(first ? "ended too slow" : "ended text \"done\"");
            }
        }
        assertThat(leaked).hasValue(0);
    }

    @Test
    void a_delivery_is_carried_out_once() {
        var performance = of(_ -> "done");
        performance.run();
        assertThatIllegalStateException()
                .isThrownBy(performance::run)
                .withMessageContaining("act was delivered already");
    }

    @Test
    void heartbeats_are_told_until_the_outcome_is_there_and_the_last_is_kept() {
        var performance =
                of(
                        _ -> {
                            var context = ActivityContext.current();
                            context.heartbeat("a third");
                            context.heartbeat("half");
                            return null;
                        });
        performance.run();
        performance.heartbeat(Payload.text("afterwards"));
        assertThat(told.all)
                .containsExactly(
                        "heartbeat text \"a third\"", "heartbeat text \"half\"", "ended none");
        assertThat(performance.details()).isEqualTo(Payload.text("half"));
    }

    @Test
    void without_a_heartbeat_the_details_of_the_attempt_before_are_kept() {
        activities.add("act", Void.class, _ -> "done");
        var call =
                Calls.of(codec, "act").handover(Handover.NONE.details(Payload.text("a quarter")));
        var performance = new Performance(activities, call, told);
        performance.run();
        assertThat(performance.details()).isEqualTo(Payload.text("a quarter"));
    }

    @Test
    void what_is_done_elsewhere_is_ended_from_there() {
        var performance = of(Mode.EXTERNAL, _ -> "handed over");
        performance.run();
        assertThat(told.all).isEmpty();
        performance.heartbeat(Payload.text("the printer is warm"));
        assertThat(performance.end(new Outcome.Completed(Payload.text("printed")))).isTrue();
        assertThat(performance.end(new Outcome.Completed(Payload.text("again")))).isFalse();
        assertThat(told.all)
                .containsExactly(
                        "heartbeat text \"the printer is warm\"", "ended text \"printed\"");
    }

    @Test
    void what_could_not_be_handed_over_has_failed() {
        of(
                        Mode.EXTERNAL,
                        _ -> {
                            throw new IllegalStateException("no paper");
                        })
                .run();
        assertThat(told.all).containsExactly("ended java.lang.IllegalStateException");
    }
}
