package dev.reprise.sim.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.sim.OtherJvm;
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
                new OtherJvm(
                                "-XX:+UseSerialGC",
                                "-Xmx256m",
                                "-XX:ActiveProcessorCount=1",
                                "-XX:TieredStopAtLevel=1")
                        .prints(Play.class);
        List<String> large =
                new OtherJvm("-XX:+UseParallelGC", "-Xmx1g", "-XX:ActiveProcessorCount=4")
                        .prints(Play.class);
        assertThat(small).hasSameSizeAs(EngineScenarios.all().keySet());
        assertThat(large).isEqualTo(small);
        assertThat(small).doesNotHaveDuplicates();
    }
}
