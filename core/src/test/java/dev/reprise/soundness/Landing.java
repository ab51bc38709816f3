package dev.reprise.soundness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.pattern.Pattern;
import dev.reprise.vm.Vm;
import java.util.ArrayDeque;
import java.util.HashSet;

/** Follows a trace on a fresh VM, and looks whether it leads to what was said. */
final class Landing {
    private Landing() {}

    static void assertLands(Pattern pattern, Bounds bounds, Verdict.Unsound verdict) {
        var game = new Game(pattern, bounds);
        var end = game.replay(verdict.trace());
        switch (verdict.flaw()) {
            case Flaw.Deadlock _ -> {
                assertThat(end.flaw()).isEmpty();
                assertThat(isStuck(end.vm())).isTrue();
                assertThat(end.vm().result()).isEmpty();
            }
            case Flaw.LeftBehind _ -> {
                assertThat(end.flaw()).isEmpty();
                assertThat(isStuck(end.vm())).isTrue();
                assertThat(end.vm().result()).isPresent();
            }
            case Flaw.NeverEnds(boolean silently, _) -> {
                if (silently) {
                    assertThat(end.flaw()).contains(verdict.flaw());
                } else {
                    assertThat(canEnd(game, end.vm())).isFalse();
                }
            }
            case Flaw.Unsynchronised _, Flaw.Unbounded _ ->
                    assertThat(end.flaw()).contains(verdict.flaw());
            case Flaw.DeadTask _ -> assertThat(verdict.trace()).isEmpty();
        }
    }

    /** What a caller of the VM sees when nothing will ever happen. */
    static boolean isStuck(Vm vm) {
        return vm.isBlocked()
                && vm.effects().isEmpty()
                && vm.timers().isEmpty()
                && vm.survey().awaited().isEmpty();
    }

    private static boolean canEnd(Game game, Vm from) {
        var seen = new HashSet<Known>();
        var open = new ArrayDeque<byte[]>();
        open.add(from.snapshot());
        while (!open.isEmpty()) {
            var snapshot = open.removeFirst();
            for (var move : game.moves(game.at(snapshot))) {
                for (int[] script = {}; script != null; script = game.nextScript()) {
                    var played = game.play(game.at(snapshot), move, script);
                    if (played.isOver()) {
                        return true;
                    }
                    if (seen.add(played.outline())) {
                        open.add(played.vm().snapshot());
                    }
                }
            }
        }
        return false;
    }
}
