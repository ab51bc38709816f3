package dev.reprise.soundness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.pattern.Pattern;
import dev.reprise.vm.Vm;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Runs that have the same outline can do the same: nothing is left out that matters. */
class OutlineTest {
    private static final int TERMS = Integer.getInteger("soundness.terms", 400) / 2;
    private static final long SEED = Long.getLong("soundness.seed", 1);
    private static final Bounds BOUNDS = new Bounds(2, 60, 40);
    private static final int PAIRS_MAX = 60;

    @Test
    void random_runs_with_the_same_outline_can_do_the_same() {
        long pairs = 0;
        for (int i = 0; i < TERMS; i++) {
            long seed = SEED * 1_000_000 + i;
            pairs += compared(ReductionTest.drawn(seed), "seed " + seed);
        }
        assertThat(pairs).isGreaterThan(TERMS);
    }

    /** Where what is left out would be missed by nobody but this one. */
    @Test
    void counts_attempts_ranks_ways_and_what_is_to_be_undone_are_told_apart() {
        for (var text :
                new String[] {
                    "loop 3 times { task a }",
                    "scope recover { scope retry 2 { effect a } task dun }",
                    "seq { par join 2 { when x skip when y effect b when z effect c } task d }",
                    "par { seq { task x await { on go task a } } seq { task y await { on go task b } } }",
                    "scope compensate { seq { choice { when x undo { skip task u } otherwise skip }"
                            + " effect a } }",
                    "scope compensate { seq { choice { when x undo { skip task u } otherwise undo {"
                            + " skip task w } } effect a } }",
                    "define { main call f f 3 choice { when x call f otherwise seq { task a choice {"
                            + " when y call f otherwise skip } } } }",
                    "seq { each 1 add more close enough join 1 { effect a } task b }",
                    "graph { node s to some when x a, when y b skip node a to j skip node b to j skip"
                            + " node j enter all task j node k task k }",
                    "graph { node s to some when x a, when y b, when z c skip node a to j skip"
                            + " node b to j skip node c to j task c node j enter join 2 task j }",
                    "graph { node s to a, b skip node a to one when x m, otherwise o task a"
                            + " node b to m task b node m skip node o skip }",
                    "seq { par join none { effect a } choice { when x effect b otherwise skip } }",
                    "par { seq { par join none { effect a } task b } effect c }",
                    "each count n join 2 { effect a }"
                }) {
            assertThat(compared(Pattern.parse(text), text)).isNotNegative();
        }
    }

    /** Looks at some states, and how many were come to in two ways and can do the same. */
    private static int compared(Pattern pattern, String what) {
        var game = new Game(pattern, BOUNDS);
        var known = new HashMap<Known, Set<Object>>();
        var open = new ArrayDeque<Played>();
        for (int[] script = {}; script != null; script = game.nextScript()) {
            open.add(game.start(script));
        }
        int pairs = 0;
        while (!open.isEmpty() && known.size() < BOUNDS.statesMax() && pairs < PAIRS_MAX) {
            var state = open.removeFirst();
            if (state.isOver() || state.flaw().isPresent()) {
                continue;
            }
            var next = next(game, state.vm());
            var before = known.putIfAbsent(state.outline(), told(next));
            open.addAll(next);
            if (before != null) {
                assertThat(told(next))
                        .as("%s\n%s\n%s", what, state.steps(), pattern.toText())
                        .isEqualTo(before);
                pairs++;
            }
        }
        return pairs;
    }

    /** All that can come next. */
    private static List<Played> next(Game game, Vm vm) {
        var next = new ArrayList<Played>();
        var snapshot = vm.snapshot();
        for (var move : game.moves(vm)) {
            int tries = 0;
            for (int[] script = {}; script != null && tries++ < 200; script = game.nextScript()) {
                next.add(game.play(game.at(snapshot), move, script));
            }
        }
        return next;
    }

    /** The same as somebody sees it who knows outlines. */
    private static Set<Object> told(List<Played> next) {
        var told = new HashSet<Object>();
        for (var played : next) {
            told.add(
                    played.isOver()
                            ? "over"
                            : played.flaw().isPresent()
                                    ? played.flaw().get().name()
                                    : played.outline());
        }
        return told;
    }
}
