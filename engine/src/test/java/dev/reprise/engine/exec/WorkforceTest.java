package dev.reprise.engine.exec;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a workforce does beyond what every executor service does. */
@Timeout(30)
final class WorkforceTest {
    private static final Terms QUIET = Terms.of(2).withUncaught((_, _) -> {});

    @Test
    void threads_have_names() throws Exception {
        try (var workforce = Workforce.on(QUIET.withName("night-shift"))) {
            assertThat(workforce.submit(() -> Thread.currentThread().getName()).get())
                    .matches("night-shift-[01]");
        }
    }

    @Test
    void a_worker_is_spare_when_it_has_nothing_else_to_do_and_another_sleeps() throws Exception {
        try (var workforce = Workforce.on(QUIET)) {
            assertThat(workforce.isSpare()).isFalse(); // not a worker
            boolean spare = false;
            while (!spare) { // the other one falls asleep before long
                spare = workforce.submit(workforce::isSpare).get();
            }
            var asked = new CountDownLatch(1);
            var behind =
                    workforce.submit(
                            () -> {
                                // The other worker can take one of the two, and no more.
                                workforce.execute(() -> awaitUninterruptibly(asked));
                                workforce.execute(() -> awaitUninterruptibly(asked));
                                return workforce.isSpare();
                            });
            assertThat(behind.get()).isFalse();
            asked.countDown();
        }
        try (var alone = Workforce.of(1)) {
            assertThat(alone.submit(alone::isSpare).get()).isFalse();
        }
    }

    @Test
    void a_task_of_a_task_runs_even_behind_a_closed_gate() throws Exception {
        try (var workforce = Workforce.on(QUIET)) {
            var closed = new CountDownLatch(1);
            var ran = new AtomicInteger();
            workforce.execute(
                    () -> {
                        awaitUninterruptibly(closed);
                        workforce.execute(
                                () -> {
                                    ran.getAndIncrement();
                                    workforce.execute(ran::getAndIncrement);
                                });
                    });
            workforce.shutdown();
            assertThatThrownBy(() -> workforce.execute(() -> {}))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessage(
                            "The workforce reprise-exec is shut down: its gate is closed for tasks"
                                    + " from outside.");
            closed.countDown();
            assertThat(workforce.awaitTermination(10, SECONDS)).isTrue();
            assertThat(ran).hasValue(2);
        }
    }

    @Test
    void join_waits_for_tasks_of_tasks_and_leaves_the_gate_open() throws Exception {
        try (var workforce = Workforce.on(QUIET)) {
            var ran = new AtomicInteger();
            for (int round = 1; round <= 100; round++) {
                workforce.execute(() -> chain(workforce, ran, 9));
                workforce.join();
                assertThat(ran).hasValue(round * 10);
            }
        }
    }

    private static void chain(Workforce workforce, AtomicInteger ran, int links) {
        ran.getAndIncrement();
        if (links > 0) {
            workforce.execute(() -> chain(workforce, ran, links - 1));
        }
    }

    @Test
    void join_does_not_complete_over_a_held_task() throws Exception {
        try (var workforce = Workforce.on(QUIET)) {
            var ran = new AtomicInteger();
            var hold = new CompletableFuture<Hold>();
            workforce.execute(() -> hold.complete(workforce.hold(ran::getAndIncrement)));
            assertThat(workforce.join(Duration.ofMillis(20))).isFalse();
            workforce.shutdown();
            assertThat(hold.get().release()).isTrue();
            assertThat(hold.get().release()).isFalse();
            assertThat(hold.get().drop()).isFalse();
            workforce.join();
            assertThat(ran).hasValue(1);
            assertThat(workforce.awaitTermination(10, SECONDS)).isTrue();
            assertThatThrownBy(() -> workforce.hold(() -> {}))
                    .isInstanceOf(RejectedExecutionException.class);
        }
    }

    @Test
    void a_dropped_task_never_runs_and_nobody_waits_for_it() throws Exception {
        try (var workforce = Workforce.on(QUIET)) {
            var ran = new AtomicInteger();
            var hold = workforce.hold(ran::getAndIncrement);
            var joined = CompletableFuture.supplyAsync(() -> joins(workforce));
            assertThat(hold.drop()).isTrue();
            assertThat(joined.get(10, SECONDS)).isTrue();
            assertThat(hold.release()).isFalse();
            assertThat(ran).hasValue(0);
        }
    }

    private static boolean joins(Workforce workforce) {
        try {
            return workforce.join(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_task_cannot_wait_for_itself() throws Exception {
        try (var workforce = Workforce.on(QUIET)) {
            workforce.execute(() -> joins(workforce));
            workforce.execute(workforce::close);
            workforce.join();
            assertThat(workforce.counters().panics()).isEqualTo(2);
            assertThat(workforce.firstPanic()).get().isInstanceOf(IllegalStateException.class);
            assertThat(workforce.isShutdown()).isFalse();
        }
    }

    @Test
    void what_a_task_throws_is_told_counted_and_the_first_is_kept() throws Exception {
        var told = Collections.synchronizedList(new ArrayList<Throwable>());
        try (var workforce =
                Workforce.on(
                        QUIET.withUncaught(
                                (_, thrown) -> {
                                    told.add(thrown);
                                    if (told.size() == 1) {
                                        fail(new ExecutorContract.ExpectedError());
                                    }
                                }))) {
            var first = new ExecutorContract.ExpectedError();
            workforce.execute(() -> fail(first));
            workforce.join();
            for (int i = 0; i < 9; i++) {
                workforce.execute(() -> fail(new ExecutorContract.ExpectedError()));
            }
            workforce.join();
            assertThat(told).hasSize(10).startsWith(first);
            assertThat(workforce.firstPanic()).containsSame(first);
            assertThat(workforce.counters().panics()).isEqualTo(10);
            assertThat(workforce.counters().ran()).isEqualTo(10);
        }
    }

    private static void fail(Error error) {
        throw error;
    }

    @Test
    void too_many_tasks_are_refused_with_the_capacity_and_advice() throws Exception {
        var terms = QUIET.withCapacity(3);
        try (var busy = new Busy(terms)) {
            busy.fill();
            assertThatThrownBy(() -> busy.workforce.execute(() -> {}))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessage(
                            "The workforce reprise-exec has 3 tasks waiting, as many as it may:"
                                    + " submit less at a time, or choose another capacity or overload"
                                    + " in its terms.");
            assertThat(busy.workforce.counters().refused()).isEqualTo(1);
            assertThat(busy.workforce.counters().waiting()).isEqualTo(3);
            assertThat(busy.workforce.counters().inFlight()).isEqualTo(5);
        }
    }

    @Test
    void a_caller_that_may_wait_gets_in_when_there_is_room() throws Exception {
        var terms = QUIET.withCapacity(3).withOverload(Overload.await(Duration.ofSeconds(20)));
        try (var busy = new Busy(terms)) {
            busy.fill();
            var ran = new CompletableFuture<String>();
            var submitted =
                    CompletableFuture.runAsync(
                            () -> busy.workforce.execute(() -> ran.complete("it ran")));
            assertThat(submitted).isNotDone();
            busy.release();
            assertThat(ran.get(10, SECONDS)).isEqualTo("it ran");
            submitted.get(10, SECONDS);
        }
    }

    @Test
    void a_caller_waits_no_longer_than_it_may() throws Exception {
        var terms = QUIET.withCapacity(3).withOverload(Overload.await(Duration.ofMillis(5)));
        try (var busy = new Busy(terms)) {
            busy.fill();
            assertThatThrownBy(() -> busy.workforce.execute(() -> {}))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("3 tasks waiting");
            assertThat(busy.workforce.counters().submitted()).isEqualTo(5);
        }
    }

    @Test
    void a_caller_may_have_to_run_what_does_not_fit() throws Exception {
        var terms = QUIET.withCapacity(3).withOverload(Overload.runInCaller());
        try (var busy = new Busy(terms)) {
            busy.fill();
            var ranOn = new AtomicReference<Thread>();
            busy.workforce.execute(() -> ranOn.set(Thread.currentThread()));
            assertThat(ranOn).hasValue(Thread.currentThread());
            busy.workforce.execute(() -> fail(new ExecutorContract.ExpectedError()));
            assertThat(busy.workforce.counters().panics()).isEqualTo(1);
            assertThat(busy.workforce.counters().submitted()).isEqualTo(7);
        }
    }

    @Test
    void a_task_of_a_task_is_not_refused_for_lack_of_room() throws Exception {
        try (var workforce = Workforce.on(QUIET.withCapacity(1))) {
            var ran = new AtomicInteger();
            workforce.execute(
                    () -> {
                        for (int i = 0; i < 1_000; i++) {
                            workforce.execute(ran::getAndIncrement);
                        }
                    });
            workforce.join();
            assertThat(ran).hasValue(1_000);
        }
    }

    @Test
    void after_shutdown_now_a_task_cannot_go_on_for_ever() throws Exception {
        var workforce = Workforce.on(QUIET);
        workforce.execute(() -> forEver(workforce));
        workforce.shutdownNow();
        assertThat(workforce.awaitTermination(10, SECONDS)).isTrue();
    }

    private static void forEver(Workforce workforce) {
        workforce.execute(() -> forEver(workforce));
    }

    @Test
    void slow_tasks_of_one_task_are_shared_though_they_are_few() throws Exception {
        try (var workforce = Workforce.on(QUIET)) {
            workforce.join();
            var both = new CountDownLatch(2);
            workforce.execute(
                    () -> {
                        workforce.execute(() -> meet(both));
                        workforce.execute(() -> meet(both));
                    });
            assertThat(workforce.join(Duration.ofSeconds(10))).isTrue();
            assertThat(workforce.counters().steals()).isPositive();
        }
    }

    private static void meet(CountDownLatch both) {
        both.countDown();
        awaitUninterruptibly(both);
    }

    @Test
    void counters_fit_together_when_nobody_works() throws Exception {
        try (var workforce = Workforce.on(QUIET)) {
            for (int i = 0; i < 100; i++) {
                workforce.execute(() -> chain(workforce, new AtomicInteger(), 9));
            }
            workforce.join();
            var counters = workforce.counters();
            assertThat(counters.submitted()).isEqualTo(100);
            assertThat(counters.spawned()).isEqualTo(900);
            assertThat(counters.ran()).isEqualTo(1_000);
            assertThat(counters.inFlight()).isZero();
            assertThat(counters.waiting()).isZero();
            assertThat(counters.lanes()).containsExactly(0, 0);
            assertThat(workforce).asString().contains("reprise-exec").contains("ran=1000");
        }
    }

    @Test
    void the_flight_recorder_hears_of_panics_parks_and_statistics(@TempDir Path folder)
            throws Exception {
        var file = folder.resolve("flight.jfr");
        try (var recording = new Recording()) {
            recording.enable("dev.reprise.WorkforceStatistics").withPeriod(Duration.ofMillis(10));
            recording.start();
            try (var workforce = Workforce.on(QUIET.withName("recorded").withSpins(0))) {
                workforce.execute(() -> fail(new ExecutorContract.ExpectedError()));
                workforce.join();
                awaitSleep("recorded-0");
            }
            recording.stop();
            recording.dump(file);
        }
        var names = new ArrayList<String>();
        for (var event : RecordingFile.readAllEvents(file)) {
            if (event.hasField("workforce")) {
                assertThat(event.getString("workforce")).isEqualTo("recorded");
                names.add(event.getEventType().getName());
            }
        }
        assertThat(names).contains("dev.reprise.TaskFailed", "dev.reprise.WorkerParked");
    }

    @Test
    void terms_that_cannot_be_kept_are_refused() {
        assertThatThrownBy(() -> Terms.of(0)).hasMessage("a workforce has 1..4096 workers, not 0");
        assertThatThrownBy(() -> QUIET.withCapacity(0)).hasMessageContaining("capacity");
        assertThatThrownBy(() -> QUIET.withSpins(-1)).hasMessageContaining("spins");
        assertThatThrownBy(() -> QUIET.withHoard(0)).hasMessageContaining("hoard");
        assertThatThrownBy(() -> Overload.await(Duration.ZERO)).hasMessageContaining("patience");
        assertThat(QUIET.withSeed(5).shape().seed()).isEqualTo(5);
    }

    /** Waits until the thread of this name sleeps, as it will when it has nothing to do. */
    private static void awaitSleep(String name) {
        var thread =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(it -> it.getName().equals(name))
                        .findFirst()
                        .orElseThrow();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A workforce whose two workers are kept busy. */
    private static final class Busy implements AutoCloseable {
        private final Workforce workforce;
        private final CountDownLatch go = new CountDownLatch(1);

        Busy(Terms terms) throws InterruptedException {
            workforce = Workforce.on(terms);
            for (int i = 0; i < 2; i++) {
                var begun = new CountDownLatch(1);
                workforce.execute(
                        () -> {
                            begun.countDown();
                            awaitUninterruptibly(go);
                        });
                assertThat(begun.await(10, SECONDS)).isTrue();
            }
        }

        void fill() {
            List.of(1, 2, 3).forEach(_ -> workforce.execute(() -> {}));
        }

        void release() {
            go.countDown();
        }

        @Override
        public void close() {
            release();
            workforce.close();
        }
    }
}
