package dev.reprise.engine;

import static dev.reprise.pattern.Patterns.after;
import static dev.reprise.pattern.Patterns.deferred;
import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.free;
import static dev.reprise.pattern.Patterns.on;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.persistentTrigger;
import static dev.reprise.pattern.Patterns.put;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.sleep;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.choice.Scheduler;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.Named;
import dev.reprise.flow.Workflow;
import dev.reprise.pattern.Context;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.pattern.Unlinkable;
import dev.reprise.vm.PatternMachine;
import dev.reprise.vm.PatternType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Patterns as workflows of an engine. */
@Timeout(60)
class PatternsOfRunsTest {
    private static final RunId RUN = new RunId("order-1");
    private static final JsonCodec JSON = new JsonCodec();

    /** The activities that patterns ask for, by name. */
    public interface Shop {
        String reserve(String what);

        String charge(String what);
    }

    private final List<String> done = new CopyOnWriteArrayList<>();

    private final class Desk implements Shop {
        @Override
        public String reserve(String what) {
            done.add("reserve " + what);
            return "shelf of " + what;
        }

        @Override
        public String charge(String what) {
            done.add("charge " + what);
            return "paid";
        }
    }

    private static String activity(String method) {
        return "Shop." + method;
    }

    private static final Registry CODE =
            Registry.NONE.task(
                    "sum",
                    it -> it.with("result", json(text(it, "held") + ", " + text(it, "charged"))));

    private static String text(Context context, String name) {
        return context.find(name).map(it -> JSON.decode(it, String.class)).orElse("nothing");
    }

    private static Payload json(String text) {
        return JSON.encode(text);
    }

    private static final Pattern ORDER =
            seq(
                    par(
                            effect(activity("reserve"), "input", "held"),
                            effect(activity("charge"), "input", "charged")),
                    persistentTrigger("ship", "how"),
                    task("sum"));

    private static PatternType order() {
        return PatternType.of("order", ORDER, CODE);
    }

    private Engine in(Path folder) {
        return Engine.open(
                folder,
                EngineOptions.DEFAULT.settings(Settings.DEFAULT.snapshotEvery(2).pausedMax(0)));
    }

    @Test
    void a_pattern_is_a_workflow_whose_effects_are_activities() {
        try (var engine = Engine.inMemory()) {
            engine.register(order()).activities(new Desk());
            var handle = engine.client().start(order(), RUN, "book", String.class);
            handle.signal("ship", "by air");
            assertThat(handle.result()).isEqualTo("shelf of book, paid");
            assertThat(done).containsExactlyInAnyOrder("reserve book", "charge book");
        }
    }

    @Test
    void what_it_waits_for_can_be_asked() {
        try (var engine = Engine.inMemory()) {
            engine.register(order());
            var handle = engine.client().start(order(), RUN, "book", String.class);
            assertThat(handle.query(PatternMachine.WAITS, String.class))
                    .isEqualTo("Shop.reserve /0/0\nShop.charge /0/1\n");
            engine.activities(new Desk());
            handle.signal("ship");
            assertThat(handle.result()).isEqualTo("shelf of book, paid");
        }
    }

    @Test
    void timers_of_a_pattern_are_durable(@TempDir Path folder) {
        var sleeper =
                PatternType.of(
                        "sleeper",
                        seq(
                                sleep(Duration.ofMillis(300)),
                                deferred(
                                        on("never", put("result", "\"no\"")),
                                        after(Duration.ofMillis(1), task("late")))),
                        Registry.NONE.task("late", it -> it.with("result", json("late"))));
        try (var engine = in(folder)) {
            engine.register(sleeper).client().start(sleeper, RUN, null, String.class);
        }
        try (var engine = in(folder)) {
            engine.register(sleeper);
            assertThat(engine.client().handle(RUN, String.class).result()).isEqualTo("late");
        }
    }

    @Test
    void a_run_keeps_to_the_program_that_it_began_with(@TempDir Path folder) {
        try (var engine = in(folder)) {
            engine.register(order()).activities(new Desk());
            engine.client().start(order(), RUN, "book", String.class);
        }
        var changed =
                PatternType.of(
                        "order", task("other"), CODE.task("other", PatternsOfRunsTest::other));
        try (var engine = in(folder)) {
            engine.register(changed).activities(new Desk());
            var second = engine.client().start(changed, new RunId("order-2"), "pen", String.class);
            assertThat(second.result()).isEqualTo("other");
            var first = engine.client().handle(RUN, String.class);
            first.signal("ship");
            assertThat(first.result()).isEqualTo("shelf of book, paid");
        }
    }

    private static Context other(Context context) {
        return context.with("result", json("other"));
    }

    @Test
    void without_the_code_of_its_program_a_run_is_stuck_and_says_what_is_missing(
            @TempDir Path folder) {
        try (var engine = in(folder)) {
            engine.register(order()).activities(new Desk());
            engine.client().start(order(), RUN, "book", String.class);
        }
        var poor =
                PatternType.of(
                        "order",
                        task("other"),
                        Registry.NONE.task("other", PatternsOfRunsTest::other));
        try (var engine = in(folder)) {
            engine.register(poor).activities(new Desk());
            var handle = engine.client().handle(RUN, String.class);
            handle.signal("ship");
            var description = handle.describe();
            assertThat(description.status()).isEqualTo(Status.STUCK);
            assertThat(description.reason().orElseThrow()).contains("\"sum\"");
        }
        try (var engine = in(folder)) {
            engine.register(order()).activities(new Desk());
            assertThat(engine.client().handle(RUN, String.class).result())
                    .isEqualTo("shelf of book, paid");
        }
    }

    /** Under the same name. */
    @Named("order")
    public static final class Order implements Workflow<String, String> {
        @Override
        public String run(String what) {
            return "code";
        }
    }

    @Test
    void code_under_the_name_of_a_pattern_does_not_carry_out_its_runs(@TempDir Path folder) {
        try (var engine = in(folder)) {
            engine.register(order()).activities(new Desk());
            engine.client().start(order(), RUN, "book", String.class);
        }
        try (var engine = in(folder)) {
            engine.register(Order.class);
            engine.activities(new Desk());
            var handle = engine.client().handle(RUN, String.class);
            handle.signal("ship");
            assertThat(handle.describe().reason().orElseThrow()).contains("No pattern");
        }
    }

    @Test
    void a_snapshot_is_kept_with_the_turns_and_nothing_depends_on_it(@TempDir Path folder) {
        var forty =
                PatternType.of("long", times(40, effect(activity("reserve"), "input", "x")), CODE);
        for (boolean forgetful : List.of(false, true)) {
            Path place = folder.resolve(forgetful ? "forgetful" : "keeping");
            var id = new RunId("long-" + forgetful);
            try (var engine =
                    Engine.on(
                            forgetful ? new Forgetful(Store.open(place)) : Store.open(place),
                            EngineOptions.DEFAULT.settings(
                                    Settings.DEFAULT.snapshotEvery(3).pausedMax(0)))) {
                engine.register(forty).activities(new Desk());
                var handle = engine.client().start(forty, id, "book", String.class);
                assertThat(handle.result()).isNull();
            }
            try (var store = Store.open(place)) {
                assertThat(store.snapshot(id)).isPresent();
                assertThat(store.snapshot(id).orElseThrow().position()).isGreaterThan(3);
                assertThat(store.kept("program/" + forty.program().hash())).isPresent();
            }
        }
        assertThat(done).hasSize(80);
    }

    @Test
    void chance_is_recorded_and_recalled(@TempDir Path folder) {
        var chance =
                PatternType.of(
                                "free",
                                seq(
                                        free(
                                                put("way", "left"),
                                                put("way", "right"),
                                                put("way", "on")),
                                        persistentTrigger("go", "x"),
                                        task("show")),
                                Registry.NONE.task(
                                        "show",
                                        it ->
                                                it.with(
                                                        "result",
                                                        json(
                                                                new String(
                                                                        it.get("way").bytes(),
                                                                        StandardCharsets.UTF_8)))))
                        .freedom(Scheduler::random);
        try (var engine = in(folder)) {
            engine.register(chance);
            for (int i = 0; i < 20; i++) {
                engine.client().start(chance, new RunId("free-" + i), null, String.class);
            }
        }
        try (var engine = in(folder)) {
            engine.register(chance);
            for (int i = 0; i < 20; i++) {
                var handle = engine.client().handle(new RunId("free-" + i), String.class);
                handle.signal("go");
                assertThat(handle.result()).isIn("left", "right", "on");
                assertThat(handle.describe().status()).isEqualTo(Status.COMPLETED);
            }
        }
    }

    @Test
    void bad_patterns_are_refused_when_they_are_made() {
        assertThatThrownBy(() -> PatternType.of("order", task("ghost"), Registry.NONE))
                .isInstanceOf(Unlinkable.class)
                .hasMessageContaining("ghost");
        try (var engine = Engine.inMemory()) {
            engine.register(order());
            assertThatThrownBy(() -> engine.register(order()))
                    .hasMessageContaining("order is registered already");
            var unknown = PatternType.of("unknown", task("sum"), CODE);
            assertThatThrownBy(() -> engine.client().start(unknown, RUN, "x", String.class))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContainingAll("unknown", "[order]");
        }
    }
}
