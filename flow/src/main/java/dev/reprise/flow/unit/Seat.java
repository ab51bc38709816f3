package dev.reprise.flow.unit;

import dev.reprise.Check;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the {@link Watchdog} sees what a thread that drives strands is at. The thread counts its
 * steps here, without knowing the time; the watchdog looks whether the count changes.
 */
public final class Seat {
    private static final ThreadLocal<Seat> MINE =
            ThreadLocal.withInitial(() -> Watchdog.common().seat(Watchdog::log));

    private static final VarHandle STEPS;
    private static final VarHandle WORK;

    static {
        try {
            var lookup = MethodHandles.lookup();
            STEPS = lookup.findVarHandle(Seat.class, "steps", long.class);
            WORK = lookup.findVarHandle(Seat.class, "work", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Watchdog watchdog;
    private final Consumer<Stuck> listener;
    private boolean lost;

    @SuppressWarnings("UnusedVariable") // used through STEPS
    private long steps;

    /** A {@link Watched}, a {@link Stuck} that took its place, or null. */
    private volatile @Nullable Object work;

    private volatile @Nullable Thread thread;
    volatile boolean listed;

    // What the watchdog saw, for the watchdog alone.
    @Nullable Object workSeen;
    long stepsSeen;
    long nanosSeen;
    int idleSeen;

    Seat(Watchdog watchdog, Consumer<Stuck> listener) {
        this.watchdog = watchdog;
        this.listener = listener;
    }

    /** The calling thread's: the one it took, or else one whose troubles are only logged. */
    public static Seat mine() {
        return MINE.get();
    }

    /** From now on this is the calling thread's. */
    public void take() {
        MINE.set(this);
    }

    /** From now on the calling thread has no seat that it took. */
    public static void leaveMine() {
        MINE.remove();
    }

    /**
     * The calling thread begins work.
     *
     * @return whether it is watched here; work inside other work is watched as part of it
     */
    @SuppressWarnings("ReferenceEquality") // a thread is itself
    public boolean begin(Watched watched) {
        if (work != null) {
            return false;
        }
        // Fences cost more than all else here: the watchdog may learn of work a little later.
        Thread self = Thread.currentThread();
        if (thread != self) {
            thread = self;
        }
        step();
        WORK.setRelease(this, watched);
        if (!listed) {
            listed = true;
            watchdog.list(this);
        }
        return true;
    }

    /** The work comes along. */
    public void step() {
        STEPS.setOpaque(this, (long) STEPS.getOpaque(this) + 1);
    }

    /** The work that began here has ended; what is returned says that it had been given up. */
    public Optional<Stuck> end() {
        Object was = WORK.getAndSet(this, null);
        Check.state(was != null, "no work began here");
        if (was instanceof Stuck stuck) {
            lost = true;
            return Optional.of(stuck);
        }
        return Optional.empty();
    }

    /** The thread whose seat it is: whether work of it was given up, so that it has to end. */
    public boolean isLost() {
        return lost;
    }

    // ---- For the watchdog ----

    @Nullable Watched work() {
        return work instanceof Watched watched ? watched : null;
    }

    long steps() {
        return (long) STEPS.getOpaque(this);
    }

    /** Gives the work up, unless it comes along after all; only the first to speak counts. */
    boolean giveUp(Watched watched, long atStep, Stuck stuck) {
        return steps() == atStep && WORK.compareAndSet(this, watched, stuck);
    }

    @Nullable Thread thread() {
        return thread;
    }

    void tell(Stuck stuck) {
        listener.accept(stuck);
    }
}
