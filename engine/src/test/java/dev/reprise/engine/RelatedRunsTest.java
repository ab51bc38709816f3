package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.RunId;
import dev.reprise.engine.run.Status;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.ChildFailed;
import dev.reprise.flow.ExternalFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.ChildOptions.ParentClose;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that have to do with each other: children, signals from one to another. */
@Timeout(60)
final class RelatedRunsTest {
    private static final RunId ID = new RunId("parent");
    private static final RunId CHILD = new RunId("child");

    /** Waits until it is told, or fails at once. */
    public static final class Waits implements Workflow<String, String> {
        private boolean told;

        @Override
        public String run(String input) {
            if (input.equals("fail")) {
                throw ApplicationFailed.fatal("Wrong", "it was told to");
            }
            Flow.await(() -> told);
            return input + "!";
        }

        @Signal
        void tell() {
            told = true;
        }
    }

    /** Waits for its child. */
    public static final class Calls implements Workflow<String, String> {
        @Override
        public String run(String input) {
            try {
                return "got " + Flow.child(Waits.class).id(CHILD).call(input);
            } catch (ChildFailed e) {
                return "failed: " + e.failure().message();
            }
        }
    }

    /** Starts many, and waits for all. */
    public static final class Fans implements Workflow<Integer, Integer> {
        @Override
        public Integer run(Integer count) {
            var children = new ArrayList<dev.reprise.flow.Child<String>>();
            for (int i = 0; i < count; i++) {
                children.add(Flow.child(Counts.class).start("n" + i));
            }
            int sum = 0;
            for (var child : children) {
                sum += child.result().get().length();
            }
            return sum;
        }
    }

    /** Ends at once. */
    public static final class Counts implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return input;
        }
    }

    /** Starts a child, and ends before it does. */
    public static final class Leaves implements Workflow<String, String> {
        @Override
        public String run(String close) {
            var options = ChildOptions.UNSAID.parentClose(ParentClose.valueOf(close));
            var child = Flow.child(Waits.class).id(CHILD).options(options).start("x");
            child.started().get();
            return "left";
        }
    }

    /** Tells another, and says whether that has arrived. */
    public static final class Tells implements Workflow<String, String> {
        @Override
        public String run(String other) {
            try {
                Flow.external(new RunId(other)).signal("tell");
                return "told";
            } catch (ExternalFailed e) {
                return "not told: " + e.failure().message();
            }
        }
    }

    private static Engine with(Engine engine) {
        return engine.register(Waits.class)
                .register(Calls.class)
                .register(Fans.class)
                .register(Counts.class)
                .register(Leaves.class)
                .register(Tells.class);
    }

    @Test
    void a_parent_gets_what_its_child_results_in() {
        try (var engine = with(Engine.inMemory())) {
            var parent = engine.client().start(Calls.class, ID, "x");
            var child = engine.client().handle(Waits.class, CHILD);
            Await.any(() -> engine.client().list(), it -> it.run().equals(CHILD));
            assertThat(child.describe().parent()).contains(ID);
            child.signal("tell");
            assertThat(parent.result()).isEqualTo("got x!");
        }
    }

    @Test
    void a_parent_hears_that_its_child_failed() {
        try (var engine = with(Engine.inMemory())) {
            assertThat(engine.client().start(Calls.class, ID, "fail").result())
                    .contains("it was told to");
        }
    }

    @Test
    void a_parent_hears_that_its_child_could_not_be_started() {
        try (var engine = with(Engine.inMemory())) {
            engine.client().start(Waits.class, CHILD, "somebody else's");
            assertThat(engine.client().start(Calls.class, ID, "x").result())
                    .contains("There is a run child already");
            assertThat(engine.client().describe(CHILD).status()).isEqualTo(Status.RUNNING);
        }
    }

    @Test
    void a_hundred_children_are_heard(@TempDir Path folder) {
        try (var engine = with(Engine.open(folder))) {
            assertThat(engine.client().start(Fans.class, ID, 100).result()).isEqualTo(290);
        }
    }

    @Test
    void a_child_that_ends_while_its_parent_is_away_is_heard(@TempDir Path folder) {
        try (var engine = with(Engine.open(folder))) {
            engine.client().start(Calls.class, ID, "x");
            Await.any(() -> engine.client().list(), it -> it.run().equals(CHILD));
        }
        // Nobody can carry the parent out here, so it keeps what it hears.
        try (var engine = Engine.open(folder).register(Waits.class)) {
            var child = engine.client().handle(Waits.class, CHILD);
            child.signal("tell");
            assertThat(child.result()).isEqualTo("x!");
        }
        try (var engine = with(Engine.open(folder))) {
            assertThat(engine.client().handle(Calls.class, ID).result()).isEqualTo("got x!");
        }
    }

    @Test
    void a_child_whose_parent_ends_is_terminated_cancelled_or_left_alone() {
        for (ParentClose close : ParentClose.values()) {
            try (var engine = with(Engine.inMemory())) {
                var parent = engine.client().start(Leaves.class, ID, close.name());
                assertThat(parent.result()).isEqualTo("left");
                var child = engine.client().handle(Waits.class, CHILD);
                switch (close) {
                    case TERMINATE ->
                            assertThatThrownBy(child::result)
                                    .hasMessageContaining("Its parent parent has ended");
                    case CANCEL ->
                            assertThatThrownBy(child::result)
                                    .isInstanceOfSatisfying(
                                            RunFailed.class,
                                            it ->
                                                    assertThat(it.failure())
                                                            .isInstanceOf(Failure.Cancelled.class));
                    case ABANDON -> {
                        child.signal("tell");
                        assertThat(child.result()).isEqualTo("x!");
                    }
                }
                Await.until(parent::describe, it -> it.children().isEmpty());
            }
        }
    }

    @Test
    void a_child_is_terminated_even_if_its_parents_process_ends_first(@TempDir Path folder) {
        try (var engine = Engine.open(folder).register(Leaves.class)) {
            // The child is stuck, since nobody can carry it out; so its parent can only leave.
            assertThat(engine.client().start(Leaves.class, ID, "TERMINATE").result())
                    .isEqualTo("left");
        }
        try (var engine = with(Engine.open(folder))) {
            var child = engine.client().handle(Waits.class, CHILD);
            assertThatThrownBy(child::result).hasMessageContaining("has ended");
            var parent = engine.client().handle(Leaves.class, ID);
            Await.until(parent::describe, it -> it.children().isEmpty());
            assertThat(parent.result()).isEqualTo("left");
        }
    }

    @Test
    void a_run_tells_another_and_knows_whether_that_arrived() {
        try (var engine = with(Engine.inMemory())) {
            var other = engine.client().start(Waits.class, CHILD, "x");
            assertThat(engine.client().start(Tells.class, ID, "child").result()).isEqualTo("told");
            assertThat(other.result()).isEqualTo("x!");
            assertThat(engine.client().start(Tells.class, new RunId("t2"), "child").result())
                    .startsWith("not told: Run child has ended");
            assertThat(engine.client().start(Tells.class, new RunId("t3"), "nobody").result())
                    .startsWith("not told: There is no run nobody");
        }
    }

    @Test
    void a_child_may_have_children() {
        try (var engine = with(Engine.inMemory()).register(Nests.class)) {
            assertThat(engine.client().start(Nests.class, ID, 5).result()).isEqualTo(List.of(5));
        }
    }

    /** Has a child until there are none to have. */
    public static final class Nests implements Workflow<Integer, List<Integer>> {
        @Override
        public List<Integer> run(Integer depth) {
            if (depth > 0) {
                Flow.child(Nests.class).call(depth - 1);
            }
            Flow.sleep(Duration.ofMillis(1));
            return List.of(depth);
        }
    }
}
