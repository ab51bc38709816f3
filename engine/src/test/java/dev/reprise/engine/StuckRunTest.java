package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.run.Beginning;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Status;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run whose code cannot be carried out loses nothing, and goes on when there is fitting code. */
@Timeout(60)
final class StuckRunTest {
    private static final RunId RUN = new RunId("r");

    interface Steps {
        String first();

        String second();
    }

    private static final Steps STEPS =
            new Steps() {
                @Override
                public String first() {
                    return "one";
                }

                @Override
                public String second() {
                    return "two";
                }
            };

    /** What was there first. */
    static final class Before implements Workflow<String, String> {
        private final List<String> heard = new ArrayList<>();

        @Override
        public String run(String input) {
            String one = Flow.activity(Steps.class).first();
            Flow.await(() -> heard.contains("go"));
            return input + one + heard;
        }

        @Signal
        void say(String word) {
            heard.add(word);
        }

        @Query
        List<String> heard() {
            return heard;
        }
    }

    /** Another first step than what was recorded. */
    static final class Other implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return Flow.activity(Steps.class).second();
        }
    }

    /** Wants numbers where words were sent. */
    static final class Numbers implements Workflow<String, String> {
        private int sum;

        @Override
        public String run(String input) {
            Flow.await(() -> sum > 2);
            return "sum " + sum;
        }

        @Signal
        void add(int number) {
            sum += number;
        }
    }

    /** Takes what the other refuses. */
    static final class Anything implements Workflow<String, String> {
        private final List<String> added = new ArrayList<>();

        @Override
        public String run(String input) {
            Flow.await(() -> added.size() == 2);
            return added.toString();
        }

        @Signal
        void add(Object anything) {
            added.add(String.valueOf(anything));
        }
    }

    private static WorkflowType<String, String> as(Class<? extends Workflow<String, String>> type) {
        return WorkflowType.of(type).name("Subject").codec(new JsonCodec());
    }

    private static Description awaitStatus(Engine engine, Status status) throws Exception {
        for (int i = 0; i < 2_000; i++) {
            Description now = engine.client().describe(RUN);
            if (now.status() == status) {
                return now;
            }
            Thread.sleep(5);
        }
        throw new AssertionError("still " + engine.client().describe(RUN));
    }

    private static RunHandle<String> run(Engine engine) {
        return engine.client().handle(RUN, String.class);
    }

    private static void started(Path folder) throws Exception {
        try (var engine = Engine.open(folder)) {
            engine.register(as(Before.class)).activities(STEPS);
            run(engine).begun("Subject", Beginning.PLAIN, "in ").get();
            run(engine).signal("say", "hello");
        }
    }

    @Test
    void other_code_makes_it_stuck_and_the_old_code_makes_it_go_on(@TempDir Path folder)
            throws Exception {
        started(folder);
        try (var engine = Engine.open(folder)) {
            engine.register(as(Other.class)).activities(STEPS);
            run(engine).signal("say", "kept");
            Description stuck = awaitStatus(engine, Status.STUCK);
            assertThat(stuck.reason().orElseThrow())
                    .startsWith("NONDETERMINISM")
                    .contains("Steps.first")
                    .contains("Steps.second")
                    .contains("StuckRunTest.java:");
            run(engine).signal("say", "kept, too");
            assertThatThrownBy(() -> run(engine).query("heard", List.class))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.QUERY_FAILED))
                    .hasMessageContaining("stuck");
        }
        try (var engine = Engine.open(folder)) {
            assertThat(engine.recovered().stuck()).isEqualTo(1);
            engine.activities(STEPS).register(as(Before.class));
            run(engine).signal("say", "go");
            assertThat(run(engine).result()).isEqualTo("in one[hello, kept, kept, too, go]");
        }
    }

    @Test
    void a_fork_that_other_code_cannot_go_on_with_says_where_it_differs(@TempDir Path folder)
            throws Exception {
        started(folder);
        var fork = new RunId("what-if");
        try (var engine = Engine.open(folder)) {
            engine.register(as(Before.class)).activities(STEPS);
            run(engine).fork(1, fork);
        }
        try (var engine = Engine.open(folder)) {
            engine.register(as(Other.class)).activities(STEPS);
            engine.client().handle(fork, String.class).signal("say", "kept");
            Await.until(() -> engine.client().describe(fork).status(), Status.STUCK::equals);
            Description stuck = engine.client().describe(fork);
            assertThat(stuck.reason().orElseThrow())
                    .startsWith("NONDETERMINISM")
                    .contains("Steps.first", "Steps.second", "StuckRunTest.java:");
        }
        try (var engine = Engine.open(folder)) {
            engine.activities(STEPS).register(as(Before.class));
            var handle = engine.client().handle(fork, String.class);
            handle.signal("say", "go");
            assertThat(handle.result()).isEqualTo("in one[kept, go]");
        }
    }

    @Test
    void a_run_without_code_waits_for_it_in_the_same_process(@TempDir Path folder)
            throws Exception {
        started(folder);
        try (var engine = Engine.open(folder)) {
            run(engine).signal("say", "go");
            assertThat(awaitStatus(engine, Status.STUCK).reason().orElseThrow())
                    .contains("UNKNOWN_TYPE")
                    .contains("register");
            engine.activities(STEPS).register(as(Before.class));
            assertThat(run(engine).result(Duration.ofSeconds(20))).isEqualTo("in one[hello, go]");
        }
    }

    @Test
    void a_signal_that_cannot_be_read_is_kept_until_it_can(@TempDir Path folder) throws Exception {
        try (var engine = Engine.open(folder)) {
            engine.register(as(Numbers.class));
            run(engine).begun("Subject", Beginning.PLAIN, "x").get();
        }
        try (var engine = Engine.open(folder)) {
            // Nobody knows yet what it takes.
            run(engine).signal("add", "three");
            awaitStatus(engine, Status.STUCK);
            engine.register(as(Numbers.class));
            while (!awaitStatus(engine, Status.STUCK).reason().orElse("").contains("three")) {
                Thread.onSpinWait();
            }
            assertThat(awaitStatus(engine, Status.STUCK).reason().orElseThrow())
                    .contains("UNDECODABLE");
            run(engine).signal("add", 1);
        }
        try (var engine = Engine.open(folder)) {
            engine.register(as(Anything.class));
            assertThat(run(engine).result()).isEqualTo("[three, 1]");
        }
    }

    @Test
    void input_that_cannot_be_read_makes_a_stuck_run_not_a_lost_one() throws Exception {
        try (var engine = Engine.inMemory()) {
            engine.register(as(Numbers.class));
            run(engine).begun("Subject", Beginning.PLAIN, List.of("a", "b")).get();
            Description stuck = awaitStatus(engine, Status.STUCK);
            assertThat(stuck.reason().orElseThrow())
                    .contains("UNDECODABLE")
                    .contains("[\"a\",\"b\"]");
            assertThat(stuck.type()).isEqualTo("Subject");
        }
    }
}
