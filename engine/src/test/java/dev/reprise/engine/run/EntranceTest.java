package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.run.Beginning.WhileRunning;
import dev.reprise.engine.run.Refusal.Reason;
import dev.reprise.engine.store.ForwardingStore;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.history.Job;
import dev.reprise.history.RunOptions;
import dev.reprise.policy.Execution;
import dev.reprise.policy.QueueLimits;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What keeps a run from being started (no code, little room, a full queue) keeps nobody from a run
 * that is there, nor from hearing that his start was carried out.
 */
@Timeout(60)
final class EntranceTest {
    private static final Beginning ONCE = Beginning.PLAIN.requestId("once");
    private static final Beginning TOLD =
            Beginning.PLAIN
                    .whileRunning(WhileRunning.JOIN)
                    .also(List.of(new Job.Signal("tell", List.of(), "", "")));

    interface Work {
        String work();
    }

    /** Waits until it is told three times. */
    static final class Waits implements Workflow<String, String> {
        private int told;

        @Override
        public String run(String input) {
            Flow.await(() -> told == 3);
            return input + " told";
        }

        @Signal
        void tell() {
            told++;
        }
    }

    /** Asks for work that nobody does. */
    static final class Works implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return Flow.activity(Work.class).work();
        }
    }

    /** A store on a disk with so much room. */
    private static final class Small extends ForwardingStore {
        private volatile long room = Long.MAX_VALUE;

        Small(Store store) {
            super(store);
        }

        @Override
        public OptionalLong room() {
            return OptionalLong.of(room);
        }
    }

    private static void assertRefused(StepByStep engine, Reason why, CompletableFuture<?> answer) {
        assertThatThrownBy(() -> engine.await(answer))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        Refusal.class, it -> assertThat(it.reason()).isEqualTo(why));
    }

    @Test
    void without_code_a_run_that_is_there_is_told_and_a_start_that_was_carried_out_is_known()
            throws InterruptedException {
        try (Store store = Store.inMemory()) {
            var first = new StepByStep(store, Settings.DEFAULT, Waits.class);
            first.await(first.start(Waits.class, ONCE));
            first.conductor.close();

            var engine = new StepByStep(store, Settings.DEFAULT);
            assertThat(engine.await(engine.start(Waits.class, ONCE))).isFalse();
            assertThat(engine.await(engine.start(Waits.class, TOLD))).isFalse();
            assertRefused(
                    engine, Reason.ALREADY_STARTED, engine.start(Waits.class, Beginning.PLAIN));
            assertRefused(
                    engine,
                    Reason.UNKNOWN_TYPE,
                    engine.start(Waits.class, Beginning.PLAIN.whileRunning(WhileRunning.REPLACE)));
            assertRefused(
                    engine,
                    Reason.UNKNOWN_TYPE,
                    engine.conductor.start(new RunId("other"), "Waits", List.of(), ""));
            engine.conductor.close();

            var last = new StepByStep(store, Settings.DEFAULT, Waits.class);
            last.await(last.start(Waits.class, TOLD));
            last.await(last.start(Waits.class, TOLD));
            assertThat(last.await(last.conductor.watch(StepByStep.RUN)).toString())
                    .contains("in told");
            last.conductor.close();
        }
    }

    @Test
    void with_little_room_a_run_that_is_there_is_told_and_nothing_new_begins()
            throws InterruptedException {
        var store = new Small(Store.inMemory());
        var settings = Settings.DEFAULT.reserveBytes(1_000);
        try (var engine = new StepByStep(store, settings, Waits.class)) {
            engine.await(engine.start(Waits.class, ONCE));
            store.room = 999;
            engine.now(engine.now().plusSeconds(2));

            assertThat(engine.await(engine.start(Waits.class, ONCE))).isFalse();
            assertThat(engine.await(engine.start(Waits.class, TOLD))).isFalse();
            var other = new RunId("other");
            assertRefused(
                    engine, Reason.NO_SPACE, engine.conductor.start(other, "Waits", List.of(), ""));
            assertRefused(
                    engine,
                    Reason.NO_SPACE,
                    engine.conductor.reset(StepByStep.RUN, 0, true, "again", "r"));
            assertRefused(
                    engine, Reason.NO_SPACE, engine.conductor.fork(StepByStep.RUN, 1, other, "f"));

            store.room = 1_000;
            engine.now(engine.now().plusSeconds(2));
            engine.await(engine.conductor.fork(StepByStep.RUN, 1, other, "f"));
            engine.await(engine.conductor.reset(StepByStep.RUN, 0, true, "again", "r"));
            store.room = 999;
            engine.now(engine.now().plusSeconds(2));
            assertThat(engine.await(engine.conductor.fork(StepByStep.RUN, 1, other, "f")))
                    .isFalse();
            assertThat(engine.await(engine.conductor.reset(StepByStep.RUN, 0, true, "again", "r")))
                    .isFalse();
        }
    }

    /** A queue in which one attempt waits, and no more may. */
    private static StepByStep full() throws InterruptedException {
        var limits = QueueLimits.NONE.backlogMax(1);
        var settings = Settings.DEFAULT.queue(Execution.DEFAULT_QUEUE, limits);
        var engine = new StepByStep(settings, Waits.class, Works.class);
        engine.await(engine.start(Waits.class, ONCE));
        engine.conductor.register((Work) () -> "done");
        engine.await(engine.conductor.pause(Execution.DEFAULT_QUEUE, true, ""));
        engine.await(
                engine.conductor.start(
                        new RunId("work"), "Works", List.of(Payload.text("in")), ""));
        engine.until(() -> engine.conductor.queues().getFirst().waiting() == 1);
        return engine;
    }

    @Test
    void when_a_queue_is_full_a_run_that_is_there_is_told_and_none_takes_its_place()
            throws InterruptedException {
        try (var engine = full()) {
            assertThat(engine.await(engine.start(Waits.class, ONCE))).isFalse();
            var toldOnce = TOLD.requestId("told");
            assertThat(engine.await(engine.start(Waits.class, toldOnce))).isFalse();
            assertRefused(
                    engine,
                    Reason.QUEUE_FULL,
                    engine.start(
                            Waits.class, ONCE.requestId("x").whileRunning(WhileRunning.REPLACE)));
            engine.await(engine.conductor.terminate(StepByStep.RUN, "enough", ""));
            assertThat(engine.await(engine.start(Waits.class, toldOnce)))
                    .as("it was carried out, and is known though the run has ended")
                    .isFalse();
            assertThat(engine.conductor.queues().getFirst().starting()).isZero();
        }
    }

    @Test
    void who_is_out_of_patience_is_refused_and_not_started_later() throws InterruptedException {
        try (var engine = full()) {
            var minute = Beginning.PLAIN.patiently(Duration.ofMinutes(1));
            var hour = Beginning.PLAIN.patiently(Duration.ofHours(1));
            var hasty = engine.conductor.start(new RunId("hasty"), "Waits", List.of(), minute);
            var patient = engine.conductor.start(new RunId("patient"), "Waits", List.of(), hour);
            engine.until(() -> engine.conductor.queues().getFirst().startsWaiting() == 2);

            engine.now(engine.now().plusSeconds(59));
            engine.conductor.ring();
            engine.rest();
            assertThat(hasty).isNotDone();
            engine.now(engine.now().plusSeconds(1));
            engine.conductor.ring();
            assertRefused(engine, Reason.QUEUE_FULL, hasty);
            assertThat(engine.conductor.queues().getFirst().startsWaiting()).isEqualTo(1);

            engine.await(engine.conductor.pause(Execution.DEFAULT_QUEUE, false, ""));
            assertThat(engine.await(patient)).isTrue();
            assertThat(engine.conductor.archive().describe(new RunId("hasty"))).isEmpty();
        }
    }

    @Test
    void who_waits_for_room_with_a_higher_priority_is_first() throws InterruptedException {
        try (var engine = full()) {
            var plain = Beginning.PLAIN.patiently(Duration.ofHours(1));
            var urgent = plain.options(RunOptions.UNSAID.priority(1));
            var first = engine.conductor.start(new RunId("first"), "Waits", List.of(), plain);
            var other = engine.conductor.start(new RunId("other"), "Waits", List.of(), urgent);
            engine.until(() -> engine.conductor.queues().getFirst().startsWaiting() == 2);
            engine.await(engine.conductor.pause(Execution.DEFAULT_QUEUE, false, ""));
            engine.until(() -> first.isDone() || other.isDone());
            assertThat(other).isDone();
            assertThat(first).isNotDone();
            assertThat(engine.await(first)).isTrue();
        }
    }

    @Test
    void two_who_wait_for_room_to_start_one_run_start_it_once() throws InterruptedException {
        try (var engine = full()) {
            var other = new RunId("other");
            var terms = ONCE.patiently(Duration.ofHours(1));
            var one = engine.conductor.start(other, "Waits", List.of(Payload.text("a")), terms);
            var two = engine.conductor.start(other, "Waits", List.of(Payload.text("a")), terms);
            engine.until(() -> engine.conductor.queues().getFirst().startsWaiting() == 2);
            engine.await(engine.conductor.pause(Execution.DEFAULT_QUEUE, false, ""));
            assertThat(List.of(engine.await(one), engine.await(two)))
                    .containsExactlyInAnyOrder(true, false);
        }
    }
}
