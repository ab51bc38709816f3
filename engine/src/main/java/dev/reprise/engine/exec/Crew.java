package dev.reprise.engine.exec;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
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
    final Inlet<T> injector = new Inlet<>();
    final boolean everyTask;
    private final List<Worker<T>> workers = new ArrayList<>();
    private final AtomicInteger nextUnpark = new AtomicInteger();
    private final AtomicInteger sleepers = new AtomicInteger();
    private final AtomicBoolean finished = new AtomicBoolean();
    private final AtomicReference<@Nullable Throwable> panic = new AtomicReference<>();
    private volatile boolean done;

    /** A crew of this shape with nothing to do, its gate open. */
    @SuppressWarnings("this-escape") // workers are hired last, and only keep who hired them
    public Crew(Shape shape, Runner<T> runner, Watcher<? super T> watcher, Waker waker) {
        this.shape = shape;
        this.runner = runner;
        this.watcher = watcher;
        this.waker = waker;
        everyTask = watcher.everyTask();
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
        return submit(task, Integer.MAX_VALUE) == Admission.ADMITTED;
    }

    /** From outside: lets a task run, unless the gate is closed or so many tasks wait already. */
    final Admission submit(T task, int capacity) {
        Objects.requireNonNull(task, "a task must not be null");
        if (!inFlight.enter()) {
            return Admission.CLOSED;
        }
        boolean admitted = false;
        try {
            admitted = inject(task, capacity);
        } finally {
            if (!admitted) {
                leave();
            }
        }
        return admitted ? Admission.ADMITTED : Admission.FULL;
    }

    private boolean inject(T task, int capacity) {
        if (capacity == Integer.MAX_VALUE) {
            inject(task);
            return true;
        }
        if (!injector.offer(task, capacity)) {
            return false;
        }
        injected(task);
        return true;
    }

    /** From outside: one task more in flight that will be {@link #resume resumed}, or leaves. */
    final boolean enter() {
        return inFlight.enter();
    }

    /** How many came in from outside, ever. */
    final long entered() {
        return inFlight.entered();
    }

    /**
     * Takes all tasks out that wait anywhere; each stays in flight until it {@link #leave leaves}.
     */
    final void reclaim(Consumer<? super T> taker) {
        for (var task = injector.poll(); task != null; task = injector.poll()) {
            taker.accept(task);
        }
        for (var worker : workers) {
            while (worker.lane().size() > 0) {
                var task = worker.lane().steal();
                if (task != null) {
                    taker.accept(task);
                }
            }
        }
    }

    /** One task less in flight, which nobody will run. */
    final void leave() {
        if (inFlight.leave()) {
            finish();
        }
    }

    /**
     * Lets a task run again that was {@linkplain Worker#suspend suspended} and stayed in flight.
     */
    public void resume(T task) {
        inject(task);
    }

    /** Puts a task that is already counted in the queue that all share. */
    protected void inject(T task) {
        injector.add(Objects.requireNonNull(task, "a task must not be null"));
        injected(task);
    }

    private void injected(T task) {
        if (everyTask) {
            watcher.injected(task);
        }
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

    /** Somebody found that nothing is left; several may, and the first of them says so. */
    protected void finish() {
        end();
        if (finished.compareAndSet(false, true)) {
            watcher.finished();
        }
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

    /**
     * Wakes the worker whose turn it is to be woken. Where sleepers are preferred and nobody
     * sleeps, nothing is to be done: who goes to sleep counts as a sleeper first and then looks for
     * work, and who brings work looks for sleepers after it, with a full fence between.
     */
    protected void unparkOne() {
        VarHandle.fullFence();
        if (shape.wakeIdle() && !hasSleepers()) {
            return;
        }
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

    /** Whether a task waits where a worker with nothing to do could find it. */
    final boolean hasWork() {
        if (!injector.isEmpty()) {
            return true;
        }
        for (int id = 0; shape.stealTries() > 0 && id < shape.workers(); id++) {
            if (worker(id).lane().size() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether a worker sleeps, or is about to. */
    final boolean hasSleepers() {
        return sleepers.getOpaque() > 0;
    }

    /** A worker goes to sleep, or has been woken. */
    final void asleep(boolean asleep) {
        sleepers.getAndAdd(asleep ? 1 : -1);
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

    /** How many tasks wait in the shared queue. */
    public final int waitingCount() {
        return injector.size();
    }

    /** For the simulator: the tasks that wait in the shared queue, the oldest first. */
    public final Iterable<T> waiting() {
        return injector.waiting();
    }
}
