package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Status;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that go on from an earlier moment, and runs that go on from a moment of another. */
@Timeout(60)
final class ResetRunsTest {
    private static final RunId ID = new RunId("r");

    /** Writes down what it is given. */
    public interface Notes {
        String note(String what);
    }

    /** Is done by somebody outside. */
    public interface Desk {
        String ask(String what);
    }

    /** Notes three things, and waits for a word before the last. */
    public static final class Order implements Workflow<String, String> {
        @Override
        public String run(String name) {
            String first = Flow.activity(Notes.class).note(name + " reserved");
            String second = Flow.activity(Notes.class).note(name + " charged");
            String word = Flow.signal("word", String.class);
            String third = Flow.activity(Notes.class).note(name + " shipped " + word);
            return String.join(", ", first, second, third);
        }
    }

    /** The same with a mistake in its third step. */
    public static final class Hasty implements Workflow<String, String> {
        @Override
        public String run(String name) {
            String first = Flow.activity(Notes.class).note(name + " reserved");
            Flow.activity(Notes.class).note(name + " charged");
            throw ApplicationFailed.of("Mistake", "no shipping after " + first);
        }
    }

    /** Starts a child, and says what it said. */
    public static final class Parent implements Workflow<String, String> {
        @Override
        public String run(String name) {
            Flow.activity(Notes.class).note("parent of " + name);
            String word = Flow.signal("word", String.class);
            return word + ": " + Flow.child(Order.class).call(name);
        }
    }

    /** Sleeps, and then waits for a word. */
    public static final class Sleeper implements Workflow<String, String> {
        @Override
        public String run(String name) {
            Flow.sleep(Duration.ofMillis(20));
            String word = Flow.signal("word", String.class);
            Flow.sleep(Duration.ofHours(Long.parseLong(word)));
            return name + " slept";
        }
    }

    /** Lets somebody outside answer. */
    public static final class Asks implements Workflow<String, String> {
        @Override
        public String run(String what) {
            return Flow.activity(Notes.class).note(Flow.activity(Desk.class).ask(what));
        }
    }

    private final ConcurrentLinkedQueue<String> notes = new ConcurrentLinkedQueue<>();
    private final AtomicReference<TaskToken> token = new AtomicReference<>();

    private Engine with(Engine engine) {
        return engine.register(Order.class)
                .register(Parent.class)
                .register(Sleeper.class)
                .activities(
                        (Notes)
                                what -> {
                                    String key = ActivityContext.current().idempotencyKey();
                                    notes.add(what + " by " + key);
                                    return what;
                                });
    }

    /** An order that waits for its word: after three activations. */
    private RunHandle<String> ordered(Engine engine) {
        RunHandle<String> run = engine.client().start(Order.class, ID, "tea");
        Await.until(run::describe, it -> notes.size() == 2 && it.activities().isEmpty());
        return run;
    }

    @Test
    void a_run_that_has_ended_goes_on_from_an_earlier_moment() {
        try (var engine = with(Engine.inMemory())) {
            var run = ordered(engine);
            run.signal("word", "slowly");
            assertThat(run.result()).isEqualTo("tea reserved, tea charged, tea shipped slowly");
            // Kept: what was reserved. Done again: the rest, under other keys.
            run.reset(1, "charged the wrong card");
            assertThat(run.result()).isEqualTo("tea reserved, tea charged, tea shipped slowly");
            assertThat(notes)
                    .containsExactly(
                            "tea reserved by r/1~1.1",
                            "tea charged by r/2~1.1",
                            "tea shipped slowly by r/3~1.1",
                            "tea reserved by r/1~1.1",
                            "tea charged by r/2.2~1.1",
                            "tea shipped slowly by r/3.2~1.1");
            assertThat(run.describe().leg()).isEqualTo(2);
        }
    }

    @Test
    void what_was_done_by_then_is_not_done_again() {
        try (var engine = with(Engine.inMemory())) {
            var run = ordered(engine);
            run.signal("word", "slowly");
            run.result();
            notes.clear();
            run.reset(-1, "");
            assertThat(run.result()).isEqualTo("tea reserved, tea charged, tea shipped slowly");
            assertThat(notes).containsExactly("tea shipped slowly by r/3~1.1");
        }
    }

    @Test
    void mended_code_goes_on_where_the_mistake_was(@TempDir Path folder) {
        WorkflowType<String, String> hasty =
                WorkflowType.of(Hasty.class).name(WorkflowType.nameOf(Order.class));
        try (var engine = Engine.open(folder)) {
            engine.activities((Notes) what -> what).register(hasty);
            var run = engine.client().start(Order.class, ID, "tea");
            assertThatThrownBy(run::result).hasMessageContaining("no shipping");
        }
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().handle(Order.class, ID);
            assertThat(run.describe().status()).isEqualTo(Status.FAILED);
            run.reset(2, "mended");
            assertThat(run.describe().status()).isEqualTo(Status.RUNNING);
            run.signal("word", "now");
            assertThat(run.result()).isEqualTo("tea reserved, tea charged, tea shipped now");
        }
    }

    @Test
    void a_run_begins_anew_with_its_input_and_is_told_again() {
        try (var engine = with(Engine.inMemory())) {
            var run = ordered(engine);
            run.signal("word", "slowly");
            run.result();
            notes.clear();
            run.reset(0, "all of it");
            assertThat(run.result()).isEqualTo("tea reserved, tea charged, tea shipped slowly");
            assertThat(notes)
                    .containsExactly(
                            "tea reserved by r/1.2~1.1",
                            "tea charged by r/2.2~1.1",
                            "tea shipped slowly by r/3.2~1.1");
        }
    }

    @Test
    void what_it_was_told_can_be_forgotten() {
        try (var engine = with(Engine.inMemory())) {
            var run = ordered(engine);
            run.signal("word", "slowly");
            run.result();
            run.resetWithoutSignals(2, "another word");
            run.signal("word", "fast");
            assertThat(run.result()).isEqualTo("tea reserved, tea charged, tea shipped fast");
        }
    }

    @Test
    void who_waits_for_a_run_waits_on() {
        try (var engine = with(Engine.inMemory())) {
            var run = engine.client().start(Order.class, ID, "tea");
            var result = run.resultAsync();
            run.reset(0, "at once");
            run.signal("word", "late");
            assertThat(result.join()).isEqualTo("tea reserved, tea charged, tea shipped late");
        }
    }

    @Test
    void a_timer_that_was_set_since_is_stopped_and_one_that_waited_waits_again(
            @TempDir Path folder) {
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().start(Sleeper.class, ID, "cat");
            run.signal("word", "1000");
            Await.until(
                    run::describe, it -> it.timers().stream().anyMatch(timer -> timer.seq() == 2));
            run.resetWithoutSignals(1, "not so long");
            run.signal("word", "0");
            assertThat(run.result()).isEqualTo("cat slept");
            assertThat(run.describe().timers()).isEmpty();
        }
        try (var engine = with(Engine.open(folder))) {
            assertThat(engine.client().handle(Sleeper.class, ID).result()).isEqualTo("cat slept");
        }
    }

    @Test
    void a_child_that_was_started_since_gives_way_to_another() {
        try (var engine = with(Engine.inMemory())) {
            var run = engine.client().start(Parent.class, ID, "tea");
            run.signal("word", "first");
            var child = engine.client().handle(Order.class, new RunId("r/2"));
            Await.any(engine.client()::list, it -> it.run().value().equals("r/2"));
            run.reset(1, "another child");
            Await.until(child::describe, it -> it.leg() == 2);
            child.signal("word", "again");
            assertThat(run.result())
                    .isEqualTo("first: tea reserved, tea charged, tea shipped again");
        }
    }

    @Test
    void a_child_that_was_waited_for_is_waited_for_again() {
        try (var engine = with(Engine.inMemory())) {
            var run = engine.client().start(Parent.class, ID, "tea");
            run.signal("word", "first");
            var child = engine.client().handle(Order.class, new RunId("r/2"));
            Await.any(engine.client()::list, it -> it.run().value().equals("r/2"));
            child.signal("word", "once");
            String before = run.result();
            // The last activation was told how the child ended: it is told so again.
            run.reset(-1, "");
            assertThat(run.result()).isEqualTo(before);
            assertThat(child.describe().leg()).isEqualTo(1);
        }
    }

    @Test
    void a_token_that_was_handed_out_before_is_good_afterwards() {
        try (var engine = with(Engine.inMemory())) {
            var outside = Partial.NONE.with(Field.MODE, Execution.Mode.EXTERNAL);
            engine.policies(
                    Precedence.NONE.merge(Rules.NONE.append(Matcher.name("Desk.ask"), outside)));
            engine.register(Asks.class)
                    .activities(
                            (Desk)
                                    what -> {
                                        token.set(ActivityContext.current().taskToken());
                                        return "";
                                    });
            var run = engine.client().start(Asks.class, ID, "when");
            Await.until(token::get, Objects::nonNull);
            TaskToken first = token.get();
            engine.client().complete(first.toString(), "never");
            assertThat(run.result()).isEqualTo("never");
            run.reset(1, "another answer");
            Await.until(run::describe, it -> it.activities().size() == 1);
            engine.client().complete(first.toString(), "now");
            assertThat(run.result()).isEqualTo("now");
        }
    }

    @Test
    void it_is_reset_once_however_often_it_is_asked() {
        try (var engine = with(Engine.inMemory())) {
            var run = ordered(engine);
            run.signal("word", "slowly");
            run.result();
            run.once("again-1").reset(1, "");
            run.result();
            run.once("again-1").reset(1, "");
            run.result();
            assertThat(run.describe().leg()).isEqualTo(2);
        }
    }

    @Test
    void a_moment_that_was_not_is_refused_and_nothing_changes() {
        try (var engine = with(Engine.inMemory())) {
            var run = ordered(engine);
            run.signal("word", "slowly");
            String result = run.result();
            long entries = run.describe().entries();
            assertThatThrownBy(() -> run.reset(17, ""))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("has 5 activations")
                    .hasMessageContaining("number 17");
            assertThatThrownBy(() -> run.reset(5, ""))
                    .hasMessageContaining("nothing to go on from");
            assertThatThrownBy(() -> run.reset(-6, "")).hasMessageContaining("6 before the last");
            assertThatThrownBy(
                            () -> engine.client().handle(Order.class, new RunId("no")).reset(0, ""))
                    .hasMessageContaining("no run no");
            assertThat(engine.metrics())
                    .containsPattern("refus\\w*\\{[^}]*(?i:no_such_moment)[^}]*} 3");
            assertThat(run.result()).isEqualTo(result);
            assertThat(run.describe().entries()).isEqualTo(entries);
        }
    }

    @Test
    void a_run_that_was_reset_twice_keeps_what_each_has_left(@TempDir Path folder) {
        try (var engine = with(Engine.open(folder))) {
            var run = ordered(engine);
            run.signal("word", "slowly");
            run.result();
            run.reset(2, "");
            run.result();
            run.reset(3, "");
            run.result();
            notes.clear();
            run.reset(2, "");
            run.result();
            // The second was asked for in the first leg, whatever legs came between.
            assertThat(notes)
                    .containsExactly("tea charged by r/2~1.1", "tea shipped slowly by r/3.4~1.1");
        }
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().handle(Order.class, ID);
            run.reset(-1, "");
            assertThat(run.result()).isEqualTo("tea reserved, tea charged, tea shipped slowly");
        }
    }

    @Test
    void another_run_goes_on_from_a_moment_of_one() {
        try (var engine = with(Engine.inMemory())) {
            var run = ordered(engine);
            run.signal("word", "slowly");
            run.result();
            notes.clear();
            var other = run.fork(3, new RunId("what-if"));
            other.signal("word", "fast");
            assertThat(other.result()).isEqualTo("tea reserved, tea charged, tea shipped fast");
            assertThat(notes).containsExactly("tea shipped fast by what-if/3~1.2");
            assertThat(run.describe().leg()).isEqualTo(1);
            assertThatThrownBy(() -> run.fork(3, new RunId("what-if")))
                    .hasMessageContaining("There is a run what-if already");
            assertThat(List.of(run.result(), other.result())).hasSize(2);
        }
    }
}
