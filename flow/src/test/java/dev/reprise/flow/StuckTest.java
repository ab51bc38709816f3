package dev.reprise.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.RunId;
import dev.reprise.flow.guard.Strictness;
import dev.reprise.flow.unit.Drivers;
import dev.reprise.flow.unit.Strands;
import dev.reprise.flow.unit.Unwinding;
import dev.reprise.history.Activation;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A workflow that never comes to a pause, among others that do. */
@Timeout(60)
class StuckTest {
    private static final Duration PATIENCE = Duration.ofMillis(400);
    private static final AtomicBoolean SPINS = new AtomicBoolean();
    private static CountDownLatch refused = new CountDownLatch(1);

    static Stream<Strands> kinds() {
        return Stream.concat(Strands.inline().stream(), Stream.of(Strands.portable()));
    }

    @AfterEach
    void let_go() {
        SPINS.set(false);
    }

    public static final class Spinning implements Workflow<String, String> {
        @Override
        public String run(String input) {
            if (input.equals("condition")) {
                Flow.await(Spinning::spinHere);
            }
            if (input.equals("calls")) {
                try {
                    while (SPINS.get()) {
                        Flow.now();
                    }
                } catch (Violation | Unwinding e) {
                    refused.countDown();
                    throw e;
                }
            }
            if (input.equals("unwinding")) {
                try {
                    Flow.sleep(Duration.ofHours(1));
                } finally {
                    spinHere();
                }
            }
            return "spun " + spinHere();
        }

        private static boolean spinHere() {
            while (SPINS.get()) {
                Thread.onSpinWait();
            }
            return true;
        }
    }

    public static final class Ordinary implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.sleep(Duration.ofSeconds(1));
            return input;
        }
    }

    private static Activation activation(Job job) {
        return new Activation(Instant.EPOCH, 7, 0, false, List.of(job));
    }

    private static Activation start(WorkflowType<?, ?> type, String input) {
        return activation(
                new Job.Start(
                        new RunId("run-" + input),
                        type.name(),
                        List.of(type.codec().encode(input)),
                        RunInfo.FIRST));
    }

    private static void assertStuck(Completion completion, String line) {
        assertThat(completion).isInstanceOf(Completion.Failed.class);
        var failure = ((Completion.Failed) completion).failure();
        assertThat(failure.kind()).isEqualTo(ActivationKind.STUCK);
        assertThat(failure.message()).contains(line).contains("of run run-").contains("What to do");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_run_that_spins_fails_and_the_others_go_on(Strands strands) {
        SPINS.set(true);
        var spinning = WorkflowType.of(Spinning.class, Strictness.OFF);
        var ordinary = WorkflowType.of(Ordinary.class);
        try (var drivers = new Drivers(strands, 2, PATIENCE)) {
            var machine = new FlowMachine(spinning, strands);
            var stuck = machine.activate(start(spinning, "plain"), drivers);
            var machines = new ArrayList<FlowMachine>();
            var others = new ArrayList<CompletableFuture<Completion>>();
            for (int i = 0; i < 20; i++) {
                var other = new FlowMachine(ordinary, strands);
                machines.add(other);
                others.add(other.activate(start(ordinary, "o" + i), drivers));
            }
            assertThat(others).allMatch(it -> it.join() instanceof Completion.Decided);
            assertStuck(stuck.join(), "StuckTest$Spinning.spinHere(StuckTest.java:");
            assertThat(drivers.abandoned()).isEqualTo(1);
            assertThat(drivers.live()).isEqualTo(2);

            for (FlowMachine other : machines) {
                Completion ended =
                        other.activate(activation(new Job.TimerFired(1)), drivers).join();
                assertThat(((Completion.Decided) ended).isTerminal()).isTrue();
                other.close();
            }
            // The run is out of reach from now on, and says so at once.
            assertStuck(machine.activate(activation(new Job.Cancel("late"))), "spinHere");
            machine.close();
            assertThat(drivers.abandoned()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_loop_that_calls_flow_is_ended_by_the_call(Strands strands) throws InterruptedException {
        SPINS.set(true);
        refused = new CountDownLatch(1);
        var type = WorkflowType.of(Spinning.class, Strictness.OFF);
        try (var drivers = new Drivers(strands, 1, PATIENCE)) {
            var machine = new FlowMachine(type, strands);
            assertStuck(machine.activate(start(type, "calls"), drivers).join(), "Spinning.run");
            assertThat(refused.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_condition_that_spins_is_found(Strands strands) {
        var type = WorkflowType.of(Spinning.class, Strictness.OFF);
        try (var drivers = new Drivers(strands, 1, PATIENCE)) {
            var machine = new FlowMachine(type, strands);
            SPINS.set(true);
            assertStuck(machine.activate(start(type, "condition"), drivers).join(), "spinHere");
            assertThat(drivers.abandoned()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void code_that_spins_when_it_is_thrown_away_is_found(Strands strands) {
        var type = WorkflowType.of(Spinning.class, Strictness.OFF);
        try (var drivers = new Drivers(strands, 1, PATIENCE)) {
            var machine = new FlowMachine(type, strands);
            var paused = machine.activate(start(type, "unwinding"), drivers).join();
            assertThat(paused).isInstanceOf(Completion.Decided.class);
            SPINS.set(true);
            var evicted = machine.activate(activation(new Job.Evict("a test")), drivers);
            assertStuck(evicted.join(), "spinHere");
            assertThat(drivers.live()).isEqualTo(1);
        }
    }
}
