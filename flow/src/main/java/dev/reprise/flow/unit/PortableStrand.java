package dev.reprise.flow.unit;

import dev.reprise.Check;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A strand on an ordinary virtual thread, for JVMs that do not let us schedule. Its driver should
 * be a virtual thread too.
 *
 * <p>The driver does not wait to be told: it looks. A strand that runs has said so itself, and one
 * that runs and whose thread is parked has parked on its own: it needs no clock to know that. The
 * driver looks in ever longer intervals, which only decide how soon it knows.
 */
@SuppressWarnings({
    "ReferenceEquality",
    "ThreadPriorityCheck"
}) // a thread is itself; it looks again
final class PortableStrand extends Strand implements Runnable {
    private static final int NEW = 0;
    private static final int GRANTED = 1;
    private static final int RUNNING = 2;
    private static final int PAUSED = 3;
    private static final int ENDED = 4;
    private static final int BLOCKED = 5;

    private static final int YIELDS_MAX = 64;
    private static final long LOOK_NANOS = 50_000;

    private final Runnable body;
    private @Nullable Thread thread;
    private @Nullable Thread driver;
    private volatile int state = NEW;
    private volatile boolean driverParks;

    PortableStrand(Runnable body) {
        this.body = body;
    }

    @Override
    public Stop resume() {
        int before = state;
        Check.invariant(before != RUNNING && before != ENDED, "a strand in state %d", before);
        driver = Thread.currentThread();
        state = before == BLOCKED ? RUNNING : GRANTED;
        if (thread == null) {
            thread = Thread.ofVirtual().unstarted(this);
            thread.start();
        } else {
            LockSupport.unpark(thread);
        }
        return stop(thread);
    }

    private Stop stop(Thread code) {
        for (int looks = 0; ; looks++) {
            switch (state) {
                case PAUSED -> {
                    return Stop.PAUSED;
                }
                case ENDED -> {
                    return Stop.ENDED;
                }
                case RUNNING -> {
                    if (isParked(code) && state == RUNNING && !isLenient()) {
                        state = BLOCKED;
                        return Stop.BLOCKED;
                    }
                }
                default -> {}
            }
            rest(looks);
        }
    }

    private void rest(int looks) {
        if (looks < YIELDS_MAX) {
            Thread.yield();
            return;
        }
        driverParks = true;
        int now = state;
        if (now == RUNNING || now == GRANTED) {
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        driverParks = false;
    }

    private static boolean isParked(Thread code) {
        return switch (code.getState()) {
            case WAITING, TIMED_WAITING -> true;
            case BLOCKED -> !isInJdk(code);
            case NEW, RUNNABLE, TERMINATED -> false;
        };
    }

    private static boolean isInJdk(Thread code) {
        var stack = code.getStackTrace();
        return stack.length > 0 && "java.base".equals(stack[0].getModuleName());
    }

    private void stopped(int stop) {
        Thread waiting = driver;
        state = stop;
        if (driverParks) {
            LockSupport.unpark(waiting);
        }
    }

    @Override
    public void run() {
        state = RUNNING;
        try {
            body.run();
        } finally {
            stopped(ENDED);
        }
    }

    @Override
    public void pause() {
        checkUnwinding();
        stopped(PAUSED);
        boolean interrupted = false;
        while (state != GRANTED) {
            LockSupport.park();
            interrupted |= state != GRANTED && Thread.interrupted();
        }
        state = RUNNING;
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
        if (thread == null) {
            return false;
        }
        thread.interrupt();
        return !isParked(thread);
    }
}
