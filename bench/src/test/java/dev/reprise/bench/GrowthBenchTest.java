package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That what is said to be measured is; not how long it takes. */
@Timeout(120)
final class GrowthBenchTest {
    @Test
    void every_load_comes_to_its_end_in_every_size() throws Exception {
        var figures = EngineGrowth.measured(1, 10);
        for (var load : EngineGrowth.Load.values()) {
            for (int times : EngineGrowth.TIMES) {
                assertThat(figures.measured(load.label + "." + times).value()).isPositive();
            }
        }
    }

    @Test
    void the_cases_that_are_asked_for_are_there_with_their_growth() {
        assertThat(GrowthBench.SUITE.cases())
                .extracting(Case::name)
                .contains("fanout-100", "signal-pingpong", "sleep-storm", "child-10")
                .contains("fanout-100-x100", "child-10-x10", "sleep-storm-growth");
    }
}
