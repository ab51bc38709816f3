package dev.reprise.bench;

import dev.reprise.engine.exec.Workforce;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** An executor, used the way it is fastest: tasks that nobody joins, and one wait for all. */
abstract class ExecPool implements AutoCloseable {
    private static final int THREADS = Runtime.getRuntime().availableProcessors();
    private static final long LOOK_AGAIN_NANOS = 20_000;

    /** Lets a task run, from outside. */
    abstract void submit(ExecTask task);

    /** Lets a task run, from a task. */
    abstract void spawn(ExecTask task);

    /** A task is at its end. */
    void ended() {}

    /** Makes ready for so many tasks. */
    void expect(int tasks) {}

    /** Waits until all tasks are over. */
    abstract void await() throws InterruptedException;

    @Override
    public abstract void close();

    /** Ours. */
    static ExecPool workforce() {
        var workforce = Workforce.of(THREADS);
        return new ExecPool() {
            @Override
            void submit(ExecTask task) {
                workforce.execute(task);
            }

            @Override
            void spawn(ExecTask task) {
                workforce.execute(task);
            }

            @Override
            void await() throws InterruptedException {
                workforce.join();
            }

            @Override
            public void close() {
                workforce.close();
            }
        };
    }

    /**
     * The JDK's, whose workers take their own youngest task first, or their oldest. Its own wait
     * for quiescence would be slower: who waits there helps, and brings tasks in from outside.
     */
    static ExecPool forkJoin(boolean oldestFirst) {
        var pool =
                new ForkJoinPool(
                        THREADS,
                        ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                        null,
                        oldestFirst);
        return new ExecPool() {
            @Override
            void submit(ExecTask task) {
                pool.execute((ForkJoinTask<?>) task);
            }

            @Override
            void spawn(ExecTask task) {
                task.fork();
            }

            @Override
            void await() {
                while (!pool.isQuiescent()) {
                    LockSupport.parkNanos(LOOK_AGAIN_NANOS);
                }
            }

            @Override
            public void close() {
                pool.close();
            }
        };
    }

    /** The JDK's with one queue. */
    static ExecPool threadPool() {
        return new Counting(Executors.newFixedThreadPool(THREADS));
    }

    /** A virtual thread for each task. */
    static ExecPool virtualThreads() {
        return new Counting(Executors.newVirtualThreadPerTaskExecutor());
    }

    /** An executor that cannot be waited for: the tasks are counted. */
    private static final class Counting extends ExecPool {
        private final ExecutorService executor;
        private final AtomicInteger left = new AtomicInteger();
        private volatile CountDownLatch over = new CountDownLatch(0);

        Counting(ExecutorService executor) {
            this.executor = executor;
        }

        @Override
        void expect(int tasks) {
            over = new CountDownLatch(1);
            left.set(tasks);
        }

        @Override
        void submit(ExecTask task) {
            executor.execute(task);
        }

        @Override
        void spawn(ExecTask task) {
            executor.execute(task);
        }

        @Override
        void ended() {
            if (left.decrementAndGet() == 0) {
                over.countDown();
            }
        }

        @Override
        void await() throws InterruptedException {
            over.await();
        }

        @Override
        public void close() {
            executor.close();
        }
    }
}
