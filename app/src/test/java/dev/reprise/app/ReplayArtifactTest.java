package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayArtifactTest {
    /** Recordings by the rules of the harness that the simulator grew from. */
    private static final Path ORIGINAL =
            Path.of("../sim/src/test/resources/dev/reprise/sim/original");

    private final Session session = new Session();

    @TempDir private Path folder;
    private Path artifact;

    @BeforeEach
    void find() {
        session.run("explore", "account", "--out", folder);
        artifact = folder.resolve("account.min.json");
    }

    @Test
    void what_is_as_recorded_is_said_to_be() {
        assertThat(session.run("replay", artifact)).isZero();
        assertThat(session.out())
                .startsWith(artifact + "\nversion     2, written by reprise ")
                .contains("case        3 tasks of 3 programs, no executor\n")
                .contains("choices     1 other than the default, in 7 steps\n")
                .containsPattern("trace hash  \\d+, as expected\n")
                .containsPattern("flaw        Assertion at step 6: .*, as expected\n")
                .doesNotContain("FAILED", "Likely cause");
        assertThat(session.err()).isEmpty();
    }

    @Test
    void another_hash_is_shown_beside_the_one_expected() throws IOException {
        edit("\"expected_trace_hash\":\\d+", "\"expected_trace_hash\":17");

        assertThat(session.run("replay", artifact)).isEqualTo(1);
        assertThat(session.out())
                .containsPattern("trace hash  \\d+, NOT as expected, which is 17\n")
                .contains("Likely cause: ");
    }

    @Test
    void another_flaw_is_shown_beside_the_one_expected() throws IOException {
        edit("\"step\":6", "\"step\":5");

        assertThat(session.run("replay", artifact)).isEqualTo(1);
        assertThat(session.out())
                .containsPattern("flaw .*NOT as expected, which is Assertion at step 5: ");
    }

    @Test
    void files_of_the_original_harness_are_known_by_what_is_in_them() {
        assertThat(session.run("replay", ORIGINAL.resolve("three_thieves.json"))).isZero();
        assertThat(session.out())
                .contains("version     1, a file of the original harness\n")
                .containsPattern("trace hash  \\d+, as expected\n");
    }

    @Test
    void it_can_be_told_and_drawn() {
        var picture = folder.resolve("new/account.svg");

        assertThat(session.run("replay", artifact, "--summary", "--picture", picture)).isZero();
        assertThat(session.out()).contains("\npicture     " + picture, "\nFAILED: Assertion");
        assertThat(picture).content().startsWith("<?xml").endsWith("</svg>\n");
    }

    @Test
    void a_picture_that_cannot_be_written_is_a_failure() {
        assertThat(session.run("replay", artifact, "--picture", folder)).isEqualTo(1);
        assertThat(session.err()).contains(folder + " cannot be written (", "is a folder");
    }

    @Test
    void for_programs_the_answer_is_one_json_object() throws IOException {
        assertThat(session.run("replay", artifact, "--json", "--summary")).isZero();
        assertThat(session.out())
                .contains("\"version\":2", "\"steps\":7", "\"choices_made\":1", "\"same\":true")
                .contains("\"failure\":{\"kind\":\"Assertion\",\"step\":6,\"message\":");
        assertThat(session.json())
                .containsEntry("file", artifact.toString())
                .containsKeys("trace_hash", "expected_trace_hash", "expected_failure", "summary");

        edit("\"step\":6", "\"step\":5");
        assertThat(session.run("replay", artifact, "--json")).isEqualTo(1);
        assertThat(session.out()).contains("\"same\":false");
    }

    @Test
    void what_is_no_artifact_is_refused_without_a_stack_trace() throws IOException {
        refused(folder, " is a folder: name a file in it.");
        refused(folder.resolve("none"), "There is no file ");
        refused(written(""), " is empty");
        refused(written(" \n"), " is empty");
        refused(written("\0\1\2\377"), "This artifact cannot be read. At line 1, column 1: ");
        refused(written("[1, 2"), "expected an object");
        refused(written("{\"schema_version\":9}"), "this build reads 1 and 2");
        refused(written("{\"schema_version\":99999999999999999999999}"), "schema_version");
        refused(
                written("{\"format\":\"reprise-choice-log\"}"),
                " is a choice log, not an artifact");
        refused(written("RPTR"), " is a transcript, not an artifact");
    }

    @Test
    void what_the_demo_keeps_is_told_apart() {
        assertThat(session.run("demo", "replay", "--keep", folder)).isZero();
        refused(folder.resolve("account.choices"), " is a choice log, not an artifact");
        refused(folder.resolve("account.choices.json"), " is a choice log, not an artifact");
        refused(folder.resolve("order.transcript"), " is a transcript, not an artifact");
        refused(folder.resolve("order.transcript.json"), " is a transcript, not an artifact");
    }

    private void refused(Path file, String why) {
        assertThat(session.run("replay", file)).as(file.toString()).isEqualTo(2);
        assertThat(session.err())
                .contains(why)
                .contains(file.toString())
                .endsWith("Run 'reprise replay --help' to see what there is.\n")
                .doesNotContain("\tat ");
        assertThat(session.out()).isEmpty();
    }

    private Path written(String content) throws IOException {
        return Files.writeString(folder.resolve("file"), content);
    }

    private void edit(String part, String instead) throws IOException {
        var text = Files.readString(artifact);
        assertThat(text).containsPattern(part);
        Files.writeString(artifact, text.replaceAll(part, instead));
    }
}
