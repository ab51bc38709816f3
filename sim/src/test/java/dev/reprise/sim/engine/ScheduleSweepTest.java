package dev.reprise.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Only the cases that are schedules, of which {@link CrashSweepTest} meets one among many. {@code
 * -Dsim.engine.schedules=1000} makes a soak of it.
 */
class ScheduleSweepTest {
    private static final int CASES = Integer.getInteger("sim.engine.schedules", 3);
    private static final int ORDERS = 10;

    @Test
    void a_schedule_meets_each_of_its_times_once_whatever_goes_wrong() {
        var hunt = new EngineHunt();
        List<String> found = new ArrayList<>();
        int cases = 0;
        for (long seed = 0; cases < CASES; seed++) {
            if (EngineCase.of(seed, false).works().contains(RunPlan.Work.SCHEDULE)) {
                cases++;
                hunt.sweep(seed).ifPresent(it -> found.add(it.toString()));
                hunt.storm(seed, ORDERS).ifPresent(it -> found.add(it.toString()));
            }
        }
        assertThat(found).as(hunt.toString()).isEmpty();
        assertThat(hunt.met()).containsKeys("turn of a later leg", "answer UPDATE");
    }
}
