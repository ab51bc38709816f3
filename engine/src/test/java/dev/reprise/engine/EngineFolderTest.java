package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.store.ChildJvm;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Engines on folders: one at a time, again and again, and until there is no more room. */
@Timeout(120)
class EngineFolderTest {
    @TempDir private Path home;

    interface Scales {
        Integer weigh(String parcel);
    }

    /** Weighed, rested, and said something to. */
    static final class Parcel implements Workflow<String, String> {
        private final List<String> said = new ArrayList<>();

        @Override
        public String run(String parcel) {
            Integer weight = Flow.activity(Scales.class).weigh(parcel);
            Flow.sleep(Duration.ofMillis(10));
            Flow.await(() -> said.contains("go"));
            return weight + " " + String.join(" ", said);
        }

        @Signal
        void say(String word) {
            said.add(word);
        }
    }

    static final class Nap implements Workflow<Integer, String> {
        @Override
        public String run(Integer millis) {
            Flow.sleep(Duration.ofMillis(millis));
            return "awake";
        }
    }

    private static Engine open(Path folder, Scales scales) {
        return Engine.open(folder, EngineOptions.DEFAULT.patience(Duration.ofMillis(50)))
                .register(Parcel.class)
                .activities(scales);
    }

    // ---- One at a time ----

    @Test
    void a_folder_that_another_process_has_open_is_refused_by_name() throws Exception {
        try (var holder = ChildJvm.run(Holder.class, home)) {
            assertThat(holder.line()).isEqualTo("open");
            assertThatThrownBy(() -> Engine.open(home))
                    .isInstanceOfSatisfying(
                            StoreFailure.class,
                            it -> assertThat(it.kind()).isEqualTo(StoreFailure.Kind.IN_USE))
                    .hasMessageContaining(home.toString())
                    .hasMessageContaining("is in use by process " + holder.pid())
                    .hasMessageContaining("stop that one, or use another folder");
            holder.kill();
            holder.exit();
        }
        try (var engine = Engine.open(home)) {
            assertThat(engine.recovered().runs()).isZero();
        }
    }

    /** Holds a folder until it is killed. */
    static final class Holder {
        public static void main(String[] arguments) throws InterruptedException {
            try (var engine = Engine.open(Path.of(arguments[0]))) {
                System.out.println(engine.failure() == null ? "open" : "failed");
                Thread.sleep(60_000);
            }
        }
    }

    // ---- Again and again ----

    @Test
    void closing_and_opening_again_loses_nothing() throws InterruptedException {
        var never = new CountDownLatch(1);
        Scales slow =
                parcel -> {
                    try {
                        if (parcel.endsWith("7")) {
                            never.await();
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return parcel.length();
                };
        int runs = 60;
        try (var engine = open(home, slow)) {
            for (int i = 0; i < runs; i++) {
                engine.client().start(Parcel.class, id(i), "parcel " + i);
            }
            for (int i = 0; i < runs; i += 2) {
                engine.client().handle(id(i), String.class).signal("say", "hello");
            }
            for (int i = 0; i < runs; i += 3) {
                engine.client().handle(id(i), String.class).signal("say", "go");
            }
        }
        for (int again = 0; again < 3; again++) {
            try (var engine = open(home, slow)) {
                assertThat(engine.recovered().runs()).isEqualTo(runs);
                engine.client().handle(id(1), String.class).signal("say", "again" + again);
            }
        }
        try (var engine = open(home, String::length)) {
            for (int i = 0; i < runs; i++) {
                var run = engine.client().handle(id(i), String.class);
                if (i % 3 != 0) {
                    run.signal("say", "go");
                }
                String hello = i % 2 == 0 ? " hello" : i == 1 ? " again0 again1 again2" : "";
                assertThat(run.result()).isEqualTo(("parcel " + i).length() + hello + " go");
                assertThat(run.describe().status()).isEqualTo(Status.COMPLETED);
            }
        }
    }

    @Test
    void a_timer_that_is_due_before_there_is_code_waits_for_it() throws InterruptedException {
        try (var engine = Engine.open(home).register(Nap.class)) {
            engine.client().start(Nap.class, id(1), 300);
        }
        Thread.sleep(350);
        try (var engine = Engine.open(home)) {
            var before = engine.client().describe(id(1));
            assertThat(before.timers()).hasSize(1);
            Thread.sleep(100);
            assertThat(engine.client().describe(id(1))).isEqualTo(before);
            assertThat(before.status()).isEqualTo(Status.RUNNING);
            engine.register(Nap.class);
            assertThat(engine.client().handle(id(1), String.class).result()).isEqualTo("awake");
        }
    }

    private static RunId id(int number) {
        return new RunId("parcel-" + number);
    }

    // ---- Until there is no more room ----

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void an_engine_without_room_says_so_and_acknowledges_nothing_more() throws Exception {
        int acknowledged = 0;
        try (var filler = ChildJvm.runAfter("ulimit -f 32768", Filler.class, home)) {
            String line = filler.line();
            while (line.startsWith("acknowledged ")) {
                acknowledged = Integer.parseInt(line.substring("acknowledged ".length()));
                line = filler.line();
            }
            assertThat(line).startsWith("NO_SPACE There is no room for the store");
            assertThat(line).contains("nothing that was acknowledged is lost");
            assertThat(filler.line()).startsWith("start: NO_SPACE");
            assertThat(filler.line()).startsWith("signal: NO_SPACE");
            assertThat(filler.line()).isEqualTo("failure: none, full: true");
            assertThat(filler.line()).isEqualTo("closed");
            assertThat(filler.exit()).isZero();
        }
        assertThat(acknowledged).isPositive();
        try (var engine = open(home, String::length)) {
            for (int i = 0; i < acknowledged; i++) {
                var run = engine.client().handle(id(i), String.class);
                run.signal("say", "go");
                assertThat(run.result()).isEqualTo("300000 go");
            }
        }
    }

    /** Starts runs until that is refused, and tries a little more. */
    static final class Filler {
        public static void main(String[] arguments) {
            try (var engine = open(Path.of(arguments[0]), String::length)) {
                String refused = "";
                for (int i = 0; refused.isEmpty(); i++) {
                    refused = start(engine, i);
                    System.out.println(refused.isEmpty() ? "acknowledged " + (i + 1) : refused);
                }
                System.out.println("start: " + start(engine, 1_000_000));
                try {
                    engine.client().handle(id(0), String.class).signal("say", "go");
                    System.out.println("signal: acknowledged");
                } catch (Refusal e) {
                    System.out.println("signal: " + e.reason());
                }
                Refusal failure = engine.failure();
                System.out.println(
                        "failure: "
                                + (failure == null ? "none" : failure.reason())
                                + ", full: "
                                + engine.isFull());
            }
            System.out.println("closed");
        }

        private static String start(Engine engine, int number) {
            try {
                engine.client().start(Parcel.class, id(number), "x".repeat(300_000));
                return "";
            } catch (Refusal e) {
                return e.reason() + " " + e.getMessage().replaceAll("\\s+", " ");
            }
        }
    }
}
