package dev.reprise.flow.unit;

/**
 * Code that can stop in the middle and go on later. A strand runs only while its driver is inside
 * {@link #resume()}, so at most one strand of a driver runs at any time.
 *
 * <p>The methods for the driver and those for the code of the strand are told apart below; none is
 * for anybody else. Whoever drives may be another thread each time, as long as each comes after the
 * other.
 */
public abstract sealed class Strand permits InlineStrand, PortableStrand {
    private boolean unwinding;
    private boolean lenient;

    Strand() {}

    /** Why a strand gave the control back to its driver. */
    public enum Stop {
        /** It paused, and goes on when it is resumed. */
        PAUSED,
        /** Its code has ended. */
        ENDED,
        /** Its code waits for something that is not ours to give: it must not be resumed. */
        BLOCKED
    }

    /** Driver: lets the code go on until it stops. */
    public abstract Stop resume();

    /**
     * Code of the strand: stops until the driver resumes it.
     *
     * @throws Unwinding when the strand is being dropped
     */
    public abstract void pause();

    /** Anybody: whether the caller is the code of this strand. */
    public abstract boolean isCurrent();

    /** Anybody: where the code is, or was when it stopped; empty when it never ran or has ended. */
    public abstract StackTraceElement[] stack();

    abstract boolean isStarted();

    abstract boolean isEnded();

    /** Asks code that blocked to stop blocking, and lets it go on; false when it still blocks. */
    abstract boolean wake();

    /**
     * Code of the strand: from now on, or no longer, it may block for a while, because what it
     * calls is ours or known to end; its driver waits for it.
     */
    public final void lenient(boolean value) {
        lenient = value;
    }

    final boolean isLenient() {
        return lenient;
    }

    /** Anybody on this strand's turn: whether the strand is being dropped. */
    public final boolean isUnwinding() {
        return unwinding;
    }

    final void checkUnwinding() {
        if (unwinding) {
            throw new Unwinding();
        }
    }

    /**
     * Driver: ends the strand by throwing {@link Unwinding} where it paused. Its code runs, but
     * only to clean up.
     *
     * @return whether it has ended; else its code blocks for ever, and its thread is lost
     */
    public final boolean unwind() {
        if (!isStarted() || isEnded()) {
            return true;
        }
        boolean blocked = !unwinding && !isEnded() && isBlocked();
        unwinding = true;
        if (blocked && !wake()) {
            return false;
        }
        Stop stop = resume();
        return stop == Stop.ENDED || (wake() && resume() == Stop.ENDED);
    }

    abstract boolean isBlocked();
}
