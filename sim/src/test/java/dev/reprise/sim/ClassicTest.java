package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.choice.Bound;
import dev.reprise.choice.Scheduler;
import dev.reprise.choice.Search;
import dev.reprise.sim.task.Classic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The well-known concurrency bugs: all are found, and what is not there is not. */
class ClassicTest {
    static List<String> names() {
        return Classic.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void the_portfolio_finds_it_within_ten_thousand_schedules(String name) {
        for (long seed = 0; seed < 3; seed++) {
            var hunt = new Hunt(new Simulation(Classic.named(name)), Search.portfolio(seed));
            assertThat(hunt.run(10_000)).as("seed %d", seed).isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void it_does_not_fail_in_every_order(String name) {
        var simulation = new Simulation(Classic.named(name));
        int passed = 0;
        for (long seed = 0; seed < 100; seed++) {
            passed += simulation.run(Scheduler.random(seed)) == null ? 1 : 0;
        }
        assertThat(passed).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "account, Assertion",
        "lazy01, Assertion",
        "token_ring, Assertion",
        "stack, Assertion",
        "queue, Assertion",
        "circular_buffer, Assertion",
        "bluetooth_driver, Assertion",
        "twostage, Assertion",
        "wronglock_3, Assertion",
        "reorder_3, Assertion",
        "deadlock01, Deadlock",
        "carter01, Deadlock",
        "bounded_buffer, Deadlock",
        "philosophers_3, Deadlock"
    })
    void it_fails_as_it_is_known_to(String name, String kind) {
        var hunt = new Hunt(new Simulation(Classic.named(name)), Search.random(1));
        for (int found = 0; found < 20; found++) {
            assertThat(hunt.run(10_000).kind()).isEqualTo(kind);
        }
    }

    @Test
    void an_unbounded_search_knows_when_it_has_seen_all() {
        var hunt =
                new Hunt(
                        new Simulation(Classic.named("reorder_3")),
                        Search.exhaustive(Bound.none()));
        int failures = 0;
        while (!hunt.isFinished()) {
            failures += hunt.run(1_000_000) == null ? 0 : 1;
        }
        assertThat(failures).isPositive();
        assertThat(hunt.schedules()).isBetween(20L, 1_000L);
    }

    @Test
    void there_is_no_program_of_another_name() {
        assertThatThrownBy(() -> Classic.named("reorder_2"))
                .hasMessageContaining("there is no program \"reorder_2\"")
                .hasMessageContaining("reorder_3");
    }
}
