package dev.reprise.engine;

import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.persistentTrigger;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.run.Verification;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Named;
import dev.reprise.flow.Workflow;
import dev.reprise.pattern.Registry;
import dev.reprise.vm.PatternType;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stored runs that are replayed with the code of today. */
@Timeout(60)
class VerificationTest {
    @TempDir private Path folder;

    /** Writes things down. */
    public interface Notes {
        String note(String what);
    }

    /** Counts down, one leg for each number. */
    @Named("Countdown")
    static final class Countdown implements Workflow<Integer, String> {
        @Override
        public String run(Integer from) {
            Flow.activity(Notes.class).note("at " + from);
            return from == 0 ? "done" : Flow.continueAsNew(from - 1);
        }
    }

    /** The same, but for what it did in its first leg. */
    @Named("Countdown")
    static final class OtherBefore implements Workflow<Integer, String> {
        @Override
        public String run(Integer from) {
            Flow.activity(Notes.class).note(from == 2 ? "begins" : "at " + from);
            return from == 0 ? "done" : Flow.continueAsNew(from - 1);
        }
    }

    /** The same, but for what it does in its last leg. */
    @Named("Countdown")
    static final class OtherNow implements Workflow<Integer, String> {
        @Override
        public String run(Integer from) {
            if (from == 0) {
                return "done";
            }
            Flow.activity(Notes.class).note("at " + from);
            return Flow.continueAsNew(from - 1);
        }
    }

    private Engine engine() {
        return Engine.open(folder).activities((Notes) what -> what);
    }

    private void counted() {
        try (var engine = engine().register(Countdown.class)) {
            assertThat(engine.client().start(Countdown.class, new RunId("c"), 2).result())
                    .isEqualTo("done");
        }
    }

    @Test
    void the_last_leg_is_what_a_run_is_brought_back_by() {
        counted();
        try (var store = Store.reading(folder)) {
            assertThat(Verification.of(store).with(Countdown.class).verify(""))
                    .isEqualTo(new Verification.Report(1, 0, 0, List.of()));
            assertThat(Verification.of(store).with(OtherBefore.class).verify("").isSame()).isTrue();
            var report = Verification.of(store).with(OtherNow.class).verify("status = completed");
            assertThat(report.different()).isEqualTo(1);
            assertThat(report.differences().getFirst().leg()).isEqualTo(3);
            assertThat(report.differences().getFirst().describe())
                    .startsWith("Run c (Countdown), leg 3: Run c took a different path on replay");
            assertThat(Verification.of(store).verify("").absent()).isEqualTo(1);
            assertThat(Verification.of(store).verify("id = 'd'").absent()).isZero();
        }
    }

    @Test
    void all_legs_are_replayed_when_that_is_wanted() {
        counted();
        try (var store = Store.reading(folder)) {
            assertThat(Verification.of(store).with(Countdown.class).allLegs().verify("").same())
                    .isEqualTo(1);
            var before = Verification.of(store).with(OtherBefore.class).allLegs().verify("");
            assertThat(before.different()).isEqualTo(1);
            assertThat(before.differences())
                    .extracting(Verification.Difference::leg)
                    .containsExactly(1L);
            assertThat(before.differences().getFirst().mismatch().place().line())
                    .contains("VerificationTest.java:");
            assertThat(Verification.of(store).with(OtherNow.class).allLegs().verify(""))
                    .extracting(it -> it.differences().size())
                    .isEqualTo(1);
        }
    }

    @Test
    void runs_under_one_id_are_replayed_each_with_the_code_of_its_type() {
        counted();
        var twice = StartOptions.DEFAULT.afterEnd(StartOptions.AfterEnd.ALLOW);
        try (var engine = engine().register(Greets.class)) {
            var id = new RunId("c");
            assertThat(engine.client().start(Greets.class, id, twice, "Bob").result())
                    .isEqualTo("Hello Bob");
        }
        try (var engine = engine()) {
            var both = Verification.of(engine.store()).with(OtherBefore.class).with(Greets.class);
            assertThat(both.verify("").same()).as("its last leg greets").isEqualTo(1);
            assertThat(both.allLegs().verify("").differences())
                    .extracting(Verification.Difference::type)
                    .containsExactly("Countdown");
        }
    }

    /** Says hello. */
    @Named("Greets")
    static final class Greets implements Workflow<String, String> {
        @Override
        public String run(String who) {
            return Flow.activity(Notes.class).note("Hello " + who);
        }
    }

    // ---- Patterns ----

    private static PatternType order(String input) {
        return PatternType.of(
                "order",
                seq(
                        task("open"),
                        effect("Notes.note", input, "noted"),
                        persistentTrigger("go", "how")),
                Registry.NONE.task("open", it -> it.with("other", it.find("input").orElseThrow())));
    }

    @Test
    void patterns_are_replayed_by_the_program_that_they_began_with() {
        var id = new RunId("order-1");
        try (var engine = engine().register(order("input"))) {
            engine.client().start(order("input"), id, "book", String.class);
        }
        try (var store = Store.reading(folder)) {
            assertThat(Verification.of(store).with(order("input")).verify("").same()).isEqualTo(1);
            assertThat(Verification.of(store).with(order("other")).verify("").same())
                    .as("it keeps to its own program, which is in the store")
                    .isEqualTo(1);
            var poor =
                    PatternType.of("order", effect("Notes.note", "input", "noted"), Registry.NONE);
            assertThat(
                            Verification.of(store)
                                    .with(poor)
                                    .verify("")
                                    .differences()
                                    .getFirst()
                                    .describe())
                    .contains("The run keeps to program", "open");
            var broken =
                    PatternType.of(
                            "order",
                            task("open"),
                            Registry.NONE.task(
                                    "open",
                                    it ->
                                            it.with(
                                                    "input",
                                                    it.find("nothing").orElse(Payload.NONE))));
            assertThat(Verification.of(store).with(broken).verify("").differences())
                    .as("its code gives something else to the activity")
                    .hasSize(1);
        }
    }
}
