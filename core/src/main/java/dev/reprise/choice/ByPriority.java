package dev.reprise.choice;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The highest class first. The actions of a followed view are kept sorted by class, so a choice
 * costs O(log n); a view that cannot be followed is looked at from its least key on.
 */
final class ByPriority implements Scheduler {
    private final Function<? super Action, Priority> classOf;
    private final Follower follower = new Follower();
    private final Map<Priority, KeyTree<Key>> classes = new EnumMap<>(Priority.class);

    ByPriority(Function<? super Action, Priority> classOf) {
        this.classOf = classOf;
        for (var priority : Priority.values()) {
            classes.put(priority, new KeyTree<>());
        }
    }

    @Override
    public Action choose(Enabled enabled) {
        Steps.checked(enabled);
        return Follower.canFollow(enabled) ? followed(enabled) : unfollowed(enabled);
    }

    private Action followed(Enabled enabled) {
        if (!follower.catchUp(enabled, changes)) {
            classes.values().forEach(KeyTree::clear);
            enabled.forEach(changes::added);
        }
        for (var keys : classes.values()) {
            if (keys.size() > 0) {
                return enabled.nth(enabled.rank(keys.least()));
            }
        }
        return enabled.least();
    }

    private Action unfollowed(Enabled enabled) {
        var best = enabled.least();
        var bestClass = classOf.apply(best);
        for (int rank = 1; rank < enabled.size() && bestClass != Priority.HIGH; rank++) {
            var action = enabled.nth(rank);
            var itsClass = classOf.apply(action);
            if (itsClass.compareTo(bestClass) < 0) {
                best = action;
                bestClass = itsClass;
            }
        }
        return best;
    }

    private final Enabled.Changes changes =
            new Enabled.Changes() {
                @Override
                public void added(Action action) {
                    long code = action.key().code();
                    var keys = classes.get(classOf.apply(action));
                    if (keys != null) {
                        keys.put(code, action.key());
                    }
                }

                @Override
                public void removed(Action action) {
                    for (var keys : classes.values()) {
                        keys.remove(action.key().code());
                    }
                }
            };

    @Override
    public String toString() {
        return "priority";
    }
}
