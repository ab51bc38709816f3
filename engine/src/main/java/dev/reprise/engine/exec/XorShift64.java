package dev.reprise.engine.exec;

/**
 * Marsaglia's xorshift with 64 bits of state: how a worker picks its victims. Three shifts are all
 * it costs, and the sequence of a seed is part of what a recorded case replays.
 */
public final class XorShift64 {
    /** What a seed of zero becomes, and what keeps the seeds of workers apart. */
    static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    /** The sequence of this seed. Zero, from which the generator cannot move, counts as another. */
    public XorShift64(long seed) {
        state = seed == 0 ? GOLDEN : seed;
    }

    /** The generator of one worker of a crew. */
    static XorShift64 ofWorker(long seed, int worker) {
        return new XorShift64(seed ^ worker * GOLDEN);
    }

    /** The next 64 bits. */
    public long next() {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        return state;
    }

    /** A number in 0..bound-1, each equally likely. */
    public int below(int bound) {
        if ((bound & (bound - 1)) == 0) {
            return (int) next() & (bound - 1);
        }
        long threshold = Long.remainderUnsigned(-(long) bound, bound);
        while (true) {
            long drawn = next();
            long low = drawn * bound;
            if (Long.compareUnsigned(low, threshold) >= 0) {
                return (int) Math.unsignedMultiplyHigh(drawn, bound);
            }
        }
    }
}
