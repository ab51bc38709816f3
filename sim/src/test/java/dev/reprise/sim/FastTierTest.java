package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.reprise.choice.Bound;
import dev.reprise.choice.Scheduler;
import dev.reprise.choice.Search;
import dev.reprise.sim.task.Bounds;
import dev.reprise.sim.task.Generator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What every build explores. The environment makes it larger: {@code SCHEDULER_SIM_STRESS_SEEDS},
 * {@code _SEED_BASE}, {@code _MAX_STEPS}, {@code _MAX_PROGRAMS}, {@code _MAX_TASKS}.
 */
class FastTierTest {
    private static final Path CORPUS = Path.of("src/test/resources/dev/reprise/sim/corpus");
    private static final int TINY_CASES = 150;
    private static final int TINY_SCHEDULES = 400;
    private static final int STRESS_SCHEDULES = 16;

    @Test
    void what_was_found_before_is_found_again() throws IOException {
        int replayed = 0;
        try (var files = Files.list(CORPUS)) {
            for (var file : files.sorted().toList()) {
                var artifact = Artifact.read(Files.readAllBytes(file));
                assertThat(artifact.replay().isSame()).as(file.getFileName().toString()).isTrue();
                replayed++;
            }
        }
        assertThat(replayed).isGreaterThanOrEqualTo(5);
    }

    @Test
    void tiny_cases_go_well_in_every_order_that_is_near_the_default() {
        long schedules = 0;
        int complete = 0;
        for (long seed = 0; seed < TINY_CASES; seed++) {
            var hunt =
                    new Hunt(
                            new Simulation(Generator.generate(seed, Bounds.TINY)),
                            Search.exhaustive(Bound.preemptions(2)));
            failIfAny(hunt.run(TINY_SCHEDULES), hunt.simulation(), seed);
            schedules += hunt.schedules();
            complete += hunt.isFinished() ? 1 : 0;
        }
        System.out.println(
                "tiny cases: "
                        + TINY_CASES
                        + ", of them "
                        + complete
                        + " in all orders within the bound; orders: "
                        + schedules);
        assertThat(complete).isGreaterThan(TINY_CASES / 10);
    }

    @Test
    void larger_cases_go_well_in_the_orders_of_all_strategies() {
        var environment = new Stress(System.getenv());
        for (long seed = environment.seedBase();
                seed < environment.seedBase() + environment.seeds();
                seed++) {
            var plan = Generator.generate(seed, environment.bounds());
            var hunt = new Hunt(new Simulation(plan), Search.portfolio(seed));
            failIfAny(hunt.run(STRESS_SCHEDULES), hunt.simulation(), seed);
            var runs = new Agreement(plan, Staffing.REAL);
            for (int schedule = 0; schedule < 2; schedule++) {
                failIfAny(runs.run(Scheduler.random(seed + schedule)), runs.simulation(), seed);
            }
        }
        assertThat(environment.seeds()).isPositive();
    }

    @Test
    void the_environment_makes_the_tier_larger() {
        var more =
                new Stress(
                        Map.of(
                                "SCHEDULER_SIM_STRESS_SEEDS", "7",
                                "SCHEDULER_SIM_STRESS_SEED_BASE", "1000",
                                "SCHEDULER_SIM_STRESS_MAX_STEPS", "9000",
                                "SCHEDULER_SIM_STRESS_MAX_PROGRAMS", "3",
                                "SCHEDULER_SIM_STRESS_MAX_TASKS", "5"));
        assertThat(more.seeds()).isEqualTo(7);
        assertThat(more.seedBase()).isEqualTo(1000);
        assertThat(more.bounds()).isEqualTo(new Bounds(4, 5, 3, 16, 3, 6, 9000));
        assertThat(new Stress(Map.of()).seeds()).isEqualTo(50);
    }

    /** Fails with all that is needed to look at it, even where files are not kept. */
    private static void failIfAny(Flaw flaw, Simulation simulation, long seed) {
        if (flaw != null) {
            fail(
                    "seed %d: %s%nThe artifact, in Base64:%n%s",
                    seed,
                    flaw,
                    Base64.getEncoder().encodeToString(Artifact.of(simulation, seed).bytes()));
        }
    }
}
