package dev.reprise;

/**
 * The random numbers of Reprise: SplitMix64, a sequence that its seed alone decides, the same on
 * every machine and in every release (docs/choice-log.md#random writes it down).
 */
public final class SplitMix64 {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    /** The sequence of {@code seed}; every 64-bit value is a seed, and all are equally good. */
    public SplitMix64(long seed) {
        this.state = seed;
    }

    /** The next 64 random bits. */
    public long next() {
        state += GAMMA;
        return mix(state);
    }

    /**
     * A whole number in 0..{@code bound}-1, each equally likely: the high half of the product of
     * the next bits and the bound, drawn again in the rare case that would favour some numbers.
     */
    public int below(int bound) {
        Check.argument(bound >= 1, "bound must be positive");
        long threshold = 0;
        while (true) {
            long bits = next();
            long low = bits * bound;
            // Only a low half under the bound can be in the part to be drawn again.
            if (Long.compareUnsigned(low, bound) < 0 && threshold == 0) {
                threshold = Long.remainderUnsigned(-bound, bound);
            }
            if (Long.compareUnsigned(low, threshold) >= 0) {
                return (int) Math.unsignedMultiplyHigh(bits, bound);
            }
        }
    }

    /** The finaliser of SplitMix64 alone: spreads every bit of {@code value} over all bits. */
    public static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
