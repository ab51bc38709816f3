package dev.reprise.choice;

import dev.reprise.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of the execution that an exhaustive search is at: what was enabled, which way was taken,
 * and which ones need not be.
 *
 * <p>The ways are tried in the order of the round: the actor that acted last, then the larger ones,
 * then the smaller ones, and by key for one actor. The next way is looked for when it is needed;
 * most forks only ever take their first.
 */
final class Fork {
    /** In key order. */
    private @Nullable Action[] actions = new @Nullable Action[4];

    private boolean[] asleep = new boolean[4];
    private int size;
    private long fingerprint;

    private long lastActor;
    private boolean lastCanGoOn;

    /** The way that is taken, and how many of the round come before it; -1 before the first. */
    private int rank;

    private int passed;

    /** What the steps before this one have cost. */
    int spent;

    /** Forgets everything and copies what is enabled. */
    void open(Enabled enabled, long last, boolean hasLast) {
        size = enabled.size();
        fingerprint = enabled.fingerprint();
        if (size > actions.length) {
            actions = new @Nullable Action[Math.max(size, 2 * actions.length)];
            asleep = new boolean[actions.length];
        }
        Arrays.fill(asleep, 0, size, false);
        lastActor = last;
        lastCanGoOn = false;
        for (int i = 0; i < size; i++) {
            var action = enabled.nth(i);
            actions[i] = action;
            lastCanGoOn |= hasLast && action.actor() == last;
        }
        rank = -1;
        passed = -1;
        spent = 0;
    }

    /** Whether a view shows what was enabled here. */
    boolean isOf(Enabled enabled) {
        return enabled.size() == size && enabled.fingerprint() == fingerprint;
    }

    List<Key> keys() {
        var keys = new ArrayList<Key>();
        for (int i = 0; i < size; i++) {
            keys.add(action(i).key());
        }
        return keys;
    }

    /** The rank of the way that is taken. */
    int rank() {
        return rank;
    }

    /** How many actions of the round come before the way that is taken. */
    int passed() {
        return passed;
    }

    /** Whether the way that is taken switches away from an actor that could have gone on. */
    boolean isPreemption() {
        return lastCanGoOn && action(rank).actor() != lastActor;
    }

    /** Whether the way that is taken need not be. */
    boolean sleeps() {
        return asleep[rank];
    }

    /** The way that is taken is done with. */
    void sleep() {
        asleep[rank] = true;
    }

    /** What slept before and does not conflict with what was done then sleeps here too. */
    void sleepAfter(Fork before) {
        var done = before.action(before.rank);
        for (int i = 0, old = 0; i < size; i++) {
            var action = action(i);
            long code = action.key().code();
            while (old < before.size && before.action(old).key().code() < code) {
                old++;
            }
            asleep[i] =
                    old < before.size
                            && before.asleep[old]
                            && before.action(old).key().code() == code
                            && action.actor() != done.actor()
                            && !action.footprint().conflictsWith(done.footprint());
        }
    }

    /** Takes the next way of the round; false when there is none. */
    boolean next() {
        int best = -1;
        for (int i = 0; i < size; i++) {
            if ((rank < 0 || isBefore(rank, i)) && (best < 0 || isBefore(i, best))) {
                best = i;
            }
        }
        if (best < 0) {
            return false;
        }
        rank = best;
        passed++;
        return true;
    }

    private boolean isBefore(int one, int other) {
        int byRound = Long.compareUnsigned(turn(one), turn(other));
        return byRound < 0 || (byRound == 0 && one < other);
    }

    /** How far an action's actor is from the last one, going round. */
    private long turn(int i) {
        return action(i).actor() - lastActor;
    }

    private Action action(int i) {
        var action = actions[i];
        Check.invariant(action != null, "a fork has lost an action");
        return action;
    }
}
