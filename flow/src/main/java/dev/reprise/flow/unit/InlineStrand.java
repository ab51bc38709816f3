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
 * A strand on a virtual thread whose scheduler is the strand itself: a wake-up only leaves the task
 * here, and resuming runs it on the driver's thread, which must be a platform thread.
 *
 * <p>When the task returns although the code neither paused nor ended, the code has parked on its
 * own. A wake-up that the driver's own thread left behind meanwhile is a mere {@link
 * Thread#yield()}.
 */
@SuppressWarnings("ReferenceEquality") // a thread is itself
final class InlineStrand extends Strand implements Executor, Runnable {
    private static final int NEW = 0;
    private static final int RUNNING = 1;
    private static final int PAUSED = 2;
    private static final int ENDED = 3;
    private static final int BLOCKED = 4;

    private final MethodHandle threads;
    private final Runnable body;
    private int state = NEW;
    private boolean yielded;
    private @Nullable Thread thread;
    private @Nullable Thread driver;
    private volatile @Nullable Runnable ready;

    InlineStrand(MethodHandle threads, Runnable body) {
        this.threads = threads;
        this.body = body;
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
        driver = self;
        if (thread == null) {
            thread = created();
            state = RUNNING;
            thread.start();
        } else {
            Check.invariant(state != RUNNING && state != ENDED, "a strand in state %d", state);
            state = RUNNING;
            LockSupport.unpark(thread);
        }
        while (true) {
            Runnable task = ready;
            Check.invariant(task != null, "a strand that was woken is not ready");
            ready = null;
            yielded = false;
            task.run();
            if (state == PAUSED) {
                return Stop.PAUSED;
            }
            if (state == ENDED) {
                return Stop.ENDED;
            }
            if (!goesOn(thread)) {
                state = BLOCKED;
                return Stop.BLOCKED;
            }
        }
    }

    private Thread created() {
        try {
            return (Thread) threads.invokeExact((Executor) this, (String) null, 0, (Runnable) this);
        } catch (Throwable e) {
            throw new IllegalStateException("no virtual thread could be made", e);
        }
    }

    /** Whether the code that parked on its own may do so; if it may, it is ready to go on. */
    private boolean goesOn(Thread code) {
        if (yielded) {
            return true;
        }
        if (!isLenient() && !isInJdkMonitor(code)) {
            return false;
        }
        while (ready == null) {
            LockSupport.park(this);
        }
        return true;
    }

    /** Whether it waits for a monitor inside the JDK, such as that of a cache that all share. */
    private static boolean isInJdkMonitor(Thread code) {
        if (code.getState() != State.BLOCKED) {
            return false;
        }
        var stack = code.getStackTrace();
        return stack.length > 0 && "java.base".equals(stack[0].getModuleName());
    }

    @Override
    public void execute(Runnable task) {
        Thread waker = Thread.currentThread();
        ready = task;
        if (waker == driver) {
            yielded = true;
        } else {
            LockSupport.unpark(driver);
        }
    }

    @Override
    public void run() {
        try {
            body.run();
        } finally {
            state = ENDED;
        }
    }

    @Override
    public void pause() {
        checkUnwinding();
        state = PAUSED;
        boolean interrupted = false;
        do {
            LockSupport.park();
            // An interrupt would make every park return at once.
            interrupted |= state == PAUSED && Thread.interrupted();
        } while (state == PAUSED);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        checkUnwinding();
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public StackTraceElement[] stack() {
        Thread code = thread;
        return code == null ? new StackTraceElement[0] : code.getStackTrace();
    }

    @Override
    boolean isStarted() {
        return thread != null;
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
        if (thread != null && ready == null) {
            thread.interrupt();
        }
        return ready != null;
    }
}
