package dev.reprise.engine.exec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many tasks are in flight, and whether more may come from outside: the gate. Who wants to come
 * in from outside asks the gate and is counted in one atomic step, so that a gate found closed over
 * nothing in flight stays so for ever.
 */
abstract sealed class InFlight {
    private static final long OPEN = 1;
    private static final long ONE = 2;

    /** Two cache lines apart, since the processor fetches lines in pairs. */
    private static final int STRIDE = 16;

    /** Where the word is in which those from outside are counted: {@code count << 1 | open}. */
    private static final int WORD = STRIDE;

    /** The word, away from everything else. */
    private final AtomicLongArray outside = new AtomicLongArray(2 * STRIDE + 1);

    InFlight() {
        outside.set(WORD, OPEN);
    }

    static InFlight of(Shape shape) {
        return shape.striped() ? new Striped(shape.workers()) : new OneWord();
    }

    /** One more from outside, unless the gate is closed. */
    final boolean enter() {
        while (true) {
            long seen = word();
            if ((seen & OPEN) == 0) {
                return false;
            }
            if (outside.compareAndSet(WORD, seen, seen + ONE)) {
                return true;
            }
        }
    }

    /** One more from a worker, whose own task is still in flight: the gate does not matter. */
    abstract void add(int worker);

    /**
     * One less.
     *
     * @return whether it was the last and the gate is closed. Where several leave at the same
     *     moment, a striped count may tell none of them; so whoever goes to sleep asks {@link
     *     #isOver} once more, after it has said so.
     */
    abstract boolean leave(int worker);

    /** One less, by somebody who is not a worker; otherwise as {@link #leave}. */
    abstract boolean leave();

    /** Closes the gate. */
    void close() {
        outside.getAndAccumulate(WORD, ~OPEN, (seen, mask) -> seen & mask);
    }

    /** The word as it is. */
    final long word() {
        return outside.get(WORD);
    }

    /** Changes the count in the word. */
    final long swing(long difference) {
        return outside.getAndAdd(WORD, difference);
    }

    final boolean isOpen() {
        return (word() & OPEN) != 0;
    }

    /**
     * How many there are; while others work, at least as many as there were at some moment of the
     * call, and nothing only if there was nothing.
     */
    abstract long count();

    /** How many came in from outside, ever; what is in flight where that is not known. */
    long entered() {
        return word() >> 1;
    }

    /** Whether the gate is closed and nothing in flight. */
    abstract boolean isOver();

    /** Count and gate in one word. */
    static final class OneWord extends InFlight {
        @Override
        void add(int worker) {
            swing(ONE);
        }

        @Override
        boolean leave(int worker) {
            return leave();
        }

        @Override
        boolean leave() {
            return swing(-ONE) == ONE;
        }

        @Override
        long count() {
            return word() >> 1;
        }

        @Override
        boolean isOver() {
            return word() == 0;
        }
    }

    /**
     * Counted where it happens: each worker writes only its own two numbers, those from outside
     * share a word with the gate. Whoever wants the sum reads first all that have left, then all
     * that have come. Both only grow, so that equal sums mean: at the moment between the two
     * readings nothing was in flight.
     *
     * <p>This needs no order between the stripes but cause and effect: who sees that a task has
     * left sees also that it came, and that those came which it brought in, since each was counted
     * before it could be taken.
     */
    static final class Striped extends InFlight {
        private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

        private static final int CAME = 0;
        private static final int LEFT = 1;

        /** Two for each worker; the first two are of those who are not workers. */
        private final long[] counts;

        /**
         * The gate once more, for workers: they ask after every task, and must not share a line
         * with those who come in. It is set after the gate was closed.
         */
        private volatile boolean closed;

        Striped(int workers) {
            counts = new long[(workers + 1) * STRIDE];
        }

        @Override
        void add(int worker) {
            raise(at(worker, CAME));
        }

        @Override
        boolean leave(int worker) {
            raise(at(worker, LEFT));
            return closed && isOver();
        }

        @Override
        boolean leave() {
            COUNTS.getAndAdd(counts, LEFT, 1L);
            return closed && isOver();
        }

        private void raise(int at) {
            COUNTS.setRelease(counts, at, counts[at] + 1);
        }

        private static int at(int worker, int which) {
            return (worker + 1) * STRIDE + which;
        }

        @Override
        void close() {
            super.close();
            closed = true;
        }

        @Override
        long count() {
            long left = sum(LEFT);
            return sum(CAME) + (word() >> 1) - left;
        }

        @Override
        boolean isOver() {
            return !isOpen() && count() == 0;
        }

        private long sum(int which) {
            long sum = 0;
            for (int at = which; at < counts.length; at += STRIDE) {
                sum += (long) COUNTS.getVolatile(counts, at);
            }
            return sum;
        }
    }
}
