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
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** A picture is well-formed, needs nothing else, and has a lane for each who takes part. */
class PictureTest {
    @Test
    void a_case_without_executor_has_a_lane_for_each_task_and_the_failing_step_is_marked()
            throws Exception {
        var artifact =
                Minimiser.minimise(ArtifactTest.failureOf("account"), 10_000, (_, _) -> {})
                        .artifact();

        var picture = parsed(artifact.replay().run());

        assertThat(texts(picture, "name"))
                .containsExactly("task 0 depositor", "task 1 withdrawer", "task 2 checker");
        assertThat(texts(picture, "title failed")).containsExactly("Assertion at step 6");
        assertThat(texts(picture, "number failed")).containsExactly("✗ 6");
        assertThat(texts(picture, "in"))
                .containsExactly(
                        "c0 → 10", "c0 → 10", "c0 ← 7", "c0 ← 15", "join t0", "join t1", "c0 → 15");
        assertThat(styled(picture, "chosen")).as("legend and one step").hasSize(2);
    }

    @Test
    void a_case_with_an_executor_has_lanes_for_the_outside_the_workers_and_the_tasks()
            throws Exception {
        // A case of three workers, some of whom steal and all of whom park.
        var simulation = new Simulation(Generator.generate(142, Bounds.MEDIUM));
        simulation.run(Scheduler.random(142));

        var picture = parsed(simulation);

        assertThat(texts(picture, "name"))
                .contains("outside", "worker 0", "worker 1", "worker 2", "task 0 p0", "task 5 p0");
        assertThat(styled(picture, "arrow steals")).isNotEmpty();
        assertThat(styled(picture, "arrow wakes")).isNotEmpty();
        assertThat(styled(picture, "arrow unblocks")).isNotEmpty();
        assertThat(styled(picture, "parked")).isNotEmpty();
        assertThat(texts(picture, "title passed"))
                .containsExactly("Passed after " + simulation.steps() + " steps");
    }

    @Test
    void in_a_crowd_only_those_who_do_something_have_lanes() throws Exception {
        var failure = ArtifactTest.failureOf("reorder_100").replay().run();

        var picture = parsed(failure);

        assertThat(texts(picture, "name")).hasSizeLessThanOrEqualTo(failure.steps());
        assertThat(texts(picture, "note").toString()).contains("in whose lanes nothing happens");
    }

    @Test
    void those_who_cannot_go_on_stand_in_a_column_of_their_own() throws Exception {
        var picture = parsed(ArtifactTest.failureOf("deadlock01").replay().run());

        assertThat(texts(picture, "number failed")).containsExactly("✗ end");
        assertThat(styled(picture, "stuck bad")).hasSize(2);
    }

    @Test
    void a_long_run_is_cut_and_the_picture_says_so_and_stays_narrow() throws Exception {
        var simulation = new Simulation(Generator.generate(3, Bounds.LARGE));
        simulation.run(Scheduler.random(3));
        assertThat(simulation.steps()).isGreaterThan(Picture.STEPS_MAX);

        var picture = parsed(simulation);

        assertThat(texts(picture, "note").getFirst()).contains("only the last 400 steps are shown");
        assertThat(texts(picture, "number")).hasSize(Picture.STEPS_MAX);
        assertThat(Integer.parseInt(picture.getDocumentElement().getAttribute("width")))
                .isLessThanOrEqualTo(1600);
    }

    @Test
    void names_that_xml_cannot_hold_are_shown_as_far_as_they_can_be() throws Exception {
        var yield = List.<Instruction>of(new Instruction.Yield(Placement.LOCAL));
        var simulation = new Simulation(alone(new Program("<a&\"\0\uD800>", yield), 1, 9));
        simulation.run(Scheduler.deterministic());

        assertThat(texts(parsed(simulation), "name")).containsExactly("task 0 <a&\"\uFFFD\uFFFD>");
    }

    @Test
    void a_run_of_no_steps_has_a_picture() throws Exception {
        var simulation = new Simulation(alone(new Program("p", List.of()), 1, 0));
        simulation.run(Scheduler.deterministic());

        assertThat(texts(parsed(simulation), "title failed")).containsExactly("StepLimit at step 0");
    }

    @Test
    void every_run_has_a_picture_without_scripts_and_without_addresses() throws Exception {
        for (long seed = 0; seed < 60; seed++) {
            var simulation = new Simulation(Generator.generate(seed, Bounds.MEDIUM));
            simulation.run(Scheduler.random(seed));
            parsed(simulation);
        }
        for (var name : Classic.names()) {
            var run = ArtifactTest.failureOf(name).replay().run();
            assertThat(texts(parsed(run), "number failed")).as(name).hasSize(1);
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

    private static Document parsed(Simulation run) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(Picture.of(run))));
    }

    private static List<String> texts(Document picture, String style) {
        return styled(picture, style).stream().map(Element::getTextContent).toList();
    }

    private static List<Element> styled(Document picture, String style) {
        var found = new ArrayList<Element>();
        var all = picture.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            if (all.item(i) instanceof Element element
                    && element.getAttribute("class").equals(style)) {
                found.add(element);
            }
        }
        return found;
    }
}
