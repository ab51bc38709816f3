package dev.reprise.choice;

import dev.reprise.SplitMix64;

/** {@link UniformRandom}, execution after execution. */
final class RandomSearch extends Strategy {
    private final SplitMix64 random;

    RandomSearch(long seed) {
        this.random = new SplitMix64(seed);
    }

    @Override
    void begin() {}

    @Override
    Action pick(Enabled enabled) {
        int size = enabled.size();
        return size == 1 ? enabled.least() : enabled.nth(random.below(size));
    }

    @Override
    public String name() {
        return "random";
    }
}
