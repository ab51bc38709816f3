package dev.reprise.flow.unit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Code that can stop in the middle and go on later. A strand runs only while its driver is inside
 * {@link #resume()}, so at most one strand of a driver runs at any time.
 *
 * <p>Each method says whom it is for: the driver, the code of the strand, or anybody. Whoever
 * drives may be another thread each time, as long as each comes after the other.
 *
 * <p>The code has a thread of its own, with its own locals, locks and interrupt status; it inherits
 * nothing from its driver but the class loader.
 */
public abstract sealed class Strand permits InlineStrand, PortableStrand {
    /** So often code may swallow that it is being dropped and call again before it is given up. */
    static final int SWALLOWED_MAX = 10_000;

    /** So often code that is being dropped and blocks is asked to stop blocking. */
    static final int WAKES_MAX = 16;

    private static final AtomicLong LOST = new AtomicLong();
    private static final VarHandle LENIENCY = leniencyHandle();

    private final Runnable body;
    private @Nullable Throwable thrown;
    private int swallowed;
    private boolean unwinding;
    private boolean lost;
    private volatile boolean givenUp;

    /** The thread of the code, once it has one; the two kinds make it. */
    volatile @Nullable Thread thread;

    /** Twice the number of changes, and one more while the code may block. */
    private volatile int leniency;

    private static VarHandle leniencyHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(Strand.class, "leniency", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    Strand(Runnable body) {
        this.body = body;
    }

    /** Why a strand gave the control back to its driver. */
    public enum Stop {
        /** It paused, and goes on when it is resumed. */
        PAUSED,
        /** Its code has ended. */
        ENDED,
        /** It tried to pause where that cannot be, and then stopped or ended. */
        PINNED,
        /** Its code waits for something that is not ours to give: it must not be resumed. */
        BLOCKED,
        /** Its code does not stop, and the watchdog gave it up: it must not be resumed. */
        STUCK
    }

    // ---- For the driver ----

    /** Driver: lets the code go on until it stops. */
    public abstract Stop resume();

    /**
     * Driver: ends the strand by throwing {@link Unwinding} where it paused. Its code runs, but
     * only to clean up. Code that never ran never will.
     *
     * @return whether it has ended; else its code blocks or goes on for ever, and its thread is
     *     lost
     */
    public final boolean unwind() {
        if (isEnded()) {
            return true;
        }
        unwinding = true;
        if (!isStarted()) {
            return true;
        }
        if (!lost && !endsUnwinding()) {
            lost = true;
            LOST.incrementAndGet();
        }
        return !lost;
    }

    private boolean endsUnwinding() {
        Stop stop = isBlocked() ? Stop.BLOCKED : resume();
        for (int wakes = 0; stop == Stop.BLOCKED && wakes < WAKES_MAX; wakes++) {
            if (!wake()) {
                return false;
            }
            stop = resume();
        }
        return stop != Stop.STUCK && isEnded();
    }

    // ---- For the code ----

    /**
     * Code of the strand: stops until the driver resumes it.
     *
     * @throws Unwinding when the strand is being dropped
     * @throws Pinned when the code cannot stop here
     */
    public abstract void pause();

    /**
     * Code of the strand: from now on, or no longer, it may block for a while, because what it
     * calls is ours or known to end; its driver waits for it.
     */
    public final void lenient(boolean value) {
        int changed = ((int) LENIENCY.get(this) / 2 + 1) * 2 + (value ? 1 : 0);
        // Released is enough: whoever sees the thread parked sees what it wrote before.
        LENIENCY.setRelease(this, changed);
    }

    // ---- For anybody ----

    /** Anybody: whether the caller is the code of this strand. */
    @SuppressWarnings("ReferenceEquality") // a thread is itself
    public final boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Anybody: where the code is, or was when it stopped; empty when it never ran or has ended. */
    public final StackTraceElement[] stack() {
        Thread code = thread;
        // The thread of code that has ended may still be on its way out.
        return code == null || isEnded() ? new StackTraceElement[0] : code.getStackTrace();
    }

    /** Anybody on this strand's turn: whether the strand is being dropped. */
    public final boolean isUnwinding() {
        return unwinding;
    }

    /** Driver: what the code threw in the end, if it did. */
    public final Optional<Throwable> thrown() {
        return Optional.ofNullable(thrown);
    }

    /** How many strands of this JVM did not end when they were dropped; each has cost a thread. */
    static long lost() {
        return LOST.get();
    }

    // ---- For the two kinds ----

    final boolean isStarted() {
        return thread != null;
    }

    abstract boolean isEnded();

    abstract boolean isBlocked();

    /** Asks code that blocked to stop blocking; false when it surely goes on blocking. */
    abstract boolean wake();

    /** Tells a driver that waits for the code to do so no longer. */
    void giveUp() {
        givenUp = true;
    }

    final boolean isGivenUp() {
        return givenUp;
    }

    final int leniency() {
        return leniency;
    }

    final boolean isLenient() {
        return (leniency & 1) == 1;
    }

    /** Runs the code to its end; nothing is thrown out of it. */
    final void carryOut() {
        if (unwinding) {
            return;
        }
        try {
            body.run();
        } catch (Throwable e) {
            thrown = e;
        }
    }

    /** Throws when the strand is being dropped, unless that was swallowed too often. */
    final void checkUnwinding() {
        if (unwinding) {
            throwUnwinding();
        }
    }

    /** Throws, unless the code of this strand has swallowed that too often. */
    final void throwUnwinding() {
        if (!isCurrent()) {
            throw new Unwinding();
        }
        if (swallowed < SWALLOWED_MAX) {
            swallowed++;
            throw new Unwinding();
        }
    }
}
