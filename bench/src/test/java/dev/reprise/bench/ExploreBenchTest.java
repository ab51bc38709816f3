package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExploreBenchTest {
    @Test
    void every_load_is_measured_and_people_die_in_it() {
        Figures figures = ExploreLoad.measured(10, 10, 2);
        for (String load : new String[] {"portfolio", "calm", "random", "pct", "pos"}) {
            assertThat(figures.measured(load).value()).as(load).isPositive();
        }
    }
}
