package dev.reprise.choice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Round-robin by waiting time. Rotating by key would not be fair: an owner whose new actions always
 * get larger keys would keep the turn moving upwards for ever.
 *
 * <p>The queue of a followed view holds exactly its enabled actions. For views that cannot be
 * followed it is noted since when each key waits; such notes are kept for keys that are not shown
 * too, because views may alternate, and the oldest of those are dropped when there are too many.
 */
final class InTurn implements Scheduler {
    static final int UNFOLLOWED_MAX = 1 << 16;

    private final Follower follower = new Follower();
    private final LinkedHashSet<Key> queue = new LinkedHashSet<>();
    private final List<Key> arrived = new ArrayList<>();

    /** For views that cannot be followed: since which turn each key waits, oldest first. */
    private final LinkedHashMap<Key, Long> waitingSince = new LinkedHashMap<>();

    private long turn;

    @Override
    public Action choose(Enabled enabled) {
        Steps.checked(enabled);
        return Follower.canFollow(enabled) ? followed(enabled) : unfollowed(enabled);
    }

    private Action followed(Enabled enabled) {
        arrived.clear();
        if (!follower.catchUp(enabled, changes)) {
            queue.removeIf(key -> !enabled.contains(key));
            enabled.forEach(action -> arrived.add(action.key()));
        }
        arrived.sort(Comparator.naturalOrder());
        for (var key : arrived) {
            if (enabled.contains(key)) {
                queue.add(key);
            }
        }
        var first = queue.getFirst();
        queue.addLast(first);
        return enabled.nth(enabled.rank(first));
    }

    private Action unfollowed(Enabled enabled) {
        turn += 2;
        var best = enabled.least();
        long bestSince = Long.MAX_VALUE;
        for (int rank = 0; rank < enabled.size(); rank++) {
            var action = enabled.nth(rank);
            long since = waitingSince.computeIfAbsent(action.key(), _ -> turn);
            if (since < bestSince) {
                best = action;
                bestSince = since;
            }
        }
        // Behind all that wait now, before all that come later.
        waitingSince.putLast(best.key(), turn + 1);
        forgetOldest(enabled);
        return best;
    }

    private void forgetOldest(Enabled enabled) {
        int excess = waitingSince.size() - enabled.size() - UNFOLLOWED_MAX;
        for (var keys = waitingSince.keySet().iterator(); excess > 0 && keys.hasNext(); ) {
            if (!enabled.contains(keys.next())) {
                keys.remove();
                excess--;
            }
        }
    }

    private final Enabled.Changes changes =
            new Enabled.Changes() {
                @Override
                public void added(Action action) {
                    arrived.add(action.key());
                }

                @Override
                public void removed(Action action) {
                    queue.remove(action.key());
                }
            };

    @Override
    public String toString() {
        return "fair";
    }
}
