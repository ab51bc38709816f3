package dev.reprise.choice;

import dev.reprise.Check;
import dev.reprise.SplitMix64;

/**
 * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized
 * Scheduler with Probabilistic Guarantees of Finding Bugs, 2010).
 *
 * <p>The priority of an actor is a hash of its number and the execution's seed: nothing is kept per
 * actor, and neither the order in which actors appear nor their number costs anything. Only the few
 * that were lowered are listed. Steps with a single action are not counted: there, lowering an
 * actor cannot keep it from acting, so no failure needs a change at such a step, and a smaller k
 * makes every failure likelier.
 */
final class Pct extends Strategy {
    /** The most orderings a failure is sought for. */
    static final int DEPTH_MAX = 64;

    /** Up to so many actions are looked through; more are followed in a heap. */
    static final int LOOK_MAX = 16;

    private final int depth;
    private final SplitMix64 random;
    private final HighestFirst heap = new HighestFirst(this::priority);
    private long seed;

    /** The most choices that an execution has had, within an int: the k of the paper. */
    private int choicesMost;

    private int choices;

    /** The choices at which an actor is lowered, in no order, and the least that is to come. */
    private final int[] changes;

    private int nextChange;

    private final long[] loweredActors;
    private final long[] loweredTo;
    private int lowered;

    Pct(long seed, int depth) {
        Check.argument(
                depth >= 1 && depth <= DEPTH_MAX, "depth out of 1..%d: %d", DEPTH_MAX, depth);
        this.depth = depth;
        this.random = new SplitMix64(seed);
        this.changes = new int[depth - 1];
        this.loweredActors = new long[depth - 1];
        this.loweredTo = new long[depth - 1];
    }

    @Override
    void begin() {
        seed = random.next();
        choices = 0;
        lowered = 0;
        nextChange = Integer.MAX_VALUE;
        heap.forget();
        for (int i = 0; i < changes.length && choicesMost > 0; i++) {
            changes[i] = random.below(choicesMost);
            nextChange = Math.min(nextChange, changes[i]);
        }
    }

    @Override
    Action pick(Enabled enabled) {
        if (enabled.size() == 1) {
            return enabled.least();
        }
        var best = best(enabled);
        if (choices == nextChange) {
            best = change(enabled, best);
        }
        if (choices < Integer.MAX_VALUE) {
            choices++;
        }
        return best;
    }

    /** Lowers whoever is about to act, once for each change that is due. */
    private Action change(Enabled enabled, Action first) {
        var best = first;
        nextChange = Integer.MAX_VALUE;
        for (int i = 0; i < changes.length; i++) {
            if (changes[i] == choices) {
                loweredActors[lowered] = best.actor();
                loweredTo[lowered++] = (long) i - depth;
                heap.forget();
                best = best(enabled);
            } else if (changes[i] > choices) {
                nextChange = Math.min(nextChange, changes[i]);
            }
        }
        return best;
    }

    private Action best(Enabled enabled) {
        int size = enabled.size();
        if (size > LOOK_MAX && Follower.canFollow(enabled)) {
            return heap.highest(enabled);
        }
        var best = enabled.least();
        long bestPriority = priority(best.actor());
        for (int rank = 1; rank < size; rank++) {
            var action = enabled.nth(rank);
            long priority = priority(action.actor());
            if (priority > bestPriority) {
                best = action;
                bestPriority = priority;
            }
        }
        return best;
    }

    /** Not negative at first; below all such once lowered. */
    private long priority(long actor) {
        for (int i = lowered - 1; i >= 0; i--) {
            if (loweredActors[i] == actor) {
                return loweredTo[i];
            }
        }
        return SplitMix64.mix(seed + actor * 0x9E3779B97F4A7C15L) >>> 1;
    }

    @Override
    void end() {
        choicesMost = Math.max(choicesMost, choices);
    }

    @Override
    public String name() {
        return "pct(" + depth + ")";
    }
}
