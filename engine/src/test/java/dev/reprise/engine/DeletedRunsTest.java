package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Retention;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestOptions;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.ChildOptions.ParentClose;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are deleted: by somebody, and because they were kept long enough. */
@Timeout(60)
final class DeletedRunsTest {
    private static final RunId ID = new RunId("order-1");

    /** Ends at once. */
    public static final class Echo implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return input + "!";
        }
    }

    /** Takes a day. */
    public static final class Slow implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.sleep(Duration.ofDays(1));
            return input;
        }
    }

    /** Hears until it is told to stop. */
    public static final class Hears implements Workflow<String, Integer> {
        private int heard;
        private boolean over;

        @Override
        public Integer run(String input) {
            Flow.await(() -> over);
            return heard;
        }

        @Signal
        void tell() {
            heard++;
        }

        @Signal
        void stop() {
            over = true;
        }
    }

    /** Tells another. */
    public static final class Tells implements Workflow<String, String> {
        @Override
        public String run(String other) {
            Flow.external(new RunId(other)).signal("tell");
            return "told";
        }
    }

    interface Person {
        String ask(String question);
    }

    /** Asks a person, who answers later. */
    public static final class Asks implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return Flow.activity(Person.class).ask(input);
        }
    }

    /** Lets its child do the work. */
    public static final class Calls implements Workflow<String, String> {
        @Override
        public String run(String input) {
            var options = ChildOptions.UNSAID.idReuse(IdReuse.ALLOW_AFTER_END);
            return "got " + Flow.child(Echo.class).options(options).call(input);
        }
    }

    /** Ends before its child, which is asked to end, too, and does not at once. */
    public static final class Leaves implements Workflow<String, String> {
        @Override
        public String run(String input) {
            var options = ChildOptions.UNSAID.parentClose(ParentClose.CANCEL);
            Flow.child(Stubborn.class).options(options).start(input).started().get();
            return "left";
        }
    }

    /** Takes a day to be cancelled. */
    public static final class Stubborn implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.nonCancellable(
                    () -> {
                        Flow.sleep(Duration.ofDays(1));
                        return "";
                    });
            return input;
        }
    }

    private static TestEngine keeping(Retention retention) {
        return TestEngine.create(
                        TestOptions.DEFAULT.settings(Settings.DEFAULT.retention(retention)))
                .register(Echo.class)
                .register(Slow.class)
                .register(Hears.class)
                .register(Tells.class)
                .register(Calls.class)
                .register(Leaves.class)
                .register(Stubborn.class);
    }

    private static void assertRefused(Refusal.Reason reason, ThrowingCallable asked) {
        assertThatThrownBy(asked)
                .isInstanceOfSatisfying(
                        Refusal.class, it -> assertThat(it.reason()).isEqualTo(reason));
    }

    private static List<String> ids(TestEngine engine) {
        List<String> ids = new ArrayList<>();
        try (var all = engine.client().list()) {
            while (all.hasNext()) {
                ids.add(all.next().run().value());
            }
        }
        return ids;
    }

    // ---- By somebody ----

    @Test
    void a_run_that_has_ended_is_gone_and_its_id_is_free(@TempDir Path folder) {
        try (var engine = Engine.open(folder).register(Echo.class)) {
            var options = StartOptions.DEFAULT.requestId("r");
            var run = engine.client().start(Echo.class, ID, options, "tea");
            assertThat(run.result()).isEqualTo("tea!");

            run.delete();

            assertRefused(Refusal.Reason.NO_SUCH_RUN, run::describe);
            assertRefused(Refusal.Reason.NO_SUCH_RUN, run::delete);
            assertThat(engine.counts().deletions()).isEqualTo(1);
            var again = engine.client().start(Echo.class, ID, options, "milk");
            assertThat(again.result()).as("the same request is a new one").isEqualTo("milk!");
        }
        try (var engine = Engine.open(folder)) {
            assertThat(engine.recovered().runs()).isEqualTo(1);
        }
    }

    @Test
    void what_is_deleted_under_a_request_id_is_not_deleted_again(@TempDir Path folder) {
        try (var engine = Engine.open(folder).register(Echo.class)) {
            var run = engine.client().start(Echo.class, ID, "tea");
            assertThat(run.result()).isEqualTo("tea!");
            run.once("gone").delete();
            run.once("gone").delete();
            assertRefused(Refusal.Reason.NO_SUCH_RUN, run.once("other")::delete);
        }
        try (var engine = Engine.open(folder).register(Echo.class)) {
            var run = engine.client().start(Echo.class, ID, "milk");
            assertThat(run.result()).isEqualTo("milk!");
            run.once("gone").delete();
            assertThat(run.describe().status()).isEqualTo(Status.COMPLETED);
            run.once("gone too").delete();
            assertRefused(Refusal.Reason.NO_SUCH_RUN, run::describe);
            assertThat(engine.counts().deletions()).isEqualTo(1);
        }
    }

    @Test
    void a_run_that_goes_on_is_kept() {
        try (var engine = keeping(Retention.FOREVER).skipping(false)) {
            var run = engine.client().start(Slow.class, ID, "tea");
            assertRefused(Refusal.Reason.NOT_ENDED, run::delete);
            engine.advance(Duration.ofDays(1));
            assertThat(run.result()).isEqualTo("tea");
            run.delete();
            assertThat(ids(engine)).isEmpty();
        }
    }

    @Test
    void a_run_that_has_something_to_settle_is_kept_until_it_is_settled() {
        try (var engine = keeping(Retention.FOREVER).skipping(false)) {
            var run = engine.client().start(Leaves.class, ID, "tea");
            assertThat(run.result()).isEqualTo("left");
            assertThatThrownBy(run::delete)
                    .hasMessage(
                            "Run order-1 has something to settle with run order-1/1, so it is kept."
                                    + " Delete it when that has answered.");
            engine.advance(Duration.ofDays(1));
            run.delete();
            assertThat(ids(engine)).containsExactly("order-1/1");
        }
    }

    @Test
    void a_run_under_the_id_of_a_deleted_one_has_its_own_children() {
        try (var engine = keeping(Retention.FOREVER)) {
            var run = engine.client().start(Calls.class, ID, "tea");
            assertThat(run.result()).isEqualTo("got tea!");
            run.delete();
            assertThat(ids(engine)).containsExactly("order-1/1");
            var anew = engine.client().start(Calls.class, ID, "milk");
            assertThat(anew.result()).as("not what the old child gave").isEqualTo("got milk!");
        }
    }

    @Test
    void a_run_under_the_id_of_a_deleted_one_is_heard_by_whom_that_one_told() {
        try (var engine = keeping(Retention.FOREVER)) {
            var hears = engine.client().start(Hears.class, new RunId("hears"), "");
            for (int i = 0; i < 2; i++) {
                var tells = engine.client().start(Tells.class, ID, "hears");
                assertThat(tells.result()).isEqualTo("told");
                tells.delete();
            }
            hears.signal("stop");
            assertThat(hears.result()).isEqualTo(2);
        }
    }

    @Test
    void an_answer_meant_for_a_deleted_run_is_not_taken_by_the_next_of_its_id() {
        var tokens = new ArrayList<String>();
        var keys = new ArrayList<String>();
        Person person =
                question -> {
                    tokens.add(ActivityContext.current().taskToken().text());
                    keys.add(ActivityContext.current().idempotencyKey());
                    return "";
                };
        var outside = Partial.NONE.with(Field.MODE, Execution.Mode.EXTERNAL);
        try (var engine = keeping(Retention.FOREVER)) {
            engine.register(Asks.class).activities(person);
            engine.rules(Rules.NONE.append(Matcher.name("Person.ask"), outside));
            var run = engine.client().start(Asks.class, ID, "tea");
            engine.settle();
            run.terminate("nobody is at home");
            run.delete();
            var anew = engine.client().start(Asks.class, ID, "tea");
            engine.settle();

            assertThat(keys).doesNotHaveDuplicates().hasSize(2);
            assertThatThrownBy(() -> engine.client().complete(tokens.getFirst(), "two lumps"))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it ->
                                    assertThat(it.reason())
                                            .isEqualTo(Refusal.Reason.NO_SUCH_ACTIVITY))
                    .hasMessageContaining("or the run that asked for it was deleted");
            assertThatThrownBy(() -> engine.client().heartbeat(tokens.getFirst(), "asking"))
                    .isInstanceOf(Refusal.class);
            engine.crash();
            assertThat(anew.describe().status()).isEqualTo(Status.RUNNING);
            engine.client().complete(tokens.get(1), "no sugar");
            assertThat(anew.result()).isEqualTo("no sugar");
        }
    }

    @Test
    void a_deletion_is_there_or_not_after_any_crash() {
        TestEngine.crashEverywhere(
                engine -> {
                    engine.register(Calls.class).register(Echo.class);
                    var run = engine.client().start(Calls.class, ID, "tea");
                    assertThat(run.result()).isEqualTo("got tea!");
                    run.delete();
                    engine.crash();
                    assertThat(ids(engine)).containsExactly("order-1/1");
                });
    }

    // ---- Because they were kept long enough ----

    @Test
    void a_run_is_deleted_when_it_is_old_enough() {
        var retention = Retention.FOREVER.age(Duration.ofDays(30)).every(Duration.ofHours(1));
        try (var engine = keeping(retention).skipping(false)) {
            var first = engine.client().start(Echo.class, new RunId("first"), "");
            assertThat(first.result()).isEqualTo("!");
            engine.client().start(Slow.class, new RunId("slow"), "");
            engine.advance(Duration.ofDays(10));
            engine.client().start(Echo.class, new RunId("second"), "");
            engine.client().start(Hears.class, new RunId("open"), "");
            engine.advance(Duration.ofDays(20).minusSeconds(1));
            assertThat(ids(engine)).containsExactly("first", "open", "second", "slow");
            engine.advance(Duration.ofSeconds(1));
            assertThat(ids(engine)).containsExactly("open", "second", "slow");
            engine.advance(Duration.ofDays(1));
            assertThat(ids(engine)).containsExactly("open", "second");
            engine.advance(Duration.ofDays(365));
            assertThat(ids(engine)).as("what goes on is kept").containsExactly("open");
        }
    }

    @Test
    void of_too_many_runs_the_oldest_are_deleted() {
        var retention = Retention.FOREVER.count(3).every(Duration.ofMinutes(1)).stride(2);
        try (var engine = keeping(retention).skipping(false)) {
            for (int i = 9; i > 0; i--) {
                engine.client().start(Echo.class, new RunId("run-" + i), "");
                engine.advance(Duration.ofSeconds(1));
            }
            engine.advance(Duration.ofMinutes(2));
            assertThat(ids(engine)).containsExactly("run-1", "run-2", "run-3");
            engine.client().start(Echo.class, new RunId("run-0"), "");
            engine.advance(Duration.ofMinutes(2));
            assertThat(ids(engine)).containsExactly("run-0", "run-1", "run-2");
        }
    }

    @Test
    void of_each_type_so_many_are_kept() {
        var retention = Retention.FOREVER.countOfType(1).every(Duration.ofMinutes(1));
        try (var engine = keeping(retention).skipping(false)) {
            for (int i = 0; i < 3; i++) {
                engine.client().start(Echo.class, new RunId("echo-" + i), "");
                engine.client().start(Slow.class, new RunId("slow-" + i), "");
                engine.advance(Duration.ofHours(1));
            }
            assertThat(ids(engine)).containsExactly("echo-2", "slow-0", "slow-1", "slow-2");
            engine.advance(Duration.ofDays(2));
            assertThat(ids(engine)).containsExactly("echo-2", "slow-2");
        }
    }

    @Test
    void what_is_too_many_of_its_type_is_not_counted_among_all() {
        var retention = Retention.FOREVER.count(5).countOfType(4).every(Duration.ofMinutes(1));
        try (var engine = keeping(retention).skipping(false)) {
            var hears = engine.client().start(Hears.class, new RunId("hears"), "");
            hears.signal("stop");
            for (int i = 0; i < 9; i++) {
                engine.advance(Duration.ofSeconds(1));
                engine.client().start(Echo.class, new RunId("echo-" + i), "");
            }
            engine.advance(Duration.ofMinutes(2));
            assertThat(ids(engine))
                    .containsExactly("echo-5", "echo-6", "echo-7", "echo-8", "hears");
        }
    }

    @Test
    void however_many_are_too_many_they_are_deleted_within_minutes() {
        try (var engine = keeping(Retention.FOREVER.count(100)).skipping(false)) {
            for (int i = 0; i < 12_000; i++) {
                engine.client().start(Echo.class, new RunId("run-" + i), "");
            }
            engine.advance(Duration.ofSeconds(10));
            assertThat(engine.client().count("")).as("though it has just begun").isLessThan(5_000);
            engine.advance(Duration.ofMinutes(10));
            assertThat(engine.client().count("")).isEqualTo(100);
        }
    }

    @Test
    void runs_that_ended_before_the_engine_was_opened_are_deleted_too(@TempDir Path folder) {
        try (var engine = Engine.open(folder).register(Echo.class)) {
            for (int i = 0; i < 700; i++) {
                engine.client().start(Echo.class, new RunId("run-" + i), "").result();
            }
        }
        var options = EngineOptions.DEFAULT.retention(Retention.FOREVER.age(Duration.ZERO));
        try (var engine = Engine.open(folder, options)) {
            Await.until(() -> engine.counts().deletions(), it -> it == 700);
            assertThat(engine.client().count("")).isZero();
        }
    }

    @Test
    void bad_numbers_are_refused() {
        assertThatThrownBy(() -> Retention.FOREVER.age(Duration.ofSeconds(-1)))
                .hasMessage("the age of a run is not negative: PT-1S");
        assertThatThrownBy(() -> Retention.FOREVER.count(-1))
                .hasMessage("count must not be negative: -1");
        assertThatThrownBy(() -> Retention.FOREVER.every(Duration.ZERO))
                .hasMessage("runs are looked through after some time, not PT0S");
    }
}
