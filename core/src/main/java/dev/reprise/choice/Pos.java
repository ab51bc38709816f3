package dev.reprise.choice;

import dev.reprise.SplitMix64;

/**
 * Partial order sampling (Yuan, Yang, Gu: Partial Order Aware Concurrency Sampling, 2018). A choice
 * costs O(enabled).
 */
final class Pos extends Strategy {
    private final SplitMix64 random;
    private final EventPriorities priorities = new EventPriorities();

    Pos(long seed) {
        this.random = new SplitMix64(seed);
    }

    @Override
    void begin() {
        priorities.begin(random.next());
    }

    @Override
    Action pick(Enabled enabled) {
        if (enabled.size() == 1) {
            var only = enabled.least();
            priorities.alone(only);
            return only;
        }
        var best = priorities.action(priorities.look(enabled));
        priorities.chosen(best);
        return best;
    }

    @Override
    public String name() {
        return "pos";
    }
}
