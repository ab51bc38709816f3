package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Bound;
import dev.reprise.choice.Scheduler;
import dev.reprise.choice.Search;
import dev.reprise.sim.task.Bounds;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Classic;
import dev.reprise.sim.task.Generator;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A hunt runs what a search proposes, counts it, and stops at a failure. */
class HuntTest {
    @Test
    void it_stops_at_the_first_failure_and_can_go_on() {
        var hunt = new Hunt(new Simulation(Classic.named("twostage_20")), Search.random(1));
        var first = hunt.run(10_000);
        long schedules = hunt.schedules();
        assertThat(first).isEqualTo(hunt.simulation().flaw());
        assertThat(schedules).isBetween(2L, 5_000L);
        assertThat(hunt.steps()).isGreaterThan(schedules * 50);
        assertThat(hunt.run(10_000)).isNotNull();
        assertThat(hunt.schedules()).isGreaterThan(schedules);
    }

    @Test
    void it_gives_up_when_it_is_told_to() {
        var hunt = new Hunt(new Simulation(Generator.generate(3, Bounds.TINY)), Search.random(1));
        assertThat(hunt.run(17)).isNull();
        assertThat(hunt.schedules()).isEqualTo(17);
        assertThat(hunt.isFinished()).isFalse();
    }

    @Test
    void an_exhaustive_hunt_runs_every_order_once() {
        var hunt =
                new Hunt(
                        new Simulation(Classic.named("deadlock01")),
                        Search.exhaustive(Bound.none()));
        var orders = new HashSet<List<Integer>>();
        int failures = 0;
        while (!hunt.isFinished()) {
            long before = hunt.schedules();
            boolean failed = hunt.run(1) != null;
            if (hunt.schedules() > before) {
                assertThat(orders.add(hunt.simulation().choices())).isTrue();
                failures += failed ? 1 : 0;
            }
        }
        // One after the other, in either order; or each has one lock and waits for the other's.
        assertThat(orders).hasSize(3);
        assertThat(failures).isEqualTo(1);
        assertThat(hunt.redundant()).isPositive();
    }

    @Test
    void the_same_choices_lead_to_the_same_run() {
        for (long seed = 0; seed < 50; seed++) {
            var plan = Generator.generate(seed, Bounds.MEDIUM);
            var first = new Simulation(plan);
            first.run(Scheduler.random(seed));
            var second = new Simulation(plan);
            second.run(new Recalled(first.choices()));
            assertThat(second.traceHash()).isEqualTo(first.traceHash());
            assertThat(second.digest()).isEqualTo(first.digest());
            var other = new Simulation(plan);
            other.run(Scheduler.random(seed + 1));
            assertThat(other.choices().equals(first.choices()))
                    .isEqualTo(other.traceHash() == first.traceHash());
        }
    }

    @Test
    void a_run_that_does_not_end_is_a_failure_of_its_own_kind() {
        var plan = Generator.generate(1, Bounds.MEDIUM);
        var cut = new Simulation(plan.withStepsMax(5));
        assertThat(cut.run(Scheduler.random(1)).kind()).isEqualTo(Flaw.STEP_LIMIT);
        var artifact = Artifact.read(Artifact.of(cut, 1).bytes());
        assertThat(artifact.replay().isSame()).isTrue();
        assertThat(artifact.flaw().step()).isEqualTo(5);
    }

    @Test
    void who_does_not_look_sees_no_flaw() {
        Case plan = Generator.generate(1, Bounds.MEDIUM);
        var unchecked = Simulation.unchecked(plan);
        assertThat(unchecked.run(Scheduler.random(1))).isNull();
        var checked = new Simulation(plan);
        checked.run(Scheduler.random(1));
        assertThat(unchecked.traceHash()).isEqualTo(checked.traceHash());
    }

    @Test
    void strategies_are_compared_by_the_median_and_say_what_they_missed() {
        var contest = new Contest(Classic.named("reorder_10"), 9, 200);
        assertThat(contest.events()).isBetween(19, 24);
        for (var entrant : Contest.ENTRANTS) {
            var score = contest.enter(entrant);
            assertThat(score.seeds()).isEqualTo(entrant.isSeeded() ? 9 : 1);
            assertThat(score.median()).isBetween(0L, 200L);
            assertThat(score.median() == 0).isEqualTo(score.censored() * 2 > score.seeds());
        }
        var guided = contest.enter(Contest.ENTRANTS.get(5));
        assertThat(guided.strategy()).isEqualTo("guided");
        assertThat(guided.censored()).isZero();
        assertThat(guided.median()).isBetween(1L, 20L);
        assertThat(new Contest.Score("x", 0, 60, 100)).hasToString("– (60/100 not)");
        assertThat(new Contest.Score("x", 7, 0, 100)).hasToString("7");
    }
}
