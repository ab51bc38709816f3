package dev.reprise.engine.exec;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The queues of the executor are linearizable: whatever several threads do at the same time could
 * have been done one after the other. Model checking tries schedules, in a world where memory is as
 * the program says; what real memory does is asked by the JCStress tests.
 */
final class LaneLincheckTest {
    /** Scenarios per test; few in every build, more by {@code -Dtest.jvm.extra=-D…}. */
    private static final int ITERATIONS = Integer.getInteger("lincheck.iterations", 5);

    /** A lane with one owner, and thieves. */
    @Param(name = "task", gen = IntGen.class, conf = "1:9")
    public static final class Owned {
        private final Lane<Integer> lane = new Lane<>();

        /** An empty one. */
        public Owned() {}

        @Operation(nonParallelGroup = "owner")
        public void push(int task) {
            lane.push(task);
        }

        @Operation(nonParallelGroup = "owner")
        public @Nullable Integer pop() {
            return lane.pop();
        }

        /** Until it is clear whether there was something: that another was faster is no answer. */
        @Operation
        public @Nullable Integer steal() {
            while (true) {
                var stolen = lane.steal();
                if (stolen != null || lane.size() == 0) {
                    return stolen;
                }
            }
        }
    }

    /** The queue that all share. */
    @Param(name = "task", gen = IntGen.class, conf = "1:9")
    public static final class Shared {
        private final Inlet<Integer> inlet = new Inlet<>();

        /** An empty one. */
        public Shared() {}

        @Operation
        public boolean offer(int task) {
            return inlet.offer(task, 3);
        }

        @Operation
        public void add(int task) {
            inlet.add(task);
        }

        @Operation
        public @Nullable Integer poll() {
            return inlet.poll();
        }

        /** Several at once, as text since an array is compared by its address. */
        @Operation
        public String pollSome() {
            var some = new Object[2];
            return inlet.pollSome(1, some) + " " + some[0] + " " + some[1];
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Owned.class, Shared.class})
    void every_schedule_that_is_tried_is_as_if_one_by_one(Class<?> queue) {
        var options =
                new ModelCheckingOptions()
                        .threads(2)
                        .actorsPerThread(3)
                        .actorsBefore(2)
                        .iterations(ITERATIONS)
                        .invocationsPerIteration(300);
        assertThatCode(() -> options.check(queue)).doesNotThrowAnyException();
    }
}
