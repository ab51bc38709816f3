package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Status;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class EngineTest {
    record Order(String id, int amount) {}

    record Receipt(String order, String payment) {}

    interface Payments {
        String charge(Order order);
    }

    static final class OrderWorkflow implements Workflow<Order, Receipt> {
        private String approvedBy = "";

        @Override
        public Receipt run(Order order) {
            String payment = Flow.activity(Payments.class).charge(order);
            Flow.await(() -> !approvedBy.isEmpty());
            return new Receipt(order.id(), payment + " by " + approvedBy);
        }

        @Signal
        void approve(String who) {
            approvedBy = who;
        }

        @Query
        String approvedBy() {
            return approvedBy;
        }
    }

    static final class SleepWorkflow implements Workflow<Integer, String> {
        @Override
        public String run(Integer millis) {
            Flow.sleep(Duration.ofMillis(millis));
            return "slept";
        }
    }

    private static final class Till implements Payments {
        final ConcurrentLinkedQueue<String> charged = new ConcurrentLinkedQueue<>();

        @Override
        public String charge(Order order) {
            charged.add(order.id());
            return "paid " + order.amount();
        }
    }

    private final Till till = new Till();

    private Engine registered(Engine engine) {
        return engine.register(OrderWorkflow.class).register(SleepWorkflow.class).activities(till);
    }

    @Test
    void an_order_is_charged_approved_and_ends_with_its_receipt() {
        try (var engine = registered(Engine.inMemory())) {
            var run = engine.client().start(OrderWorkflow.class, new Order("o1", 5));
            assertThat(run.query("approvedBy", String.class)).isEmpty();
            run.signal("approve", "ann");
            assertThat(run.result()).isEqualTo(new Receipt("o1", "paid 5 by ann"));
            assertThat(run.describe().status()).isEqualTo(Status.COMPLETED);
            assertThat(till.charged).containsExactly("o1");
        }
    }

    @Test
    void a_timer_fires() {
        try (var engine = registered(Engine.inMemory())) {
            assertThat(engine.client().start(SleepWorkflow.class, 20).result()).isEqualTo("slept");
        }
    }

    @Test
    void who_wants_only_the_result_is_told_only_that() {
        RunId id = new RunId("once");
        try (var engine = registered(Engine.inMemory())) {
            var client = engine.client();
            assertThat(client.runAsync(SleepWorkflow.class, id, 1).join()).isEqualTo("slept");
            assertThat(client.describe(id).status()).isEqualTo(Status.COMPLETED);
            assertThat(client.runAsync(SleepWorkflow.class, id, 1))
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(Refusal.class)
                    .withMessageContaining("already");
        }
    }

    @Test
    void what_was_under_way_goes_on_in_another_process(@TempDir Path folder) {
        RunId waiting = new RunId("waiting");
        RunId sleeping = new RunId("sleeping");
        try (var engine = registered(Engine.open(folder))) {
            engine.client().start(OrderWorkflow.class, waiting, new Order("o2", 7));
            engine.client().start(SleepWorkflow.class, sleeping, 50);
        }
        try (var engine = registered(Engine.open(folder))) {
            assertThat(engine.recovered().runs()).isEqualTo(2);
            var run = engine.client().handle(OrderWorkflow.class, waiting);
            run.signal("approve", "bob");
            assertThat(run.result()).isEqualTo(new Receipt("o2", "paid 7 by bob"));
            assertThat(engine.client().handle(SleepWorkflow.class, sleeping).result())
                    .isEqualTo("slept");
            List<String> all = new ArrayList<>();
            try (var list = engine.client().list()) {
                list.forEachRemaining(it -> all.add(it.run() + " " + it.status()));
            }
            assertThat(all).containsExactly("sleeping COMPLETED", "waiting COMPLETED");
        }
    }

    @Test
    void an_id_is_used_once_and_a_request_is_meant_once() {
        RunId id = new RunId("one");
        try (var engine = registered(Engine.inMemory())) {
            var client = engine.client();
            client.start(OrderWorkflow.class, id, "request", new Order("o", 1));
            client.start(OrderWorkflow.class, id, "request", new Order("o", 1));
            assertThatThrownBy(() -> client.start(OrderWorkflow.class, id, new Order("o", 1)))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it ->
                                    assertThat(it.reason())
                                            .isEqualTo(Refusal.Reason.ALREADY_STARTED));
            client.handle(OrderWorkflow.class, id).signal("approve", "x");
            assertThat(client.handle(OrderWorkflow.class, id).result().payment())
                    .isEqualTo("paid 1 by x");
        }
    }

    @Test
    @Timeout(30)
    void a_run_that_is_not_in_memory_is_replayed_when_it_goes_on() {
        var nothingKept = EngineOptions.DEFAULT.settings(Settings.DEFAULT.pausedMax(0));
        try (var engine = registered(Engine.inMemory(nothingKept))) {
            var run = engine.client().start(OrderWorkflow.class, new Order("o", 3));
            // Who asks at once may still find it in memory.
            do {
                assertThat(run.query("approvedBy", String.class)).isEmpty();
            } while (engine.counts().replays() < 2);
            run.signal("approve", "eve");
            assertThat(run.result().payment()).isEqualTo("paid 3 by eve");
            assertThat(till.charged).containsExactly("o");
        }
    }

    @Test
    @Timeout(30)
    void small_runs_stay_in_memory_while_there_is_room_and_large_ones_make_way() {
        var someRoom =
                EngineOptions.DEFAULT.settings(Settings.DEFAULT.pausedMax(1).pausedBytes(1 << 20));
        try (var engine = registered(Engine.inMemory(someRoom))) {
            var client = engine.client();
            List<RunHandle<Receipt>> small = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                small.add(client.start(OrderWorkflow.class, new Order("small", i)));
            }
            for (int i = 0; i < 2; i++) {
                small.forEach(it -> assertThat(it.query("approvedBy", String.class)).isEmpty());
            }
            assertThat(engine.counts().replays()).isZero();

            String large = "x".repeat(1 << 20);
            for (int i = 0; i < 10; i++) {
                var run = client.start(OrderWorkflow.class, new Order(large, i));
                assertThat(run.query("approvedBy", String.class)).isEmpty();
            }
            do {
                small.forEach(it -> assertThat(it.query("approvedBy", String.class)).isEmpty());
            } while (engine.counts().replays() < small.size());
        }
    }

    @Test
    void a_run_that_has_ended_still_answers_and_takes_nothing_more() {
        try (var engine = registered(Engine.inMemory())) {
            var run = engine.client().start(OrderWorkflow.class, new Order("o", 3));
            run.signal("approve", "eve");
            run.result();
            assertThat(run.query("approvedBy", String.class)).isEqualTo("eve");
            assertThat(run.result().order()).isEqualTo("o");
            assertThatThrownBy(() -> run.signal("approve", "late"))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.ALREADY_ENDED));
        }
    }

    @Test
    void what_is_too_large_is_refused_and_nothing_is_lost() {
        try (var engine = registered(Engine.inMemory())) {
            var run = engine.client().start(OrderWorkflow.class, new Order("o", 3));
            String huge = "x".repeat((16 << 20) + 1);
            assertThatThrownBy(() -> run.signal("approve", huge))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.TOO_LARGE))
                    .hasMessageContaining("16777216");
            run.signal("approve", "eve");
            assertThat(run.result().payment()).isEqualTo("paid 3 by eve");
        }
    }

    @Test
    void nonsense_is_refused_with_what_to_do() {
        try (var engine = Engine.inMemory()) {
            assertThatThrownBy(() -> engine.client().start(OrderWorkflow.class, new Order("o", 3)))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("No code is registered for workflow OrderWorkflow");
            assertThatThrownBy(
                            () ->
                                    engine.client()
                                            .handle(OrderWorkflow.class, new RunId("nobody"))
                                            .signal("approve", "x"))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("There is no run nobody");
            engine.register(OrderWorkflow.class);
            assertThatThrownBy(() -> engine.register(OrderWorkflow.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("registered already");
        }
    }
}
