package dev.reprise.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.testing.Shop.Asked;
import dev.reprise.engine.testing.Shop.Broken;
import dev.reprise.engine.testing.Shop.Charge;
import dev.reprise.engine.testing.Shop.Letter;
import dev.reprise.engine.testing.Shop.Looping;
import dev.reprise.engine.testing.Shop.Mail;
import dev.reprise.engine.testing.Shop.Mill;
import dev.reprise.engine.testing.Shop.Order;
import dev.reprise.engine.testing.Shop.Payments;
import dev.reprise.engine.testing.Shop.Question;
import dev.reprise.engine.testing.Shop.Treadmill;
import dev.reprise.flow.Workflow;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A test engine never hangs: it says what is waited for, and what to do. */
@Timeout(60)
class StalledTest {
    private static final RunId RUN = new RunId("r");

    @AfterEach
    void endRounds() {
        Shop.enough = true;
    }

    private static AbstractThrowableAssert<?, ?> result(
            Class<? extends Workflow<String, String>> type, Consumer<TestEngine> prepared) {
        return result(TestOptions.DEFAULT, type, prepared);
    }

    private static AbstractThrowableAssert<?, ?> result(
            TestOptions options,
            Class<? extends Workflow<String, String>> type,
            Consumer<TestEngine> prepared) {
        try (var engine = TestEngine.create(options)) {
            engine.register(type);
            prepared.accept(engine);
            RunHandle<String> run = engine.client().start(type, RUN, "42");
            return assertThatThrownBy(run::result).isInstanceOf(Stalled.class);
        }
    }

    @Test
    void a_run_that_waits_for_a_signal() {
        result(Question.class, _ -> {})
                .hasMessageContaining("nothing is under way, and nothing waits for time")
                .hasMessageContaining("Run r of Question, started 2026-01-01T00:00:00Z")
                .hasMessageContaining(
                        "unit / waits for signal answer, at Shop$Question.run(Shop.java:")
                .hasMessageContaining("send it a signal: it takes answer;");
    }

    @Test
    void a_run_that_waits_for_an_activity_without_code() {
        result(Letter.class, _ -> {})
                .hasMessageContaining("waits for activity Mail.send(\"42\"), at Shop$Letter.run(")
                .hasMessageContaining("attempt 1: no code is registered for it")
                .hasMessageContaining("engine.activities(…), or engine.stub(…)");
    }

    @Test
    void a_run_that_waits_for_a_person() {
        Partial parks =
                Partial.NONE
                        .with(Field.MAX_RETRIES, 1)
                        .with(Field.ON_FAILURE, new OnFailure.DeadLetter("tills"));
        result(
                        TestOptions.DEFAULT.settings(Settings.DEFAULT.defaults(parks)),
                        Charge.class,
                        engine ->
                                engine.stub(Payments.class)
                                        .on(Payments::charge)
                                        .fails("Down", "the till is down"))
                .hasMessageContaining("waits for a person in queue tills, after the till is down")
                .hasMessageContaining(
                        "client().redrive, resolve or fail, with run r and activity id 1");
    }

    @Test
    void a_run_that_waits_for_somebody_outside() {
        Partial external = Partial.NONE.with(Field.MODE, Execution.Mode.EXTERNAL);
        result(
                        TestOptions.DEFAULT.settings(Settings.DEFAULT.defaults(external)),
                        Charge.class,
                        engine -> engine.stub(Payments.class).on(Payments::charge).returns(""))
                .hasMessageContaining("its outcome comes from outside")
                .hasMessageContaining("client().complete or fail, with its task token");
    }

    @Test
    void a_run_whose_activity_never_comes_back() {
        result(Charge.class, engine -> engine.stub(Payments.class).on(Payments::charge).hangs())
                .hasMessageContaining("attempt 1: its stub never gives an answer")
                .hasMessageContaining("give it a timeout, or cancel the run");
    }

    @Test
    void a_run_that_is_stuck() {
        result(Broken.class, _ -> {})
                .hasMessageContaining("is stuck: ")
                .hasMessageContaining("order 42 is impossible")
                .hasMessageContaining("mend the code");
    }

    @Test
    void a_run_that_goes_round_for_ever() {
        result(TestOptions.DEFAULT.jumpsMax(100), Treadmill.class, _ -> {})
                .hasMessageContaining("The clock was put forward 100 times")
                .hasMessageContaining(
                        "waits for timer 101 of 1 h, due at 2026-01-05T05:00:00Z, in 1 h");
    }

    @Test
    void a_run_that_goes_round_without_time() {
        result(
                        TestOptions.DEFAULT.patience(Duration.ofMillis(200)),
                        Mill.class,
                        engine -> engine.stub(Payments.class).on(Payments::charge).returns(""))
                .hasMessageContaining("Something is still under way after 200 ms of real time");
    }

    @Test
    void an_activity_that_takes_more_real_time_than_there_is_patience() {
        var never = new CountDownLatch(1);
        Mail slow =
                order -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return order;
                };
        result(
                        TestOptions.DEFAULT.patience(Duration.ofMillis(200)),
                        Letter.class,
                        engine -> engine.activities(slow))
                .hasMessageContaining("Something is still under way after 200 ms of real time")
                .hasMessageContaining("its code has been under way for ")
                .hasMessageContaining("StalledTest");
    }

    @Test
    void a_run_whose_code_does_not_pause() {
        Shop.enough = false;
        var hasty = TestOptions.DEFAULT.patience(Duration.ofSeconds(2));
        try (var engine = TestEngine.create(hasty).register(Looping.class)) {
            assertThatThrownBy(() -> engine.client().start(Looping.class, RUN, "42"))
                    .isInstanceOf(Stalled.class)
                    .hasMessageContaining("Code of a workflow holds up all else. Unit / of run r")
                    .hasMessageContaining("to a pause, at Shop$Looping.run(Shop.java:");
        }
    }

    @Test
    void a_question_to_a_run_whose_code_does_not_pause() {
        Shop.enough = false;
        var hasty = TestOptions.DEFAULT.patience(Duration.ofSeconds(2));
        try (var engine = TestEngine.create(hasty).register(Asked.class)) {
            var run = engine.client().start(Asked.class, RUN, "");
            assertThatThrownBy(() -> run.query("looping", String.class))
                    .isInstanceOf(Stalled.class)
                    .hasMessageContaining("at Shop$Asked.looping(Shop.java:");
            assertThat(engine.waiting()).contains("Run r of Asked");
        }
    }

    @Test
    void an_activity_that_sleeps_in_real_time_for_too_long() {
        Mail slow =
                order -> {
                    try {
                        Thread.sleep(30_000);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return order;
                };
        result(
                        TestOptions.DEFAULT.patience(Duration.ofMillis(400)),
                        Letter.class,
                        engine -> engine.activities(slow))
                .hasMessageContaining("its code has been under way for ")
                .hasMessageContaining("an_activity_that_sleeps_in_real_time_for_too_long");
    }

    @Test
    void an_activity_that_neither_ends_nor_heeds_its_interrupt() {
        var never = new CountDownLatch(1);
        Mail deaf =
                order -> {
                    while (true) {
                        try {
                            never.await();
                            return order;
                        } catch (InterruptedException _) {
                            // goes on
                        }
                    }
                };
        result(
                        TestOptions.DEFAULT.patience(Duration.ofMillis(400)),
                        Letter.class,
                        engine -> engine.activities(deaf))
                .hasMessageContaining("its code has been under way for ");
        never.countDown();
    }

    @Test
    void somebody_who_waits_in_another_thread_when_the_engine_is_closed() throws Exception {
        var engine = TestEngine.create().register(Letter.class).register(Question.class);
        var begun = new CountDownLatch(1);
        var never = new CountDownLatch(1);
        Mail slow =
                order -> {
                    begun.countDown();
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return order;
                };
        var run = engine.activities(slow).client().start(Question.class, RUN, "");
        var told = new CompletableFuture<Throwable>();
        Thread.startVirtualThread(
                () -> {
                    try {
                        told.completeExceptionally(new AssertionError(run.result()));
                    } catch (Throwable e) {
                        told.complete(e);
                    }
                });
        engine.client().start(Letter.class, "42");
        begun.await();
        engine.close();
        assertThat(told.get(20, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void all_open_runs_are_told_of_and_no_others() {
        try (var engine = TestEngine.create()) {
            engine.register(Question.class).register(Order.class);
            engine.stub(Payments.class).on(Payments::charge).returns("receipt");
            assertThat(engine.waiting()).contains("No run is open.");
            engine.client().start(Question.class, new RunId("ended"), "").signal("answer", "");
            engine.client().start(Question.class, new RunId("question"), "");
            engine.client().start(Order.class, new RunId("order"), "42");
            assertThat(engine.waiting())
                    .contains("Run question of Question")
                    .contains("Run order of Order")
                    .contains("waits for timer 2 of 2 d, due at 2026-01-03T00:00:00Z, in 2 d")
                    .contains("unit / waits for a condition, at Shop$Order.run(")
                    .contains("send it a signal: it takes approve;")
                    .doesNotContain("Run ended");
            for (int i = 0; i < 20; i++) {
                engine.client().start(Question.class, "");
            }
            assertThat(engine.waiting()).contains("And 12 more runs are open.");
        }
    }
}
