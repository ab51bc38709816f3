package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Scheduler;
import dev.reprise.engine.exec.Crew;
import dev.reprise.engine.exec.Shape;
import dev.reprise.sim.task.Bounds;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Classic;
import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Generator;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Placement;
import dev.reprise.sim.task.Program;
import dev.reprise.sim.task.Rules;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A summary says what is needed to understand a run without running it again. */
class SummaryTest {
    @Test
    void a_failure_of_programs_is_told_with_what_was_read_and_written() {
        var artifact =
                Minimiser.minimise(ArtifactTest.failureOf("account"), 10_000, (_, _) -> {})
                        .artifact();

        assertThat(Summary.of(artifact.replay().run()))
                .startsWith("FAILED: Assertion at step 6\n  task 2 (checker) asserts r0 ")
                .contains("  case      3 tasks of 3 programs, no executor\n")
                .contains("  choices   1 other than the default\n")
                .contains("     0  task 0  depositor 0: r0 = cell 0 (reads 10)\n")
                .contains("    *1  task 1  withdrawer 0: r0 = cell 0 (reads 10)\n")
                .contains("        task 1  withdrawer 3: end\n")
                .contains(
                        "     6  task 2  checker 2: r0 = cell 0 (reads 15)\n        task 2  throws\n")
                .contains("  task 2  checker 3     may run    r0 = 15\n")
                .contains("  cell 0  15, at first 10\n")
                .contains("  checker (1 task at first)\n     0  wait for the end of task 0\n")
                .contains("     3  assert r0 == 12\n")
                .doesNotContain("The executor");
    }

    @Test
    void tasks_that_wait_for_each_other_say_for_what_and_who_has_it() {
        assertThat(Summary.of(ArtifactTest.failureOf("deadlock01").replay().run()))
                .contains("waits for lock 1, which task 1 has  has lock 0")
                .contains("waits for lock 0, which task 0 has  has lock 1")
                .contains("  lock 0  task 0 has it\n");
    }

    @Test
    void a_run_of_the_executor_is_told_with_its_queues_and_workers() {
        var code =
                List.<Instruction>of(
                        new Instruction.Spawn(0, Placement.LOCAL),
                        new Instruction.WaitIo(3),
                        new Instruction.TryAcquire(4, 2, 3, 3));
        var plan =
                new Case(
                        new Shape(2, 1, 7, 1, 0, true, true, false),
                        Rules.CURRENT,
                        List.of(new Case.Resource(4, 1)),
                        List.of(),
                        0,
                        0,
                        List.of(new Program("chain", code)),
                        List.of(new Case.Task(0, 0, 0)),
                        List.of(0),
                        List.of(new Event.Scheduled(0, new Event.IoComplete(3))),
                        5);
        var simulation = new Simulation(plan);
        simulation.run(new Recalled(List.of()));

        assertThat(Summary.of(simulation))
                .startsWith("FAILED: StepLimit at step 5\n")
                .contains("  start  task 0    #0 goes into the shared queue\n")
                .contains("worker 0  takes task 0 #0 from the shared queue\n")
                .contains("#1 goes into the lane of worker 0\n")
                .contains("chain 0: spawn chain into the worker's own lane\n")
                .contains("The executor at the end\n  gate open, ")
                .contains(" in flight, not done; next to be woken: worker ")
                .contains("  shared queue  0\n  worker 0      awake")
                .containsPattern("worker 0 .* lane [1-9], the oldest first: task \\d #\\d")
                .contains("  event 0  from 0 on  completion 3  pending\n")
                .contains("  resource 4  1 of 1 there\n")
                .contains("     2  take 2 of resource 4, then 3, else 3\n");
    }

    @Test
    void only_the_last_events_of_a_long_run_are_told_and_their_number_is_said() {
        var simulation = new Simulation(Generator.generate(7, Bounds.MEDIUM));
        simulation.run(Scheduler.random(7));
        int events = simulation.world().trace().size();
        long hash = simulation.traceHash();

        var summary = Summary.of(simulation);

        assertThat(events).isGreaterThan(Summary.EVENTS_MAX);
        assertThat(summary)
                .startsWith("PASSED after ")
                .contains("(the last 200 of " + events + " events)");
        assertThat(simulation.traceHash()).as("left as it was").isEqualTo(hash);
    }

    @Test
    void every_kind_of_run_has_a_summary_and_leaves_no_space_at_the_end_of_a_line() {
        for (long seed = 0; seed < 60; seed++) {
            var simulation = new Simulation(Generator.generate(seed, Bounds.MEDIUM));
            simulation.run(Scheduler.random(seed));
            assertThat(Summary.of(simulation)).doesNotContain(" \n").endsWith("\n");
        }
        for (var name : Classic.names()) {
            var summary = Summary.of(ArtifactTest.failureOf(name).replay().run());
            assertThat(summary).as(name).startsWith("FAILED: ").doesNotContain(" \n");
            assertThat(summary.substring(summary.indexOf("What happened")))
                    .as("words for people, not those of the hash")
                    .doesNotContain("{");
        }
    }

    @Test
    void a_bug_of_the_crew_is_told_by_the_oracle_that_objects() {
        Staffing forgetful =
                (shape, runner, watcher, waker) ->
                        new Crew<>(shape, runner, watcher, waker) {
                            @Override
                            protected void unparkOne() {}
                        };
        for (long seed = 0; seed < 1_000; seed++) {
            var simulation = new Simulation(Generator.generate(seed, Bounds.TINY), forgetful);
            var flaw = simulation.run(Scheduler.random(seed));
            if (flaw != null) {
                assertThat(Summary.of(simulation))
                        .startsWith("FAILED: " + flaw.kind() + " at step " + flaw.step())
                        .contains("The executor at the end");
                return;
            }
        }
        throw new AssertionError("a crew that wakes nobody was not found out");
    }

    @Test
    void the_artifact_in_the_text_is_the_artifact() {
        var artifact = ArtifactTest.failureOf("stack");

        var text = Summary.inline(artifact);

        var base64 = text.lines().skip(1).collect(Collectors.joining());
        assertThat(Base64.getDecoder().decode(base64)).isEqualTo(artifact.bytes());
        assertThat(text.getBytes(StandardCharsets.US_ASCII))
                .isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }
}
