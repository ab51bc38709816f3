package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run that is started and terminated in one step: a test carries the steps out. */
@Timeout(60)
final class TerminatedAtOnceTest {
    private static final RunId RUN = new RunId("r");

    /** Has an end at once. */
    static final class Brief implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return "done";
        }
    }

    /** Has none for a day. */
    static final class Lasting implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.sleep(Duration.ofDays(1));
            return "done";
        }
    }

    private final LinkedBlockingQueue<Runnable> steps = new LinkedBlockingQueue<>();

    private void carryOut(CompletableFuture<?> until) throws InterruptedException {
        while (!until.isDone()) {
            Runnable step = steps.poll(10, TimeUnit.MILLISECONDS);
            if (step != null) {
                step.run();
            }
        }
    }

    /** Both are asked before the first step; how it is afterwards, and whether it was refused. */
    private String terminatedAtOnce(Class<? extends Workflow<String, String>> type)
            throws InterruptedException {
        try (Store store = Store.inMemory()) {
            var conductor =
                    new Conductor(
                            new Surroundings(
                                    store,
                                    () -> Instant.EPOCH,
                                    Workers.of(steps::add),
                                    Thread::startVirtualThread,
                                    _ -> {},
                                    () -> 7),
                            Settings.DEFAULT);
            conductor.claim().join();
            var _ = conductor.recover();
            conductor.register(WorkflowType.of(type));
            var started =
                    conductor.start(
                            RUN, WorkflowType.nameOf(type), List.of(Payload.text("\"x\"")), "");
            var terminated = conductor.terminate(RUN, "at once", "");
            carryOut(CompletableFuture.allOf(started, terminated.exceptionally(_ -> false)));
            assertThat(started.join()).isTrue();
            var status = conductor.archive().describe(RUN).orElseThrow().status();
            return status + (terminated.isCompletedExceptionally() ? ", refused" : "");
        }
    }

    @Test
    void what_begins_begins_first_and_then_is_ended() throws InterruptedException {
        assertThat(terminatedAtOnce(Lasting.class)).isEqualTo("TERMINATED");
    }

    @Test
    void what_has_ended_by_itself_meanwhile_stays_as_it_is() throws InterruptedException {
        assertThat(terminatedAtOnce(Brief.class)).isEqualTo("COMPLETED, refused");
    }
}
