package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.store.Brimming;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an engine without room says and does, where time passes when a test says so. */
@Timeout(60)
class OutageTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long MIB = 1 << 20;

    /** A line of the log, as docs/observability.md says. */
    private static final String LINE =
            "([a-z-]+)((?: \\w+=(?:[^\\s\":=]+|\"(?:[^\"\\\\]|\\\\.)*\"))*): (.*)";

    /** Gives what it is given. */
    static final class Echo implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return input;
        }
    }

    @TempDir private Path folder;

    private final Brimming.Tap tap = new Brimming.Tap();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private volatile Instant steady = now;
    private int started;
    private Store store;
    private Conductor conductor;

    @BeforeEach
    void open() {
        store = Brimming.open(folder, tap);
        conductor =
                new Conductor(
                        new Surroundings(
                                store,
                                () -> now,
                                () -> steady,
                                Workers.of(worker),
                                Thread::startVirtualThread,
                                _ -> {},
                                () -> 7,
                                Surroundings.TIMERS_MAX),
                        Settings.DEFAULT,
                        new Onlooker() {
                            @Override
                            public void say(Level level, String message) {
                                lines.add(level + " " + message);
                            }
                        });
        conductor.claim().join();
        conductor.recover();
        conductor.register(
                WorkflowType.<String, String>of(Echo.class).codec(Settings.DEFAULT.codec()));
    }

    @AfterEach
    void close() throws InterruptedException {
        conductor.close();
        worker.shutdown();
        assertThat(worker.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        store.close();
    }

    private void passes(Duration time) {
        now = now.plus(time);
        steady = steady.plus(time);
        conductor.ring();
    }

    /** Lets time pass, a second at a time, until something is so. */
    private void passUntil(BooleanSupplier wanted) throws InterruptedException {
        while (!wanted.getAsBoolean()) {
            passes(SECOND);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private boolean isStarted() throws InterruptedException {
        try {
            var run = new RunId("run-" + started++);
            var input = Settings.DEFAULT.codec().encode("hello");
            conductor.start(run, "Echo", List.of(input), "").get();
            return true;
        } catch (ExecutionException e) {
            assertThat(e.getCause())
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.NO_SPACE));
            return false;
        }
    }

    @Test
    void what_is_said_of_it_is_read_by_programs_and_said_once() throws Exception {
        tap.room(100 * MIB);
        assertThat(isStarted()).isTrue();
        tap.full(true);
        assertThat(isStarted()).isFalse();
        tap.little();
        passUntil(() -> tap.tried() >= 2);
        hide("CURRENT", "HIDDEN");
        tap.enough();
        int before = tap.tried();
        passUntil(() -> tap.tried() >= before + 3);
        hide("HIDDEN", "CURRENT");
        passUntil(() -> !conductor.isFull());
        assertThat(isStarted()).isTrue();
        assertThat(lines).allMatch(it -> it.split(" ", 2)[1].matches(LINE), LINE);
        assertThat(lines)
                .extracting(it -> it.replaceAll(":.*", ""))
                .containsExactly(
                        "WARNING store-little-room left=104857600 reserve=67108864",
                        "ERROR store-full",
                        "ERROR store-not-opened kind=IO",
                        "INFO store-has-room");
    }

    @Test
    void a_clock_that_is_set_back_keeps_nobody_from_looking() throws Exception {
        tap.room(1 << 20);
        assertThat(isStarted()).isFalse();
        setBackByAnHour();
        tap.room(100 * MIB);
        assertThat(isStarted()).isFalse(); // how much room there is was asked a moment ago
        steady = steady.plus(SECOND).plusNanos(1);
        assertThat(isStarted()).isTrue();
        tap.full(true);
        assertThat(isStarted()).isFalse();
        setBackByAnHour();
        tap.full(false);
        for (int i = 0; i < 10 && conductor.isFull(); i++) {
            passes(SECOND);
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(conductor.isFull()).isFalse();
        assertThat(isStarted()).isTrue();
    }

    private void setBackByAnHour() {
        now = now.minus(Duration.ofHours(1));
    }

    private void hide(String from, String to) throws IOException {
        Files.move(folder.resolve("data/" + from), folder.resolve("data/" + to));
    }
}
