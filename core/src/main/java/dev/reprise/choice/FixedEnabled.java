package dev.reprise.choice;

import java.util.List;

/** A few actions, in key order, that do not change. */
record FixedEnabled(List<Action> actions, long fingerprint) implements Enabled {
    @Override
    public int size() {
        return actions.size();
    }

    @Override
    public Action nth(int rank) {
        return actions.get(rank);
    }
}
