package dev.reprise.flow.unit;

import dev.reprise.Check;
import java.lang.Thread.State;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A strand on a virtual thread whose scheduler is the strand itself: resuming carries out the
 * thread's task on the driver's thread, which must be a platform thread.
 *
 * <p>The code pauses by {@link Thread#yield()}. To yield leaves the thread ready to go on, and its
 * task here, until the driver carries it out again: so a resume wakes nobody, and permits and
 * interrupts that others leave behind cannot end a pause. Where the code cannot leave its thread,
 * in a class initialiser or below a native method, to yield returns at once, and the code learns
 * so.
 *
 * <p>When the task returns although the code neither paused nor ended, the code has parked on its
 * own, or somebody took its stack that moment, which keeps the task from doing anything and then
 * submits it again. The stack tells which; what others do meanwhile does not change it.
 *
 * <p>Fields are plain where only the driver and the code use them: both are on the driver's thread.
 */
@SuppressWarnings({"ReferenceEquality", "ThreadPriorityCheck"}) // a thread is itself; see above
final class InlineStrand extends Strand implements Executor, Runnable {
    private static final int NEW = 0;
    private static final int RUNNING = 1;
    private static final int PAUSED = 2;
    private static final int ENDED = 3;
    private static final int BLOCKED = 4;
    private static final int REFUSED = 5;

    /** No thread has this id. */
    private static final long NOBODY = -1;

    /** The characteristics of a thread that inherits no locals, as the JDK numbers them. */
    private static final int INHERITS_NOTHING = 1 << 2;

    private final MethodHandle threads;
    private int state = NEW;
    private boolean pinned;

    /** Whether the driver's own thread has submitted the task since it was last carried out. */
    private boolean ready;

    /**
     * The id of the thread that is inside {@link #resume()}. Each thread takes its own id out
     * again, so one that finds its own id is inside, whatever the others see.
     */
    private long driver = NOBODY;

    private @Nullable Runnable task;

    /** Whether another thread has submitted the task. */
    private volatile boolean woken;

    /** The driver, while it waits for the task to be submitted. */
    private volatile @Nullable Thread waiter;

    InlineStrand(MethodHandle threads, Runnable body) {
        super(body);
        this.threads = threads;
    }

    /** What makes virtual threads with a scheduler of ours, when this JVM lets us. */
    static Optional<MethodHandle> threads() {
        try {
            var builders = Class.forName("java.lang.ThreadBuilders");
            return Optional.of(
                    MethodHandles.privateLookupIn(builders, MethodHandles.lookup())
                            .findStatic(
                                    builders,
                                    "newVirtualThread",
                                    MethodType.methodType(
                                            Thread.class,
                                            Executor.class,
                                            String.class,
                                            int.class,
                                            Runnable.class)));
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }

    @Override
    public Stop resume() {
        Thread self = Thread.currentThread();
        Check.state(!self.isVirtual(), "a virtual thread cannot drive an inline strand");
        int before = state;
        Check.state(before != RUNNING && before != ENDED, "the strand runs, or has ended");
        // Mounting the code's thread clears the interrupt status of its carrier.
        boolean interrupted = self.isInterrupted();
        driver = self.threadId();
        Stop stop = goOn(before);
        driver = NOBODY;
        if (interrupted) {
            self.interrupt();
        }
        return stop;
    }

    private Stop goOn(int before) {
        state = RUNNING;
        if (before == NEW) {
            start();
        }
        if (before == BLOCKED && !awaited()) {
            return stopped(Stop.STUCK);
        }
        Runnable continuation = task;
        Check.invariant(continuation != null, "a started thread has a task");
        while (true) {
            ready = false;
            continuation.run();
            switch (state) {
                case PAUSED -> {
                    return Stop.PAUSED;
                }
                case ENDED -> {
                    return pinned ? Stop.PINNED : Stop.ENDED;
                }
                case REFUSED -> {
                    return Stop.PINNED;
                }
                default -> {
                    if (!isLenient() && Halt.of(stack()) != Halt.BRIEF) {
                        return stopped(Stop.BLOCKED);
                    }
                    if (!awaited()) {
                        return stopped(Stop.STUCK);
                    }
                }
            }
        }
    }

    private Stop stopped(Stop stop) {
        state = BLOCKED;
        return stop;
    }

    private void start() {
        try {
            Thread made =
                    (Thread)
                            threads.invokeExact(
                                    (Executor) this,
                                    (String) null,
                                    INHERITS_NOTHING,
                                    (Runnable) this);
            made.setContextClassLoader(Thread.currentThread().getContextClassLoader());
            thread = made;
            made.start();
        } catch (Throwable e) {
            throw new IllegalStateException("no virtual thread could be made", e);
        }
    }

    /** Waits until the task is submitted; false when the watchdog said not to. */
    private boolean awaited() {
        Thread self = Thread.currentThread();
        boolean interrupted = false;
        waiter = self;
        while (!ready && !woken && !isGivenUp()) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        waiter = null;
        boolean submitted = ready || woken;
        woken = false;
        if (interrupted) {
            self.interrupt();
        }
        return submitted;
    }

    @Override
    public void execute(Runnable submitted) {
        if (Thread.currentThread().threadId() == driver) {
            ready = true;
            if (task == null) {
                task = submitted;
            }
        } else {
            woken = true;
            LockSupport.unpark(waiter);
        }
    }

    @Override
    void giveUp() {
        super.giveUp();
        LockSupport.unpark(waiter);
    }

    @Override
    public void run() {
        carryOut();
        state = ENDED;
    }

    @Override
    public void pause() {
        checkUnwinding();
        int resting = pinned ? REFUSED : PAUSED;
        state = resting;
        try {
            Thread.yield();
        } catch (Throwable e) { // the stack or the memory is used up
            state = RUNNING;
            throw e;
        }
        if (state == resting) {
            state = RUNNING;
            pinned = true;
            throw new Pinned();
        }
        checkUnwinding();
    }

    @Override
    boolean isEnded() {
        return state == ENDED;
    }

    @Override
    boolean isBlocked() {
        return state == BLOCKED;
    }

    @Override
    boolean wake() {
        Thread code = thread;
        if (code == null) {
            return false;
        }
        code.interrupt();
        // What is parked is submitted now or soon, by us or by whoever was about to wake it; only a
        // monitor does not care.
        return code.getState() != State.BLOCKED;
    }
}
