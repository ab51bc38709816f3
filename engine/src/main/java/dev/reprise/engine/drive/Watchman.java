package dev.reprise.engine.drive;

import dev.reprise.form.LogLine;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A timekeeper with one thread.
 *
 * <p>Nearly all deadlines are cancelled soon after they were set, since most activities are in
 * time. So to set one is to push it on a stack, and to cancel one is to mark it and, when it is on
 * top, to take it off: neither wakes anybody. Every {@link #LOOK_NANOS} while deadlines are being
 * set the thread takes the whole stack, and what is not cancelled by then goes into a heap. The
 * thread is woken from outside only when a deadline comes before the time for which it sleeps, or
 * the first one after a pause; without deadlines it sleeps for ever. What is cancelled in the heap
 * is swept out when the heap has doubled.
 */
public final class Watchman implements Timekeeper, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Watchman.class.getName());
    private static final VarHandle LAST;

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(Watchman.class, "last", Deadline.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final long LOOK_NANOS = 10_000_000;

    /** The clock may be set while the thread sleeps: it looks at it once in so long. */
    private static final long SLEEP_NANOS_MAX = 60_000_000_000L;

    private static final int SWEPT_MIN = 1_024;
    private static final long AWAKE = Long.MIN_VALUE;

    private final InstantSource clock;
    private final Thread thread =
            Thread.ofPlatform().name("reprise-watchman").daemon().unstarted(this::work);

    /** The deadline that was set last, on the stack. */
    private volatile @Nullable Deadline last;

    /** Until when the thread sleeps. */
    private volatile long asleepUntil = AWAKE;

    /** Whether something was set since the thread looked. */
    private volatile boolean news;

    /** Whether nothing was set before the thread went to sleep. */
    private volatile boolean idle;

    private volatile boolean closed;

    // ---- Of the thread ----
    private final PriorityQueue<Deadline> heap =
            new PriorityQueue<>(Comparator.comparingLong((Deadline it) -> it.nanos));
    private int sweptAt = SWEPT_MIN;

    private Watchman(InstantSource clock) {
        this.clock = clock;
    }

    /** With a thread of its own, which does not keep the process alive. */
    public static Watchman start(InstantSource clock) {
        var watchman = new Watchman(clock);
        watchman.thread.start();
        return watchman;
    }

    /** Without a thread: somebody calls {@link #look}. */
    static Watchman unmanned(InstantSource clock) {
        return new Watchman(clock);
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public void watch(Deadline deadline) {
        deadline.keeper = this;
        Deadline before;
        do {
            before = last;
            deadline.before = before;
        } while (!LAST.compareAndSet(this, before, deadline));
        if (!news) {
            news = true;
        }
        if (deadline.nanos < asleepUntil || idle) {
            LockSupport.unpark(thread);
        }
    }

    /** Takes a deadline that is over off the stack, when it is on top. */
    void cancelled(Deadline deadline) {
        if (last == deadline) {
            LAST.compareAndSet(this, deadline, deadline.before);
        }
    }

    /** How many deadlines are in the heap, some that were cancelled included. */
    int kept() {
        return heap.size();
    }

    boolean isStackEmpty() {
        return last == null;
    }

    private void work() {
        while (!closed) {
            long span = look();
            if (!mustLookAgain(asleepUntil)) {
                LockSupport.parkNanos(this, Math.min(span, SLEEP_NANOS_MAX));
            }
        }
    }

    /** Tells what has passed; gives for how long nothing has to be done, in nanoseconds. */
    long look() {
        idle = false;
        asleepUntil = AWAKE;
        boolean busy = news;
        news = false;
        takeIn();
        long now = tellPassed();
        sweep();
        Deadline first = heap.peek();
        long until = first == null ? Long.MAX_VALUE : first.nanos;
        if (busy) {
            until = Math.min(until, now + LOOK_NANOS);
        }
        asleepUntil = until;
        idle = !busy;
        return until - now;
    }

    /** Whether something was set while the thread was awake that cannot wait until it looks. */
    private boolean mustLookAgain(long until) {
        if (idle && news) {
            return true;
        }
        for (Deadline each = last; each != null; each = each.before) {
            if (each.nanos < until && !each.isOver()) {
                return true;
            }
        }
        return closed;
    }

    private void takeIn() {
        Deadline each = (Deadline) LAST.getAndSet(this, null);
        while (each != null) {
            Deadline next = each.before;
            each.before = null;
            if (!each.isOver()) {
                heap.add(each);
            }
            each = next;
        }
    }

    private long tellPassed() {
        long now = Deadline.nanos(clock.instant());
        for (Deadline first = heap.peek();
                first != null && first.nanos <= now;
                first = heap.peek()) {
            heap.remove();
            try {
                first.tell();
            } catch (Throwable e) {
                LOG.log(
                        Level.ERROR,
                        new LogLine("deadline-failed")
                                .with("due", first.at())
                                .saying("What was to be done at that time failed."),
                        e);
            }
        }
        return now;
    }

    private void sweep() {
        if (heap.size() > sweptAt) {
            heap.removeIf(Deadline::isOver);
            sweptAt = Math.max(SWEPT_MIN, 2 * heap.size());
        }
    }

    /** Nothing is told any more. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
