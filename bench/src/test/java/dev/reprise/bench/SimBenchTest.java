package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Scheduler;
import dev.reprise.sim.Flaw;
import dev.reprise.sim.Simulation;
import dev.reprise.sim.task.Classic;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;

/** Every measured operation does what it says; how fast is not asked here. */
final class SimBenchTest {
    @Test
    void every_step_that_is_counted_is_made_and_recorded() {
        var simulation = new Simulation(SimBench.endless());
        var flaw = simulation.run(Scheduler.random(1));
        assertThat(flaw).isNotNull();
        assertThat(flaw.kind()).isEqualTo(Flaw.STEP_LIMIT);
        assertThat(new SimBench().steps(new SimBench.Busy())).isEqualTo(simulation.steps());
        assertThat(new SimBench().uncheckedSteps(new SimBench.Busy()))
                .isEqualTo(simulation.steps());
        assertThat(simulation.world().trace().size()).isGreaterThan(2 * simulation.steps());
    }

    @Test
    void every_schedule_is_run_and_some_fail() {
        var reorder = new SimBench.Reorder();
        reorder.begin();
        var bench = new SimBench();
        assertThat(bench.schedules(reorder)).isBetween(1L, 999L);
        assertThat(bench.pctSchedules(reorder)).isBetween(1L, 999L);
        assertThat(bench.posSchedules(reorder)).isBetween(1L, 999L);
        assertThat(bench.guidedSchedules(reorder)).isBetween(1L, 999L);
        assertThat(bench.portfolioSchedules(reorder)).isBetween(1L, 999L);
        var once = new Simulation(Classic.named("reorder_3"));
        once.run(Scheduler.deterministic());
        assertThat(bench.sameSchedule(reorder)).isEqualTo(1_000L * once.steps()).isPositive();
    }

    @Test
    void every_benchmark_method_is_measured() {
        var measured = new ArrayList<Measure>();
        for (var each : SimBench.SUITE.cases()) {
            measured.add(each.measure());
            if (each.baseline() instanceof Baseline.Other(_, var measure)) {
                measured.add(measure);
            }
        }
        assertThat(SimBench.class.getMethods())
                .filteredOn(method -> method.isAnnotationPresent(Benchmark.class))
                .hasSize(8)
                .allMatch(
                        method ->
                                measured.contains(
                                        new Measure.Timed(SimBench.class, method.getName())));
    }
}
