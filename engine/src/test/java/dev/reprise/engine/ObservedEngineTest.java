package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.control.Health;
import dev.reprise.engine.control.Health.Overdue;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.watch.Panel;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.flow.guard.Strictness;
import dev.reprise.policy.Field;
import dev.reprise.policy.Partial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an engine says about itself while it works: numbers, events, reports, health. */
@Timeout(60)
final class ObservedEngineTest {
    interface Kitchen {
        String boil(String kind);
    }

    /** Boils water, sleeps, and waits for a guest. */
    static final class Tea implements Workflow<String, String> {
        private String sugar = "";

        @Override
        public String run(String kind) {
            String water = Flow.activity(Kitchen.class).boil(kind);
            Flow.sleep(Duration.ofMillis(1));
            Flow.await(() -> !sugar.isEmpty());
            return water + sugar;
        }

        @Signal
        void sugar(String much) {
            sugar = much;
        }

        @Query
        String tasted() {
            return sugar;
        }
    }

    /** Does not pause before somebody lets it. */
    static final class Brooding implements Workflow<String, String> {
        static volatile CountDownLatch latch = new CountDownLatch(1);

        @Override
        public String run(String input) {
            CountDownLatch seen = latch;
            while (seen.getCount() > 0) {
                Thread.onSpinWait();
            }
            return input;
        }
    }

    private static final Settings EAGER =
            Settings.DEFAULT.defaults(
                    Partial.NONE
                            .with(Field.MAX_RETRIES, 1)
                            .with(Field.DELAY_BASE, Duration.ofMillis(1)));

    private final AtomicInteger calls = new AtomicInteger();

    /** Fails the first time. */
    private String boil(String kind) {
        if (calls.incrementAndGet() == 1) {
            throw new IllegalStateException("the kettle is cold");
        }
        return "hot " + kind;
    }

    private Engine kitchen(Engine engine) {
        return engine.register(Tea.class).activities((Kitchen) this::boil);
    }

    @Test
    void what_happens_is_counted() {
        var theirs = new Panel();
        var options = EngineOptions.DEFAULT.settings(EAGER).meter(theirs);
        try (var engine = kitchen(Engine.inMemory(options))) {
            var run = engine.client().start(Tea.class, new RunId("cup"), "tea");
            assertThat(run.query("tasted", String.class)).isEmpty();
            run.signal("sugar", " and sweet");
            assertThat(run.result()).isEqualTo("hot tea and sweet");
            assertThatThrownBy(() -> run.signal("sugar", "more"))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.ALREADY_ENDED));

            assertThat(engine.metrics().lines())
                    .contains(
                            "reprise_requests_total{kind=\"start\"} 1",
                            "reprise_requests_total{kind=\"signal\"} 2",
                            "reprise_requests_total{kind=\"query\"} 1",
                            "reprise_refusals_total{reason=\"already_ended\"} 1",
                            "reprise_refusals_total{reason=\"no_such_run\"} 0",
                            "reprise_runs_begun_total 1",
                            "reprise_runs_ended_total{status=\"completed\"} 1",
                            "reprise_runs_stuck 0",
                            "reprise_activity_attempts_total{activity=\"Kitchen.boil\"} 2",
                            "reprise_activity_retries_total{activity=\"Kitchen.boil\"} 1",
                            "reprise_activity_outcomes_total{activity=\"Kitchen.boil\",outcome=\"failed\"} 1",
                            "reprise_activity_outcomes_total{activity=\"Kitchen.boil\",outcome=\"completed\"} 1",
                            "reprise_activity_seconds_count{activity=\"Kitchen.boil\"} 2",
                            "reprise_timer_set_total 2",
                            "reprise_timer_lateness_seconds_count 2");
            assertThat(engine.metrics())
                    .containsPattern("reprise_activation_seconds_count\\{workflow=\"Tea\"} [4-9]\n")
                    .containsPattern("reprise_store_sync_seconds_count [4-9]\n")
                    .containsPattern("reprise_store_written_bytes_total [1-9]\\d+\n");
            assertThat(theirs.number("reprise.activity.attempts")).hasValue(2);
            assertThat(theirs.number("reprise.store.syncs"))
                    .hasValue(engine.store().counters().syncs());
            assertThat(engine.counts().runsEnded(Status.COMPLETED)).isEqualTo(1);
        }
    }

    @Test
    void a_run_that_gave_up_its_memory_is_counted_when_it_does_and_when_it_is_back() {
        var options = EngineOptions.DEFAULT.settings(EAGER.pausedMax(0));
        try (var engine = kitchen(Engine.inMemory(options))) {
            calls.set(1);
            var run = engine.client().start(Tea.class, new RunId("cup"), "tea");
            Await.until(() -> engine.counts().evictions(), it -> it >= 3);
            run.signal("sugar", "");
            run.signal("sugar", " and sweet");
            assertThat(run.result()).isEqualTo("hot tea and sweet");
            assertThat(engine.metrics())
                    .containsPattern("reprise_replayed_turns_total [1-9]\\d*\n");
        }
    }

    @Test
    void an_activity_that_hangs_and_a_workflow_that_does_not_pause_are_reported_while_they_do() {
        Brooding.latch = new CountDownLatch(1);
        var kettle = new CountDownLatch(1);
        var watching =
                Watching.DEFAULT
                        .slowActivation(Duration.ofMillis(40))
                        .slowActivity(Duration.ofMillis(40));
        try (var engine = Engine.inMemory(EngineOptions.DEFAULT.watching(watching))) {
            engine.register(Tea.class)
                    .register(WorkflowType.of(Brooding.class, Strictness.OFF))
                    .activities((Kitchen) kind -> waited(kettle));
            assertThat(engine.health().isWell()).isTrue();
            engine.client().start(Tea.class, new RunId("cup"), "tea");
            var egg = engine.client().runAsync(Brooding.class, new RunId("egg"), "done");
            Await.until(() -> engine.health().overdue(), it -> it.size() == 2);

            Health health = engine.health();
            assertThat(health.isWell()).isFalse();
            Overdue cup = overdue(health, Overdue.What.ACTIVITY);
            assertThat(cup.run()).isEqualTo(new RunId("cup"));
            assertThat(cup.type()).isEqualTo("Kitchen.boil");
            assertThat(cup.attempt()).isEqualTo(1);
            assertThat(cup.where()).contains("ObservedEngineTest.waited");
            Overdue brood = overdue(health, Overdue.What.ACTIVATION);
            assertThat(brood.run()).isEqualTo(new RunId("egg"));
            assertThat(brood.type()).isEqualTo("Brooding");
            assertThat(brood.where())
                    .matches("unit / at ObservedEngineTest\\$Brooding.run\\(.*java:\\d+\\)");

            kettle.countDown();
            Brooding.latch.countDown();
            assertThat(egg.join()).isEqualTo("done");
            Await.until(() -> engine.health().isWell(), it -> it);
            assertThat(engine.metrics())
                    .contains(
                            "reprise_activity_stuck_total{activity=\"Kitchen.boil\"} 1\n",
                            "reprise_activation_slow_total{workflow=\"Brooding\"} 1\n");
        }
    }

    private static Overdue overdue(Health health, Overdue.What what) {
        return health.overdue().stream().filter(it -> it.what() == what).findFirst().orElseThrow();
    }

    private static String waited(CountDownLatch latch) {
        try {
            latch.await();
            return "done";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void runs_that_are_stuck_are_told_by_type_and_reason(@TempDir Path folder) {
        try (var engine = kitchen(Engine.open(folder))) {
            engine.client()
                    .start(Tea.class, new RunId("cup-1"), "tea")
                    .query("tasted", String.class);
            engine.client()
                    .start(Tea.class, new RunId("cup-2"), "tea")
                    .query("tasted", String.class);
        }
        try (var engine = Engine.open(folder)) {
            for (String id : List.of("cup-1", "cup-2")) {
                engine.client().handle(Tea.class, new RunId(id)).signal("sugar", "much");
            }
            Await.until(
                    () -> engine.health().stuck(),
                    it -> !it.isEmpty() && it.getFirst().runs() == 2);
            Health.StuckRuns stuck = engine.health().stuck().getFirst();
            assertThat(stuck.type()).isEqualTo("Tea");
            assertThat(stuck.reason()).isEqualTo("UNKNOWN_TYPE");
            assertThat(stuck.first()).isEqualTo(new RunId("cup-1"));
            assertThat(stuck.sentence()).startsWith("No code is registered for workflow Tea.");
            assertThat(engine.health().state().numbers()).containsEntry("runs.stuck", 2L);
            assertThat(engine.health().state().numbers().get("store.size")).isPositive();
        }
    }

    @Test
    void the_flight_recorder_hears_of_activations_commits_and_attempts(@TempDir Path folder)
            throws Exception {
        Path file = folder.resolve("flight.jfr");
        try (var recording = new Recording();
                var engine = kitchen(Engine.inMemory(EngineOptions.DEFAULT.settings(EAGER)))) {
            for (String event : List.of("Activation", "Commit", "Activity")) {
                recording.enable("dev.reprise." + event).withoutThreshold();
            }
            recording.start();
            var run = engine.client().start(Tea.class, new RunId("cup"), "tea");
            run.signal("sugar", " and sweet");
            assertThat(run.result()).isEqualTo("hot tea and sweet");
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = new ArrayList<>(RecordingFile.readAllEvents(file));
        events.sort(Comparator.comparing(RecordedEvent::getStartTime));
        assertThat(told(events, "Activation", "run", "type", "jobs"))
                .hasSizeGreaterThanOrEqualTo(3)
                .first()
                .isEqualTo("cup Tea 1");
        assertThat(named(events, "Activation").getFirst().getInt("commands")).isEqualTo(1);
        assertThat(told(events, "Activity", "run", "name", "command", "attempt", "outcome"))
                .containsExactly("cup Kitchen.boil 1 1 failed", "cup Kitchen.boil 1 2 completed");
        assertThat(named(events, "Commit"))
                .hasSizeGreaterThanOrEqualTo(4)
                .allSatisfy(
                        it -> {
                            assertThat(it.getInt("changes")).isPositive();
                            assertThat(it.getLong("bytes")).isPositive();
                            assertThat(it.getDuration()).isPositive();
                        });
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(it -> it.getEventType().getName().equals("dev.reprise." + name))
                .toList();
    }

    private static List<String> told(List<RecordedEvent> events, String name, String... fields) {
        List<String> told = new ArrayList<>();
        for (RecordedEvent event : named(events, name)) {
            List<String> values = new ArrayList<>();
            for (String field : fields) {
                values.add(String.valueOf(event.<Object>getValue(field)));
            }
            told.add(String.join(" ", values));
        }
        return told;
    }
}
