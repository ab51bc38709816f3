package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Scheduler;
import dev.reprise.sim.task.Bounds;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Classic;
import dev.reprise.sim.task.Generator;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Placement;
import dev.reprise.sim.task.Program;
import dev.reprise.sim.task.Rules;
import dev.reprise.testing.Markup;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A picture is well-formed, needs nothing else, and has a lane for each who takes part. */
class PictureTest {
    @Test
    void a_case_without_executor_has_a_lane_for_each_task_and_the_failing_step_is_marked() {
        var artifact =
                Minimiser.minimise(ArtifactTest.failureOf("account"), 10_000, (_, _) -> {})
                        .artifact();

        var picture = parsed(artifact.replay().run());

        assertThat(picture.texts("name"))
                .containsExactly("task 0 depositor", "task 1 withdrawer", "task 2 checker");
        assertThat(picture.texts("title failed")).containsExactly("Assertion at step 6");
        assertThat(picture.texts("number failed")).containsExactly("✗ 6");
        assertThat(picture.texts("in"))
                .containsExactly(
                        "c0 → 10", "c0 → 10", "c0 ← 7", "c0 ← 15", "join t0", "join t1", "c0 → 15");
        assertThat(picture.styled("chosen")).as("legend and one step").hasSize(2);
    }

    @Test
    void a_case_with_an_executor_has_lanes_for_the_outside_the_workers_and_the_tasks() {
        // A case of three workers, some of whom steal and all of whom park.
        var simulation = new Simulation(Generator.generate(142, Bounds.MEDIUM));
        simulation.run(Scheduler.random(142));

        var picture = parsed(simulation);

        assertThat(picture.texts("name"))
                .contains("outside", "worker 0", "worker 1", "worker 2", "task 0 p0", "task 5 p0");
        assertThat(picture.styled("arrow steals")).isNotEmpty();
        assertThat(picture.styled("arrow wakes")).isNotEmpty();
        assertThat(picture.styled("arrow unblocks")).isNotEmpty();
        assertThat(picture.styled("parked")).isNotEmpty();
        assertThat(picture.texts("title passed"))
                .containsExactly("Passed after " + simulation.steps() + " steps");
    }

    @Test
    void in_a_crowd_only_those_who_do_something_have_lanes() {
        var failure = ArtifactTest.failureOf("reorder_100").replay().run();

        var picture = parsed(failure);

        assertThat(picture.texts("name")).hasSizeLessThanOrEqualTo(failure.steps());
        assertThat(picture.texts("note").toString()).contains("in whose lanes nothing happens");
    }

    @Test
    void those_who_cannot_go_on_stand_in_a_column_of_their_own() {
        var picture = parsed(ArtifactTest.failureOf("deadlock01").replay().run());

        assertThat(picture.texts("number failed")).containsExactly("✗ end");
        assertThat(picture.styled("stuck bad")).hasSize(2);
    }

    @Test
    void a_long_run_is_cut_and_the_picture_says_so_and_stays_narrow() {
        var simulation = new Simulation(Generator.generate(3, Bounds.LARGE));
        simulation.run(Scheduler.random(3));
        assertThat(simulation.steps()).isGreaterThan(Picture.STEPS_MAX);

        var picture = parsed(simulation);

        assertThat(picture.texts("note").getFirst()).contains("only the last 400 steps are shown");
        assertThat(picture.texts("number")).hasSize(Picture.STEPS_MAX);
        assertThat(Integer.parseInt(picture.elements().getFirst().attributes().get("width")))
                .isLessThanOrEqualTo(1600);
    }

    @Test
    void names_that_xml_cannot_hold_are_shown_as_far_as_they_can_be() {
        var yield = List.<Instruction>of(new Instruction.Yield(Placement.LOCAL));
        var simulation = new Simulation(alone(new Program("<a&\"\0\uD800>", yield), 1, 9));
        simulation.run(Scheduler.deterministic());

        assertThat(parsed(simulation).texts("name")).containsExactly("task 0 <a&\"\uFFFD\uFFFD>");
    }

    @Test
    void a_run_of_no_steps_has_a_picture() {
        var simulation = new Simulation(alone(new Program("p", List.of()), 1, 0));
        simulation.run(Scheduler.deterministic());

        assertThat(parsed(simulation).texts("title failed")).containsExactly("StepLimit at step 0");
    }

    @Test
    void every_run_has_a_picture_without_scripts_and_without_addresses() {
        for (long seed = 0; seed < 60; seed++) {
            var simulation = new Simulation(Generator.generate(seed, Bounds.MEDIUM));
            simulation.run(Scheduler.random(seed));
            assertThat(parsed(simulation).texts("number")).hasSize(simulation.steps());
        }
        for (var name : Classic.names()) {
            var run = ArtifactTest.failureOf(name).replay().run();
            assertThat(parsed(run).texts("number failed")).as(name).hasSize(1);
            assertThat(Picture.of(run).replace("http://www.w3.org/2000/svg", ""))
                    .doesNotContain("script", "http", "@import");
        }
    }

    private static Case alone(Program program, int tasks, int stepsMax) {
        return new Case(
                null,
                Rules.CURRENT,
                List.of(),
                List.of(),
                0,
                0,
                List.of(program),
                Collections.nCopies(tasks, new Case.Task(0, 0, 0)),
                List.of(0),
                List.of(),
                stepsMax);
    }

    private static Markup parsed(Simulation run) {
        return Markup.of(Picture.of(run));
    }
}
