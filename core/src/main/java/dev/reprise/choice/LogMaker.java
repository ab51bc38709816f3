package dev.reprise.choice;

import dev.reprise.Check;
import java.util.ArrayList;
import java.util.List;

/** Makes a log from entries whose sets are given, in whole or as differences. */
final class LogMaker {
    private final LogStore store = LogStore.unbounded();
    private final EnabledSet base = new EnabledSet();
    private long stepsSeen;

    /** Makes the base hold exactly these keys, which ascend. */
    void base(List<Key> keys) {
        var gone = new ArrayList<Key>();
        int[] at = {0};
        var fresh = new ArrayList<Key>();
        base.forEach(
                action -> {
                    long code = action.key().code();
                    while (at[0] < keys.size() && keys.get(at[0]).code() < code) {
                        fresh.add(keys.get(at[0]++));
                    }
                    if (at[0] < keys.size() && keys.get(at[0]).equals(action.key())) {
                        at[0]++;
                    } else {
                        gone.add(action.key());
                    }
                });
        fresh.addAll(keys.subList(at[0], keys.size()));
        gone.forEach(base::remove);
        fresh.forEach(key -> base.add(Action.of(key)));
    }

    /** The set that entries are differences of. */
    Enabled base() {
        return base;
    }

    void remove(Key key) {
        base.remove(key);
    }

    void add(Key key) {
        base.add(Action.of(key));
    }

    /** Adds an entry: {@code chosen} of the base or of another set. */
    void append(long step, Enabled enabled, Key chosen) {
        Check.argument(step >= stepsSeen, "step %d comes after step %d", step, stepsSeen - 1);
        int rank = enabled.rank(chosen);
        store.append(step, enabled, enabled.nth(rank), rank);
        stepsSeen = step + 1;
    }

    long stepsSeen() {
        return stepsSeen;
    }

    ChoiceLog log(long steps) {
        return store.log(steps);
    }

    /** The log, of a recording that may have lost entries at either end. */
    ChoiceLog log(long dropped, long steps, boolean complete) {
        return store.log(steps).withLost(dropped, complete);
    }
}
