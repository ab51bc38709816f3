package dev.reprise.engine.exec;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Races, many times over: whatever their outcome, every task that was let in runs once or is given
 * back once. What is asserted does not depend on time.
 */
@Timeout(60)
final class WorkforceStressTest {
    private static final int TASKS = 2_000;
    private static final int ROUNDS = 40;

    @Test
    void every_task_of_a_tree_runs_once() throws Exception {
        try (var workforce = Workforce.on(terms(3).withSpins(2))) {
            for (int round = 0; round < ROUNDS; round++) {
                var runs = new AtomicIntegerArray(4 * TASKS);
                workforce.execute(() -> tree(workforce, runs, 1));
                workforce.join();
                assertOnce(runs, 1, 4 * TASKS);
            }
            assertThat(workforce.counters().inFlight()).isZero();
        }
    }

    private static void tree(Workforce workforce, AtomicIntegerArray runs, int at) {
        runs.getAndIncrement(at);
        for (int child = 2 * at; child <= 2 * at + 1 && child < runs.length(); child++) {
            int next = child;
            workforce.execute(() -> tree(workforce, runs, next));
        }
    }

    @Test
    void a_submission_that_races_with_shutdown_runs_once_or_is_refused() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            var workforce = Workforce.on(terms(2).withSpins(round % 3));
            var runs = new AtomicIntegerArray(2 * TASKS);
            var admitted = new AtomicIntegerArray(2 * TASKS);
            var submitters =
                    List.of(
                            submitter(workforce, runs, admitted, 0),
                            submitter(workforce, runs, admitted, TASKS));
            submitters.forEach(Thread::start);
            pause(round);
            workforce.shutdown();
            for (var each : submitters) {
                each.join();
            }
            assertThat(workforce.awaitTermination(20, SECONDS)).isTrue();
            assertSame(runs, admitted);
        }
    }

    @Test
    void shutdown_now_gives_back_what_did_not_run() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            var workforce = Workforce.on(terms(2).withSpins(round % 3));
            var runs = new AtomicIntegerArray(2 * TASKS);
            var admitted = new AtomicIntegerArray(2 * TASKS);
            var outside = submitter(workforce, runs, admitted, 0);
            outside.start();
            try {
                workforce.execute(() -> spawn(workforce, runs, admitted));
            } catch (RejectedExecutionException e) {
                // it has been fast; then there is less to give back
            }
            pause(round);
            var back = workforce.shutdownNow();
            outside.join();
            assertThat(workforce.awaitTermination(20, SECONDS)).isTrue();
            for (var task : back) {
                if (task instanceof Marked marked) {
                    marked.run();
                }
            }
            assertSame(runs, admitted);
            assertThat(workforce.counters().inFlight()).isZero();
        }
    }

    private static void spawn(
            Workforce workforce, AtomicIntegerArray runs, AtomicIntegerArray admitted) {
        for (int i = TASKS; i < 2 * TASKS; i++) {
            workforce.execute(new Marked(runs, i));
            admitted.set(i, 1);
        }
    }

    @Test
    void held_tasks_run_once_whoever_releases_them() throws Exception {
        try (var workforce = Workforce.on(terms(2).withSpins(1))) {
            var runs = new AtomicIntegerArray(TASKS);
            var holds = new ArrayList<Hold>();
            for (int i = 0; i < TASKS; i++) {
                holds.add(workforce.hold(new Marked(runs, i)));
            }
            var releasers = new ArrayList<Thread>();
            for (int i = 0; i < 2; i++) {
                releasers.add(Thread.ofPlatform().start(() -> holds.forEach(Hold::release)));
            }
            workforce.join();
            assertOnce(runs, 0, TASKS);
            for (var each : releasers) {
                each.join();
            }
        }
    }

    @Test
    void tasks_that_throw_count_once() throws Exception {
        var told = new AtomicInteger();
        try (var workforce =
                Workforce.on(terms(3).withUncaught((_, _) -> told.getAndIncrement()))) {
            for (int i = 0; i < TASKS; i++) {
                workforce.execute(
                        () -> {
                            workforce.execute(() -> {});
                            throw new ExecutorContract.ExpectedError();
                        });
            }
            workforce.join();
            assertThat(told).hasValue(TASKS);
            assertThat(workforce.counters().ran()).isEqualTo(2 * TASKS);
        }
    }

    @Test
    void a_full_queue_loses_nothing() throws Exception {
        var overload = Overload.await(Duration.ofSeconds(30));
        try (var workforce = Workforce.on(terms(2).withCapacity(4).withOverload(overload))) {
            var runs = new AtomicIntegerArray(2 * TASKS);
            var admitted = new AtomicIntegerArray(2 * TASKS);
            var submitters =
                    List.of(
                            submitter(workforce, runs, admitted, 0),
                            submitter(workforce, runs, admitted, TASKS));
            submitters.forEach(Thread::start);
            for (var each : submitters) {
                each.join();
            }
            workforce.join();
            assertOnce(runs, 0, 2 * TASKS);
        }
    }

    @RepeatedTest(200)
    void a_workforce_that_has_just_begun_can_end() throws Exception {
        var workforce = Workforce.on(terms(2).withSpins(0));
        var ran = new AtomicInteger();
        workforce.execute(ran::getAndIncrement);
        workforce.shutdown();
        assertThat(workforce.awaitTermination(20, SECONDS)).isTrue();
        assertThat(ran).hasValue(1);
    }

    @RepeatedTest(200)
    void join_completes_when_its_last_task_is_also_the_end() throws Exception {
        var workforce = Workforce.on(terms(2).withSpins(0));
        var ran = new AtomicInteger();
        var hold = workforce.hold(ran::getAndIncrement);
        workforce.shutdown();
        var releaser = Thread.ofPlatform().start(hold::release);
        workforce.join();
        assertThat(ran).hasValue(1);
        assertThat(workforce.awaitTermination(20, SECONDS)).isTrue();
        releaser.join();
    }

    @Test
    void one_task_at_a_time_always_wakes_somebody() throws Exception {
        try (var workforce = Workforce.on(terms(2).withSpins(0))) {
            var ran = new AtomicInteger();
            for (int i = 1; i <= 20_000; i++) {
                workforce.execute(ran::getAndIncrement);
                if (i % 3 == 0) {
                    workforce.join();
                    assertThat(ran).hasValue(i);
                }
            }
        }
    }

    private static Terms terms(int workers) {
        return Terms.of(workers).withUncaught((_, _) -> {});
    }

    private static Thread submitter(
            Workforce workforce, AtomicIntegerArray runs, AtomicIntegerArray admitted, int from) {
        return new Thread(
                () -> {
                    for (int i = from; i < from + TASKS; i++) {
                        try {
                            workforce.execute(new Marked(runs, i));
                            admitted.set(i, 1);
                        } catch (RejectedExecutionException e) {
                            return;
                        }
                    }
                });
    }

    private static void pause(int round) {
        for (int i = ThreadLocalRandom.current().nextInt(1 + round * 500); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    private static void assertOnce(AtomicIntegerArray runs, int from, int to) {
        for (int i = from; i < to; i++) {
            assertThat(runs.get(i)).as("runs of task %d", i).isEqualTo(1);
        }
    }

    private static void assertSame(AtomicIntegerArray runs, AtomicIntegerArray admitted) {
        assertThat(runs).hasToString(admitted.toString());
    }

    /** A task that says it ran. */
    private record Marked(AtomicIntegerArray runs, int id) implements Runnable {
        @Override
        public void run() {
            runs.getAndIncrement(id);
        }
    }
}
