package dev.reprise.engine.exec;

import dev.reprise.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An executor whose threads steal from each other: a {@link Crew} in which every worker has a
 * thread. What the workers decide is in the crew; here is only what threads need: to spin, to sleep
 * and to be waited for.
 *
 * <p>A task that submits another puts it in the lane of its own worker. That is never refused, even
 * behind a closed gate, unless {@link #shutdownNow} was called. Tasks from other threads go through
 * the gate into the shared queue, whose room is bounded; see {@link Overload}.
 *
 * <p>A task that blocks keeps its thread: there is no replacement for it. So a task must not wait
 * for another one; it {@linkplain #hold holds} what is to follow.
 */
public final class Workforce extends AbstractExecutorService {
    private static final long LOOK_AGAIN_NANOS = 50_000;

    private final Terms terms;
    private final Crew<Runnable> crew;
    private final List<WorkerThread> threads;
    private final CountDownLatch atWork;
    private final FlightWatch watch;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition quiet = lock.newCondition();
    private final AtomicInteger joiners = new AtomicInteger();
    private volatile boolean stopped;
    private final LongAdder refused = new LongAdder();
    private final LongAdder turnedBack = new LongAdder();
    private final LongAdder handedBack = new LongAdder();
    private final LongAdder ranHere = new LongAdder();

    private Workforce(Terms terms) {
        this.terms = terms;
        watch = new FlightWatch(terms, this::counters);
        crew = new Crew<>(terms.shape(), (task, _) -> task.run(), watch, this::wake);
        atWork = new CountDownLatch(terms.workers());
        threads = new ArrayList<>();
        for (int id = 0; id < terms.workers(); id++) {
            threads.add(new WorkerThread(this, crew.worker(id), terms));
        }
    }

    /** A workforce at work, on these terms. */
    public static Workforce on(Terms terms) {
        var workforce = new Workforce(terms);
        workforce.start();
        return workforce;
    }

    /** A workforce of so many threads, on the terms that we recommend. */
    public static Workforce of(int workers) {
        return on(Terms.of(workers));
    }

    private void start() {
        watch.begin();
        int started = 0;
        try {
            for (var thread : threads) {
                thread.start();
                started++;
            }
        } finally {
            if (started < threads.size()) { // the system has no more threads: let the others go
                crew.close();
                watch.end();
            }
        }
    }

    private void wake(int worker) {
        LockSupport.unpark(threads.get(worker));
    }

    /** The terms it works on. */
    public Terms terms() {
        return terms;
    }

    @Override
    public void execute(Runnable task) {
        var worker = workerOfThisThread();
        if (worker == null) {
            submitFromOutside(Objects.requireNonNull(task, "a task must not be null"));
        } else if (stopped) {
            throw refusal("was shut down at once");
        } else {
            worker.spawnLocal(task);
        }
    }

    private @Nullable Worker<Runnable> workerOfThisThread() {
        return Thread.currentThread() instanceof WorkerThread thread && thread.isOf(this)
                ? thread.worker()
                : null;
    }

    /**
     * Whether the caller is a task of its own with no other task behind it, while another worker
     * sleeps, who can be woken for what comes: then it does no harm if the task blocks for a while.
     */
    public boolean isSpare() {
        var worker = workerOfThisThread();
        return worker != null
                && worker.lane().size() == 0
                && crew.waitingCount() == 0
                && crew.hasSleepers();
    }

    private void submitFromOutside(Runnable task) {
        switch (crew.submit(task, terms.capacity())) {
            case ADMITTED -> {}
            case CLOSED -> throw refusal("is shut down: its gate is closed for tasks from outside");
            case FULL -> overloaded(task);
        }
    }

    private void overloaded(Runnable task) {
        turnedBack.increment();
        switch (terms.overload()) {
            case Overload.Refuse _ -> throw tooMuch();
            case Overload.Await(var patience) -> awaitRoom(task, patience);
            case Overload.RunInCaller _ -> runHere(task);
        }
    }

    private void awaitRoom(Runnable task, Duration patience) {
        long deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(patience);
        while (System.nanoTime() - deadline < 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
            switch (crew.submit(task, terms.capacity())) {
                case ADMITTED -> {
                    return;
                }
                case CLOSED -> throw refusal("was shut down while a task waited for room");
                case FULL -> turnedBack.increment();
            }
        }
        throw tooMuch();
    }

    private void runHere(Runnable task) {
        if (!crew.enter()) {
            throw refusal("is shut down: its gate is closed for tasks from outside");
        }
        ranHere.increment();
        try {
            task.run();
        } catch (Throwable thrown) {
            crew.panicked(-1, task, thrown);
        } finally {
            leave();
        }
    }

    private RejectedExecutionException tooMuch() {
        return refusal(
                ("has %d tasks waiting, as many as it may: submit less at a time, or choose another"
                                + " capacity or overload in its terms")
                        .formatted(terms.capacity()));
    }

    private RejectedExecutionException refusal(String why) {
        refused.increment();
        return new RejectedExecutionException("The workforce " + terms.name() + " " + why + ".");
    }

    /**
     * A task that is to run later: it is in flight from now on, and runs when it is released.
     *
     * @throws RejectedExecutionException from outside, when the gate is closed
     */
    public Hold hold(Runnable task) {
        Objects.requireNonNull(task, "a task must not be null");
        var worker = workerOfThisThread();
        if (worker != null && !stopped) {
            worker.reserve();
        } else if (!crew.enter()) {
            throw refusal("is shut down: its gate is closed for held tasks, too");
        }
        return new Hold(this, task);
    }

    void resume(Runnable task) {
        crew.resume(task);
    }

    /** One less in flight, by somebody who is not a worker. */
    void leave() {
        crew.leave();
        tellIfQuiet();
    }

    /** Tells those who wait for it that nothing is in flight, if so. */
    void tellIfQuiet() {
        if (joiners.get() > 0 && crew.inFlight() == 0) {
            lock.lock();
            try {
                quiet.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits until nothing is in flight. The gate stays as it is, so that more may come after. */
    public void join() throws InterruptedException {
        boolean quiet = false;
        while (!quiet) {
            quiet = join(Duration.ofDays(1));
        }
    }

    /**
     * Waits until nothing is in flight, or so long.
     *
     * @return whether nothing was in flight, at some moment of the call
     * @throws IllegalStateException if a task of its own calls it, which would wait for itself
     */
    public boolean join(Duration patience) throws InterruptedException {
        Check.state(workerOfThisThread() == null, "a task cannot wait for its own workforce");
        long left = TimeUnit.NANOSECONDS.convert(patience);
        lock.lockInterruptibly();
        try {
            joiners.getAndIncrement();
            // Joiners first, then the count: workers do it the other way round.
            while (crew.inFlight() != 0) {
                if (left <= 0) {
                    return false;
                }
                left = quiet.awaitNanos(left);
            }
            return true;
        } finally {
            joiners.getAndDecrement();
            lock.unlock();
        }
    }

    /** Closes the gate; what is in flight, and what that brings in, still runs. */
    @Override
    public void shutdown() {
        crew.close();
    }

    /**
     * Closes the gate, gives back the tasks that have not begun, interrupts those that have, and
     * refuses what they still want to bring in. Every task that was let in either ran or is given
     * back. Held tasks are not: they stay with their holders, and in flight.
     */
    @Override
    public List<Runnable> shutdownNow() {
        stopped = true;
        crew.close();
        var tasks = new ArrayList<Runnable>();
        crew.reclaim(tasks::add);
        for (var thread : threads) {
            thread.interrupt();
        }
        handedBack.add(tasks.size());
        for (int i = 0; i < tasks.size(); i++) {
            leave();
        }
        return tasks;
    }

    @Override
    public boolean isShutdown() {
        return !crew.isOpen();
    }

    @Override
    public boolean isTerminated() {
        return atWork.getCount() == 0;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return atWork.await(timeout, unit);
    }

    /** As {@link #shutdown}, and waits for the end. */
    @Override
    public void close() {
        Check.state(workerOfThisThread() == null, "a task cannot wait for its own workforce");
        super.close();
    }

    /** The first thing that a task threw. */
    public Optional<Throwable> firstPanic() {
        return Optional.ofNullable(crew.panic());
    }

    /** A worker's thread has gone home. */
    void atHome() {
        atWork.countDown();
        if (isTerminated()) {
            watch.end();
        }
    }

    /** What it has done so far. */
    public Counters counters() {
        var lanes = new ArrayList<Integer>();
        for (var thread : threads) {
            lanes.add(thread.worker().lane().size());
        }
        return new Counters(
                crew.entered() - turnedBack.sum(),
                sum(Tally.SPAWNED),
                sum(Tally.RAN) + ranHere.sum(),
                refused.sum(),
                handedBack.sum(),
                watch.panics(),
                sum(Tally.STEALS),
                sum(Tally.PARKS),
                sum(Tally.WAKES),
                crew.inFlight(),
                crew.waitingCount(),
                lanes);
    }

    private long sum(int what) {
        long sum = 0;
        for (var thread : threads) {
            sum += thread.worker().tally.read(what);
        }
        return sum;
    }

    @Override
    public String toString() {
        return "Workforce " + terms.name() + " " + counters();
    }
}
