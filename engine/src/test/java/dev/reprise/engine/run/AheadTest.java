package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A clock that was ahead, and is set right. */
@Timeout(60)
class AheadTest {
    /** Sleeps for a day, unless it need not. */
    static final class Sleeps implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.sleep(Duration.ofDays(1));
            return input;
        }
    }

    private static List<String> said(Summary summary, Instant now) {
        List<String> lines = new ArrayList<>();
        var ahead = new Ahead(now);
        ahead.look(StepByStep.RUN, summary);
        ahead.say(
                new Onlooker() {
                    @Override
                    public void say(System.Logger.Level level, String message) {
                        lines.add(level + " " + message);
                    }
                });
        return lines;
    }

    @Test
    void runs_that_have_seen_a_time_that_has_not_come_are_told_of() throws Exception {
        try (var engine = new StepByStep(Sleeps.class)) {
            engine.await(engine.start(Sleeps.class, Beginning.PLAIN));
            var head = engine.store.head(StepByStep.RUN).orElseThrow();
            var summary = Summary.fromBytes(head.summary());
            Instant seen = engine.now();
            assertThat(said(summary, seen)).isEmpty();
            assertThat(said(summary, seen.minusSeconds(50))).as("clocks differ a little").isEmpty();
            assertThat(said(summary, seen.minus(Duration.ofDays(365))))
                    .singleElement()
                    .asString()
                    .startsWith("WARNING clock-behind run=r runs=1: It has seen " + seen)
                    .contains("the clock shows 2025-01-01T00:00:00Z");

            engine.await(engine.conductor.terminate(StepByStep.RUN, "over", ""));
            var ended = engine.store.head(StepByStep.RUN).orElseThrow();
            assertThat(said(Summary.fromBytes(ended.summary()), Instant.EPOCH))
                    .as("what has ended waits for nothing")
                    .isEmpty();
        }
    }
}
