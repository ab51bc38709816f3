package dev.reprise.choice;

import dev.reprise.SplitMix64;
import java.util.ArrayList;
import java.util.List;

/**
 * A search led by what executions have shown (in the spirit of Wolff, Shi, Duck, Mathur,
 * Roychoudhury: Greybox Fuzzing for Concurrency Testing, 2024).
 *
 * <p>Each execution follows a schedule, which is a few {@link Constraint}s: a kept one with some
 * added, taken away, turned round or given another writer. An {@link Enforcer} holds actions back
 * to make them come true; among those that are free the highest {@link EventPriorities priority}
 * wins, and when all are held back one of them goes, so a schedule never stops a program. A
 * schedule is kept when its execution has shown a new pair of the {@link Coverage}. A choice costs
 * O(enabled).
 */
final class Guided extends Strategy {
    /** How many constraints a schedule has at most. */
    static final int CONSTRAINTS_MAX = 8;

    private final SplitMix64 random;
    private final Coverage coverage = new Coverage();
    private final Corpus corpus = new Corpus();
    private final Enforcer enforcer = new Enforcer();
    private final EventPriorities priorities = new EventPriorities();

    private final List<Constraint> schedule = new ArrayList<>();

    Guided(long seed) {
        this.random = new SplitMix64(seed);
    }

    @Override
    void begin() {
        priorities.begin(random.next());
        coverage.begin();
        schedule.clear();
        if (coverage.knowsThings()) {
            schedule.addAll(corpus.next());
            do {
                vary();
            } while (random.below(4) == 0);
        }
        enforcer.begin(schedule);
    }

    private void vary() {
        int size = schedule.size();
        int way = size == 0 ? 3 : random.below(size < CONSTRAINTS_MAX ? 5 : 3);
        int at = size == 0 ? 0 : random.below(size);
        switch (way) {
            case 0 -> schedule.remove(at);
            case 1 -> schedule.set(at, schedule.get(at).negated());
            case 2 -> {
                var constraint = schedule.get(at);
                int writer = coverage.drawnWriter(constraint.thing(), random);
                schedule.set(at, constraint.from(writer));
            }
            default -> schedule.add(coverage.drawn(random));
        }
    }

    @Override
    Action pick(Enabled enabled) {
        var chosen = enabled.size() == 1 ? enabled.least() : among(enabled);
        if (enabled.size() == 1) {
            priorities.alone(chosen);
        } else {
            priorities.chosen(chosen);
        }
        coverage.chosen(chosen);
        enforcer.chosen(chosen);
        return chosen;
    }

    private Action among(Enabled enabled) {
        int best = priorities.look(enabled);
        if (enforcer.isIdle() || !enforcer.holds(priorities.action(best))) {
            return priorities.action(best);
        }
        int free = -1;
        for (int rank = 0; rank < enabled.size(); rank++) {
            boolean higher = free < 0 || priorities.of(rank) > priorities.of(free);
            if (higher && !enforcer.holds(priorities.action(rank))) {
                free = rank;
            }
        }
        // The priorities are random, so when all are held back the highest is any of them.
        return priorities.action(free >= 0 ? free : best);
    }

    @Override
    void end() {
        corpus.count(coverage.signature());
        if (corpus.isEmpty() || coverage.foundNew()) {
            corpus.add(schedule, coverage.signature());
        }
    }

    @Override
    public String name() {
        return "guided";
    }
}
