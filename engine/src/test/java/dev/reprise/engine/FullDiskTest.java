package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Brimming;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine whose disk is full for a while. */
@Timeout(60)
final class FullDiskTest {
    private static final RunId ID = new RunId("order-1");

    /** What it is told is added up, until it is told to stop; each thing is looked up first. */
    public static final class Sums implements Workflow<String, String> {
        private final List<String> told = new ArrayList<>();
        private boolean over;

        @Override
        public String run(String first) {
            told.add(Flow.activity(Prices.class).look(first));
            Flow.sleep(Duration.ofMillis(1));
            Flow.await(() -> over);
            return String.join(",", told);
        }

        @Signal
        void add(String what) {
            told.add(what);
        }

        @Signal
        void stop() {
            over = true;
        }

        @Query
        String told() {
            return String.join(",", told);
        }
    }

    /** An activity. */
    public interface Prices {
        /** What something costs. */
        String look(String what);
    }

    /** All costs the same. */
    public static final class RealPrices implements Prices {
        @Override
        public String look(String what) {
            return what + "=7";
        }
    }

    private final Brimming.Tap tap = new Brimming.Tap();

    private Engine open(Path folder) {
        var options = EngineOptions.DEFAULT.patience(Duration.ofMillis(100));
        return Engine.on(Brimming.open(folder, tap), options)
                .register(Sums.class)
                .activities(new RealPrices());
    }

    private static void assertNoSpace(ThrowingCallable asked) {
        assertThatThrownBy(asked)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.NO_SPACE))
                .hasMessageContaining("nothing that was acknowledged is lost");
    }

    @Test
    void it_refuses_what_it_cannot_keep_answers_what_it_can_and_goes_on_by_itself(
            @TempDir Path folder) {
        try (var engine = open(folder)) {
            var run = engine.client().start(Sums.class, ID, "tea");
            Await.until(() -> run.query("told", String.class), "tea=7"::equals);
            run.signal("add", "one");
            CompletableFuture<String> result = run.resultAsync();

            Instant before = Instant.now();
            tap.full(true);
            assertNoSpace(() -> run.once("r2").signal("add", "two"));
            assertNoSpace(() -> engine.client().start(Sums.class, new RunId("order-2"), "milk"));

            assertThat(run.query("told", String.class)).isEqualTo("tea=7,one");
            assertThat(run.describe().status()).isEqualTo(Status.RUNNING);
            assertThat(engine.client().count("")).isEqualTo(1);
            assertThat(engine.failure()).isNull();
            assertThat(engine.isFull()).isTrue();
            assertThat(engine.health().isWell()).isFalse();
            var full = engine.health().state().full().orElseThrow();
            assertThat(full.since()).isBetween(before, Instant.now());
            assertThat(full.sentence()).contains("There is no room for the store", "Make room");
            assertThat(engine.metrics()).contains("\nreprise_store_full 1\n");

            tap.full(false);
            Await.until(engine::isFull, it -> !it);
            assertThat(engine.health().isWell()).isTrue();
            assertThat(engine.metrics()).contains("\nreprise_store_full 0\n");
            run.once("r2").signal("add", "two");
            run.once("r2").signal("add", "two");
            run.signal("stop");
            assertThat(run.result()).isEqualTo("tea=7,one,two");
            assertThat(result.join()).as("who waited, waited on").isEqualTo("tea=7,one,two");
        }
        try (var again = Store.open(folder)) {
            assertThat(again.head(ID)).isPresent();
        }
    }

    @Test
    void what_was_under_way_is_taken_up_when_there_is_room(@TempDir Path folder) {
        try (var engine = open(folder)) {
            List<RunHandle<String>> runs = new ArrayList<>();
            int refused = 0;
            for (int i = 0; i < 60; i++) {
                tap.full(i % 20 == 10);
                var id = new RunId("run-" + i);
                try {
                    runs.add(engine.client().start(Sums.class, id, "item" + i));
                } catch (Refusal e) {
                    assertThat(e.reason()).isEqualTo(Refusal.Reason.NO_SPACE);
                    refused++;
                }
                if (engine.isFull()) {
                    tap.full(false);
                    Await.until(engine::isFull, it -> !it);
                }
            }
            assertThat(refused).isBetween(1, 20);
            runs.forEach(run -> run.signal("stop"));
            for (RunHandle<String> run : runs) {
                String number = run.id().value().substring("run-".length());
                assertThat(run.result()).isEqualTo("item" + number + "=7");
            }
        }
    }

    @Test
    void what_is_durable_is_read_while_the_store_cannot_be_opened_anew(@TempDir Path folder) {
        try (var engine = open(folder)) {
            var run = engine.client().start(Sums.class, ID, "tea");
            Await.until(() -> run.query("told", String.class), "tea=7"::equals);
            tap.full(true);
            assertNoSpace(() -> run.once("r1").signal("add", "one"));

            tap.little();
            for (int i = 1; i <= 3; i++) {
                int tries = i;
                Await.until(tap::tried, it -> it >= tries);
                assertThat(run.query("told", String.class)).isEqualTo("tea=7");
                assertThat(run.describe().status()).isEqualTo(Status.RUNNING);
                assertThat(engine.client().count("")).isEqualTo(1);
                assertThat(engine.metrics()).contains("reprise_store_size_bytes");
                assertThat(engine.isFull()).isTrue();
                assertThatThrownBy(() -> Store.open(folder))
                        .as("nobody else can take the folder meanwhile")
                        .hasMessageContaining("is in use by this process");
            }

            tap.enough();
            Await.until(engine::isFull, it -> !it);
            run.once("r1").signal("add", "one");
            run.signal("stop");
            assertThat(run.result()).isEqualTo("tea=7,one");
        }
    }

    @Test
    void no_run_is_started_when_there_is_less_room_than_the_reserve(@TempDir Path folder) {
        tap.room(100L << 20);
        try (var engine = open(folder)) {
            var run = engine.client().start(Sums.class, ID, "tea");
            tap.room(10L << 20);
            Await.until(() -> startRefused(engine), it -> it);
            run.signal("stop");
            assertThat(run.result()).as("what was started ends").isEqualTo("tea=7");
            tap.room(100L << 20);
            Await.until(() -> startRefused(engine), it -> !it);
        }
    }

    private static boolean startRefused(Engine engine) {
        try {
            engine.client().start(Sums.class, "milk");
            return false;
        } catch (Refusal e) {
            assertThat(e.reason()).isEqualTo(Refusal.Reason.NO_SPACE);
            assertThat(e).hasMessageContaining("10485760 bytes left, and 67108864 are kept");
            return true;
        }
    }

    @Test
    void a_store_that_was_full_takes_changes_again_when_it_is_resumed(@TempDir Path folder) {
        try (Store store = Brimming.open(folder, tap)) {
            assertThat(written(store, Append.turn(ID, 0, 1, new byte[10]))).isEqualTo("durable");
            tap.full(true);
            assertThat(written(store, Append.turn(ID, 1, 1, new byte[10]))).isEqualTo("FULL");
            assertThat(written(store, Append.turn(ID, 1, 1, new byte[10]))).isEqualTo("REFUSING");
            assertThatThrownBy(store::resume).isInstanceOf(StoreFailure.class);
            assertThat(store.head(ID).orElseThrow().position()).isEqualTo(1);
            tap.full(false);
            store.resume();
            assertThat(written(store, Append.turn(ID, 1, 1, new byte[10]))).isEqualTo("durable");
            assertThat(store.head(ID).orElseThrow().position()).isEqualTo(2);
            assertThat(store.counters().changes()).isEqualTo(2);
        }
    }

    private static String written(Store store, Change change) {
        var told = new CompletableFuture<String>();
        store.write(
                change,
                new Receipt() {
                    @Override
                    public void durable() {
                        told.complete("durable");
                    }

                    @Override
                    public void refused(Conflict conflict) {
                        told.complete(conflict.sentence());
                    }

                    @Override
                    public void failed(StoreFailure failure) {
                        told.complete(failure.kind().name());
                    }
                });
        return told.join();
    }
}
