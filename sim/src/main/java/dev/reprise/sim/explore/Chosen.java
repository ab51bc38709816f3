package dev.reprise.sim.explore;

import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Scheduler;
import java.util.List;

/** Chooses by rank; the least where nothing is written down, or not so much is possible. */
final class Chosen implements Scheduler {
    private final List<Integer> ranks;
    private int next;

    Chosen(List<Integer> ranks) {
        this.ranks = ranks;
    }

    @Override
    public Action choose(Enabled enabled) {
        int rank = next < ranks.size() ? ranks.get(next) : 0;
        next++;
        return enabled.nth(rank < enabled.size() ? rank : 0);
    }
}
