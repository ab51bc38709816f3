package dev.reprise.sim.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same seed tries the same orders, and they go the same way, on whichever JVM. */
final class EveryJvmTest {
    /** What the other processes run: all scenarios, each in some orders. */
    static final class Play {
        private Play() {}

        public static void main(String[] args) {
            EngineScenarios.all()
                    .forEach(
                            (name, scenario) -> {
                                Terms terms = EngineScenarios.terms(name).seed(7).schedules(60);
                                var explorer = new Explorer(terms, scenario);
                                boolean found = explorer.explore().isPresent();
                                System.out.printf(
                                        "%s %x %d %s%n",
                                        name, explorer.hash(), explorer.steps(), found);
                            });
        }
    }

    @Test
    void the_same_seed_has_the_same_hash_with_another_collector_heap_and_number_of_cores()
            throws Exception {
        List<String> small =
                played(
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-XX:ActiveProcessorCount=1",
                        "-XX:TieredStopAtLevel=1");
        List<String> large = played("-XX:+UseParallelGC", "-Xmx1g", "-XX:ActiveProcessorCount=4");
        assertThat(small).hasSameSizeAs(EngineScenarios.all().keySet());
        assertThat(large).isEqualTo(small);
        assertThat(small).doesNotHaveDuplicates();
    }

    private static List<String> played(String... flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
        command.addAll(List.of("-cp", classPath(), Play.class.getName()));
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text.lines().toList();
    }

    private static String classPath() {
        return System.getProperty("jdk.module.path", "")
                + File.pathSeparator
                + System.getProperty("java.class.path", "")
                + File.pathSeparator
                + Path.of("target", "test-classes");
    }
}
