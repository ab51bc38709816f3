package dev.reprise.engine.drive;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A time at which something is to be done, unless it is cancelled before. */
public final class Deadline {
    private static final VarHandle OVER;

    static {
        try {
            OVER = MethodHandles.lookup().findVarHandle(Deadline.class, "over", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final long SECONDS_MAX = Long.MAX_VALUE / 1_000_000_000 - 1;

    private final Instant at;

    /** The same in nanoseconds since 1970; what is too far away is the last of them. */
    final long nanos;

    /** Whether it was told or cancelled. */
    private volatile boolean over;

    /** Forgotten once it is over: who keeps the time may keep this a while longer. */
    private @Nullable Runnable action;

    // ---- Of a Watchman ----
    @Nullable Watchman keeper;

    /** The one that it was handed before this one. */
    @Nullable Deadline before;

    /**
     * For something to be done at this time.
     *
     * @param action must not take long: others wait for their time
     */
    public Deadline(Instant at, Runnable action) {
        this.at = at;
        this.nanos = nanos(at);
        this.action = action;
    }

    static long nanos(Instant at) {
        long seconds = at.getEpochSecond();
        if (seconds > SECONDS_MAX) {
            return Long.MAX_VALUE;
        }
        return seconds < -SECONDS_MAX ? Long.MIN_VALUE : seconds * 1_000_000_000 + at.getNano();
    }

    /** When it is to be done. */
    public Instant at() {
        return at;
    }

    /** Whether it was told or cancelled. */
    public boolean isOver() {
        return over;
    }

    /**
     * Nothing is to be done any more.
     *
     * @return false when it was told or cancelled before
     */
    public boolean cancel() {
        if (!OVER.compareAndSet(this, false, true)) {
            return false;
        }
        action = null;
        Watchman watched = keeper;
        if (watched != null) {
            watched.cancelled(this);
        }
        return true;
    }

    /** For timekeepers: the time has come, and it is done what is to be done, unless it is over. */
    public void tell() {
        if (OVER.compareAndSet(this, false, true)) {
            Runnable done = action;
            action = null;
            if (done != null) {
                done.run();
            }
        }
    }
}
