package dev.reprise.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.activity.Activities;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.drive.Driver;
import dev.reprise.engine.drive.Gatehouse;
import dev.reprise.engine.drive.Watchman;
import dev.reprise.engine.phases.Loop;
import dev.reprise.engine.phases.PhasedRun;
import dev.reprise.engine.phases.Phases;
import dev.reprise.engine.watch.Meter;
import dev.reprise.engine.watch.Metric;
import dev.reprise.engine.watch.Panel;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Named;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.Presets;
import dev.reprise.policy.Rules;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The code of docs/activities.md, docs/driver.md and docs/observability.md. */
@Timeout(60)
class EffectsPageTest {
    record Order(String customer, int cents) {}

    record Receipt(String id) {}

    interface Payments {
        Receipt charge(Order order);

        @Named("payments.giveBack")
        void refund(Receipt receipt);
    }

    interface Stripe {
        Receipt charge(int cents, String key);
    }

    static class StripePayments implements Payments {
        private final Stripe stripe = (cents, key) -> new Receipt(key + " for " + cents);

        @Override
        public Receipt charge(Order order) {
            return stripe.charge(order.cents(), ActivityContext.current().idempotencyKey());
        }

        @Override
        public void refund(Receipt receipt) {}
    }

    /** How much things are worth. */
    static final class Rates {
        String lookup(String currency) {
            return currency + " 1.1";
        }
    }

    static Outcome added(Rates rates, Call call) {
        var activities = new Activities(new JsonCodec());
        activities.add(new StripePayments());
        activities.add("rates.lookup", String.class, rates::lookup);
        Outcome outcome = activities.perform(call);

        return outcome;
    }

    static final class Shop implements Workflow<Order, String> {
        @Override
        public String run(Order order) {
            return Flow.activity(Payments.class).charge(order).id();
        }
    }

    @Test
    void an_activity_is_given_its_idempotency_key() {
        try (var engine = Engine.inMemory()) {
            engine.register(Shop.class).activities(new StripePayments());
            var run =
                    engine.client().start(Shop.class, new RunId("order-17"), new Order("acme", 5));
            assertThat(run.result()).isEqualTo("order-17/1~1.1 for 5");
        }
    }

    // ---- The driver ----

    /** Asks for its rate. */
    static final class Exchange implements Workflow<String, String> {
        @Override
        public String run(String currency) {
            return Flow.activity("rates.lookup", String.class).call(currency);
        }
    }

    private final List<RunId> saved = new ArrayList<>();

    private void save(PhasedRun run) {
        saved.add(run.id());
    }

    @Test
    void a_run_goes_through_three_phases() {
        var activities = new Activities(new JsonCodec());
        activities.add("rates.lookup", String.class, new Rates()::lookup);
        var random = new Random(7);
        var hooks = Hooks.NONE;
        var rules = Rules.NONE.append(Matcher.any(), Presets.IO);
        WorkflowType<String, String> type = WorkflowType.of(Exchange.class);
        long seed = 7;

        var time = Watchman.start(InstantSource.system());
        var means =
                new Driver.Means(
                                activities,
                                time,
                                task -> Thread.ofVirtual().start(task),
                                random::nextLong)
                        .gates(new Gatehouse(hooks))
                        .hooks(hooks);
        var phases = new Phases(new Driver(means), Precedence.NONE.workflow(rules), Functions.NONE);

        try (var run = PhasedRun.start(type, new RunId("order-17"), seed, time.now(), "42")) {
            while (run.isRunnable()) {
                for (var runnable : run.prepare()) {
                    var executed = phases.execute(runnable);
                    run.apply(executed, time.now());
                }
            }
            assertThat(run.outcome()).get().asString().contains("42 1.1");
        }
        try (var run = PhasedRun.start(type, new RunId("order-18"), seed, time.now(), "43")) {
            phases.run(run, Loop.ASYNC.concurrencyMax(8).checkpoint(this::save)).join();

            assertThat(run.outcome()).get().asString().contains("43 1.1");
            assertThat(saved).containsOnly(new RunId("order-18"));
        }
        time.close();
    }

    // ---- Observability ----

    @Test
    void the_numbers_of_an_engine_are_served_with_what_the_jdk_has() throws Exception {
        try (var engine = Engine.inMemory()) {
            var server = served(engine);
            try (var client = HttpClient.newHttpClient()) {
                var at =
                        URI.create(
                                "http://localhost:" + server.getAddress().getPort() + "/metrics");
                var answer =
                        client.send(HttpRequest.newBuilder(at).build(), BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().firstValue("Content-Type"))
                        .contains(Panel.CONTENT_TYPE);
                assertThat(answer.body()).contains("reprise_runs_begun_total");
            } finally {
                server.stop(0);
            }
        }
    }

    /** At any port: a test does not know which one is free. */
    private static HttpServer served(Engine engine) throws IOException {
        int port = 0;
        var server = HttpServer.create(new InetSocketAddress("localhost", port), 0);
        server.createContext(
                "/metrics",
                exchange -> {
                    byte[] text = engine.metrics().getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders().set("Content-Type", Panel.CONTENT_TYPE);
                    exchange.sendResponseHeaders(200, text.length);
                    try (var body = exchange.getResponseBody()) {
                        body.write(text);
                    }
                });
        server.start();
        return server;
    }

    record ToMicrometer(MeterRegistry registry) implements Meter {
        @Override
        public void counter(Metric it, LongSupplier read) {
            FunctionCounter.builder(it.name(), read, LongSupplier::getAsLong)
                    .description(it.help())
                    .tags(tags(it))
                    .register(registry);
        }

        @Override
        public void gauge(Metric it, LongSupplier read) {
            Gauge.builder(it.name(), read, LongSupplier::getAsLong)
                    .strongReference(true)
                    .tags(tags(it))
                    .register(registry);
        }

        @Override
        public Samples samples(Metric it) {
            if (it.unit() == Metric.Unit.NANOS) {
                var timer =
                        Timer.builder(it.name())
                                .publishPercentileHistogram()
                                .tags(tags(it))
                                .register(registry);
                return nanos -> timer.record(nanos, TimeUnit.NANOSECONDS);
            }
            return DistributionSummary.builder(it.name()).tags(tags(it)).register(registry)::record;
        }

        private static List<Tag> tags(Metric it) {
            return it.tags().entrySet().stream()
                    .map(e -> Tag.of(e.getKey(), e.getValue()))
                    .toList();
        }
    }

    @Test
    void the_numbers_of_an_engine_are_told_to_another_library() {
        var registry = new SimpleMeterRegistry();
        var options = EngineOptions.DEFAULT.meter(new ToMicrometer(registry));
        try (var engine = Engine.inMemory(options)) {
            engine.register(Shop.class).activities(new StripePayments());
            engine.client().start(Shop.class, new RunId("order-17"), new Order("acme", 5)).result();
            assertThat(registry.get("reprise.runs.begun").functionCounter().count()).isOne();
            assertThat(registry.get("reprise.activity").timer().count()).isOne();
            assertThat(registry.get("reprise.store.group").summary().count()).isPositive();
            assertThat(registry.get("reprise.uptime").gauge().value()).isNotNegative();
        }
    }
}
