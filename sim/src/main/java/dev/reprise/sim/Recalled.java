package dev.reprise.sim;

import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Scheduler;
import java.util.List;

/**
 * Does what is written down, number by number; then, or where there are not so many actions, number
 * 0.
 */
final class Recalled implements Scheduler {
    private final List<Integer> choices;
    private int next;

    Recalled(List<Integer> choices) {
        this.choices = choices;
    }

    @Override
    public Action choose(Enabled enabled) {
        var actions = (Actions) enabled;
        int number = next < choices.size() ? choices.get(next++) : 0;
        return actions.numbered(number < actions.size() ? number : 0);
    }
}
