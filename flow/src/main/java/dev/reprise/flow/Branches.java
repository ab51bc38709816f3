package dev.reprise.flow;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Branches that run beside each other while the unit that started them waits for all of them, and
 * what is done when one ends.
 */
final class Branches<T extends @Nullable Object> {
    /** When the branches that have not ended are cancelled. */
    enum Cancelling {
        /** When one fails. */
        AFTER_FAILURE,
        /** When one ends, whether it fails or not. */
        AFTER_FIRST,
        /** Never. */
        NEVER
    }

    private final Unit parent;
    private final Cancelling cancelling;
    private final Scope scope;
    private final Promise<@Nullable Void> allEnded;
    private final List<Unit> units = new ArrayList<>();
    private @Nullable Unit first;
    private int left;

    private Branches(Unit parent, Cancelling cancelling) {
        this.parent = parent;
        this.cancelling = cancelling;
        this.scope = new Scope(parent.run, parent.scope(), false);
        this.allEnded = Promise.kept(parent.run);
    }

    /** Runs all branches to their end. */
    static <T extends @Nullable Object> Branches<T> run(
            Cancelling cancelling, List<? extends Body<? extends T>> bodies) {
        Unit parent = Unit.acting();
        parent.checkCancelled();
        var branches = new Branches<T>(parent, cancelling);
        branches.left = bodies.size();
        for (Body<? extends T> body : bodies) {
            branches.units.add(
                    parent.run.spawn(parent.nextBranch(), branches.scope, body, branches::ended));
        }
        if (branches.left > 0) {
            parent.takeWhole(branches.allEnded);
        }
        return branches;
    }

    private void ended(Unit unit) {
        left--;
        boolean counts = cancelling == Cancelling.AFTER_FIRST || unit.thrown() != null;
        if (counts && first == null) {
            first = unit;
            if (cancelling != Cancelling.NEVER && left > 0) {
                scope.cancelNow(
                        "branch " + unit.id + (unit.thrown() == null ? " was first" : " failed"));
            }
        }
        if (left == 0) {
            allEnded.settle(null);
        }
    }

    /** What the branches gave, in their order; throws what the first that failed threw. */
    List<T> values() {
        if (first != null && first.thrown() != null) {
            throw Rethrown.as(first.thrown());
        }
        var values = new ArrayList<T>(units.size());
        for (Unit unit : units) {
            values.add(this.value(unit));
        }
        return values;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // null is a value where T says so
    private T value(Unit unit) {
        return (T) unit.value();
    }

    /** How each branch ended, in their order. */
    List<Settled<T>> settled() {
        var all = new ArrayList<Settled<T>>(units.size());
        for (Unit unit : units) {
            Throwable thrown = unit.thrown();
            all.add(
                    thrown instanceof Exception e
                            ? new Settled.Failed<>(e)
                            : new Settled.Value<>(this.value(unit)));
        }
        return all;
    }

    /** What the branch that ended first gave. */
    T winner() {
        if (first == null) {
            throw new IllegalStateException("a race needs at least one branch: " + parent.id);
        }
        if (first.thrown() != null) {
            throw Rethrown.as(first.thrown());
        }
        return value(first);
    }
}
