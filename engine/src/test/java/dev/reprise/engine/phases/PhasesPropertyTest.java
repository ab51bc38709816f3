package dev.reprise.engine.phases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Payload;
import dev.reprise.SplitMix64;
import dev.reprise.choice.Scheduler;
import dev.reprise.engine.drive.Executed;
import dev.reprise.flow.FlowReplay;
import dev.reprise.history.Prepared;
import dev.reprise.history.Transcript;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Fallback;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * However a run is gone through, it comes to the same: one after the other, all beside each other,
 * some of them, in any order that a scheduler likes, by hand and in any order of applying. What may
 * differ is when, and in which order units that run beside each other get on; so numbers of
 * commands differ too. What no policy of these trees has is a deadline: whether that is met depends
 * on when.
 */
class PhasesPropertyTest {
    private static final int TASKS = 6;

    /** A tree, its tasks and their policies, drawn from a seed. */
    private record Case(String program, Rules rules, List<Integer> failures, List<Integer> hours) {
        static Case of(SplitMix64 draw) {
            var failures = new ArrayList<Integer>();
            var hours = new ArrayList<Integer>();
            Rules rules = Rules.NONE;
            for (int i = 0; i < TASKS; i++) {
                failures.add(draw.below(4));
                hours.add(draw.below(3) * draw.below(30));
                rules = rules.append(Matcher.name("t" + i), policy(draw));
            }
            return new Case(sequence(draw, 3), rules, failures, hours);
        }

        private static String sequence(SplitMix64 draw, int depth) {
            var text = new StringBuilder();
            int parts = 1 + draw.below(3);
            for (int i = 0; i < parts; i++) {
                text.append(i == 0 ? "" : " ");
                switch (depth == 0 ? 0 : draw.below(5)) {
                    case 0, 1, 2 -> text.append('t').append(draw.below(TASKS));
                    case 3 -> text.append('@').append(draw.below(50));
                    default -> {
                        int branches = 2 + draw.below(3);
                        text.append('{');
                        for (int j = 0; j < branches; j++) {
                            text.append(j == 0 ? "" : "|").append(sequence(draw, depth - 1));
                        }
                        text.append('}');
                    }
                }
            }
            return text.toString();
        }

        private static Partial policy(SplitMix64 draw) {
            var shapes = List.of(Backoff.Shape.values());
            var partial =
                    Partial.NONE
                            .with(Field.MAX_RETRIES, draw.below(4))
                            .with(Field.BACKOFF, shapes.get(draw.below(shapes.size())))
                            .with(Field.DELAY_BASE, Duration.ofHours(draw.below(40)))
                            .with(Field.DELAY_MAX, Duration.ofDays(3))
                            .with(Field.PRIORITY, draw.below(3));
            if (draw.below(2) == 0) {
                partial = partial.with(Field.START_TO_CLOSE, Duration.ofHours(1 + draw.below(40)));
            }
            return partial.with(Field.ON_FAILURE, onFailure(draw));
        }

        private static OnFailure onFailure(SplitMix64 draw) {
            var illegal = List.of(IllegalStateException.class.getName());
            return switch (draw.below(7)) {
                case 0 -> OnFailure.SKIP;
                case 1 -> new OnFailure.Recover(new Fallback.Value(Payload.text("value")));
                case 2 -> new OnFailure.Recover(new Fallback.Instead("other"));
                case 3 ->
                        new OnFailure.Recover(
                                new Fallback.RetryWith(
                                        new TreeMap<>(Map.of("size", Payload.text("small")))));
                case 4 -> new OnFailure.Compensate("other");
                case 5 -> new OnFailure.Route(illegal, "other");
                default -> OnFailure.HALT;
            };
        }

        Workshop workshop() {
            var workshop = new Workshop().rules(rules).task("other", 0, Duration.ofHours(1));
            for (int i = 0; i < TASKS; i++) {
                workshop.task("t" + i, failures.get(i), Duration.ofHours(hours.get(i)));
            }
            return workshop;
        }
    }

    /** What came of it, without what may differ. */
    private record Told(String outcome, Map<String, List<String>> units, List<String> runnables) {
        static Told of(PhasedRun run, List<Executed> executed) {
            return new Told(
                    Workshop.shown(run.outcome().orElseThrow()),
                    Workshop.canonical(run.transcript()),
                    executed.stream().map(Told::shown).sorted().toList());
        }

        private static String shown(Executed it) {
            return Workshop.timeless(
                    it.prepared().unit()
                            + " "
                            + it.prepared().task()
                            + " after "
                            + it.attempts()
                            + " attempts in "
                            + it.took()
                            + ": "
                            + it.end());
        }
    }

    private static Told looped(Case it, Loop loop) {
        var workshop = it.workshop();
        try (var run = workshop.start(it.program)) {
            var finished = workshop.finished(run, loop);
            assertThat(finished.problems()).isEmpty();
            checkReplay(run.transcript());
            return Told.of(run, finished.executed());
        }
    }

    /** Phase by phase: batches of some size, applied in some order. */
    private static Told byHand(Case it, SplitMix64 draw) {
        var workshop = it.workshop();
        var executed = new ArrayList<Executed>();
        try (var run = workshop.start(it.program)) {
            var waiting = new ArrayList<Prepared>();
            var done = new ArrayList<Executed>();
            while (run.isRunnable()) {
                waiting.addAll(run.prepare());
                if (!waiting.isEmpty() && draw.below(3) > 0) {
                    done.add(workshop.executed(waiting.remove(draw.below(waiting.size()))));
                } else if (!done.isEmpty()) {
                    var one = done.remove(draw.below(done.size()));
                    executed.add(one);
                    run.apply(one, workshop.time.now());
                } else if (run.nextTimer().isPresent()) {
                    run.fire(run.nextTimer().get());
                }
            }
            checkReplay(run.transcript());
            return Told.of(run, executed);
        }
    }

    private static void checkReplay(Transcript transcript) {
        FlowReplay.of(Workshop.TREE, Transcript.fromBytes(transcript.toBytes())).orThrow();
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void serial_async_and_by_hand_are_the_same(@ForAll long seed) {
        var it = Case.of(new SplitMix64(seed));
        var draw = new SplitMix64(~seed);
        var serial = looped(it, Loop.SERIAL);
        assertThat(looped(it, Loop.ASYNC)).isEqualTo(serial);
        assertThat(looped(it, Loop.ASYNC.concurrencyMax(2))).isEqualTo(serial);
        assertThat(looped(it, Loop.ASYNC.scheduler(Scheduler.random(seed)))).isEqualTo(serial);
        assertThat(byHand(it, draw)).isEqualTo(serial);
    }
}
