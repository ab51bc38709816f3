package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Scheduler;
import dev.reprise.sim.Artifact;
import dev.reprise.sim.Simulation;
import dev.reprise.sim.task.Classic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MinimiseArtifactTest {
    private final Session session = new Session();

    @TempDir private Path folder;

    private Path failure(String program) {
        session.run("explore", program, "--no-minimise", "--out", folder);
        return folder.resolve(program + ".json");
    }

    @Test
    void it_shows_what_became_smaller_and_writes_the_small_one_beside() throws IOException {
        var file = failure("reorder_5");

        assertThat(session.run("minimise", file)).isZero();

        assertThat(session.out())
                .startsWith(file + ": Assertion at step ")
                .containsPattern("before +after\n")
                .containsPattern("  tasks +5 +2\n")
                .containsPattern("  choices +\\d+ +[12]\n")
                .contains("nothing single can be taken away any more")
                .contains("wrote " + folder.resolve("reorder_5.min.svg"))
                .endsWith(
                        "Replay it: ./reprise replay "
                                + folder.resolve("reorder_5.min.json")
                                + "\n");
        var small = Artifact.read(Files.readAllBytes(folder.resolve("reorder_5.min.json")));
        assertThat(small.replay().isSame()).isTrue();
        assertThat(small.plan().tasks()).hasSize(2);
    }

    @Test
    void the_result_goes_where_it_is_told_to() {
        var target = folder.resolve("a/b/small.json");

        assertThat(session.run("minimise", failure("stack"), "-o", target)).isZero();

        assertThat(target).isNotEmptyFile();
        assertThat(folder.resolve("a/b/small.svg")).isNotEmptyFile();
        assertThat(folder.resolve("stack.min.json")).doesNotExist();
    }

    @Test
    void with_few_runs_it_stops_early_and_says_so() {
        assertThat(session.run("minimise", failure("reorder_20"), "--checks", "2")).isZero();
        assertThat(session.out()).contains("stopped early: give it more runs with --checks");
    }

    @Test
    void what_does_not_fail_cannot_be_made_small() throws IOException {
        var simulation = new Simulation(Classic.named("account"));
        simulation.run(Scheduler.deterministic());
        var file = folder.resolve("passed.json");
        Files.write(file, Artifact.of(simulation, 0).bytes());

        assertThat(session.run("minimise", file)).isEqualTo(1);
        assertThat(session.err())
                .contains(file + " does not fail: it comes to its end after 7 steps");
    }

    @Test
    void a_bad_file_is_refused() throws IOException {
        var file = Files.writeString(folder.resolve("bad.json"), "{}");

        assertThat(session.run("minimise", file)).isEqualTo(2);
        assertThat(session.err()).contains("This artifact cannot be read.", "schema_version");
        assertThat(session.run("minimise", folder.resolve("none"))).isEqualTo(2);
        assertThat(session.run("minimise", failure("stack"), "--checks", "none")).isEqualTo(2);
    }

    @Test
    void where_no_file_can_be_written_the_result_is_printed() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "in the way");

        assertThat(session.run("minimise", failure("stack"), "-o", file.resolve("small.json")))
                .isEqualTo(1);
        assertThat(session.out()).contains("The artifact in Base64");
        assertThat(session.err()).contains("small.json cannot be written (");
    }

    @Test
    void for_programs_the_answer_is_one_json_object() throws IOException {
        var file = failure("reorder_5");

        assertThat(session.run("minimise", file, "--json")).isZero();

        assertThat(session.out())
                .contains("\"before\":{\"workers\":0,\"tasks\":5,\"events\":0,\"instructions\":")
                .contains("\"after\":{\"workers\":0,\"tasks\":2,", "\"minimal\":true");
        assertThat(session.json())
                .containsEntry("artifact", folder.resolve("reorder_5.min.json").toString())
                .containsKeys("failure", "checks", "accepted", "picture");
    }
}
