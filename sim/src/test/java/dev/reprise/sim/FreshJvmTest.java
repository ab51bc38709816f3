package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Check;
import dev.reprise.choice.Scheduler;
import dev.reprise.engine.exec.Crew;
import dev.reprise.sim.task.Bounds;
import dev.reprise.sim.task.Generator;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A failure found here is written to a file, and another process finds the same in it. */
class FreshJvmTest {
    @Test
    void a_failure_found_is_replayed_by_a_fresh_jvm(@TempDir Path folder) throws Exception {
        var bug = PlantedBug.LOST_IN_THEFT;
        var found = find(bug);
        var file = folder.resolve("failure.json");
        Files.write(file, found.bytes());

        var output = new StringBuilder();
        int exit = run(output, Replay.class.getName(), bug.name(), file.toString());

        assertThat(output.toString().strip()).isEqualTo("same: " + found.flaw());
        assertThat(exit).isZero();
        // The same file on an executor without the bug shows nothing.
        assertThat(found.replay().isSame()).isFalse();
    }

    private static Artifact find(PlantedBug bug) {
        for (long seed = 0; seed < 50; seed++) {
            var simulation = new Simulation(Generator.generate(seed, Bounds.MEDIUM), bug);
            if (simulation.run(Scheduler.random(seed)) != null) {
                return Artifact.of(simulation, seed);
            }
        }
        throw new AssertionError(bug + " was not found");
    }

    /** What the other process runs. */
    static final class Replay {
        private Replay() {}

        public static void main(String[] args) throws IOException {
            var artifact = Artifact.read(Files.readAllBytes(Path.of(args[1])));
            var replayed = artifact.replay(PlantedBug.valueOf(args[0]));
            System.out.println((replayed.isSame() ? "same: " : "other: ") + replayed.run().flaw());
        }
    }

    private static int run(StringBuilder output, String main, String... args) throws Exception {
        var command =
                Stream.concat(
                                Stream.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-cp",
                                        classPath(),
                                        main),
                                Stream.of(args))
                        .toList();
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        output.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        return process.waitFor();
    }

    /** Where the classes are that the other process needs, however this one was given them. */
    private static String classPath() throws ClassNotFoundException {
        var json = Class.forName("tools.jackson.core.json.JsonFactory");
        return Stream.of(FreshJvmTest.class, Artifact.class, Crew.class, Check.class, json)
                .map(FreshJvmTest::home)
                .distinct()
                .collect(Collectors.joining(System.getProperty("path.separator")));
    }

    private static String home(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
