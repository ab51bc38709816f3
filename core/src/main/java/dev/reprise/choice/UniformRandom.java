package dev.reprise.choice;

import dev.reprise.SplitMix64;

/**
 * Each enabled action equally likely: the action whose rank is {@link SplitMix64#below} the number
 * of enabled actions. A single action draws nothing.
 */
final class UniformRandom implements Scheduler {
    private final long seed;
    private final SplitMix64 random;

    UniformRandom(long seed) {
        this.seed = seed;
        this.random = new SplitMix64(seed);
    }

    @Override
    public Action choose(Enabled enabled) {
        int size = Steps.checked(enabled).size();
        return size == 1 ? enabled.least() : enabled.nth(random.below(size));
    }

    @Override
    public boolean canPass() {
        return true;
    }

    @Override
    public void pass() {}

    @Override
    public String toString() {
        return "random(" + seed + ")";
    }
}
