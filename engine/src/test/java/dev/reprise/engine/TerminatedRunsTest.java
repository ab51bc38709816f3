package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.RunId;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Status;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that somebody ends without asking them. */
@Timeout(60)
final class TerminatedRunsTest {
    private static final RunId ID = new RunId("r");

    /** What takes as long as a test wants. */
    public interface Toil {
        String work();
    }

    /** Refuses to be cancelled, sleeps for a day, and works. */
    public static final class Stubborn implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return Flow.nonCancellable(
                    () -> {
                        Flow.sleep(Duration.ofDays(1));
                        return Flow.activity(Toil.class).work();
                    });
        }
    }

    /** Works at once. */
    public static final class Busy implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return Flow.activity(Toil.class).work();
        }
    }

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();

    private String stall() {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            told.add("interrupted");
            interrupted.countDown();
        }
        return "late";
    }

    @Test
    void a_run_that_does_not_want_to_end_ends() {
        try (var engine = Engine.inMemory().register(Stubborn.class)) {
            var run = engine.client().start(Stubborn.class, ID, "x");
            var result = run.resultAsync();
            run.terminate("a person said so");
            assertThatThrownBy(run::result)
                    .isInstanceOfSatisfying(
                            RunFailed.class,
                            failed ->
                                    assertThat(failed.failure())
                                            .isEqualTo(new Failure.Terminated("a person said so")));
            assertThat(result).failsWithin(Duration.ofSeconds(30));
            var description = run.describe();
            assertThat(description.status()).isEqualTo(Status.TERMINATED);
            assertThat(description.reason()).contains("a person said so");
            assertThat(description.timers()).isEmpty();
        }
    }

    @Test
    void what_is_under_way_is_interrupted_and_its_outcome_is_nobodys() throws Exception {
        try (var engine = Engine.inMemory().register(Busy.class).activities((Toil) this::stall)) {
            var run = engine.client().start(Busy.class, ID, "x");
            begun.await();
            run.terminate("enough");
            interrupted.await();
            assertThat(run.describe().status()).isEqualTo(Status.TERMINATED);
            assertThat(run.describe().activities()).isEmpty();
            assertThat(told).containsExactly("interrupted");
        }
    }

    @Test
    void what_has_ended_or_was_never_there_cannot_be_terminated_or_told() {
        try (var engine = Engine.inMemory().register(Busy.class).activities((Toil) () -> "done")) {
            var run = engine.client().start(Busy.class, ID, "x");
            assertThat(run.result()).isEqualTo("done");
            assertThatThrownBy(() -> run.terminate("late"))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.ALREADY_ENDED));
            var nobody = engine.client().handle(Busy.class, new RunId("nobody"));
            assertThatThrownBy(() -> nobody.terminate("x"))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.NO_SUCH_RUN));
        }
    }

    @Test
    void it_stays_terminated_when_the_store_is_opened_again(@TempDir Path folder) {
        try (var engine = Engine.open(folder).register(Stubborn.class)) {
            engine.client().start(Stubborn.class, ID, "x").terminate("for good");
        }
        try (var engine = Engine.open(folder).register(Stubborn.class)) {
            var run = engine.client().handle(Stubborn.class, ID);
            assertThat(run.describe().status()).isEqualTo(Status.TERMINATED);
            assertThatThrownBy(run::result)
                    .isInstanceOf(RunFailed.class)
                    .hasMessageContaining("for good");
            assertThatThrownBy(() -> run.signal("anything"))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("has ended");
        }
    }

    @Test
    void a_run_that_is_stuck_can_be_terminated_without_its_code(@TempDir Path folder) {
        try (var engine = Engine.open(folder).register(Stubborn.class)) {
            engine.client().start(Stubborn.class, ID, "x");
        }
        try (var engine = Engine.open(folder).register(Busy.class)) {
            var run = engine.client().handle(ID, String.class);
            run.signal("hello");
            assertThat(run.describe().status()).isEqualTo(Status.STUCK);
            run.terminate("no code for it any more");
            assertThat(run.describe().status()).isEqualTo(Status.TERMINATED);
        }
        try (var engine = Engine.open(folder).register(Stubborn.class)) {
            var run = engine.client().handle(ID, String.class);
            assertThat(run.describe().status()).isEqualTo(Status.TERMINATED);
        }
    }
}
