package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.SplitMix64;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The strategies that exploration will need are schedulers like any other: they see the actor and
 * the footprint of an action, and a new scheduler follows each execution. Sketches, not the real
 * ones.
 */
class StrategiesFitTest {
    private static final Kind STEP = new Kind(1, "step");

    /** Threads that each append their letter to a cell, as often as they have steps. */
    private record Threads(List<Integer> steps, List<Integer> cells) {
        static Threads sharing(Integer... steps) {
            return new Threads(List.of(steps), Collections.nCopies(steps.length, 0));
        }

        /** Runs to the end and answers what is in the cells. */
        String run(Scheduler scheduler) {
            var enabled = new EnabledSet();
            for (int thread = 0; thread < steps.size(); thread++) {
                offer(enabled, thread, 0);
            }
            var contents = new HashMap<Integer, String>();
            while (enabled.size() > 0) {
                var action = scheduler.choose(enabled);
                int thread = (int) action.actor();
                enabled.remove(action.key());
                contents.merge(cells.get(thread), "" + (char) ('a' + thread), String::concat);
                offer(enabled, thread, (int) (action.key().number() % 100) + 1);
            }
            return contents.toString();
        }

        private void offer(EnabledSet enabled, int thread, int step) {
            if (step < steps.get(thread)) {
                enabled.add(
                        new Action(
                                STEP.key(100L * thread + step),
                                thread,
                                Footprint.writes(cells.get(thread))));
            }
        }
    }

    /**
     * Bounded exhaustive search: each execution follows a prefix of ranks, then takes the first way
     * it has not excluded, and leaves behind the next prefix.
     */
    private static final class Exhaustive {
        private final boolean sleeping;
        private final List<Integer> ranks = new ArrayList<>();
        private final List<Set<Key>> slept = new ArrayList<>();
        private final List<List<Action>> seen = new ArrayList<>();
        private int executions;
        private int cut;

        Exhaustive(boolean sleeping) {
            this.sleeping = sleeping;
        }

        /** Thrown through the program when all that is enabled was explored elsewhere. */
        private static final class Redundant extends RuntimeException {
            private static final long serialVersionUID = 1L;
        }

        Set<String> explore(Threads program) {
            var results = new TreeSet<String>();
            do {
                try {
                    results.add(program.run(execution()));
                    executions++;
                } catch (Redundant _) {
                    cut++;
                }
            } while (backtrack());
            return results;
        }

        private Scheduler execution() {
            int[] depth = {0};
            return enabled -> {
                int at = depth[0]++;
                if (at == ranks.size()) {
                    var all = new ArrayList<Action>();
                    enabled.forEach(all::add);
                    seen.add(all);
                    slept.add(sleeping && at > 0 ? wakened(at - 1) : new HashSet<>());
                    ranks.add(-1);
                    if (!advance(at)) {
                        throw new Redundant();
                    }
                }
                return enabled.nth(ranks.get(at));
            };
        }

        /** What slept before and does not conflict with what was done still need not be tried. */
        private Set<Key> wakened(int before) {
            var done = seen.get(before).get(ranks.get(before));
            var asleep = new HashSet<Key>();
            for (var action : seen.get(before)) {
                boolean sleeps = slept.get(before).contains(action.key());
                if (sleeps && !action.footprint().conflictsWith(done.footprint())) {
                    asleep.add(action.key());
                }
            }
            return asleep;
        }

        /** Goes to the next action at this depth that is awake. */
        private boolean advance(int at) {
            int rank = ranks.get(at);
            if (rank >= 0 && sleeping) {
                slept.get(at).add(seen.get(at).get(rank).key());
            }
            do {
                rank++;
            } while (rank < seen.get(at).size()
                    && slept.get(at).contains(seen.get(at).get(rank).key()));
            ranks.set(at, rank);
            return rank < seen.get(at).size();
        }

        private boolean backtrack() {
            while (!ranks.isEmpty()) {
                int last = ranks.size() - 1;
                if (ranks.get(last) < seen.get(last).size() && advance(last)) {
                    return true;
                }
                ranks.removeLast();
                seen.removeLast();
                slept.removeLast();
            }
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 0, 2",
        "2, 2, 0, 6",
        "3, 3, 0, 20",
        "2, 2, 2, 90",
        "1, 2, 3, 60",
        "4, 3, 1, 280"
    })
    void exhaustive_search_runs_every_interleaving_once(int a, int b, int c, int interleavings) {
        var search = new Exhaustive(false);
        var program = c == 0 ? Threads.sharing(a, b) : Threads.sharing(a, b, c);
        // The cell holds the interleaving itself, so as many contents as interleavings are seen.
        assertThat(search.explore(program)).hasSize(interleavings);
        assertThat(search.executions).isEqualTo(interleavings);
    }

    @Test
    void sleeping_runs_fewer_and_sees_every_end() {
        // Two threads share a cell, a third has its own.
        var program = new Threads(List.of(2, 2, 2), List.of(0, 0, 1));
        var all = new Exhaustive(false);
        var few = new Exhaustive(true);
        assertThat(few.explore(program)).isEqualTo(all.explore(program));
        assertThat(all.executions).isEqualTo(90);
        assertThat(few.executions).isEqualTo(6);
    }

    @Test
    void sleeping_runs_one_execution_when_nothing_conflicts() {
        var few = new Exhaustive(true);
        assertThat(few.explore(new Threads(List.of(3, 3, 3), List.of(0, 1, 2)))).hasSize(1);
        assertThat(few.executions).isEqualTo(1);
    }

    @Test
    void sleeping_runs_everything_when_everything_conflicts() {
        var few = new Exhaustive(true);
        assertThat(few.explore(Threads.sharing(2, 2, 2))).hasSize(90);
        assertThat(few.executions).isEqualTo(90);
        assertThat(few.cut).isZero();
    }

    /** PCT: a random priority for each actor, lowered at d - 1 random steps. */
    private static final class Pct implements Scheduler {
        private final SplitMix64 random;
        private final Map<Long, Integer> priorities = new HashMap<>();
        private final Set<Integer> changes = new HashSet<>();
        private int step;

        Pct(long seed, int depth, int stepsMax) {
            random = new SplitMix64(seed);
            while (changes.size() < depth - 1) {
                changes.add(random.below(stepsMax));
            }
        }

        @Override
        public Action choose(Enabled enabled) {
            if (changes.contains(step++)) {
                priorities.put(best(enabled).actor(), -step);
            }
            return best(enabled);
        }

        private Action best(Enabled enabled) {
            var best = new ArrayList<Action>();
            enabled.forEach(
                    action -> {
                        int mine =
                                priorities.computeIfAbsent(
                                        action.actor(), _ -> random.below(1 << 30));
                        if (best.isEmpty()
                                || mine > priorities.getOrDefault(best.getFirst().actor(), 0)) {
                            best.clear();
                            best.add(action);
                        }
                    });
            return best.getFirst();
        }
    }

    @Test
    void pct_finds_an_order_of_depth_two_and_its_execution_replays() {
        // Thread b must run between the two steps of thread a: one preemption.
        var program = Threads.sharing(2, 1);
        int found = 0;
        for (long seed = 0; seed < 200; seed++) {
            var recording = new Pct(seed, 2, 3).recorded();
            var result = program.run(recording);
            if (result.equals("{0=aba}")) {
                found++;
                var replay = Scheduler.replay(recording.log());
                assertThat(program.run(replay)).isEqualTo(result);
                replay.finish();
            }
        }
        // 1 in n * k^(d-1) = 2 * 3 executions, as the theorem says.
        assertThat(found).isBetween(20, 50);
    }

    @Test
    void pct_without_a_change_runs_one_actor_after_the_other() {
        for (long seed = 0; seed < 50; seed++) {
            assertThat(Threads.sharing(3, 3).run(new Pct(seed, 1, 6)))
                    .isIn("{0=aaabbb}", "{0=bbbaaa}");
        }
    }

    /**
     * POS: a random priority for each action, drawn again for those it conflicts with when chosen.
     */
    private static final class Pos implements Scheduler {
        private final SplitMix64 random;
        private final Map<Key, Long> priorities = new HashMap<>();

        Pos(long seed) {
            random = new SplitMix64(seed);
        }

        @Override
        public Action choose(Enabled enabled) {
            var best = new ArrayList<Action>();
            enabled.forEach(
                    action -> {
                        long mine = priorities.computeIfAbsent(action.key(), _ -> random.next());
                        if (best.isEmpty()
                                || mine > priorities.getOrDefault(best.getFirst().key(), 0L)) {
                            best.clear();
                            best.add(action);
                        }
                    });
            var chosen = best.getFirst();
            enabled.forEach(
                    action -> {
                        if (action.footprint().conflictsWith(chosen.footprint())) {
                            priorities.remove(action.key());
                        }
                    });
            return chosen;
        }
    }

    @Test
    void pos_sees_every_end_of_a_small_program() {
        var program = new Threads(List.of(2, 2, 2), List.of(0, 0, 1));
        var every = new Exhaustive(false).explore(program);
        var seen = new TreeSet<String>();
        for (long seed = 0; seed < 200; seed++) {
            seen.add(program.run(new Pos(seed)));
        }
        assertThat(seen).isEqualTo(every);
    }
}
