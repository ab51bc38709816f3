package dev.reprise.flow.unit;

import dev.reprise.Check;
import dev.reprise.form.LogLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds work that drives strands and does not come along, gives it up, and tells whoever owns the
 * thread, who may start another in its place. It looks a few times within its patience, and sleeps
 * while nothing is watched.
 *
 * <p>Between two looks no more than their interval counts, so a process that stood still as a whole
 * is not taken for one whose threads do.
 *
 * <p>What is given up is not ended, for nobody can end a thread. Code that loops without end keeps
 * its thread busy for ever: a driver's own when strands are inline, else one of the few on which
 * the JDK carries out all virtual threads of the process. When all of those are lost, no virtual
 * thread of the process runs any more.
 */
public final class Watchdog implements AutoCloseable {
    /** How long a step may take, if nobody says otherwise. */
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int LOOKS = 8;
    private static final int IDLE_LOOKS_MAX = 4 * LOOKS;
    private static final System.Logger LOGGER = System.getLogger("dev.reprise.flow");

    private static final class Common {
        private static final Watchdog WATCHDOG = new Watchdog(PATIENCE);
    }

    private final long patience;
    private final long interval;
    private final LongSupplier clock;
    private final boolean looksByItself;
    private final ConcurrentLinkedQueue<Seat> arriving = new ConcurrentLinkedQueue<>();
    private final Object starting = new Object();
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    // For the watchdog's thread alone.
    private final Set<Seat> seats = Collections.newSetFromMap(new IdentityHashMap<>());
    private long lookedAt;

    /** One that looks on a thread of its own. */
    public Watchdog(Duration patience) {
        this(patience, System::nanoTime, true);
    }

    /** One that looks only when it is told to, for tests. */
    static Watchdog onCall(Duration patience, LongSupplier clock) {
        return new Watchdog(patience, clock, false);
    }

    private Watchdog(Duration patience, LongSupplier clock, boolean looksByItself) {
        Check.argument(patience.isPositive(), "patience must be positive: %s", patience);
        this.patience = patience.toNanos();
        this.interval = Math.max(1, this.patience / LOOKS);
        this.clock = clock;
        this.looksByItself = looksByItself;
        this.lookedAt = clock.getAsLong();
    }

    /** The one that watches threads which nobody gave a seat: what it finds is only logged. */
    static Watchdog common() {
        return Common.WATCHDOG;
    }

    static void log(Stuck stuck) {
        LOGGER.log(
                Level.ERROR,
                new LogLine("code-does-not-pause")
                        .with("thread", stuck.thread().getName())
                        .saying(String.valueOf(stuck.getMessage())));
    }

    /**
     * A seat for one thread, which has to take it.
     *
     * @param listener hears, on the watchdog's thread, that work was given up; it may start another
     *     thread and must not wait for anything
     */
    public Seat seat(Consumer<Stuck> listener) {
        return new Seat(this, listener);
    }

    /** Work begins at a seat that is not looked at. */
    void list(Seat seat) {
        arriving.add(seat);
        if (looksByItself) {
            if (thread == null) {
                start();
            }
            LockSupport.unpark(thread);
        }
    }

    private void start() {
        synchronized (starting) {
            if (thread == null && !closed) {
                thread = Thread.ofPlatform().daemon().name("reprise-watchdog").start(this::lookOn);
            }
        }
    }

    private void lookOn() {
        while (!closed) {
            if (seats.isEmpty() && arriving.isEmpty()) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, interval);
            }
            look();
        }
    }

    /** Looks at all seats once. */
    void look() {
        long now = clock.getAsLong();
        long passed = Math.min(now - lookedAt, interval);
        lookedAt = now;
        for (Seat seat = arriving.poll(); seat != null; seat = arriving.poll()) {
            seats.add(seat);
        }
        for (Iterator<Seat> all = seats.iterator(); all.hasNext(); ) {
            Seat seat = all.next();
            look(seat, passed);
            if (seat.idleSeen >= IDLE_LOOKS_MAX) {
                seat.idleSeen = 0;
                all.remove();
                seat.listed = false;
                // Work that began before it could see that must not go unseen.
                if (seat.work() != null) {
                    arriving.add(seat);
                }
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // the same work, not one like it
    private void look(Seat seat, long passed) {
        long steps = seat.steps();
        Watched work = seat.work();
        if (work == null) {
            seat.workSeen = null;
            seat.idleSeen++;
            return;
        }
        seat.idleSeen = 0;
        if (work != seat.workSeen || steps != seat.stepsSeen) {
            seat.workSeen = work;
            seat.stepsSeen = steps;
            seat.nanosSeen = 0;
            return;
        }
        seat.nanosSeen += passed;
        if (seat.nanosSeen >= patience) {
            seat.workSeen = null;
            giveUp(seat, work, steps);
        }
    }

    private void giveUp(Seat seat, Watched work, long steps) {
        try {
            Strand running = work.strand();
            Thread driver = seat.thread();
            if (driver == null) {
                return;
            }
            StackTraceElement[] stack = running == null ? driver.getStackTrace() : running.stack();
            var stuck = new Stuck(work.describe(stack), driver, stack);
            if (seat.giveUp(work, steps, stuck)) {
                try {
                    work.givenUp(stuck);
                    if (running != null) {
                        running.giveUp();
                    }
                } finally {
                    seat.tell(stuck);
                }
            }
        } catch (Throwable e) {
            LOGGER.log(Level.ERROR, "The watchdog could not give work up; it goes on.", e);
        }
    }

    /** Looks no more. */
    @Override
    public void close() {
        synchronized (starting) {
            closed = true;
        }
        LockSupport.unpark(thread);
    }

    /** How many seats are looked at. */
    int seats() {
        return seats.size();
    }
}
