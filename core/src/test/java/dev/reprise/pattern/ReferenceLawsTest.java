package dev.reprise.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Scheduler;
import java.util.HashSet;
import java.util.TreeMap;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What holds of every pattern in every world, at every step. */
class ReferenceLawsTest {
    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void the_same_world_and_scheduler_give_the_same_trace(
            @ForAll long seed, @ForAll long world, @ForAll long choices) {
        var pattern = RunnablePattern.of(seed, 25);
        var one = new RandomRun(pattern, world, Scheduler.random(choices)).go();
        var again =
                new RandomRun(Pattern.parse(pattern.toText()), world, Scheduler.random(choices))
                        .go();
        assertThat(again.trace()).isEqualTo(one.trace());
        assertThat(again.result()).isEqualTo(one.result());
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void a_recorded_run_is_had_again_from_its_choices(
            @ForAll long seed, @ForAll long world, @ForAll long choices) {
        var pattern = RunnablePattern.of(seed, 25);
        var recorder = Scheduler.random(choices).recorded();
        var one = new RandomRun(pattern, world, recorder).go();
        var replay = Scheduler.replay(recorder.log());
        var again = new RandomRun(pattern, world, replay).go();
        replay.finish();
        assertThat(again.trace()).isEqualTo(one.trace());
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void a_token_has_the_same_key_under_every_scheduler(@ForAll long seed, @ForAll long world) {
        var pattern = RunnablePattern.of(seed, 25);
        var keys = new TreeMap<String, Long>();
        for (int choices = 0; choices < 4; choices++) {
            var run = new RandomRun(pattern, world, Scheduler.random(choices));
            run.go();
            run.keys.forEach(
                    (origin, key) -> {
                        var before = keys.putIfAbsent(origin, key);
                        assertThat(before == null ? key : before).as(origin).isEqualTo(key);
                    });
        }
        assertThat(new HashSet<>(keys.values())).hasSameSizeAs(keys.keySet());
    }

    @Test
    void keys_are_places_and_trails() {
        var pattern =
                Pattern.parse("seq { par { effect a each 2 { each 3 { effect b } } } effect c }");
        var run = Story.of(pattern).starts().reference();
        long fold = 0x9E3779B1L;
        long bits = (1 << 26) - 1;
        assertThat(run.asking().stream().map(it -> it.key().number()))
                .containsExactlyInAnyOrder(
                        2L << 26,
                        5L << 26 | (fold + 1 & bits),
                        5L << 26 | (fold + 2 & bits),
                        5L << 26 | (fold + 3 & bits),
                        5L << 26 | (2 * fold + 1 & bits),
                        5L << 26 | (2 * fold + 2 & bits),
                        5L << 26 | (2 * fold + 3 & bits));
        assertThat(run.trace())
                .contains("start a /0/0", "start b /0/1/0/0[0,0]", "start b /0/1/0/0[1,2]");
    }

    /** The laws above would hold of runs in which nothing happens. */
    @Test
    void the_drawn_runs_are_worth_looking_at() {
        var kinds = new TreeMap<String, Integer>();
        for (int seed = 0; seed < 1000; seed++) {
            var run =
                    new RandomRun(RunnablePattern.of(seed, 25), seed, Scheduler.random(seed)).go();
            kinds.merge(run.ended().map(it -> it.split(" ")[0]).orElse("open"), 1, Integer::sum);
            for (var line : run.trace()) {
                kinds.merge(line.split(" ")[0] + "!", 1, Integer::sum);
            }
        }
        assertThat(kinds)
                .containsKeys("done", "failed", "cancelled", "open")
                .containsKeys("ran!", "start!", "end!", "fail!", "withdrawn!", "picked!", "lost!");
        assertThat(kinds.get("done")).isGreaterThan(300);
    }
}
