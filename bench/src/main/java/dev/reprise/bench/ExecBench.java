package dev.reprise.bench;

import dev.reprise.bench.Baseline.BestOf;
import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Measure.Timed;
import dev.reprise.bench.Target.RatioAtMost;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What an executor costs per task, where tasks do nothing: the work-stealing executor against the
 * best of what the JDK has. Each executor is used the way it is fastest, with as many threads as
 * there are processors.
 *
 * <p>Fork: one task from outside, and two more from each, down to a million. Submit: a million from
 * outside, by one thread. Chains: ten thousand from outside, each followed by another, a hundred
 * times. Each ends with one wait until all tasks are over.
 */
public class ExecBench {
    private static final int GENERATIONS = 19;
    static final int FORKED = (2 << GENERATIONS) - 1;
    static final int SUBMITTED = 1_000_000;
    private static final int CHAINS = 10_000;
    private static final int LINKS = 100;
    static final int LINKED = CHAINS * LINKS;

    static final Suite SUITE =
            new Suite(
                    "exec",
                    "what the work-stealing executor costs per task",
                    List.of(row("fork", "Fork"), row("submit", "Submit"), row("chains", "Chains")));

    private static Case row(String name, String suffix) {
        return new Case(
                name,
                timed("workforce" + suffix),
                new BestOf(
                        List.of(
                                new Other("fork-join, LIFO", timed("lifo" + suffix)),
                                new Other("fork-join, FIFO", timed("fifo" + suffix)),
                                new Other("thread pool", timed("threads" + suffix)),
                                new Other("virtual threads", timed("virtual" + suffix)))),
                new RatioAtMost(1));
    }

    private static Timed timed(String method) {
        return new Timed(ExecBench.class, method);
    }

    /** Ours. */
    @State(Scope.Benchmark)
    public static class Ours extends Pool {
        public Ours() {
            super(ExecPool.workforce());
        }
    }

    /** The JDK's, the youngest task first. */
    @State(Scope.Benchmark)
    public static class Lifo extends Pool {
        public Lifo() {
            super(ExecPool.forkJoin(false));
        }
    }

    /** The JDK's, the oldest task first. */
    @State(Scope.Benchmark)
    public static class Fifo extends Pool {
        public Fifo() {
            super(ExecPool.forkJoin(true));
        }
    }

    /** The JDK's with one queue. */
    @State(Scope.Benchmark)
    public static class Threads extends Pool {
        public Threads() {
            super(ExecPool.threadPool());
        }
    }

    /** A virtual thread for each task. */
    @State(Scope.Benchmark)
    public static class Virtual extends Pool {
        public Virtual() {
            super(ExecPool.virtualThreads());
        }
    }

    /** An executor and what it is given to do. */
    abstract static class Pool {
        private final ExecPool pool;

        Pool(ExecPool pool) {
            this.pool = pool;
        }

        @TearDown
        public void close() {
            pool.close();
        }

        void fork() throws InterruptedException {
            pool.expect(FORKED);
            pool.submit(new ExecTask(pool, 2, GENERATIONS));
            pool.await();
        }

        void submit() throws InterruptedException {
            pool.expect(SUBMITTED);
            for (int i = 0; i < SUBMITTED; i++) {
                pool.submit(new ExecTask(pool, 0, 0));
            }
            pool.await();
        }

        void chains() throws InterruptedException {
            pool.expect(LINKED);
            for (int i = 0; i < CHAINS; i++) {
                pool.submit(new ExecTask(pool, 1, LINKS - 1));
            }
            pool.await();
        }
    }

    @Benchmark
    @OperationsPerInvocation(FORKED)
    public void workforceFork(Ours pool) throws InterruptedException {
        pool.fork();
    }

    @Benchmark
    @OperationsPerInvocation(SUBMITTED)
    public void workforceSubmit(Ours pool) throws InterruptedException {
        pool.submit();
    }

    @Benchmark
    @OperationsPerInvocation(LINKED)
    public void workforceChains(Ours pool) throws InterruptedException {
        pool.chains();
    }

    @Benchmark
    @OperationsPerInvocation(FORKED)
    public void lifoFork(Lifo pool) throws InterruptedException {
        pool.fork();
    }

    @Benchmark
    @OperationsPerInvocation(SUBMITTED)
    public void lifoSubmit(Lifo pool) throws InterruptedException {
        pool.submit();
    }

    @Benchmark
    @OperationsPerInvocation(LINKED)
    public void lifoChains(Lifo pool) throws InterruptedException {
        pool.chains();
    }

    @Benchmark
    @OperationsPerInvocation(FORKED)
    public void fifoFork(Fifo pool) throws InterruptedException {
        pool.fork();
    }

    @Benchmark
    @OperationsPerInvocation(SUBMITTED)
    public void fifoSubmit(Fifo pool) throws InterruptedException {
        pool.submit();
    }

    @Benchmark
    @OperationsPerInvocation(LINKED)
    public void fifoChains(Fifo pool) throws InterruptedException {
        pool.chains();
    }

    @Benchmark
    @OperationsPerInvocation(FORKED)
    public void threadsFork(Threads pool) throws InterruptedException {
        pool.fork();
    }

    @Benchmark
    @OperationsPerInvocation(SUBMITTED)
    public void threadsSubmit(Threads pool) throws InterruptedException {
        pool.submit();
    }

    @Benchmark
    @OperationsPerInvocation(LINKED)
    public void threadsChains(Threads pool) throws InterruptedException {
        pool.chains();
    }

    @Benchmark
    @OperationsPerInvocation(FORKED)
    public void virtualFork(Virtual pool) throws InterruptedException {
        pool.fork();
    }

    @Benchmark
    @OperationsPerInvocation(SUBMITTED)
    public void virtualSubmit(Virtual pool) throws InterruptedException {
        pool.submit();
    }

    @Benchmark
    @OperationsPerInvocation(LINKED)
    public void virtualChains(Virtual pool) throws InterruptedException {
        pool.chains();
    }
}
