package dev.reprise.choice;

import dev.reprise.SplitMix64;
import java.util.Arrays;

/**
 * Uniform random walk (Zhao, Wolff, Mathur, Roychoudhury: Selectively Uniform Concurrency Testing,
 * 2025). An actor is chosen in proportion to the actions that it has left, plus those of the actors
 * that are still to appear because of it; so many interleavings begin with it.
 *
 * <p>An actor is taken to appear because of the one that acted just before it was first seen. For
 * actors that start each other and never wait this makes every interleaving equally likely; where
 * they wait for each other it is a good guess. A choice costs O(enabled).
 */
final class Urw extends Strategy {
    /** Of how many actors the actions are counted; all others count as having one left. */
    static final int ACTORS_MAX = 1 << 16;

    private static final int NOBODY = -1;

    private final SplitMix64 random;
    private final LongIndex actors = new LongIndex(ACTORS_MAX);

    /** By the number of the actor: who made it appear, and what was counted in how many runs. */
    private int[] parents = new int[0];

    private long[] sums = new long[0];
    private int[] runs = new int[0];

    /** By the number of the actor, for this execution. */
    private long[] expected = new long[0];

    private long[] total = new long[0];
    private long[] unborn = new long[0];
    private long[] done = new long[0];
    private boolean[] seen = new boolean[0];

    private int last = NOBODY;
    private long[] weights = new long[16];
    private int[] numbers = new int[16];

    Urw(long seed) {
        this.random = new SplitMix64(seed);
    }

    @Override
    void begin() {
        int size = actors.size();
        last = NOBODY;
        Arrays.fill(done, 0, size, 0);
        Arrays.fill(seen, 0, size, false);
        Arrays.fill(unborn, 0, size, 0);
        // Parents are seen before their children, so their numbers are smaller.
        for (int actor = size - 1; actor >= 0; actor--) {
            total[actor] = expected[actor] + unborn[actor];
            if (parents[actor] != NOBODY) {
                unborn[parents[actor]] += total[actor];
            }
        }
    }

    @Override
    Action pick(Enabled enabled) {
        int size = enabled.size();
        if (size > weights.length) {
            weights = new long[Math.max(size, 2 * weights.length)];
            numbers = new int[weights.length];
        }
        for (int rank = 0; rank < size; rank++) {
            numbers[rank] = met(enabled.nth(rank).actor());
        }
        int rank = size == 1 ? 0 : drawn(size);
        last = numbers[rank];
        if (last != NOBODY) {
            done[last]++;
        }
        return enabled.nth(rank);
    }

    private int drawn(int size) {
        long sum = 0;
        for (int rank = 0; rank < size; rank++) {
            weights[rank] = left(numbers[rank]);
            sum += weights[rank];
        }
        long drawn = Math.unsignedMultiplyHigh(random.next(), sum);
        int rank = 0;
        while (drawn >= weights[rank]) {
            drawn -= weights[rank++];
        }
        return rank;
    }

    /** How many actions an actor and those to come from it have left, at least the one shown. */
    private long left(int actor) {
        return actor == NOBODY
                ? 1
                : Math.max(1, expected[actor] - done[actor]) + Math.max(0, unborn[actor]);
    }

    /** The number of an actor, and if it is new in this execution, who made it appear. */
    private int met(long value) {
        int known = actors.size();
        int actor = actors.findOrAdd(value);
        if (actor == NOBODY || (actor < known && seen[actor])) {
            return actor;
        }
        if (actor == known) {
            makeRoom();
            parents[actor] = last;
        } else if (parents[actor] != NOBODY) {
            unborn[parents[actor]] -= total[actor];
        }
        seen[actor] = true;
        return actor;
    }

    private void makeRoom() {
        if (actors.size() <= parents.length) {
            return;
        }
        int length = Math.max(16, 2 * parents.length);
        parents = Arrays.copyOf(parents, length);
        sums = Arrays.copyOf(sums, length);
        runs = Arrays.copyOf(runs, length);
        expected = Arrays.copyOf(expected, length);
        total = Arrays.copyOf(total, length);
        unborn = Arrays.copyOf(unborn, length);
        done = Arrays.copyOf(done, length);
        seen = Arrays.copyOf(seen, length);
    }

    @Override
    void end() {
        for (int actor = 0; actor < actors.size(); actor++) {
            if (seen[actor] && runs[actor] < Integer.MAX_VALUE) {
                sums[actor] += done[actor];
                runs[actor]++;
                expected[actor] = Math.max(1, (sums[actor] + runs[actor] / 2) / runs[actor]);
            }
        }
    }

    @Override
    public String name() {
        return "urw";
    }
}
