package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.drive.QueueState;
import dev.reprise.engine.run.Refusal;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.policy.Execution;
import dev.reprise.policy.QueueLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is asked of an engine by those who do not wait for the answer, or only so long. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AskedWithoutWaitingTest {
    private static final RunId ID = new RunId("table");
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SOON = Duration.ofMillis(20);

    interface Waiter {
        String bring(String what);
    }

    /** A table in a restaurant; what is ordered is there when the cook says so. */
    public static final class Table implements Workflow<String, String> {
        private final List<String> eaten = new ArrayList<>();
        private boolean cooked;
        private boolean closed;

        @Override
        public String run(String first) {
            eaten.add(first);
            Flow.await(() -> closed);
            return String.join(" ", eaten);
        }

        @Update(validator = "isOnTheMenu")
        int order(String what) {
            Flow.await(() -> cooked);
            eaten.add(what);
            return eaten.size();
        }

        void isOnTheMenu(String what) {
            if (what.equals("stone")) {
                throw ApplicationFailed.fatal("NotOnTheMenu", "we have no stones");
            }
        }

        @Signal
        void cooked() {
            cooked = true;
        }

        @Signal
        void bread() {
            eaten.add("bread");
        }

        @Signal
        void close() {
            closed = true;
        }

        @Query
        String eaten() {
            return String.join(" ", eaten);
        }
    }

    /** Has something brought. */
    public static final class Guest implements Workflow<String, String> {
        @Override
        public String run(String what) {
            return Flow.activity(Waiter.class).bring(what);
        }
    }

    private static Engine opened() {
        return Engine.inMemory().register(Table.class);
    }

    private static Refusal.Reason refused(CompletableFuture<?> answer) {
        try {
            answer.get();
            throw new AssertionError("it was not refused");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Refusal refusal) {
                return refusal.reason();
            }
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void an_update_is_accepted_and_answered_to_those_who_do_not_wait() {
        try (var engine = opened()) {
            var run = engine.client().start(Table.class, ID, "soup");
            UpdateHandle<Integer> fish =
                    run.once("o-1").startUpdateAsync("order", Integer.class, "fish").join();
            assertThat(fish.id()).isEqualTo("o-1");
            CompletableFuture<Integer> answer = fish.resultAsync();
            CompletableFuture<Integer> again =
                    run.once("o-1").updateAsync("order", Integer.class, "fish");
            assertThat(run.queryAsync("eaten", String.class).join()).isEqualTo("soup");
            assertThat(answer).isNotDone();

            run.signalAsync("cooked").join();
            assertThat(answer.join()).isEqualTo(2);
            assertThat(again.join()).as("it is the same").isEqualTo(2);
            assertThat(run.updateAsync("order", Integer.class, "cake").join()).isEqualTo(3);
            run.signal("close");
            assertThat(run.resultAsync().join()).isEqualTo("soup fish cake");
        }
    }

    @Test
    void what_is_turned_away_or_cannot_be_asked_is_said_by_the_future() {
        try (var engine = opened()) {
            var run = engine.client().start(Table.class, ID, "soup");
            assertThat(refused(run.updateAsync("order", Integer.class, "stone")))
                    .isEqualTo(Refusal.Reason.UPDATE_REJECTED);
            assertThat(refused(run.startUpdateAsync("order", Integer.class, "stone")))
                    .isEqualTo(Refusal.Reason.UPDATE_REJECTED);
            assertThat(refused(run.queryAsync("weather", String.class)))
                    .isEqualTo(Refusal.Reason.QUERY_FAILED);
            var nobody = engine.client().handle(Table.class, new RunId("nobody"));
            assertThat(refused(nobody.queryAsync("eaten", String.class)))
                    .isEqualTo(Refusal.Reason.NO_SUCH_RUN);
        }
    }

    @Test
    void who_is_out_of_patience_asks_again_under_the_id() throws TimeoutException {
        try (var engine = opened()) {
            var run = engine.client().start(Table.class, ID, "soup");
            assertThatThrownBy(() -> run.once("o-1").update(SOON, "order", Integer.class, "fish"))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessage(
                            "Update o-1 of run table was not answered within PT0.02S; it may still"
                                    + " be. Ask again under its id to wait for the same.");
            var fish = run.once("o-1").startUpdate(LONG, "order", Integer.class, "fish");
            assertThatThrownBy(() -> fish.result(SOON))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageStartingWith("Update o-1 of run table");
            run.signal("cooked");
            assertThat(fish.result(LONG)).isEqualTo(2);
            assertThat(run.query(LONG, "eaten", String.class))
                    .as("it was carried out once, with what was said first")
                    .isEqualTo("soup fish");
        }
    }

    @Test
    void a_start_without_waiting_has_options_and_is_one_under_its_request_id() {
        try (var engine = opened()) {
            var client = engine.client();
            var once = StartOptions.DEFAULT.requestId("s-1");
            var result = client.runAsync(Table.class, ID, once, "soup");
            assertThat(client.startAsync(Table.class, ID, once, "salad").join().id()).isEqualTo(ID);
            assertThat(refused(client.startAsync(Table.class, ID, once.requestId("s-2"), "salad")))
                    .isEqualTo(Refusal.Reason.ALREADY_STARTED);
            var run =
                    client.signalWithStartAsync(
                                    Table.class, ID, once.requestId("s-3"), "salad", "bread")
                            .join();
            run.signal("close");
            assertThat(result.join()).isEqualTo("soup bread");
            assertThat(client.runAsync(Table.class, ID, once, "salad").join())
                    .as("it is asked for again, and has ended")
                    .isEqualTo("soup bread");
            assertThat(
                            client.signalWithStartAsync(
                                            Table.class,
                                            new RunId("other"),
                                            StartOptions.DEFAULT,
                                            "salad",
                                            "bread")
                                    .thenCompose(it -> it.queryAsync("eaten", String.class))
                                    .join())
                    .contains("salad");
        }
    }

    @Test
    void the_result_is_that_of_the_run_that_was_started_not_of_the_one_before() {
        try (var engine = opened()) {
            var client = engine.client();
            var again = StartOptions.DEFAULT.afterEnd(StartOptions.AfterEnd.ALLOW);
            var instead = again.whileRunning(StartOptions.WhileRunning.REPLACE);
            var joined = again.whileRunning(StartOptions.WhileRunning.JOIN);
            for (int i = 0; i < 20; i++) {
                var first = client.runAsync(Table.class, ID, again, "soup");
                var _ = client.startAsync(Table.class, ID, joined, "").join();
                var other = client.runAsync(Table.class, ID, instead, "salad");
                assertThatThrownBy(first::join).hasCauseInstanceOf(RunFailed.class);
                var table = client.handle(Table.class, ID);
                Await.until(() -> table.query("eaten", String.class), "salad"::equals);
                table.signal("close");
                assertThat(other.join()).isEqualTo("salad");
            }
        }
    }

    @Test
    void any_number_of_starts_wait_for_room_and_hold_no_thread() {
        var full = QueueLimits.NONE.backlogMax(1);
        var options = EngineOptions.DEFAULT.queue(Execution.DEFAULT_QUEUE, full);
        try (var engine = Engine.inMemory(options)) {
            engine.register(Guest.class);
            engine.client().pauseQueue(Execution.DEFAULT_QUEUE);
            engine.activities((Waiter) what -> what);
            var first = engine.client().runAsync(Guest.class, new RunId("g"), "water");
            Await.until(() -> queue(engine).waiting(), it -> it == 1);

            var patient = StartOptions.DEFAULT.patience(Duration.ofDays(400_000_000));
            var waiting = new ArrayList<CompletableFuture<String>>();
            for (int i = 0; i < 2_000; i++) {
                var id = new RunId("g" + i);
                waiting.add(engine.client().runAsync(Guest.class, id, patient, "wine " + i));
            }
            var hasty =
                    engine.client()
                            .startAsync(Guest.class, new RunId("h"), patient.patience(SOON), "tea");
            assertThat(refused(hasty)).isEqualTo(Refusal.Reason.QUEUE_FULL);
            assertThat(queue(engine).startsWaiting()).isEqualTo(2_000);

            engine.client().resumeQueue(Execution.DEFAULT_QUEUE);
            assertThat(first.join()).isEqualTo("water");
            for (int i = 0; i < 2_000; i++) {
                assertThat(waiting.get(i).join()).isEqualTo("wine " + i);
            }
            assertThatThrownBy(() -> engine.client().describe(new RunId("h")))
                    .isInstanceOf(Refusal.class);
        }
    }

    private static QueueState queue(Engine engine) {
        return engine.client().queues().getFirst();
    }
}
