package dev.reprise.engine.testing;

import static java.util.concurrent.CompletableFuture.allOf;
import static java.util.concurrent.CompletableFuture.anyOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.testing.Shop.Letter;
import dev.reprise.engine.testing.Shop.Mail;
import dev.reprise.engine.testing.Shop.Question;
import dev.reprise.engine.testing.Shop.Sleeper;
import dev.reprise.engine.testing.Shop.Treadmill;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever waits for several futures, or for what is made of them, waits as for one. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuturesTest {
    private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration MOMENT = Duration.ofMillis(300);

    private final TestEngine engine = engine(TestOptions.DEFAULT);

    private static TestEngine engine(TestOptions options) {
        return TestEngine.create(options)
                .register(Sleeper.class)
                .register(Question.class)
                .register(Treadmill.class);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static Instant after(int hours) {
        return NEW_YEAR.plus(Duration.ofHours(hours));
    }

    private CompletableFuture<String> sleeper(int hours) {
        return sleeper(engine, hours);
    }

    private static CompletableFuture<String> sleeper(TestEngine engine, int hours) {
        var id = new RunId("sleeper-" + hours);
        return engine.client().runAsync(Sleeper.class, id, hours);
    }

    private CompletableFuture<String> question() {
        return engine.client().runAsync(Question.class, new RunId("question"), "why");
    }

    // ---- Made of two ----

    @Test
    void two_futures_that_are_combined_are_waited_for_both() {
        var first = sleeper(1);
        var second = sleeper(2);
        assertThat(first.thenCombine(second, (a, b) -> a.length() + b.length()).join())
                .isEqualTo(64);
        assertThat(engine.now()).isEqualTo(after(2));
    }

    @Test
    void every_way_to_combine_two_futures_lets_time_pass_for_both() throws Exception {
        var heard = Collections.synchronizedList(new ArrayList<String>());
        var pool = Executors.newSingleThreadExecutor();
        try (pool) {
            sleeper(1).thenCombineAsync(sleeper(2), String::concat).get();
            assertThat(engine.now()).isEqualTo(after(2));
            sleeper(3).thenCombineAsync(sleeper(4), String::concat, pool).get();
            sleeper(5).thenAcceptBoth(sleeper(6), (a, b) -> heard.add(a + b)).join();
            sleeper(7).thenAcceptBothAsync(sleeper(8), (a, b) -> heard.add(a + b)).join();
            sleeper(9).thenAcceptBothAsync(sleeper(10), (a, b) -> heard.add(a + b), pool).join();
            sleeper(11).runAfterBoth(sleeper(12), () -> heard.add("")).join();
            sleeper(13).runAfterBothAsync(sleeper(14), () -> heard.add("")).join();
            sleeper(15).runAfterBothAsync(sleeper(16), () -> heard.add(""), pool).join();
            assertThat(heard).hasSize(6);
            assertThat(engine.now()).isEqualTo(NEW_YEAR.plus(Duration.ofDays(3)));
        }
    }

    @Test
    void the_sooner_of_two_futures_is_not_waited_for_longer() throws Exception {
        var heard = Collections.synchronizedList(new ArrayList<String>());
        var late = sleeper(1_000);
        var pool = Executors.newSingleThreadExecutor();
        try (pool) {
            assertThat(
                            late.applyToEither(sleeper(1), it -> it)
                                    .thenApply(String::length)
                                    .get(2, TimeUnit.HOURS))
                    .isEqualTo(32);
            assertThat(engine.now()).isEqualTo(after(1));
            late.applyToEitherAsync(sleeper(2), it -> it).join();
            late.applyToEitherAsync(sleeper(3), it -> it, pool).join();
            sleeper(4).acceptEither(late, heard::add).join();
            sleeper(5).acceptEitherAsync(late, heard::add).join();
            sleeper(6).acceptEitherAsync(late, heard::add, pool).join();
            late.runAfterEither(sleeper(7), () -> heard.add("")).join();
            late.runAfterEitherAsync(sleeper(8), () -> heard.add("")).join();
            late.runAfterEitherAsync(sleeper(9), () -> heard.add(""), pool).join();
        }
        assertThat(heard).hasSize(6);
        assertThat(engine.now()).isEqualTo(after(45));
    }

    @Test
    void what_a_function_says_comes_next_is_waited_for_too() {
        assertThat(sleeper(1).thenCompose(_ -> sleeper(2)).join()).endsWith("T03:00:00Z");
        assertThat(sleeper(3).thenComposeAsync(_ -> sleeper(4)).join()).endsWith("T10:00:00Z");
        var pool = Executors.newSingleThreadExecutor();
        try (pool) {
            assertThat(
                            sleeper(5)
                                    .thenComposeAsync(_ -> sleeper(6), pool)
                                    .thenApply(it -> it)
                                    .join())
                    .endsWith("T21:00:00Z");
        }
        assertThat(
                        failing()
                                .exceptionallyCompose(_ -> sleeper(1_000))
                                .exceptionallyCompose(_ -> sleeper(1))
                                .thenCompose(CompletableFuture::completedFuture)
                                .join())
                .isEqualTo("slept until 2026-02-12T13:00:00Z");
        assertThatThrownBy(failing().thenCompose(_ -> sleeper(7))::join)
                .isInstanceOf(CompletionException.class);
    }

    private CompletableFuture<String> failing() {
        RunHandle<String> run = engine.client().start(Sleeper.class, 20_000);
        run.terminate("enough");
        return run.resultAsync();
    }

    @Test
    void a_limit_is_one_of_the_test_clock_however_many_are_waited_for() throws Exception {
        var both = sleeper(1).thenCombine(sleeper(5), String::concat);
        assertThatThrownBy(() -> both.get(4, TimeUnit.HOURS)).isInstanceOf(TimeoutException.class);
        assertThat(engine.now()).isEqualTo(after(4));
        assertThat(both.get(1, TimeUnit.HOURS)).isNotEmpty();
    }

    // ---- Made of many ----

    @Test
    void all_of_some_futures_are_waited_for() {
        var all = List.of(sleeper(3), sleeper(1), sleeper(2));
        TestEngine.allOf(all.toArray(CompletableFuture[]::new)).join();
        assertThat(all).allMatch(CompletableFuture::isDone);
        assertThat(engine.now()).isEqualTo(after(3));
        assertThat(TestEngine.allOf().isDone()).isTrue();
        assertThat(TestEngine.anyOf(sleeper(9), sleeper(7), new CompletableFuture<>()).join())
                .isEqualTo("slept until 2026-01-01T10:00:00Z");
    }

    @Test
    void what_cannot_come_is_said_to_whoever_waits_for_all() {
        assertThatThrownBy(TestEngine.allOf(sleeper(1), question())::join)
                .isInstanceOf(Stalled.class)
                .hasMessageContaining("waits for signal answer, at Shop$Question.run(");
    }

    @Test
    void futures_of_two_engines_are_waited_for_together() {
        try (var other = engine(TestOptions.DEFAULT)) {
            TestEngine.allOf(sleeper(1), sleeper(other, 2)).join();
            allOf(sleeper(3), sleeper(other, 4)).join();
            assertThat(engine.now()).isEqualTo(after(4));
            assertThat(other.now()).isEqualTo(after(6));
        }
    }

    // ---- Plain futures, which know nothing of an engine ----

    @Test
    void time_passes_for_a_plain_future_that_is_made_of_others() throws Exception {
        var _ = sleeper(30);
        allOf(sleeper(1), sleeper(2)).join();
        assertThat(engine.now()).isEqualTo(after(2));
        assertThat(anyOf(sleeper(9), sleeper(3)).get())
                .isEqualTo("slept until 2026-01-01T05:00:00Z");
        assertThat(engine.now()).isEqualTo(after(5));
        allOf(sleeper(4)).thenRun(() -> {}).get(30, TimeUnit.SECONDS);
        assertThat(engine.now()).isEqualTo(after(9));
        var plain = new CompletableFuture<String>().completeOnTimeout("", 1, TimeUnit.MILLISECONDS);
        plain.thenCombine(sleeper(5), String::concat).join();
        assertThat(engine.now()).isEqualTo(after(14));
    }

    @Test
    void the_clock_is_where_it_would_be_after_an_ordinary_wait() {
        for (int i = 0; i < 5; i++) {
            try (var fresh = engine(TestOptions.DEFAULT)) {
                var _ = sleeper(fresh, 30);
                var all = new ArrayList<CompletableFuture<?>>();
                for (int hours = 1; hours <= 20; hours++) {
                    all.add(sleeper(fresh, hours).thenApplyAsync(String::length));
                }
                allOf(all.toArray(CompletableFuture[]::new)).join();
                assertThat(fresh.now()).isEqualTo(after(20));
            }
        }
    }

    @Test
    void who_waits_for_a_plain_future_is_told_that_nothing_will_come() {
        assertThatThrownBy(allOf(sleeper(1), question())::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(Stalled.class)
                .hasMessageContaining("nothing is under way, and nothing waits for time")
                .hasMessageContaining("waits for signal answer, at Shop$Question.run(");
        assertThat(engine.now()).isEqualTo(after(1));
        engine.skipping(false);
        assertThatThrownBy(allOf(sleeper(2))::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .hasMessageContaining("time does not pass by itself here");
        assertThat(engine.now()).isEqualTo(after(1));
    }

    @Test
    void what_goes_round_for_ever_is_noticed_by_a_plain_future_too() {
        try (var fresh = engine(TestOptions.DEFAULT.jumpsMax(50))) {
            var run = fresh.client().runAsync(Treadmill.class, new RunId("t"), "");
            assertThatThrownBy(allOf(run)::join)
                    .cause()
                    .hasMessageContaining("The clock was put forward 50 times");
        }
    }

    @Test
    void a_virtual_thread_that_waits_is_seen() throws Exception {
        var first = sleeper(1);
        var waits = Thread.startVirtualThread(() -> allOf(first, sleeper(2)).join());
        waits.join();
        assertThat(engine.now()).isEqualTo(after(2));
    }

    @Test
    void a_task_in_a_pool_that_waits_is_seen() throws Exception {
        try (var pool = Executors.newFixedThreadPool(2)) {
            pool.submit(() -> engine.client().start(Question.class, "")).get();
            pool.submit(() -> allOf(sleeper(1), sleeper(2)).join()).get();
        }
        assertThat(engine.now()).isEqualTo(after(2));
    }

    @Test
    void an_activity_may_wait_for_several_futures() throws Exception {
        Mail mail =
                order -> {
                    var client = engine.client();
                    var one = client.runAsync(Sleeper.class, new RunId("one"), 1);
                    var two = client.runAsync(Sleeper.class, new RunId("two"), 2);
                    allOf(one, two).join();
                    return one.join() + ", " + two.join();
                };
        engine.register(Letter.class).activities(mail);
        assertThat(engine.client().start(Letter.class, "42").result())
                .isEqualTo("slept until 2026-01-01T01:00:00Z, slept until 2026-01-01T02:00:00Z");
        assertThat(engine.now()).isEqualTo(after(2));
    }

    // ---- When time does not pass ----

    @Test
    void time_stands_still_while_a_thread_of_the_test_is_busy() throws Exception {
        var waits = Thread.startVirtualThread(() -> allOf(sleeper(1)).join());
        long end = System.nanoTime() + MOMENT.toNanos();
        engine.settle();
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
            assertThat(engine.now()).isEqualTo(NEW_YEAR);
        }
        waits.join();
        assertThat(engine.now()).isEqualTo(after(1));
    }

    @Test
    void time_stands_still_while_a_thread_of_the_test_waits_for_something_else() throws Exception {
        var sleeper = sleeper(1);
        var waits = Thread.startVirtualThread(() -> allOf(sleeper).join());
        Thread.sleep(MOMENT);
        assertThat(engine.now()).isEqualTo(NEW_YEAR);
        waits.join();
        assertThat(engine.now()).isEqualTo(after(1));
    }

    @Test
    void time_stands_still_while_a_test_waits_for_a_future_of_its_own() {
        var heard = sleeper(1).thenAccept(_ -> {});
        var own = new CompletableFuture<String>().completeOnTimeout("", 300, TimeUnit.MILLISECONDS);
        own.join();
        assertThat(engine.now()).isEqualTo(NEW_YEAR);
        heard.join();
        assertThat(engine.now()).isEqualTo(after(1));
    }

    @Test
    void who_waits_while_another_thread_does_nothing_is_told_of_that() throws Exception {
        try (var hasty = engine(TestOptions.DEFAULT.patience(Duration.ofMillis(500)))) {
            var latch = new CountDownLatch(1);
            var sleeper = sleeper(hasty, 1);
            var told = new CompletableFuture<Throwable>();
            var _ = allOf(sleeper).whenComplete((_, thrown) -> told.complete(thrown));
            var both =
                    Thread.startVirtualThread(() -> allOf(sleeper).exceptionally(_ -> null).join());
            var _ = sleeper.whenComplete((_, _) -> latch.countDown());
            latch.await();
            assertThat(told.get())
                    .cause()
                    .isInstanceOf(Stalled.class)
                    .hasMessageContaining("FuturesTest.who_waits_while_another_thread_does_nothing")
                    .hasMessageContaining("TestEngine.allOf");
            both.join();
            assertThat(hasty.now()).isEqualTo(NEW_YEAR);
        }
    }

    // ---- What follows from an answer ----

    @Test
    void what_a_test_does_with_an_answer_has_been_done_when_the_engine_is_settled() {
        for (int i = 1; i <= 100; i++) {
            var heard = Collections.synchronizedList(new ArrayList<String>());
            RunHandle<String> run = engine.client().start(Question.class, "");
            var _ = run.resultAsync().thenApply(it -> it + "!").thenAccept(heard::add);
            run.signal("answer", "so");
            engine.settle();
            assertThat(heard).as("time " + i).containsExactly(" so!");
        }
    }

    @Test
    void what_follows_from_an_answer_may_ask_the_engine_and_wait() {
        var asked =
                sleeper(1)
                        .thenApply(_ -> engine.client().start(Sleeper.class, 2).result())
                        .thenApply(it -> it + " " + sleeper(3).join());
        assertThat(asked.join())
                .isEqualTo("slept until 2026-01-01T03:00:00Z slept until 2026-01-01T06:00:00Z");
    }

    @Test
    void a_start_that_is_refused_is_told_at_once() {
        var _ = sleeper(1);
        assertThatThrownBy(sleeper(1)::join)
                .cause()
                .hasMessageStartingWith("There is a run sleeper-1 already");
        assertThat(engine.now()).isEqualTo(NEW_YEAR);
    }

    // ---- The end ----

    @Test
    void who_waits_for_a_future_when_the_engine_is_closed_is_told() throws Exception {
        var told = new CompletableFuture<Throwable>();
        var question = question();
        var waits =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                allOf(question).join();
                            } catch (CompletionException e) {
                                told.complete(e.getCause());
                            }
                        });
        engine.close();
        waits.join();
        assertThat(told.join()).hasMessageContaining("closed");
    }

    @Test
    void what_was_asked_without_waiting_is_answered_though_the_engine_has_crashed() {
        int crashes =
                TestEngine.crashEverywhere(
                        engine -> {
                            engine.register(Sleeper.class).register(Question.class);
                            var id = new RunId("q");
                            var run = engine.client().startAsync(Question.class, id, "").join();
                            assertThat(run.signalAsync("answer", "so").join()).isTrue();
                            assertThat(run.result()).isEqualTo(" so");
                        });
        assertThat(crashes).isPositive();
    }
}
