package dev.reprise.choice;

import dev.reprise.choice.Difference.What;
import java.util.ArrayList;
import java.util.List;

/**
 * Depth-first search by running the program again: each execution repeats the choices of the one
 * before up to the last place that has another way left, and takes that.
 *
 * <p><b>Sleep sets</b> (Godefroid: Partial-Order Methods for the Verification of Concurrent
 * Systems, 1996). Once the executions that begin with an action here are done, that action sleeps
 * in those that begin with another one, until something that conflicts with it is chosen: choosing
 * it before that would only change places with actions that do not mind. When everything enabled
 * sleeps, the execution is redundant. So every class of executions that differ only in the order of
 * actions without conflict is run to its end exactly once.
 *
 * <p><b>Bounds.</b> The execution that stands for its class may cost more than the bound allows
 * where another of the class does not, so nothing sleeps under a bound.
 *
 * <p><b>Why no backtrack sets.</b> Dynamic partial-order reduction would visit fewer redundant
 * beginnings, but it must know the next action of actors that are blocked, and a view shows only
 * what is enabled: the reversal of two lock acquisitions, of which the later one is blocked for
 * ever, would never be tried.
 */
final class Exhaustive extends Strategy {
    /** Beyond so many steps an execution goes the first way only, and nothing is kept of it. */
    static final int STEPS_MAX = 1 << 17;

    private final Bound bound;

    /** One fork for each step of the current execution; those beyond {@link #size} are spare. */
    private final List<Fork> forks = new ArrayList<>();

    private int size;
    private int depth;
    private long lastActor;
    private boolean stopped;
    private boolean cutOff;
    private boolean finished;

    Exhaustive(Bound bound) {
        this.bound = bound;
    }

    @Override
    void begin() {
        depth = 0;
        lastActor = 0;
        stopped = false;
    }

    @Override
    Action pick(Enabled enabled) {
        var chosen = depth < size ? repeated(enabled) : fresh(enabled);
        lastActor = chosen.actor();
        depth++;
        return chosen;
    }

    private Action repeated(Enabled enabled) {
        var fork = forks.get(depth);
        if (!fork.isOf(enabled)) {
            var actual = new ArrayList<Key>();
            enabled.forEach(action -> actual.add(action.key()));
            throw new Divergence(new Difference(What.SET, depth, depth, fork.keys(), actual));
        }
        return enabled.nth(fork.rank());
    }

    private Action fresh(Enabled enabled) {
        if (size == STEPS_MAX) {
            cutOff |= enabled.size() > 1;
            return enabled.least();
        }
        if (size == forks.size()) {
            forks.add(new Fork());
        }
        var fork = forks.get(size);
        fork.open(enabled, lastActor, size > 0);
        if (size > 0) {
            var before = forks.get(size - 1);
            fork.spent = before.spent + cost(before);
            if (bound instanceof Bound.None) {
                fork.sleepAfter(before);
            }
        }
        size++;
        if (!advance(fork)) {
            // Not under a bound: the first way costs nothing.
            stopped = true;
            throw new Redundant();
        }
        return enabled.nth(fork.rank());
    }

    /** Takes the next way of the fork that is neither asleep nor beyond the bound. */
    private boolean advance(Fork fork) {
        while (fork.next()) {
            if (fork.sleeps()) {
                continue;
            }
            if (fork.spent + cost(fork) <= most()) {
                return true;
            }
            cutOff = true;
        }
        return false;
    }

    private int cost(Fork fork) {
        return switch (bound) {
            case Bound.None _ -> 0;
            case Bound.Preemptions _ -> fork.isPreemption() ? 1 : 0;
            case Bound.Delays _ -> fork.passed();
        };
    }

    private int most() {
        return switch (bound) {
            case Bound.None _ -> 0;
            case Bound.Preemptions(int most) -> most;
            case Bound.Delays(int most) -> most;
        };
    }

    @Override
    void end() {
        if (depth < size && !stopped) {
            // The owner ended it before it came to what was new: that is lost.
            cutOff = true;
        }
        while (size > 0) {
            var fork = forks.get(size - 1);
            fork.sleep();
            if (advance(fork)) {
                return;
            }
            size--;
        }
        finished = true;
    }

    @Override
    boolean wasRedundant() {
        return stopped;
    }

    @Override
    boolean isFinished() {
        return finished;
    }

    @Override
    boolean isComplete() {
        return !cutOff;
    }

    @Override
    public String name() {
        return "exhaustive(" + bound + ")";
    }
}
