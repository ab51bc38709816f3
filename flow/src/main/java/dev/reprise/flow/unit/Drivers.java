package dev.reprise.flow.unit;

import dev.reprise.Check;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of threads, of the kind that drives strands without a detour. One whose work the
 * watchdog gives up is abandoned: whoever waits for the work is told so, and another thread takes
 * its place. Should the abandoned one ever come back, it ends.
 *
 * <p>Only what begins at a {@link Seat} is watched, as all that a machine does.
 */
public final class Drivers implements AutoCloseable {
    private final Strands strands;
    private final Watchdog watchdog;
    private final int size;
    private final LinkedBlockingQueue<Order<?>> orders = new LinkedBlockingQueue<>();
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong abandoned = new AtomicLong();
    private final AtomicInteger live = new AtomicInteger();
    private volatile boolean closed;

    /** So many threads, watched with the usual patience. */
    public Drivers(Strands strands, int size) {
        this(strands, size, Watchdog.PATIENCE);
    }

    /** So many threads, watched with this patience. */
    public Drivers(Strands strands, int size, Duration patience) {
        Check.argument(size >= 1, "size must be at least 1: %d", size);
        this.strands = strands;
        this.size = size;
        this.watchdog = new Watchdog(patience);
        for (int i = 0; i < size; i++) {
            start();
        }
    }

    private record Order<T>(Callable<T> work, CompletableFuture<T> result) {
        /** Says what comes of it, unless it was given up: then the watchdog says so. */
        void carryOut(Seat seat) {
            try {
                T value = work.call();
                if (!seat.isLost()) {
                    result.complete(value);
                }
            } catch (Throwable e) {
                if (!seat.isLost()) {
                    result.completeExceptionally(e);
                }
            }
        }
    }

    /**
     * Gives work to the next thread that is free. Work that is given up ends with {@link Stuck}.
     */
    public <T> CompletableFuture<T> submit(Callable<T> work) {
        Check.state(!closed, "these drivers are closed");
        var result = new CompletableFuture<T>();
        orders.add(new Order<>(work, result));
        return result;
    }

    /** How many threads there are for work. */
    public int size() {
        return size;
    }

    /** How many threads were given up so far. */
    public long abandoned() {
        return abandoned.get();
    }

    /** How many threads take work now: as many as there should be, until this is closed. */
    public int live() {
        return live.get();
    }

    /** Takes no more work; the threads end when what was given to them is done. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            orders.add(END);
        }
    }

    private static final Order<?> END = new Order<>(() -> true, new CompletableFuture<>());

    private void start() {
        live.incrementAndGet();
        var driver = new Driver();
        String name = "reprise-driver-" + made.incrementAndGet();
        if (strands.isInline()) {
            Thread.ofPlatform().daemon().name(name).start(driver);
        } else {
            Thread.ofVirtual().name(name).start(driver);
        }
    }

    private final class Driver implements Runnable {
        private final Seat seat = watchdog.seat(this::stuck);
        private volatile @Nullable Order<?> order;

        @Override
        @SuppressWarnings("ReferenceEquality") // there is one end
        public void run() {
            seat.take();
            while (!seat.isLost()) {
                Order<?> next = next();
                if (next == END) {
                    orders.add(END);
                    if (live.decrementAndGet() == 0) {
                        watchdog.close();
                    }
                    return;
                }
                order = next;
                next.carryOut(seat);
            }
        }

        private Order<?> next() {
            while (true) {
                try {
                    return orders.take();
                } catch (InterruptedException _) {
                    // Work left that behind; the threads are told to end by what they take.
                }
            }
        }

        /** Watchdog: the order that this thread is at was given up. */
        private void stuck(Stuck stuck) {
            Order<?> given = order;
            live.decrementAndGet();
            abandoned.incrementAndGet();
            try {
                start();
            } finally {
                if (given != null) {
                    given.result().completeExceptionally(stuck);
                }
            }
        }
    }
}
