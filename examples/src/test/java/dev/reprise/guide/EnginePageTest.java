package dev.reprise.guide;

import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.persistentTrigger;
import static dev.reprise.pattern.Patterns.seq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.RunId;
import dev.reprise.engine.Client;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.RunFailed;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.StartOptions;
import dev.reprise.engine.StartOptions.AfterEnd;
import dev.reprise.engine.StartOptions.WhileRunning;
import dev.reprise.engine.drive.QueueState;
import dev.reprise.engine.run.Listing;
import dev.reprise.engine.run.Retention;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Verification;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.RetryOptions;
import dev.reprise.history.RunOptions;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.policy.Field;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Presets;
import dev.reprise.policy.QueueLimits;
import dev.reprise.policy.Rate;
import dev.reprise.policy.Rules;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.When;
import dev.reprise.soundness.Soundness;
import dev.reprise.vm.PatternType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/engine.md, docs/queues.md and docs/schedules.md. */
@Timeout(60)
@SuppressWarnings("UnusedVariable") // a page shows what there is, whoever takes it
class EnginePageTest {
    record Order(String customer, int cents) {}

    record Receipt(String id) {}

    enum Status {
        NEW,
        APPROVED
    }

    interface Payments {
        Receipt charge(Order order);
    }

    static final class StripePayments implements Payments {
        @Override
        public Receipt charge(Order order) {
            return new Receipt("receipt of " + order.customer());
        }
    }

    static final class OrderWorkflow implements Workflow<Order, Receipt> {
        private Status status = Status.NEW;

        @Override
        public Receipt run(Order order) {
            Flow.searchAttribute("customer", order.customer());
            Flow.await(() -> status == Status.APPROVED);
            return Flow.activity(Payments.class).charge(order);
        }

        @Signal
        void approve(String who) {
            status = Status.APPROVED;
        }

        @Query
        Status status() {
            return status;
        }
    }

    @TempDir private Path folder;

    private final Order order = new Order("acme", 500);

    @Test
    void an_order_is_approved_and_charged() {
        Path data = folder.resolve("data");
        try (var engine = Engine.open(data)) {
            engine.register(OrderWorkflow.class).activities(new StripePayments());
            var run = engine.client().start(OrderWorkflow.class, new RunId("order-17"), order);
            run.signal("approve", "ann");
            Status status = run.query("status", Status.class);
            Receipt receipt = run.result();
        }
        try (var engine = Engine.open(data)) {
            engine.register(OrderWorkflow.class).activities(new StripePayments());
            var run = engine.client().handle(OrderWorkflow.class, new RunId("order-17"));
            assertThat(run.result()).isEqualTo(new Receipt("receipt of acme"));
        }
    }

    @Test
    void stored_runs_are_verified_with_the_code_of_today() {
        Path folder = this.folder.resolve("data");
        try (var engine = Engine.open(folder)) {
            engine.register(OrderWorkflow.class).activities(new StripePayments());
            engine.client().start(OrderWorkflow.class, new RunId("order-17"), order);
        }
        try (var store = Store.reading(folder)) {
            var report =
                    Verification.of(store)
                            .with(OrderWorkflow.class)
                            .verify("status in (running, stuck)");
            report.differences().forEach(it -> System.out.println(it.describe()));
        }
        try (var store = Store.reading(folder)) {
            assertThat(Verification.of(store).with(OrderWorkflow.class).verify("").same())
                    .isEqualTo(1);
        }
    }

    @Test
    void policies_are_changed_while_an_engine_works() {
        Rules other = Rules.NONE.append(Matcher.any(), Presets.IO);
        try (var engine = Engine.inMemory()) {
            Client client = engine.client();
            var rules =
                    Rules.NONE.append(
                            Matcher.name("Payments.charge"), Presets.IO.with(Field.MAX_RETRIES, 5));
            var settings =
                    Settings.DEFAULT
                            .rules(rules)
                            .functions(
                                    Functions.NONE.failure(
                                            "mends", it -> it instanceof Failure.Timeout));
            engine.policies(settings.policies().merge(other));
            client.deadLetters("people");

            assertThat(client.deadLetters("people")).isEmpty();
        }
    }

    // ---- Patterns ----

    interface Desk {
        String pack(String what);
    }

    static final class Shop implements Desk {
        @Override
        public String pack(String what) {
            return "packed";
        }
    }

    @Test
    void a_pattern_is_a_workflow() {
        Pattern pattern =
                seq(persistentTrigger("ship", "way"), effect("Desk.pack", "input", "result"));
        Registry registry = Registry.NONE;
        RunId id = new RunId("order-1");
        String input = "tea";
        try (var engine = Engine.inMemory()) {
            var sound = Soundness.refusingUnsound(pattern);
            var order = PatternType.of("order", sound, registry);
            engine.register(order).activities(new Shop());
            var run = engine.client().start(order, id, input, String.class);
            run.signal("ship");

            assertThat(run.result()).isEqualTo("packed");
        }
    }

    // ---- Legs ----

    static final class Cart implements Workflow<List<String>, List<String>> {
        @Override
        public List<String> run(List<String> items) {
            List<String> state = new ArrayList<>(items);
            while (Flow.info().historySize() < 3) {
                state.add(Flow.signal("add", String.class));
                if (state.size() > 3) {
                    return state;
                }
            }
            return Flow.continueAsNew(state);
        }
    }

    @Test
    void a_cart_is_filled_by_whoever_is_first() {
        RunId id = new RunId("cart-1");
        List<String> input = List.of("pen");
        String item = "book";
        try (var engine = Engine.inMemory()) {
            engine.register(Cart.class);
            Client client = engine.client();
            var options =
                    StartOptions.DEFAULT
                            .whileRunning(WhileRunning.JOIN)
                            .afterEnd(AfterEnd.ALLOW)
                            .delay(Duration.ofHours(1))
                            .runTimeout(Duration.ofDays(1))
                            .executionTimeout(Duration.ofDays(30))
                            .retry(RetryOptions.UNSAID.attemptsMax(3));
            client.signalWithStart(Cart.class, id, options, input, "add", item);

            assertThat(client.handle(Cart.class, id).waits()).hasSize(1);
        }
        try (var engine = Engine.inMemory()) {
            engine.register(Cart.class);
            var cart = engine.client().start(Cart.class, id, input);
            List.of("book", "cup", "tea").forEach(each -> cart.signal("add", each));
            assertThat(cart.result()).containsExactly("pen", "book", "cup", "tea");
        }
    }

    /** Compiled only: after each line it would have to come as far again. */
    static void takenBack(RunHandle<?> run) {
        run.reset(3, "charged the wrong card");
        run.reset(-1, "mended");
        run.reset(0, "all of it");
        run.fork(3, new RunId("what-if"));
    }

    @Test
    void runs_are_found_kept_and_mended_together() {
        var options =
                EngineOptions.DEFAULT.retention(
                        Retention.FOREVER
                                .age(Duration.ofDays(30))
                                .count(1_000_000)
                                .countOfType(10_000));
        var fewer = EngineOptions.DEFAULT.retention(Retention.FOREVER.legs(3));
        Engine.inMemory(fewer).close();
        var broken = new AtomicBoolean(true);
        Payments payments =
                it -> {
                    if (broken.get()) {
                        throw ApplicationFailed.fatal("Broken", "it is broken");
                    }
                    return new Receipt("receipt");
                };
        try (var engine = Engine.open(folder.resolve("data"), options)) {
            engine.register(OrderWorkflow.class).activities(payments);
            Client client = engine.client();
            var run = client.start(OrderWorkflow.class, new RunId("order-1"), order);
            run.signal("approve", "ann");
            assertThatThrownBy(run::result).isInstanceOf(RunFailed.class);

            Listing page =
                    client.list(
                            "type = 'OrderWorkflow' and customer = 'acme' and started > -1d order by started desc limit 50");
            page.runs();
            client.count("status = stuck");
            assertThat(client.count("customer = 'acme' and status = failed")).isEqualTo(1);

            broken.set(false);
            var report =
                    client.batch("type = 'OrderWorkflow' and status = failed and ended > -1h")
                            .once("repair-17")
                            .progress(it -> System.out.println(it.done() + " of " + it.found()))
                            .reset(-1, "mended");
            assertThat(report.done()).isEqualTo(1);
            assertThat(run.result()).isEqualTo(new Receipt("receipt"));
        }
    }

    // ---- Queues ----

    interface Cards {
        Receipt charge(Order order);
    }

    static final class CardShop implements Workflow<Order, Receipt> {
        @Override
        public Receipt run(Order order) {
            return Flow.activity(
                            Cards.class,
                            ActivityOptions.UNSAID
                                    .taskQueue("cards")
                                    .priority(5)
                                    .fairnessKey(order.customer()))
                    .charge(order);
        }
    }

    @Test
    void cards_are_charged_in_a_queue() {
        RunId id = new RunId("order-1");
        var options =
                EngineOptions.DEFAULT.queue(
                        "cards",
                        QueueLimits.NONE
                                .concurrencyMax(20)
                                .rate(new Rate(100, Duration.ofSeconds(1)))
                                .perKeyMax(5)
                                .weight("acme", 3)
                                .backlogMax(10_000));
        try (var engine = Engine.open(folder.resolve("data"), options)) {
            engine.register(CardShop.class)
                    .activities((Cards) it -> new Receipt("receipt of " + it.customer()));
            Client client = engine.client();
            client.start(
                    CardShop.class,
                    id,
                    StartOptions.DEFAULT.taskQueue("cards").patience(Duration.ofSeconds(10)),
                    order);
            client.queues();
            client.pauseQueue("cards");

            assertThat(client.handle(CardShop.class, id).result().id())
                    .isEqualTo("receipt of acme");
            assertThat(client.queues()).singleElement().matches(QueueState::paused);
        }
    }

    // ---- Schedules ----

    static final class Report implements Workflow<String, String> {
        @Override
        public String run(String of) {
            return "report of " + of;
        }
    }

    @Test
    void a_schedule_is_made_changed_and_deleted() {
        var when = When.parse("cron \"0 9 * * MON-FRI\" in Europe/Berlin");
        var schedule = Schedule.of(when);
        var other = schedule.overlap(Overlap.BUFFER_ONE);
        try (var engine = Engine.open(folder.resolve("data"))) {
            engine.register(Report.class);
            var client = engine.client();
            var duty =
                    client.duty(Report.class, "sales")
                            .options(
                                    RunOptions.UNSAID
                                            .timeouts(
                                                    RunOptions.Timeouts.NONE.run(
                                                            Duration.ofHours(2)))
                                            .retry(RetryOptions.UNSAID.attemptsMax(3)));
            var nightly = client.schedule("nightly").create(new ScheduleSpec(schedule, duty));
            nightly.pause("holidays");
            nightly.update(nightly.describe().spec().schedule(other));
            client.schedules();
            nightly.delete();

            assertThat(client.schedules()).isEmpty();
        }
    }
}
