package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The recorded cases of the harness that the simulator grew from replay bit for bit. Its own files
 * are not ours to keep: they are read where they are, and it is said when they are not. Cases of
 * our own making, by the same rules, are always run.
 */
class OriginalCorpusTest {
    private static final Path THEIRS = Path.of("../../shared/sim-corpus");
    private static final Path OURS = Path.of("src/test/resources/dev/reprise/sim/original");

    @Test
    void the_recordings_of_the_original_harness_have_their_hashes() throws IOException {
        if (!Files.isDirectory(THEIRS)) {
            System.out.println(
                    "The recordings of the original harness are not here: their replay is left out.");
            return;
        }
        assertThat(replayAll(THEIRS)).isEqualTo(8);
    }

    @Test
    void cases_of_our_own_by_the_same_rules_have_theirs() throws IOException {
        assertThat(replayAll(OURS)).isGreaterThanOrEqualTo(6);
    }

    private static int replayAll(Path folder) throws IOException {
        int count = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (var file : files.filter(it -> it.toString().endsWith(".json")).sorted().toList()) {
                var artifact = Artifact.read(Files.readAllBytes(file));
                assertThat(artifact.version()).isEqualTo(Artifact.ORIGINAL);
                assertThat(Long.toUnsignedString(artifact.replay().traceHash()))
                        .as(file.getFileName().toString())
                        .isEqualTo(Long.toUnsignedString(artifact.traceHash()));
                count++;
            }
        }
        return count;
    }
}
