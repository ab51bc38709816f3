package dev.reprise.engine.exec;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What anybody may expect of an executor service with two threads. */
@Timeout(30)
abstract class ExecutorContract {
    private ExecutorService executor;

    /** An executor with two threads. */
    abstract ExecutorService twoThreads();

    @BeforeEach
    void hire() {
        executor = twoThreads();
    }

    @AfterEach
    void dismiss() {
        executor.shutdownNow();
    }

    @Test
    void a_task_runs_on_another_thread() throws Exception {
        assertThat(executor.submit(Thread::currentThread).get())
                .isNotEqualTo(Thread.currentThread());
    }

    @Test
    void a_result_and_a_failure_reach_their_future() throws Exception {
        assertThat(executor.submit(() -> 42).get()).isEqualTo(42);
        Callable<Integer> failing = () -> Integer.parseInt("x");
        assertThatThrownBy(() -> executor.submit(failing).get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(NumberFormatException.class);
    }

    @Test
    void two_tasks_run_at_the_same_time() throws Exception {
        assertThat(twoMeet()).isTrue();
    }

    private boolean twoMeet() throws Exception {
        var both = new CountDownLatch(2);
        Callable<Boolean> meet =
                () -> {
                    both.countDown();
                    return both.await(10, SECONDS);
                };
        boolean met = true;
        for (var each : executor.invokeAll(List.of(meet, meet))) {
            met &= each.get();
        }
        return met;
    }

    @Test
    void a_task_that_throws_does_not_cost_a_thread() throws Exception {
        for (int i = 0; i < 20; i++) {
            executor.execute(
                    () -> {
                        throw new ExpectedError();
                    });
        }
        assertThat(twoMeet()).isTrue();
    }

    @Test
    void after_shutdown_what_was_submitted_runs_and_nothing_else() throws Exception {
        var ran = new AtomicInteger();
        for (int i = 0; i < 1_000; i++) {
            executor.execute(ran::getAndIncrement);
        }
        executor.shutdown();
        assertThat(executor.isShutdown()).isTrue();
        assertThatThrownBy(() -> executor.execute(ran::getAndIncrement))
                .isInstanceOf(RejectedExecutionException.class);
        assertThat(executor.awaitTermination(20, SECONDS)).isTrue();
        assertThat(executor.isTerminated()).isTrue();
        assertThat(ran).hasValue(1_000);
    }

    @Test
    void close_waits_for_the_end() {
        var ran = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            executor.execute(ran::getAndIncrement);
        }
        executor.close();
        assertThat(ran).hasValue(100);
        assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void shutdown_now_gives_back_what_has_not_begun_and_interrupts_what_has() throws Exception {
        var begun = new CountDownLatch(2);
        var interrupted = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            executor.execute(
                    () -> {
                        begun.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                            interrupted.countDown();
                        }
                    });
        }
        assertThat(begun.await(10, SECONDS)).isTrue();
        var waiting = new ArrayList<Runnable>();
        for (int i = 0; i < 10; i++) {
            Runnable task = () -> {};
            waiting.add(task);
            executor.execute(task);
        }
        assertThat(executor.shutdownNow()).containsExactlyInAnyOrderElementsOf(waiting);
        assertThat(interrupted.await(10, SECONDS)).isTrue();
        assertThat(executor.awaitTermination(10, SECONDS)).isTrue();
    }

    @Test
    void an_interrupt_does_not_reach_the_next_task() throws Exception {
        for (int i = 0; i < 20; i++) {
            executor.execute(() -> Thread.currentThread().interrupt());
        }
        var seen = new ConcurrentLinkedQueue<Boolean>();
        var futures = new ArrayList<Future<?>>();
        for (int i = 0; i < 20; i++) {
            futures.add(executor.submit(() -> seen.add(Thread.currentThread().isInterrupted())));
        }
        for (var future : futures) {
            future.get();
        }
        assertThat(seen).hasSize(20).containsOnly(false);
    }

    @Test
    void awaiting_termination_gives_up_in_time() throws Exception {
        assertThat(executor.awaitTermination(1, MILLISECONDS)).isFalse();
        assertThat(executor.isTerminated()).isFalse();
    }

    @Test
    void the_first_of_several_results_is_enough() throws Exception {
        Callable<Integer> one = () -> 1;
        assertThat(executor.invokeAny(List.of(one, one))).isEqualTo(1);
    }

    @Test
    void nothing_is_no_task() {
        assertThatThrownBy(() -> executor.execute(null)).isInstanceOf(NullPointerException.class);
    }

    /** Thrown on purpose; an error, since those end threads most easily. */
    static final class ExpectedError extends Error {
        private static final long serialVersionUID = 1;

        ExpectedError() {
            super("thrown on purpose", null, false, false);
        }
    }
}
