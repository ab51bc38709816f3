package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.RunId;
import dev.reprise.engine.StartOptions.AfterEnd;
import dev.reprise.engine.StartOptions.WhileRunning;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Status;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.history.RetryOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that follow each other under one id: continued, tried again, started anew. */
@Timeout(60)
final class LegsOfRunsTest {
    private static final RunId ID = new RunId("r");

    /** Writes down what it is given. */
    public interface Notes {
        String note(String what);
    }

    /** Counts down, one leg for each number. */
    public static final class Countdown implements Workflow<Integer, String> {
        @Override
        public String run(Integer from) {
            Flow.activity(Notes.class).note("at " + from);
            return from == 0 ? "leg " + Flow.info().origin().leg() : Flow.continueAsNew(from - 1);
        }
    }

    /** Takes signals one by one, and begins anew after each. */
    public static final class Collects implements Workflow<String, String> {
        @Override
        public String run(String got) {
            String next = got + Flow.signal("letter", String.class);
            return next.length() == 4 ? next : Flow.continueAsNew(next);
        }
    }

    /** Waits until it is told. */
    public static final class Waits implements Workflow<String, String> {
        private boolean told;

        @Override
        public String run(String input) {
            Flow.await(() -> told);
            return input;
        }

        @Signal
        void tell() {
            told = true;
        }
    }

    /** Fails until its third attempt. */
    public static final class Thrice implements Workflow<String, String> {
        @Override
        public String run(String input) {
            var info = Flow.info().origin();
            if (info.attempt() < 3) {
                throw ApplicationFailed.of("Flaky", "attempt " + info.attempt());
            }
            return input + " after " + info.lastFailure().map(Failure::message).orElse("nothing");
        }
    }

    private final ConcurrentLinkedQueue<String> notes = new ConcurrentLinkedQueue<>();

    private Engine with(Engine engine) {
        return engine.register(Countdown.class)
                .register(Collects.class)
                .register(Waits.class)
                .register(Thrice.class)
                .activities(
                        (Notes)
                                what -> {
                                    notes.add(
                                            what
                                                    + " by "
                                                    + ActivityContext.current().idempotencyKey());
                                    return what;
                                });
    }

    @Test
    void a_run_that_continues_is_one_run_for_those_who_wait() {
        try (var engine = with(Engine.inMemory())) {
            var run = engine.client().start(Countdown.class, ID, 3);
            assertThat(run.result()).isEqualTo("leg 4");
            assertThat(notes)
                    .containsExactly(
                            "at 3 by r/1~1.1",
                            "at 2 by r/1.2~1.1",
                            "at 1 by r/1.3~1.1",
                            "at 0 by r/1.4~1.1");
            assertThat(run.describe().leg()).isEqualTo(4);
            assertThat(run.describe().status()).isEqualTo(Status.COMPLETED);
            assertThat(run.lifecycle()).hasSize(2);
        }
    }

    @Test
    void signals_that_nobody_has_taken_go_on_with_the_run() {
        try (var engine = with(Engine.inMemory())) {
            var run = engine.client().start(Collects.class, ID, "");
            for (String letter : List.of("a", "b", "c", "d")) {
                run.signal("letter", letter);
            }
            assertThat(run.result()).isEqualTo("abcd");
        }
    }

    @Test
    void a_run_that_continues_survives_its_process(@TempDir Path folder) {
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().start(Collects.class, ID, "");
            run.signal("letter", "a");
            run.signal("letter", "b");
        }
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().handle(Collects.class, ID);
            run.signal("letter", "c");
            run.signal("letter", "d");
            assertThat(run.result()).isEqualTo("abcd");
        }
        try (var engine = with(Engine.open(folder))) {
            assertThat(engine.client().handle(Collects.class, ID).result()).isEqualTo("abcd");
        }
    }

    @Test
    void a_run_that_failed_is_tried_again_as_its_start_says() {
        try (var engine = with(Engine.inMemory())) {
            var retry = RetryOptions.UNSAID.attemptsMax(5).delay(Duration.ofMillis(1));
            var run =
                    engine.client()
                            .start(Thrice.class, ID, StartOptions.DEFAULT.retry(retry), "done");
            assertThat(run.result()).isEqualTo("done after attempt 2");
            assertThat(run.describe().leg()).isEqualTo(3);
        }
    }

    @Test
    void a_run_that_has_no_attempt_left_fails_as_the_last_one_did() {
        try (var engine = with(Engine.inMemory())) {
            var retry = RetryOptions.UNSAID.attemptsMax(2).delay(Duration.ofMillis(1));
            var run =
                    engine.client()
                            .start(Thrice.class, ID, StartOptions.DEFAULT.retry(retry), "done");
            assertThatThrownBy(run::result).hasMessageContaining("attempt 2");
            assertThat(run.describe().status()).isEqualTo(Status.FAILED);
        }
    }

    @Test
    void a_failure_that_is_fatal_is_not_tried_again() {
        try (var engine = with(Engine.inMemory())) {
            var retry =
                    RetryOptions.UNSAID.delay(Duration.ofMillis(1)).fatalTypes(List.of("Flaky"));
            var run =
                    engine.client()
                            .start(Thrice.class, ID, StartOptions.DEFAULT.retry(retry), "done");
            assertThatThrownBy(run::result).hasMessageContaining("attempt 1");
        }
    }

    @Test
    void a_start_may_be_delayed_and_keeps_what_it_is_told_meanwhile(@TempDir Path folder) {
        var delayed = StartOptions.DEFAULT.delay(Duration.ofMillis(400));
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().start(Waits.class, ID, delayed, "x");
            run.signal("tell");
            assertThatThrownBy(() -> run.query("told", String.class))
                    .hasMessageContaining("Query told of run")
                    .hasMessageContaining("its code begins at 20");
            assertThat(engine.counts().activations()).isZero();
        }
        try (var engine = with(Engine.open(folder))) {
            assertThat(engine.client().handle(Waits.class, ID).result()).isEqualTo("x");
        }
    }

    @Test
    void a_run_that_was_ended_before_its_code_began_says_so_when_it_is_asked() {
        try (var engine = with(Engine.inMemory())) {
            var delayed = StartOptions.DEFAULT.delay(Duration.ofHours(1));
            var run = engine.client().start(Waits.class, ID, delayed, "x");
            run.terminate("a mistake");

            assertThatThrownBy(() -> run.query("told", String.class))
                    .hasMessageContaining("Query told of run")
                    .hasMessageContaining("it ended before its code began: a mistake");
        }
    }

    @Test
    void a_run_that_takes_too_long_is_ended(@TempDir Path folder) {
        var hasty = StartOptions.DEFAULT.runTimeout(Duration.ofMillis(300));
        try (var engine = with(Engine.open(folder))) {
            engine.client().start(Waits.class, ID, hasty, "x");
        }
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().handle(Waits.class, ID);
            assertThatThrownBy(run::result)
                    .isInstanceOfSatisfying(
                            RunFailed.class,
                            it -> assertThat(it.failure()).isInstanceOf(Failure.Timeout.class));
            assertThat(run.describe().status()).isEqualTo(Status.TIMED_OUT);
            assertThat(run.describe().ended()).isPresent();
            assertThatThrownBy(() -> run.signal("tell"))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.ALREADY_ENDED));
        }
    }

    @Test
    void the_time_for_all_legs_runs_on_when_one_continues() {
        var hasty = StartOptions.DEFAULT.executionTimeout(Duration.ofMillis(300));
        try (var engine = with(Engine.inMemory())) {
            var run = engine.client().start(Collects.class, ID, hasty, "");
            run.signal("letter", "a");
            assertThatThrownBy(run::result)
                    .isInstanceOfSatisfying(
                            RunFailed.class,
                            it -> assertThat(it.failure()).isInstanceOf(Failure.Timeout.class));
            assertThat(run.describe().leg()).isEqualTo(2);
        }
    }

    @Test
    void an_id_is_taken_until_the_options_say_otherwise() {
        try (var engine = with(Engine.inMemory())) {
            var client = engine.client();
            client.start(Waits.class, ID, "first");
            assertThatThrownBy(() -> client.start(Waits.class, ID, "second"))
                    .isInstanceOf(Refusal.class);
            var joined =
                    client.start(
                            Waits.class,
                            ID,
                            StartOptions.DEFAULT.whileRunning(WhileRunning.JOIN),
                            "second");
            joined.signal("tell");
            assertThat(joined.result()).isEqualTo("first");
            assertThatThrownBy(
                            () ->
                                    client.start(
                                            Waits.class,
                                            ID,
                                            StartOptions.DEFAULT.afterEnd(
                                                    AfterEnd.ALLOW_AFTER_FAILURE),
                                            "third"))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("has ended");
            var again =
                    client.start(
                            Waits.class,
                            ID,
                            StartOptions.DEFAULT.afterEnd(AfterEnd.ALLOW),
                            "third");
            again.signal("tell");
            assertThat(again.result()).isEqualTo("third");
            assertThat(again.describe().leg()).isEqualTo(2);
        }
    }

    @Test
    void a_run_may_take_the_place_of_another(@TempDir Path folder) {
        try (var engine = with(Engine.open(folder))) {
            var client = engine.client();
            var first = client.start(Waits.class, ID, "first").resultAsync();
            var second =
                    client.start(
                            Waits.class,
                            ID,
                            StartOptions.DEFAULT.whileRunning(WhileRunning.REPLACE),
                            "second");
            assertThat(first)
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableThat()
                    .withMessageContaining("Another run was started");
            second.signal("tell");
            assertThat(second.result()).isEqualTo("second");
        }
    }

    @Test
    void who_takes_the_place_of_a_run_that_goes_on_does_not_begin_what_has_ended_anew() {
        try (var engine = with(Engine.inMemory())) {
            var client = engine.client();
            var instead = StartOptions.DEFAULT.whileRunning(WhileRunning.REPLACE);
            var run = client.start(Waits.class, ID, instead, "first");
            run.signal("tell");
            assertThat(run.result()).isEqualTo("first");

            var unlessItFailed = instead.afterEnd(AfterEnd.ALLOW_AFTER_FAILURE);
            for (StartOptions options : List.of(instead, unlessItFailed)) {
                assertThatThrownBy(() -> client.start(Waits.class, ID, options, "again"))
                        .isInstanceOfSatisfying(
                                Refusal.class,
                                it ->
                                        assertThat(it.reason())
                                                .isEqualTo(Refusal.Reason.ALREADY_STARTED))
                        .hasMessageContaining("which has ended");
            }
            assertThat(run.describe().leg()).isEqualTo(1);

            var second = client.start(Waits.class, ID, instead.afterEnd(AfterEnd.ALLOW), "second");
            var third = client.start(Waits.class, ID, unlessItFailed, "third");
            assertThat(second.describe().leg()).isEqualTo(3);
            third.terminate("not wanted");
            assertThatThrownBy(() -> client.start(Waits.class, ID, instead, "fourth"))
                    .isInstanceOf(Refusal.class);
            var last = client.start(Waits.class, ID, unlessItFailed, "last");
            last.signal("tell");
            assertThat(last.result()).isEqualTo("last");
        }
    }

    @Test
    void a_signal_starts_a_run_that_is_not_there_and_finds_one_that_is() {
        try (var engine = with(Engine.inMemory())) {
            var client = engine.client();
            for (String letter : List.of("a", "b", "c")) {
                client.signalWithStart(
                        Collects.class, ID, StartOptions.DEFAULT, "", "letter", letter);
            }
            var run =
                    client.signalWithStart(
                            Collects.class, ID, StartOptions.DEFAULT, "z", "letter", "d");
            assertThat(run.result()).isEqualTo("abcd");
        }
    }

    @Test
    void a_signal_that_comes_after_the_end_starts_nothing_anew_unless_that_is_allowed() {
        try (var engine = with(Engine.inMemory())) {
            var client = engine.client();
            var once = StartOptions.DEFAULT;
            var run = client.signalWithStart(Collects.class, ID, once, "abc", "letter", "d");
            assertThat(run.result()).isEqualTo("abcd");

            assertThatThrownBy(
                            () ->
                                    client.signalWithStart(
                                            Collects.class, ID, once, "efg", "letter", "h"))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("which has ended");
            var unlessItFailed = once.afterEnd(AfterEnd.ALLOW_AFTER_FAILURE);
            assertThatThrownBy(
                            () ->
                                    client.signalWithStart(
                                            Collects.class,
                                            ID,
                                            unlessItFailed,
                                            "efg",
                                            "letter",
                                            "h"))
                    .isInstanceOf(Refusal.class);
            assertThat(run.result()).isEqualTo("abcd");

            var anew = once.afterEnd(AfterEnd.ALLOW);
            run = client.signalWithStart(Collects.class, ID, anew, "efg", "letter", "h");
            assertThat(run.result()).isEqualTo("efgh");
        }
    }
}
