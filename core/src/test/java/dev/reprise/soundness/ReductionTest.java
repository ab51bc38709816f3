package dev.reprise.soundness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.SplitMix64;
import dev.reprise.choice.Scheduler;
import dev.reprise.pattern.Context;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Patterns;
import dev.reprise.pattern.RunnablePattern;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import dev.reprise.vm.Vm;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * With and without reduction the same is found; and what is said to be sound is never blocked. More
 * patterns: {@code -Dsoundness.terms=20000}, others: {@code -Dsoundness.seed=7}.
 */
class ReductionTest {
    private static final int TERMS = Integer.getInteger("soundness.terms", 400);
    private static final long SEED = Long.getLong("soundness.seed", 1);
    private static final Bounds BOUNDS = new Bounds(2, 250, 40);
    private static final int RUNS = 3;
    private static final int EVENTS_MAX = 200;

    private record Looked(Search search, Optional<Search.Found> found) {
        static Looked at(Pattern pattern, boolean reduces) {
            var search = new Search(new Game(pattern, BOUNDS), BOUNDS, reduces, Integer.MAX_VALUE);
            return new Looked(search, search.run());
        }

        boolean isDecided() {
            return found.isPresent() || !search.isIncomplete();
        }

        /** What does not depend on the order in which states are looked at. */
        String kind() {
            return found.map(Search.Found::flaw)
                    .map(it -> it instanceof Flaw.DeadTask dead ? dead.toString() : "unsound")
                    .orElse(search.isBounded() ? "sound as far as k" : "sound");
        }
    }

    /** Two random patterns beside each other, and perhaps what they call, too. */
    static Pattern drawn(long seed) {
        var random = new SplitMix64(seed);
        var one = RunnablePattern.of(random.next(), 2 + random.below(7));
        var other = RunnablePattern.of(random.next(), 2 + random.below(4));
        var beside =
                switch (random.below(3)) {
                    case 0 -> Patterns.par(one.part(0), other.part(0));
                    case 1 -> Patterns.par(Join.NOBODY, one.part(0), other.part(0));
                    default -> Patterns.par(one.part(0), other.part(0), Patterns.call("f"));
                };
        return Patterns.define("f", 2, one.part(1), beside);
    }

    @Test
    void random_patterns_get_the_same_verdict_with_and_without_reduction() {
        int decided = 0;
        int sound = 0;
        long reducedStates = 0;
        long allStates = 0;
        for (int i = 0; i < TERMS; i++) {
            long seed = SEED * 1_000_000 + i;
            var pattern = drawn(seed);
            var reduced = Looked.at(pattern, true);
            var full = Looked.at(pattern, false);
            reduced.found().ifPresent(it -> assertLands(pattern, it));
            if (reduced.isDecided() && full.isDecided()) {
                assertThat(reduced.kind())
                        .as("seed %d\n%s", seed, pattern.toText())
                        .isEqualTo(full.kind());
                decided++;
                reducedStates += reduced.search().states();
                allStates += full.search().states();
            }
            if (reduced.isDecided() && reduced.kind().equals("sound")) {
                sound++;
                assertNeverBlocked(pattern, seed);
            }
        }
        assertThat(decided).isGreaterThan(TERMS * 9 / 10);
        assertThat(sound).isGreaterThan(TERMS / 10);
        assertThat(reducedStates).isLessThan(allStates * 2 / 3);
    }

    private static void assertLands(Pattern pattern, Search.Found found) {
        Landing.assertLands(
                pattern, BOUNDS, new Verdict.Unsound(found.flaw(), found.trace(), false, 0));
    }

    /** Runs the pattern with real code in a random world that lets everything come in the end. */
    private static void assertNeverBlocked(Pattern pattern, long seed) {
        var program = Program.of(pattern).link(RunnablePattern.CODE);
        for (int run = 0; run < RUNS; run++) {
            blockedNever(program, pattern, seed * RUNS + run);
        }
    }

    private static void blockedNever(LinkedProgram program, Pattern pattern, long seed) {
        var world = new SplitMix64(seed);
        var vm = Vm.start(program, Context.EMPTY, Scheduler.random(seed));
        for (int event = 0; event < EVENTS_MAX && !vm.isDone(); event++) {
            vm.run(1_000);
            if (vm.isDone() || !vm.isBlocked()) {
                continue;
            }
            assertThat(Landing.isStuck(vm)).as("seed %d\n%s", seed, pattern.toText()).isFalse();
            happens(vm, world);
        }
    }

    private static void happens(Vm vm, SplitMix64 world) {
        var effects = vm.effects();
        var awaited = vm.survey().awaited();
        var timers = vm.timers();
        int which = world.below(effects.size() + awaited.size() + timers.size());
        if (which < effects.size()) {
            vm.resume(effects.get(which).number(), outcome(world));
        } else if (which < effects.size() + awaited.size()) {
            vm.signal(awaited.get(which - effects.size()).name(), Payload.text("s"));
        } else {
            var timer = timers.get(which - effects.size() - awaited.size());
            vm.fire(timer.since(), timer.trigger());
        }
    }

    private static Outcome outcome(SplitMix64 world) {
        return world.below(8) == 0
                ? new Outcome.Failed(new Failure.Application("Drawn", "by the world"))
                : new Outcome.Completed(Payload.text(String.valueOf(world.below(6))));
    }

    @Test
    void ten_branches_of_five_tasks_are_one_after_the_other() {
        var branches =
                IntStream.range(0, 10)
                        .mapToObj(it -> "seq { task a task b task c task d task e }")
                        .collect(Collectors.joining(" ", "par { ", " }"));
        assertThat(Soundness.check(Pattern.parse(branches)))
                .isEqualTo(new Verdict.Sound(50, 51, false, 2));
    }

    @Test
    void instances_that_do_the_same_are_not_told_apart() {
        var pattern = Pattern.parse("each 60 { await { on go task a } }");
        assertThat(Soundness.check(pattern))
                .isInstanceOfSatisfying(
                        Verdict.Sound.class, it -> assertThat(it.states()).isLessThan(2_000));
    }

    @Test
    void a_task_in_a_milestone_is_not_put_off() {
        assertSame("par { region r { seq { task a task b } } milestone r { task c } }", "unsound");
        assertSame("par { region r { task a } seq { task b milestone r { task c } } }", "unsound");
    }

    @Test
    void tasks_that_have_their_turn_are_not_put_off() {
        assertSame("interleave tasks { seq { effect a cancel r } region r { effect b } }", "sound");
    }

    @Test
    void who_goes_round_for_ever_does_not_hide_the_others() {
        var text =
                """
                par {
                  loop while more { task a }
                  seq { task b region r { task c } milestone r { task never } }
                }""";
        assertSame(text, "unsound");
        assertSame("par { loop while more { task a } seq { task b task c } }", "sound");
        var looked = Looked.at(Pattern.parse("par { loop until over { task a } task b }"), true);
        assertThat(looked.search().steps())
                .as("the loop leads back, so the other branch is looked at first")
                .isEqualTo(6);
    }

    @Test
    void who_waited_longest_is_served_first() {
        assertSame(
                """
                par {
                  seq { task a await { on go stop done } }
                  seq { task b await { on go task c } }
                }""",
                "sound");
        // What was done is undone only when the second has waited longer than the first.
        assertSame(
                """
                scope compensate {
                  par {
                    seq { undo { task a task undone } await { on go stop done } }
                    seq { task b await { on go stop failed Late "" } }
                  }
                }""",
                "sound");
    }

    @Test
    void who_comes_into_a_region_too_late_is_not_cancelled() {
        assertSame(
                """
                par {
                  seq {
                    task a
                    region r {
                      seq { task b graph { node s to p skip node p enter threads 2 skip } }
                    }
                  }
                  cancel r
                }""",
                "unsound");
    }

    @Test
    void who_calls_too_deep_does_not_hide_the_others() {
        assertSame(
                """
                define {
                  main par {
                    call f
                    graph { node s to a, b skip node a to m task a node b to m task b node m skip }
                  }
                  f 9 seq { task x call f }
                }""",
                "unsound");
    }

    private static void assertSame(String text, String kind) {
        var pattern = Pattern.parse(text);
        assertThat(Looked.at(pattern, false).kind()).isEqualTo(kind);
        assertThat(Looked.at(pattern, true).kind()).isEqualTo(kind);
    }
}
