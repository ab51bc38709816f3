package dev.reprise.engine.run;

import static dev.reprise.engine.run.StepByStep.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Payload;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.history.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run that is never left alone can be taken back, too. */
@Timeout(60)
final class ResetUnderLoadTest {
    /** Hears for ever. */
    static final class Hears implements Workflow<String, String> {
        private final List<String> heard = new ArrayList<>();

        @Override
        public String run(String input) {
            Flow.await(() -> false);
            return input;
        }

        @Signal
        void tell(String what) {
            heard.add(what);
        }

        @Query
        String heard() {
            return String.join(" ", heard);
        }
    }

    private static CompletableFuture<Boolean> tell(StepByStep engine, int number) {
        List<Payload> input = List.of(Payload.text(Integer.toString(number)));
        return engine.conductor.tell(RUN, new Job.Signal("tell", input, "", ""), "");
    }

    @Test
    void a_run_that_is_told_something_in_every_step_is_taken_back() throws InterruptedException {
        try (var engine = new StepByStep(Hears.class)) {
            engine.await(engine.start(Hears.class, Beginning.PLAIN));
            List<CompletableFuture<Boolean>> told = new ArrayList<>();
            told.add(tell(engine, 0));
            var reset = engine.conductor.reset(RUN, 0, true, "mended", "");
            int steps = 0;
            for (; steps < 20 && !reset.isDone(); steps++) {
                told.add(tell(engine, told.size()));
                engine.step();
            }
            assertThat(reset).isCompletedWithValue(true);
            assertThat(steps).as("what came before it is written, then it is").isLessThan(5);
            engine.await(CompletableFuture.allOf(told.toArray(CompletableFuture[]::new)));

            assertThat(engine.conductor.archive().describe(RUN).orElseThrow().leg()).isEqualTo(2);
            var heard = engine.await(engine.conductor.query(RUN, "heard", List.of()));
            List<String> all = new ArrayList<>();
            for (int i = 0; i < told.size(); i++) {
                all.add(Integer.toString(i));
            }
            assertThat(heard).isEqualTo(Payload.text(String.join(" ", all)));
        }
    }

    @Test
    void what_was_put_aside_is_told_when_there_is_no_such_moment() throws InterruptedException {
        try (var engine = new StepByStep(Hears.class)) {
            engine.await(engine.start(Hears.class, Beginning.PLAIN));
            var first = tell(engine, 0);
            var reset = engine.conductor.reset(RUN, 99, true, "", "");
            engine.step();
            var second = tell(engine, 1);
            engine.await(first);
            engine.await(second);
            assertThat(reset).isCompletedExceptionally();
            assertThat(engine.await(engine.conductor.query(RUN, "heard", List.of())))
                    .isEqualTo(Payload.text("0 1"));
        }
    }
}
