package dev.reprise.engine.run;

import static dev.reprise.engine.run.StepByStep.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.history.Job;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An update that is turned away leaves no trace, whatever else happens in the same step. */
@Timeout(60)
final class TurnedAwayTest {
    /** A door that is opened by a signal, and lets in only then. */
    static final class Door implements Workflow<String, String> {
        private boolean open;

        @Override
        public String run(String input) {
            Flow.await(() -> false);
            return input;
        }

        @Signal
        void open() {
            open = true;
        }

        @Signal
        void knock() {}

        @Update(validator = "isOpen")
        String enter(String who) {
            return who + " is in";
        }

        void isOpen(String who) {
            if (!open) {
                throw ApplicationFailed.fatal("Closed", "the door is closed to " + who);
            }
        }
    }

    private static final Optional<Outcome> IN =
            Optional.of(new Outcome.Completed(Payload.text("ann is in")));

    private static CompletableFuture<Optional<Outcome>> enter(StepByStep engine) {
        var update = new Job.Update("u", "enter", List.of(Payload.text("ann")), true);
        return engine.conductor.update(RUN, update, Stage.COMPLETED);
    }

    private static CompletableFuture<Boolean> tell(StepByStep engine, String signal) {
        return engine.conductor.tell(RUN, new Job.Signal(signal, List.of(), "", ""), "");
    }

    @Test
    void an_update_that_was_turned_away_beside_others_is_looked_at_anew()
            throws InterruptedException {
        try (var engine = new StepByStep(Door.class)) {
            engine.await(engine.start(Door.class, Beginning.PLAIN));
            var knock = tell(engine, "knock");
            var first = enter(engine);
            var again = enter(engine);
            engine.await(knock);
            for (var each : List.of(first, again)) {
                assertThatThrownBy(() -> engine.await(each))
                        .hasMessageContaining("the door is closed to ann");
            }
            engine.await(tell(engine, "open"));
            assertThat(engine.await(enter(engine))).isEqualTo(IN);
            assertThat(engine.await(enter(engine))).isEqualTo(IN);
        }
    }

    @Test
    void an_update_that_a_stuck_run_has_kept_and_turns_away_is_looked_at_anew()
            throws InterruptedException {
        try (Store store = Store.inMemory()) {
            var first = new StepByStep(store, Settings.DEFAULT, Door.class);
            first.await(first.start(Door.class, Beginning.PLAIN));
            first.conductor.close();

            var engine = new StepByStep(store, Settings.DEFAULT);
            var one = enter(engine);
            engine.until(() -> engine.conductor.stuckRuns().size() == 1);
            engine.await(tell(engine, "knock"));
            var two = enter(engine);
            engine.await(tell(engine, "knock"));
            engine.conductor.register(StepByStep.type(Door.class));
            for (var each : List.of(one, two)) {
                assertThatThrownBy(() -> engine.await(each))
                        .hasMessageContaining("the door is closed to ann");
            }
            engine.await(tell(engine, "open"));
            assertThat(engine.await(enter(engine))).isEqualTo(IN);
            engine.conductor.close();

            var last = new StepByStep(store, Settings.DEFAULT, Door.class);
            assertThat(last.await(enter(last))).isEqualTo(IN);
            last.conductor.close();
        }
    }
}
