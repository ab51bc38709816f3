package dev.reprise.sim;

import dev.reprise.sim.task.Case;
import java.util.List;

/**
 * Something smaller that may fail in the same way: a case, what is chosen in it, and the story that
 * it was made from.
 */
record Candidate(Case plan, List<Integer> choices, Story story) {
    Candidate {
        choices = List.copyOf(choices);
    }

    Candidate with(Case plan) {
        return new Candidate(plan, choices, story);
    }

    Candidate with(List<Integer> choices) {
        return new Candidate(plan, choices, story);
    }
}
