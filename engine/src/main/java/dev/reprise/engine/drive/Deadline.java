package dev.reprise.engine.drive;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A time at which something is to be done, unless it is cancelled before. */
public abstract class Deadline {
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

    /** The one that was handed to a {@link Watchman} before this one. */
    @Nullable Deadline before;

    /** For something to be done at this time. */
    protected Deadline(Instant at) {
        this.at = at;
        this.nanos = nanos(at);
    }

    static long nanos(Instant at) {
        long seconds = at.getEpochSecond();
        if (seconds > SECONDS_MAX) {
            return Long.MAX_VALUE;
        }
        return seconds < -SECONDS_MAX ? Long.MIN_VALUE : seconds * 1_000_000_000 + at.getNano();
    }

    /** When it is to be done. */
    public final Instant at() {
        return at;
    }

    /** The time has come. What is done here must not take long: others wait for their time. */
    protected abstract void passed();

    /** Whether it was told or cancelled. */
    public final boolean isOver() {
        return over;
    }

    /**
     * Nothing is to be done any more.
     *
     * @return false when it was told or cancelled before
     */
    public final boolean cancel() {
        return OVER.compareAndSet(this, false, true);
    }

    /** For timekeepers: the time has come, and {@link #passed} is called, unless it is over. */
    public final void tell() {
        if (cancel()) {
            passed();
        }
    }
}
