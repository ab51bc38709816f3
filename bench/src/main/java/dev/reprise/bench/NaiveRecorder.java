package dev.reprise.bench;

import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Key;
import dev.reprise.choice.Scheduler;
import java.util.ArrayList;
import java.util.List;

/** Records as one would at first: a copy of the enabled set with every choice. */
final class NaiveRecorder implements Scheduler {
    private final Scheduler policy;
    private final int entriesMax;
    private final List<Entry> entries = new ArrayList<>();
    private long step;

    /** One choice. */
    record Entry(long step, List<Key> enabled, Key chosen) {}

    /** Records what {@code policy} chooses and keeps the last {@code entriesMax} entries. */
    NaiveRecorder(Scheduler policy, int entriesMax) {
        this.policy = policy;
        this.entriesMax = entriesMax;
    }

    @Override
    public Action choose(Enabled enabled) {
        var chosen = policy.choose(enabled);
        var keys = new ArrayList<Key>(enabled.size());
        enabled.forEach(action -> keys.add(action.key()));
        var entry = new Entry(step, keys, chosen.key());
        if (entries.size() < entriesMax) {
            entries.add(entry);
        } else {
            entries.set((int) (step % entriesMax), entry);
        }
        step++;
        return chosen;
    }

    List<Entry> entries() {
        return entries;
    }
}
