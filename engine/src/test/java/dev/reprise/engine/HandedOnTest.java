package dev.reprise.engine;

import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.persistentTrigger;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.sleep;
import static dev.reprise.vm.PatternMachine.RESULT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Cancelled;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.RetryOptions;
import dev.reprise.pattern.Registry;
import dev.reprise.vm.PatternType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a leg was told, and nobody has taken up, is told to the leg that follows it, however that
 * comes to follow.
 */
@Timeout(60)
final class HandedOnTest {
    private static final RunId ID = new RunId("r");
    private static final RetryOptions THRICE =
            RetryOptions.UNSAID.attemptsMax(3).delay(Duration.ofSeconds(1));

    /** Fails after an hour in its first attempt; the second one reads two letters. */
    public static final class Reads implements Workflow<String, String> {
        @Override
        public String run(String input) {
            if (Flow.info().origin().attempt() == 1) {
                Flow.sleep(Duration.ofHours(1));
                throw ApplicationFailed.of("Flaky", "at first");
            }
            return Flow.signal("letter", String.class) + Flow.signal("letter", String.class);
        }

        @Update
        String echo(String words) {
            return words;
        }
    }

    /** Pays no attention to its first letter until its time is over. */
    public static final class Idles implements Workflow<String, String> {
        @Override
        public String run(String input) {
            if (Flow.info().origin().attempt() == 1) {
                Flow.await(() -> false);
            }
            return Flow.signal("letter", String.class);
        }

        @Update
        String echo(String words) {
            return words;
        }
    }

    /** Fails when it is cancelled. */
    public static final class Fragile implements Workflow<String, String> {
        @Override
        public String run(String input) {
            try {
                Flow.sleep(Duration.ofHours(1));
                return "slept in attempt " + Flow.info().origin().attempt();
            } catch (Cancelled e) {
                throw ApplicationFailed.of("Clumsy", "cannot clean up");
            }
        }
    }

    /** Sleeps. */
    public static final class Sleeps implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.sleep(Duration.ofHours(1));
            return "slept";
        }
    }

    /** Goes another way, and reads two letters. */
    public static final class Other implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.sleep(Duration.ofNanos(1));
            return Flow.signal("letter", String.class)
                    + " and "
                    + Flow.signal("letter", String.class);
        }
    }

    private static TestEngine engine() {
        return TestEngine.create()
                .register(Reads.class)
                .register(Idles.class)
                .register(Fragile.class)
                .register(Sleeps.class);
    }

    @Test
    void a_signal_that_an_attempt_has_not_read_is_read_by_the_next_one() {
        try (var engine = engine()) {
            var run =
                    engine.client().start(Reads.class, ID, StartOptions.DEFAULT.retry(THRICE), "x");
            run.signal("letter", "a");
            engine.crash();
            run.signal("letter", "b");
            assertThat(run.result()).isEqualTo("ab");
        }
    }

    @Test
    void what_comes_between_two_attempts_comes_after_what_the_first_has_left() {
        try (var engine = engine()) {
            var run =
                    engine.client().start(Reads.class, ID, StartOptions.DEFAULT.retry(THRICE), "x");
            run.signal("letter", "a");
            engine.advance(Duration.ofHours(1));
            assertThat(run.describe().leg()).isEqualTo(2);
            run.signal("letter", "b");
            assertThat(run.result()).isEqualTo("ab");
        }
    }

    @Test
    void a_signal_that_nobody_had_read_when_the_time_was_over_is_read_by_the_next_attempt() {
        try (var engine = engine()) {
            var hasty = StartOptions.DEFAULT.retry(THRICE).runTimeout(Duration.ofHours(2));
            var run = engine.client().start(Idles.class, ID, hasty, "x");
            run.signal("letter", "a");
            assertThat(run.result()).isEqualTo("a");
            assertThat(run.describe().leg()).isEqualTo(2);
        }
    }

    @Test
    void it_is_also_when_the_run_was_not_in_memory_by_then() {
        try (var engine = engine()) {
            var hasty = StartOptions.DEFAULT.retry(THRICE).runTimeout(Duration.ofHours(2));
            var run = engine.client().start(Idles.class, ID, hasty, "x");
            run.signal("letter", "a");
            engine.crash(Duration.ofHours(3));
            assertThat(run.result()).isEqualTo("a");
        }
    }

    private static WorkflowType<String, String> as(Class<? extends Workflow<String, String>> type) {
        return WorkflowType.of(type).name("Subject");
    }

    private static RunHandle<String> started(Engine engine) throws Exception {
        var hasty = StartOptions.DEFAULT.retry(THRICE).runTimeout(Duration.ofSeconds(1));
        var run = engine.client().handle(ID, String.class);
        run.begun("Subject", hasty.terms(), "x").get();
        return run;
    }

    @Test
    void a_run_without_code_is_not_ended_before_it_can_say_what_it_has_not_read(
            @TempDir Path folder) throws Exception {
        try (var engine = Engine.open(folder).register(as(Idles.class))) {
            started(engine).signal("letter", "kept");
        }
        try (var engine = Engine.open(folder)) {
            var run = engine.client().handle(ID, String.class);
            CompletableFuture<String> echo =
                    CompletableFuture.supplyAsync(() -> run.update("echo", String.class, "hello"));
            Thread.sleep(1_500);
            assertThat(run.describe().leg()).isEqualTo(1);
            engine.register(as(Idles.class));
            assertThat(run.result()).isEqualTo("kept");
            assertThat(echo).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("hello");
        }
    }

    @Test
    void when_nobody_can_say_what_a_run_has_not_read_the_next_attempt_is_told_all_of_it(
            @TempDir Path folder) throws Exception {
        try (var engine = Engine.open(folder).register(as(Idles.class))) {
            started(engine).signal("letter", "old");
        }
        try (var engine = Engine.open(folder).register(as(Other.class))) {
            var run = engine.client().handle(ID, String.class);
            run.signal("letter", "new");
            assertThat(run.result()).isEqualTo("old and new");
            assertThat(run.describe().leg()).isEqualTo(2);
        }
    }

    /** Fails in the first attempt. */
    public interface Till {
        void open();
    }

    @Test
    void a_pattern_hands_on_the_signals_that_it_has_kept() {
        var work =
                seq(
                        sleep(Duration.ofHours(1)),
                        effect("Till.open"),
                        persistentTrigger("go", RESULT));
        var type = PatternType.of("work", work, Registry.NONE);
        var opened = new AtomicInteger();
        Till till =
                () -> {
                    if (opened.incrementAndGet() <= 3) {
                        throw ApplicationFailed.of("Jammed", "it does not open");
                    }
                };
        try (var engine = TestEngine.create().register(type).activities(till)) {
            var again = StartOptions.DEFAULT.retry(THRICE);
            var run = engine.client().start(type, ID, again, null, String.class);
            run.signal("go", "once");
            assertThat(run.result()).isEqualTo("once");
            assertThat(run.describe().leg()).isEqualTo(2);
        }
    }

    @Test
    void a_run_that_was_asked_to_cancel_is_not_tried_again_however_it_fails() {
        try (var engine = engine()) {
            var run =
                    engine.client()
                            .start(Fragile.class, ID, StartOptions.DEFAULT.retry(THRICE), "x");
            run.cancel("enough");
            assertThatThrownBy(run::result).hasMessageContaining("cannot clean up");
            assertThat(run.describe().status()).isEqualTo(Status.FAILED);
        }
    }

    @Test
    void a_signal_that_a_run_has_not_read_at_its_end_was_told_all_the_same() {
        try (var engine = engine()) {
            var run = engine.client().start(Sleeps.class, ID, "x");
            run.signal("letter", "for nobody");
            assertThat(run.result()).isEqualTo("slept");
            assertThatThrownBy(() -> run.signal("letter", "late")).isInstanceOf(Refusal.class);
        }
    }
}
