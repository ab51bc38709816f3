package dev.reprise.engine.phases;

import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.history.Prepared;
import dev.reprise.pattern.Registry;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import dev.reprise.vm.PatternType;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The three phases over a pattern, under policies. */
class PatternPhasesTest {
    private static final JsonCodec JSON = new JsonCodec();
    private static final PatternType TWO =
            PatternType.of(
                    "two",
                    seq(
                            par(effect("a", "input", "a"), effect("b", "input", "b")),
                            effect("c", "b", "result"),
                            task("end")),
                    Registry.NONE.task("end", it -> it));

    private final Workshop shop =
            new Workshop()
                    .task("a", 0, Duration.ZERO)
                    .task("b", 2, Duration.ofDays(1))
                    .task("c", 0, Duration.ZERO)
                    .rules(
                            Rules.NONE.append(
                                    Matcher.any(), Partial.NONE.with(Field.MAX_RETRIES, 2)));

    private PhasedRun start() {
        return PhasedRun.start(TWO, JSON, new RunId("two"), 7, shop.time.now(), "x");
    }

    @Test
    void by_hand_in_another_order_and_in_another_process() {
        var run = start();
        var runnables = run.prepare();
        assertThat(runnables).extracting(Prepared::task).containsExactly("a", "b");
        run.apply(shop.executed(runnables.get(1)), shop.time.now());
        run = PhasedRun.resume(TWO, JSON, run.transcript());
        assertThat(run.prepare()).extracting(Prepared::task).containsExactly("a");
        run.apply(shop.executed(runnables.get(0)), shop.time.now());
        var last = run.prepare();
        assertThat(last).extracting(Prepared::task).containsExactly("c");
        run.apply(shop.executed(last.getFirst()), shop.time.now());
        assertThat(run.isRunnable()).isFalse();
        assertThat(run.outcome().map(Workshop::shown).orElseThrow()).contains("c1");
    }

    @Test
    void in_one_call_under_the_same_rules() {
        var finished = shop.finished(start(), Loop.ASYNC);
        assertThat(Workshop.shown(finished.outcome().orElseThrow())).contains("c1");
        assertThat(shop.begun).anyMatch(it -> it.startsWith("b3"));
    }
}
