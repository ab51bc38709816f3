package dev.reprise.engine.exec;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The workers and what they share: the queue for tasks from outside, the gate, and who is woken
 * next. This is the whole policy of the executor; it has no thread. Whoever drives it calls {@link
 * Worker#turn} for each worker, one at a time from one thread or all at once from many.
 */
public class Crew<T> {
    private final Shape shape;
    final Runner<T> runner;
    final Watcher<? super T> watcher;
    final Waker waker;
    final InFlight inFlight;
    final Queue<T> injector = new ConcurrentLinkedQueue<>();
    private final List<Worker<T>> workers = new ArrayList<>();
    private final AtomicInteger nextUnpark = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> panic = new AtomicReference<>();
    private volatile boolean done;

    /** A crew of this shape with nothing to do, its gate open. */
    @SuppressWarnings("this-escape") // workers are hired last, and only keep who hired them
    public Crew(Shape shape, Runner<T> runner, Watcher<? super T> watcher, Waker waker) {
        this.shape = shape;
        this.runner = runner;
        this.watcher = watcher;
        this.waker = waker;
        inFlight = InFlight.of(shape);
        for (int id = 0; id < shape.workers(); id++) {
            workers.add(hire(id));
        }
    }

    /** Makes one of its workers. */
    protected Worker<T> hire(int id) {
        return new Worker<>(this, id, new Lane<>());
    }

    /** How it was told to behave. */
    public final Shape shape() {
        return shape;
    }

    /** One of its workers. */
    public final Worker<T> worker(int id) {
        return workers.get(id);
    }

    /** From outside: lets a task run, unless the gate is closed. */
    public boolean submit(T task) {
        if (!inFlight.enter()) {
            return false;
        }
        inject(task);
        return true;
    }

    /**
     * Lets a task run again that was {@linkplain Worker#suspend suspended} and stayed in flight.
     */
    public void resume(T task) {
        inject(task);
    }

    /** Puts a task that is already counted in the queue that all share. */
    protected void inject(T task) {
        injector.add(task);
        watcher.injected(task);
        unparkOne();
    }

    /**
     * Closes the gate: nothing more from outside, and when what is in flight has ended, the end.
     */
    public void close() {
        inFlight.close();
        if (inFlight.isOver()) {
            end();
        }
    }

    /** Whether the gate is closed over nothing in flight; then all is done. */
    boolean isOver() {
        if (!inFlight.isOver()) {
            return false;
        }
        finish();
        return true;
    }

    /** A worker found that nothing is left. */
    protected void finish() {
        end();
        watcher.finished();
    }

    private void end() {
        done = true;
        unparkAll();
    }

    /** A task threw. */
    protected void panicked(int worker, T task, Throwable thrown) {
        panic.compareAndSet(null, thrown);
        if (shape.panicStops()) {
            end();
        }
        watcher.panicked(worker, task, thrown);
    }

    /** Wakes the worker whose turn it is to be woken. */
    protected void unparkOne() {
        int next = nextUnpark.getAndIncrement();
        int target = Integer.remainderUnsigned(next, shape.workers());
        if (shape.wakeIdle()) {
            target = sleeperFrom(target);
        }
        worker(target).unpark();
        watcher.unparked(target);
    }

    /** The first sleeping worker from this one on; this one if none sleeps. */
    private int sleeperFrom(int first) {
        for (int i = 0; i < shape.workers(); i++) {
            int candidate = (first + i) % shape.workers();
            if (worker(candidate).isParked()) {
                return candidate;
            }
        }
        return first;
    }

    /** Wakes them all, to see that all is done. */
    protected void unparkAll() {
        for (int id = 0; id < shape.workers(); id++) {
            worker(id).unpark();
        }
    }

    /** Whether all is done: the gate was closed and nothing is in flight, or a panic ended it. */
    public final boolean isDone() {
        return done;
    }

    /** Whether the gate is open for tasks from outside. */
    public final boolean isOpen() {
        return inFlight.isOpen();
    }

    /** How many tasks were let in and are not over. */
    public final long inFlight() {
        return inFlight.count();
    }

    /** How often a worker was woken in turn; the next is this modulo the number of workers. */
    public final int nextUnpark() {
        return nextUnpark.get();
    }

    /** The first thing that a task threw. */
    public final @Nullable Throwable panic() {
        return panic.get();
    }

    /** For the simulator: the tasks that wait in the shared queue, the oldest first. */
    public final Iterable<T> waiting() {
        return injector;
    }
}
