package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.store.Store;
import dev.reprise.filter.Selection;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A clock that was a year ahead, and is right again. */
@Timeout(60)
final class WrongClockTest {
    private static final Duration YEAR = Duration.ofDays(365);
    private static final RunId SOUND = new RunId("sound");

    /** Sleeps for an hour. */
    static final class Sleeper implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.sleep(Duration.ofHours(1));
            return "awake";
        }
    }

    private static void passes(StepByStep engine, Duration span) throws InterruptedException {
        engine.now(engine.now().plus(span));
        engine.conductor.ring();
        engine.rest();
    }

    @Test
    void who_was_told_a_time_that_is_not_yet_is_named_and_can_be_taken_back()
            throws InterruptedException {
        try (Store store = Store.inMemory()) {
            var first = new StepByStep(store, Settings.DEFAULT, Sleeper.class);
            first.await(first.conductor.start(SOUND, "Sleeper", List.of(), ""));
            first.now(first.now().plus(YEAR));
            first.await(first.start(Sleeper.class, Beginning.PLAIN));
            first.rest();
            first.conductor.close();

            var next = new StepByStep(store, Settings.DEFAULT, Sleeper.class);
            assertThat(next.lines)
                    .singleElement()
                    .asString()
                    .startsWith(
                            "WARNING clock-behind run=r runs=1: It has seen 2027-01-01T00:00:00Z,"
                                    + " and the clock shows 2026-01-01T00:00:00Z: ");
            var late = next.conductor.archive().list(Selection.parse("updated > now"));
            assertThat(late.runs()).extracting(Description::run).containsExactly(StepByStep.RUN);

            passes(next, Duration.ofHours(1));
            assertThat(status(next, SOUND)).isEqualTo(Status.COMPLETED);
            assertThat(status(next, StepByStep.RUN)).isEqualTo(Status.RUNNING);
            next.await(next.conductor.reset(StepByStep.RUN, 0, true, "the clock was wrong", ""));
            next.rest();
            passes(next, Duration.ofHours(1));
            assertThat(status(next, StepByStep.RUN)).isEqualTo(Status.COMPLETED);
            next.conductor.close();

            var last = new StepByStep(store, Settings.DEFAULT);
            last.conductor.close();
            assertThat(last.lines).as("what has ended waits for nothing").isEmpty();
        }
    }

    private static Status status(StepByStep engine, RunId run) {
        return engine.conductor.archive().describe(run).orElseThrow().status();
    }
}
