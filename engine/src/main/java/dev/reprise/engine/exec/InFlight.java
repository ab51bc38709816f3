package dev.reprise.engine.exec;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many tasks are in flight, and whether more may come from outside: the gate. Who wants to come
 * in from outside asks the gate and is counted in one atomic step, so that a gate found closed over
 * nothing in flight stays so for ever.
 */
abstract sealed class InFlight {
    static InFlight of(Shape shape) {
        return shape.striped() ? new Striped(shape.workers()) : new OneWord();
    }

    /** One more from outside, unless the gate is closed. */
    abstract boolean enter();

    /** One more from a worker, whose own task is still in flight: the gate does not matter. */
    abstract void add(int worker);

    /**
     * One less.
     *
     * @return whether it was the last and the gate is closed
     */
    abstract boolean leave(int worker);

    /** Closes the gate. */
    abstract void close();

    abstract boolean isOpen();

    /**
     * How many there are; while others work, a number that was right at some moment of the call.
     */
    abstract long count();

    /** Whether the gate is closed and nothing in flight. */
    abstract boolean isOver();

    /** Count and gate in one word: {@code count << 1 | open}. */
    static final class OneWord extends InFlight {
        private static final long OPEN = 1;
        private static final long ONE = 2;

        private final AtomicLong word = new AtomicLong(OPEN);

        @Override
        boolean enter() {
            while (true) {
                long seen = word.get();
                if ((seen & OPEN) == 0) {
                    return false;
                }
                if (word.compareAndSet(seen, seen + ONE)) {
                    return true;
                }
            }
        }

        @Override
        void add(int worker) {
            word.getAndAdd(ONE);
        }

        @Override
        boolean leave(int worker) {
            return word.getAndAdd(-ONE) == ONE;
        }

        @Override
        void close() {
            word.getAndAccumulate(~OPEN, (seen, mask) -> seen & mask);
        }

        @Override
        boolean isOpen() {
            return (word.get() & OPEN) != 0;
        }

        @Override
        long count() {
            return word.get() >> 1;
        }

        @Override
        boolean isOver() {
            return word.get() == 0;
        }
    }

    /**
     * Counted where it happens: each worker writes only its own two numbers, those from outside
     * share a word with the gate. Whoever wants the sum reads first all that have left, then all
     * that have come. Both only grow, so that equal sums mean: at the moment between the two
     * readings nothing was in flight.
     */
    static final class Striped extends InFlight {
        private static final long OPEN = 1;
        private static final long ONE = 2;

        /** Two cache lines apart, since the processor fetches lines in pairs. */
        private static final int STRIDE = 16;

        private static final int CAME = 0;
        private static final int LEFT = 1;

        private final AtomicLong outside = new AtomicLong(OPEN);
        private final AtomicLongArray counts;
        private final int workers;

        Striped(int workers) {
            this.workers = workers;
            counts = new AtomicLongArray((workers + 1) * STRIDE);
        }

        @Override
        boolean enter() {
            while (true) {
                long seen = outside.get();
                if ((seen & OPEN) == 0) {
                    return false;
                }
                if (outside.compareAndSet(seen, seen + ONE)) {
                    return true;
                }
            }
        }

        @Override
        void add(int worker) {
            raise(worker, CAME);
        }

        @Override
        boolean leave(int worker) {
            raise(worker, LEFT);
            return isOver();
        }

        private void raise(int worker, int which) {
            int at = at(worker, which);
            counts.setRelease(at, counts.getPlain(at) + 1);
        }

        private static int at(int worker, int which) {
            return (worker + 1) * STRIDE + which;
        }

        @Override
        void close() {
            outside.getAndAccumulate(~OPEN, (seen, mask) -> seen & mask);
        }

        @Override
        boolean isOpen() {
            return (outside.get() & OPEN) != 0;
        }

        @Override
        long count() {
            long left = sum(LEFT);
            return sum(CAME) + (outside.get() >> 1) - left;
        }

        @Override
        boolean isOver() {
            return !isOpen() && count() == 0;
        }

        private long sum(int which) {
            long sum = 0;
            for (int worker = 0; worker < workers; worker++) {
                sum += counts.get(at(worker, which));
            }
            return sum;
        }
    }
}
