package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Wait;
import dev.reprise.engine.story.WaitWords;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestOptions;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Cancellation;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Why a run does not go on, from what is stored, in words. */
@Timeout(60)
final class WaitsTest {
    private static final RunId ID = new RunId("r");

    interface Bank {
        String charge(String order);

        String refund(String order);
    }

    interface Asked {
        String ask(String order);
    }

    /** Waits for all that it is told: {@code charge}, {@code sleep}, … */
    public static final class Waiting implements Workflow<List<String>, String> {
        @Override
        public String run(List<String> whatFor) {
            List<Body<String>> all = new ArrayList<>();
            for (String each : whatFor) {
                all.add(() -> one(each));
            }
            return String.join(" ", Flow.parallel(all));
        }

        private static String one(String what) {
            return switch (what) {
                case "charge" -> Flow.activity(Bank.class).charge("tea");
                case "refund" -> Flow.activity(Bank.class).refund("tea");
                case "sleep" -> {
                    Flow.sleep(Duration.ofDays(2));
                    yield "slept";
                }
                case "child" -> Flow.child(Waiting.class).call(List.of("signal"));
                case "stop" -> stopped();
                default -> Flow.signal(what, String.class);
            };
        }

        /** Asks, and takes that back, and waits for what becomes of it. */
        private static String stopped() {
            var scope = Flow.scope();
            var options = ActivityOptions.UNSAID.cancellation(Cancellation.WAIT);
            var asked =
                    Flow.async(
                            () -> scope.run(() -> Flow.activity(Asked.class, options).ask("tea")));
            Flow.signal("enough", String.class);
            scope.cancel("enough");
            return asked.get();
        }
    }

    private static final Settings SETTINGS =
            Settings.DEFAULT.rules(
                    Rules.NONE
                            .append(
                                    Matcher.name("Bank.charge"),
                                    Partial.NONE
                                            .with(Field.MAX_RETRIES, 4)
                                            .with(Field.BACKOFF, Backoff.Shape.LINEAR)
                                            .with(Field.DELAY_BASE, Duration.ofMinutes(10)))
                            .append(
                                    Matcher.name("Bank.refund"),
                                    Partial.NONE
                                            .with(Field.MAX_RETRIES, 0)
                                            .with(
                                                    Field.ON_FAILURE,
                                                    new OnFailure.DeadLetter("people"))));

    private static TestEngine engine(Settings settings) {
        return TestEngine.create(TestOptions.DEFAULT.settings(settings)).register(Waiting.class);
    }

    private static List<String> words(TestEngine engine, RunHandle<?> run) {
        return WaitWords.lines(run.waits(), engine.now());
    }

    private static RunHandle<String> started(TestEngine engine, String... whatFor) {
        RunHandle<String> run = engine.client().start(Waiting.class, ID, List.of(whatFor));
        engine.settle();
        return run;
    }

    @Test
    void an_activity_that_is_tried_again_a_dead_letter_a_timer_and_a_child() {
        try (var engine = engine(SETTINGS)) {
            var bank = engine.stub(Bank.class);
            bank.on(Bank::charge).fails(5, ApplicationFailed.of("Down", "the line is down"));
            bank.on(Bank::refund).failsForGood("NoMoney", "the account is empty");
            var run = started(engine, "charge", "refund", "sleep", "child");
            engine.advance(Duration.ofMinutes(4));
            assertThat(words(engine, run))
                    .containsExactly(
                            "activity Bank.charge #1  2026-01-01T00:00:00Z  attempt 2 of 5 begins"
                                    + " at 2026-01-01T00:10:00Z, in 6 min, after Down: the line is"
                                    + " down",
                            "activity Bank.refund #2  2026-01-01T00:00:00Z  waits for a person in"
                                    + " queue people, as activity 2, after 1 attempt: NoMoney: the"
                                    + " account is empty",
                            "timer #3                 -                     fires at"
                                    + " 2026-01-03T00:00:00Z, in 1 d 23 h",
                            "child r/4 (Waiting) #4   2026-01-01T00:00:00Z  has started");
        }
    }

    @Test
    void an_activity_that_is_under_way_or_whose_delivery_was_lost() {
        try (var engine = engine(SETTINGS)) {
            engine.stub(Bank.class).on(Bank::charge).hangs();
            var run = started(engine, "charge");
            assertThat(words(engine, run))
                    .singleElement()
                    .asString()
                    .endsWith("  attempt 1 of 5 is under way or about to begin");
            engine.crash().settle();
            assertThat(words(engine, run))
                    .singleElement()
                    .asString()
                    .endsWith(
                            "  attempt 1 of 5, delivered again once is under way or about to begin");
        }
    }

    @Test
    void an_activity_that_goes_on_outside() {
        var external = Partial.NONE.with(Field.MODE, Execution.Mode.EXTERNAL);
        try (var engine = engine(Settings.DEFAULT.defaults(external))) {
            engine.stub(Bank.class).on(Bank::charge).returns("");
            var run = started(engine, "charge");
            assertThat(words(engine, run))
                    .singleElement()
                    .asString()
                    .endsWith(
                            "  attempt 1 of 3 goes on outside, until it is completed by its token");
        }
    }

    @Test
    void an_activity_that_was_cancelled_and_does_not_heed_it() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var heeded = new CountDownLatch(1);
        try (var engine = Engine.inMemory()) {
            engine.register(Waiting.class).activities((Asked) _ -> deaf(begun, heeded));
            var run = engine.client().start(Waiting.class, ID, List.of("stop"));
            begun.await();
            run.signal("enough", "");
            Await.until(
                    run::waits,
                    all ->
                            all.size() == 1
                                    && all.getFirst() instanceof Wait.Activity it
                                    && it.state() instanceof Wait.Stopping);
            assertThat(WaitWords.lines(run.waits(), run.describe().started()))
                    .singleElement()
                    .asString()
                    .endsWith("Z  attempt 1 of 3 was cancelled, and has not ended yet");
            heeded.countDown();
            assertThat(run.result()).isEqualTo("at last");
        }
    }

    private static String deaf(CountDownLatch begun, CountDownLatch heeded) {
        begun.countDown();
        while (true) {
            try {
                heeded.await();
                return "at last";
            } catch (InterruptedException e) {
                // It does not heed it: that is what is tried.
            }
        }
    }

    @Test
    void a_signal_of_which_only_the_code_knows() {
        try (var engine = engine(Settings.DEFAULT)) {
            var run = started(engine, "approve");
            assertThat(run.waits()).containsExactly(new Wait.Somebody(false));
            assertThat(words(engine, run))
                    .containsExactly(
                            "somebody  -  a signal, an update, or a condition in its code: all"
                                    + " that it has asked for has come about");
            run.signal("approve", "ann");
            assertThat(run.result()).isEqualTo("ann");
            assertThat(run.waits()).isEmpty();
        }
    }

    @Test
    void a_run_that_has_not_begun() {
        try (var engine = engine(Settings.DEFAULT)) {
            var later = StartOptions.DEFAULT.delay(Duration.ofHours(3));
            var run = engine.client().start(Waiting.class, ID, later, List.of("approve"));
            assertThat(words(engine, run))
                    .containsExactly("its beginning  -  begins at 2026-01-01T03:00:00Z, in 3 h");
        }
    }

    @Test
    void what_is_too_much_for_a_summary_is_read_from_the_entries() {
        try (var engine = engine(SETTINGS)) {
            engine.stub(Bank.class).on(Bank::charge).hangs();
            var much = new ArrayList<String>();
            for (int i = 0; i < 40; i++) {
                much.addAll(List.of("charge", "sleep"));
            }
            var run = started(engine, much.toArray(String[]::new));
            assertThat(run.describe().timers()).as("too many").isEmpty();
            assertThat(run.waits()).hasSize(80);
            assertThat(words(engine, run))
                    .first()
                    .asString()
                    .startsWith("activity Bank.charge #1 ");
        }
    }

    @Test
    void what_a_run_was_told_and_has_no_code_to_take(@TempDir Path folder) {
        try (var engine = Engine.open(folder)) {
            engine.register(Waiting.class);
            engine.client().start(Waiting.class, ID, List.of("approve"));
        }
        try (var engine = Engine.open(folder)) {
            var run = engine.client().handle(ID, String.class);
            run.signal("approve", "ann");
            assertThat(run.waits())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Wait.Told.class,
                            it -> assertThat(it.what()).isEqualTo("signal approve"));
            assertThat(WaitWords.of(run.waits(), run.describe().started()))
                    .singleElement()
                    .satisfies(
                            it -> {
                                assertThat(it.what())
                                        .isEqualTo("code that takes the signal approve");
                                assertThat(it.how())
                                        .isEqualTo("it was told that, and has not taken it yet");
                            });
        }
    }
}
