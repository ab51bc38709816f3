package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Scheduler;
import dev.reprise.sim.task.Bounds;
import dev.reprise.sim.task.Generator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

        assertThat(new OtherJvm().prints(Replay.class, bug.name(), file.toString()))
                .containsExactly("same: " + found.flaw());
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
}
