package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.Timer;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.policy.Field;
import dev.reprise.policy.Partial;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class StaleTimerTest {
    interface Work {
        String work();
    }

    static final class One implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return Flow.activity(Work.class).work();
        }
    }

    @Test
    void a_timer_of_an_earlier_time_does_not_start_the_next_attempt() throws Exception {
        var clock = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
        var handed = new LinkedBlockingQueue<Runnable>();
        RunId run = new RunId("r");
        try (var store = Store.inMemory();
                var worker = Executors.newSingleThreadExecutor()) {
            var conductor =
                    new Conductor(
                            new Surroundings(
                                    store,
                                    clock::get,
                                    Workers.of(worker),
                                    handed::add,
                                    _ -> {},
                                    () -> 7),
                            Settings.DEFAULT.defaults(
                                    Partial.NONE.with(Field.DELAY_BASE, Duration.ofSeconds(10))));
            conductor.claim().get();
            conductor.recover();
            conductor.register(
                    WorkflowType.<String, String>of(One.class).codec(Settings.DEFAULT.codec()));
            Work failing =
                    () -> {
                        throw new IllegalStateException("not yet");
                    };
            conductor.register(failing);
            conductor.start(run, "One", List.of(), "").get();
            handed.take().run();
            while (conductor.archive().describe(run).orElseThrow().activities().getFirst().attempt()
                            < 2
                    || !conductor.isQuiet()) {
                Thread.sleep(1);
            }

            conductor.house().timers().set(run, List.of(new Timer(clock.get(), 1)));
            conductor.ring();
            while (!conductor.isQuiet()) {
                Thread.sleep(1);
            }
            assertThat(handed).isEmpty();

            clock.set(clock.get().plusSeconds(10));
            conductor.ring();
            assertThat(handed.poll(20, TimeUnit.SECONDS)).isNotNull();
        }
    }
}
