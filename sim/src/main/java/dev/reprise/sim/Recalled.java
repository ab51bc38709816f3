package dev.reprise.sim;

import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Scheduler;
import java.util.List;

/**
 * Does what is written down, number by number; then, or where there are not so many actions, number
 * 0.
 */
public final class Recalled implements Scheduler {
    private final List<Integer> choices;
    private final Numbering numbering;
    private int next;

    /** Which of the actions that can be done has a number. */
    private interface Numbering {
        Action action(Enabled enabled, int number);
    }

    private Recalled(List<Integer> choices, Numbering numbering) {
        this.choices = choices;
        this.numbering = numbering;
    }

    /** Recalls actions by the numbers that a simulation gives them. */
    Recalled(List<Integer> choices) {
        this(choices, (enabled, number) -> ((Actions) enabled).numbered(number));
    }

    /** Recalls actions by their ranks: the least has number 0. */
    public static Recalled ranked(List<Integer> ranks) {
        return new Recalled(ranks, Enabled::nth);
    }

    @Override
    public Action choose(Enabled enabled) {
        int number = next < choices.size() ? choices.get(next) : 0;
        next++;
        return numbering.action(enabled, number < enabled.size() ? number : 0);
    }
}
