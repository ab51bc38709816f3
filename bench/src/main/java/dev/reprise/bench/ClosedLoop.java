package dev.reprise.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A load with a certain number of operations under way at all times: whoever hears of an end begins
 * the next. It is looked at in periods, after a lead that is not counted.
 */
final class ClosedLoop {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Operation operation;
    private final Span span;
    private final List<Chain> chains = new ArrayList<>();
    private final CountDownLatch rest;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final long begin = System.nanoTime();
    private final long end;

    private ClosedLoop(Operation operation, int underWay, Span span) {
        this.operation = operation;
        this.span = span;
        this.rest = new CountDownLatch(underWay);
        this.end = begin + span.leadNanos() + span.periods() * span.periodNanos();
        for (int i = 0; i < underWay; i++) {
            chains.add(new Chain(i));
        }
    }

    /** What is done again and again. */
    interface Operation {
        /**
         * Begins one, under a name that no other has, and says later when it has ended, or why not.
         */
        void begin(String name, Ended ended);
    }

    /** Hears of the end of an operation. */
    interface Ended {
        void told(@Nullable Throwable failure);
    }

    /** How long to look. */
    record Span(long leadNanos, int periods, long periodNanos) {
        static Span ofMillis(int lead, int periods, int period) {
            return new Span(
                    TimeUnit.MILLISECONDS.toNanos(lead),
                    periods,
                    TimeUnit.MILLISECONDS.toNanos(period));
        }
    }

    /**
     * What was seen in one period.
     *
     * @param perSecond how many operations ended
     * @param p50 the median of the time they took, in nanoseconds
     * @param p99 the 99th of 100 parts of it
     * @param cpu the processor time of all threads, for one operation, in nanoseconds
     */
    record Period(double perSecond, double p50, double p99, double cpu) {}

    /**
     * What was seen in all.
     *
     * @param operations how many have ended, in no matter which period
     */
    record Seen(List<Period> periods, long operations) {}

    /** Runs it, and waits until nothing is under way any more. */
    static Seen run(Operation operation, int underWay, Span span) throws InterruptedException {
        var loop = new ClosedLoop(operation, underWay, span);
        loop.chains.forEach(Chain::next);
        long[] cpu = loop.watched();
        loop.rest.await();
        Throwable failure = loop.failure.get();
        if (failure != null) {
            throw new IllegalStateException("an operation failed", failure);
        }
        return new Seen(loop.periods(cpu), loop.chains.stream().mapToLong(it -> it.made).sum());
    }

    /** The processor time at the beginning of each period and at the end of the last. */
    private long[] watched() throws InterruptedException {
        var cpu = new long[span.periods() + 1];
        for (int i = 0; i < cpu.length; i++) {
            TimeUnit.NANOSECONDS.sleep(beginOf(i) - System.nanoTime());
            cpu[i] = SYSTEM.getProcessCpuTime();
        }
        return cpu;
    }

    private long beginOf(int period) {
        return begin + span.leadNanos() + period * span.periodNanos();
    }

    private List<Period> periods(long[] cpu) {
        var periods = new ArrayList<Period>();
        for (int i = 0; i < span.periods(); i++) {
            long[] taken = taken(beginOf(i), beginOf(i + 1));
            if (taken.length > 0) {
                periods.add(period(taken, span.periodNanos(), (double) cpu[i + 1] - cpu[i]));
            }
        }
        if (periods.isEmpty()) {
            // Too slow for the periods: then all that was done is one.
            long over = System.nanoTime();
            periods.add(
                    period(taken(begin, over), over - begin, (double) SYSTEM.getProcessCpuTime()));
        }
        return periods;
    }

    private long[] taken(long from, long until) {
        return chains.stream().flatMapToLong(it -> it.taken(from, until)).sorted().toArray();
    }

    private static Period period(long[] taken, long nanos, double cpu) {
        return new Period(
                taken.length * 1e9 / nanos,
                taken[taken.length / 2],
                taken[(int) (taken.length * 0.99)],
                cpu / taken.length);
    }

    /** One of those that are under way. */
    private final class Chain implements Ended {
        private final int number;
        private long[] ends = new long[64];
        private long[] spans = new long[64];
        private int made;
        private long begun;

        Chain(int number) {
            this.number = number;
        }

        void next() {
            begun = System.nanoTime();
            operation.begin(number + "-" + made, this);
        }

        @Override
        public void told(@Nullable Throwable thrown) {
            long now = System.nanoTime();
            if (made == ends.length) {
                ends = Arrays.copyOf(ends, 2 * made);
                spans = Arrays.copyOf(spans, 2 * made);
            }
            ends[made] = now;
            spans[made] = now - begun;
            made++;
            if (thrown != null) {
                failure.compareAndSet(null, thrown);
            }
            if (now - end < 0 && failure.get() == null) {
                next();
            } else {
                rest.countDown();
            }
        }

        /** How long those took that ended in a period. */
        LongStream taken(long from, long until) {
            return IntStream.range(0, made)
                    .filter(i -> ends[i] - from >= 0 && ends[i] - until < 0)
                    .mapToLong(i -> spans[i]);
        }
    }
}
