package dev.reprise.flow.unit;

import dev.reprise.Check;
import java.lang.Thread.State;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A strand on an ordinary virtual thread, for JVMs that do not let us schedule. Its driver should
 * be a virtual thread too.
 *
 * <p>The driver does not wait to be told: it looks. A strand that runs has said so itself, and one
 * that runs and whose thread is parked has parked on its own: it needs no clock to know that. The
 * driver looks in ever longer intervals, which only decide how soon it knows; code that parks and
 * goes on between two looks is not found.
 *
 * <p>The state changes hands. The driver grants ({@code PAUSED} to {@code GRANTED}), the code takes
 * ({@code GRANTED} to {@code RUNNING}) and pauses ({@code RUNNING} to {@code PAUSED}). A driver
 * that finds the code blocked takes the turn away ({@code RUNNING} to {@code BLOCKED}), and only
 * one of both can change {@code RUNNING}. Code that goes on without a turn is unwound where it
 * pauses next.
 */
@SuppressWarnings({"ReferenceEquality", "ThreadPriorityCheck"}) // a thread is itself; it looks
final class PortableStrand extends Strand implements Runnable {
    private static final int NEW = 0;
    private static final int GRANTED = 1;
    private static final int RUNNING = 2;
    private static final int PAUSED = 3;
    private static final int ENDED = 4;
    private static final int BLOCKED = 5;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(PortableStrand.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** So many looks at the state alone come first: most code stops soon. */
    private static final int GLANCES_MAX = 4;

    private static final int YIELDS_MAX = 64;
    private static final long LOOK_NANOS = 50_000;

    private @Nullable Thread driver;
    private volatile int state = NEW;
    private volatile boolean driverParks;

    PortableStrand(Runnable body) {
        super(body);
    }

    @Override
    public Stop resume() {
        int before = state;
        if (before == ENDED && isUnwinding()) {
            return Stop.ENDED; // it came back by itself, and got to its end
        }
        Check.state(before != RUNNING && before != ENDED, "the strand runs, or has ended");
        driver = Thread.currentThread();
        Thread code = thread;
        if (code == null) {
            state = GRANTED;
            code = started();
        } else if (before == BLOCKED) {
            STATE.compareAndSet(this, BLOCKED, RUNNING);
        } else {
            state = GRANTED;
            LockSupport.unpark(code);
        }
        return stop(code);
    }

    private Thread started() {
        Thread made = Thread.ofVirtual().inheritInheritableThreadLocals(false).unstarted(this);
        made.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread = made;
        made.start();
        return made;
    }

    private Stop stop(Thread code) {
        for (int looks = 0; ; looks++) {
            int now = state;
            if (now == PAUSED) {
                return Stop.PAUSED;
            }
            if (now == ENDED) {
                return Stop.ENDED;
            }
            if (now == RUNNING && looks >= GLANCES_MAX && isBlocking(code) && taken(RUNNING)) {
                return Stop.BLOCKED;
            }
            if (looks >= YIELDS_MAX && isGivenUp() && taken(now)) {
                return Stop.STUCK;
            }
            rest(looks);
        }
    }

    private boolean taken(int from) {
        return STATE.compareAndSet(this, from, BLOCKED);
    }

    private void rest(int looks) {
        if (looks < YIELDS_MAX) {
            Thread.yield();
            return;
        }
        driverParks = true;
        int now = state;
        if ((now == RUNNING || now == GRANTED) && !isGivenUp()) {
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        driverParks = false;
    }

    /** Whether the code, which has the turn, waits on its own for what may take long. */
    private boolean isBlocking(Thread code) {
        int leniencyBefore = leniency();
        if (isLenient()) {
            return false;
        }
        boolean blocks =
                switch (code.getState()) {
                    // It is there that it parks, or it is elsewhere by now.
                    case WAITING, TIMED_WAITING -> Halt.of(code.getStackTrace()) == Halt.PARKED;
                    case BLOCKED -> isEntering(code);
                    case NEW, RUNNABLE, TERMINATED -> false;
                };
        return blocks && leniency() == leniencyBefore;
    }

    /** Whether it enters a monitor of a user: it stays there, in a line that is not the JDK's. */
    private static boolean isEntering(Thread code) {
        StackTraceElement[] stack = code.getStackTrace();
        return Halt.of(stack) == Halt.ENTERING
                && code.getState() == State.BLOCKED
                && Arrays.equals(stack, code.getStackTrace())
                && code.getState() == State.BLOCKED;
    }

    private void wakeDriver(@Nullable Thread waiting) {
        if (driverParks) {
            LockSupport.unpark(waiting);
        }
    }

    @Override
    void giveUp() {
        super.giveUp();
        LockSupport.unpark(driver);
    }

    @Override
    public void run() {
        if (STATE.compareAndSet(this, GRANTED, RUNNING)) {
            carryOut();
        }
        Thread waiting = driver;
        state = ENDED;
        wakeDriver(waiting);
    }

    @Override
    public void pause() {
        checkUnwinding();
        Thread waiting = driver;
        if (STATE.compareAndSet(this, RUNNING, PAUSED)) {
            wakeDriver(waiting);
        }
        boolean interrupted = false;
        int now = state;
        while (now == PAUSED) {
            LockSupport.park();
            now = state;
            // An interrupt would make every park return at once.
            interrupted |= now == PAUSED && Thread.interrupted();
        }
        boolean granted = STATE.compareAndSet(this, GRANTED, RUNNING);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!granted) {
            goOnWithoutTurn();
        }
        checkUnwinding();
    }

    /**
     * Ends code that has no turn and will get none, or, if it does not let that happen, stops it.
     */
    private void goOnWithoutTurn() {
        throwUnwinding();
        while (state != ENDED) {
            LockSupport.park(this);
            boolean _ = Thread.interrupted();
        }
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
        if (code != null) {
            code.interrupt();
        }
        return code != null;
    }
}
