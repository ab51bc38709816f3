package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.choice.Scheduler;
import dev.reprise.sim.task.Bounds;
import dev.reprise.sim.task.Classic;
import dev.reprise.sim.task.Generator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A failure is made as small as it can be, always in the same way. */
class MinimiserTest {
    @ParameterizedTest
    @CsvSource({
        "reorder_100, 2, 1",
        "reorder_20, 2, 1",
        "twostage_20, 2, 1",
        "wronglock, 2, 3",
        "carter01, 2, 1",
        "account, 3, 1",
        "philosophers_5, 5, 4",
        "bounded_buffer, 4, 1"
    })
    void a_classic_shrinks_to_its_core(String name, int tasks, int choices) {
        var found = ArtifactTest.failureOf(name);
        var small = Minimiser.minimise(found, Minimiser.CHECKS_MAX, (_, _) -> {});
        assertThat(small.isMinimal()).isTrue();
        assertThat(small.artifact().plan().tasks()).hasSize(tasks);
        assertThat(small.artifact().choicesMade()).isEqualTo(choices);
        assertThat(small.artifact().flaw().kind()).isEqualTo(found.flaw().kind());
        assertThat(small.artifact().replay().isSame()).isTrue();
        // What goes wrong only in some orders still goes well in the order that is the default.
        assertThat(new Simulation(small.artifact().plan()).run(new Recalled(List.of()))).isNull();
    }

    @Test
    void the_same_failure_shrinks_to_the_same() {
        var found = ArtifactTest.failureOf("queue");
        var once = Minimiser.minimise(found, Minimiser.CHECKS_MAX, (_, _) -> {});
        var twice = Minimiser.minimise(found, Minimiser.CHECKS_MAX, (_, _) -> {});
        assertThat(twice).isEqualTo(once);
        var again = Minimiser.minimise(once.artifact(), Minimiser.CHECKS_MAX, (_, _) -> {});
        assertThat(again.artifact()).isEqualTo(once.artifact());
        assertThat(again.accepted()).isZero();
    }

    @Test
    void it_stops_when_its_runs_are_used_up_and_says_so() {
        var found = ArtifactTest.failureOf("reorder_100");
        var tired = Minimiser.minimise(found, 50, (_, _) -> {});
        assertThat(tired.isMinimal()).isFalse();
        assertThat(tired.checks()).isBetween(50, 70);
        assertThat(tired.artifact().replay().isSame()).isTrue();
    }

    @Test
    void it_tells_how_it_goes() {
        var told = new int[2];
        Minimiser.minimise(
                ArtifactTest.failureOf("reorder_100"),
                Minimiser.CHECKS_MAX,
                (checks, accepted) -> {
                    told[0] = checks;
                    told[1] = accepted;
                });
        assertThat(told[0]).isGreaterThan(256);
        assertThat(told[1]).isGreaterThan(10);
    }

    @Test
    void what_does_not_fail_is_not_made_small() {
        var simulation = new Simulation(Generator.generate(1, Bounds.TINY));
        assertThat(simulation.run(Scheduler.random(1))).isNull();
        assertThatThrownBy(() -> Minimiser.minimise(Artifact.of(simulation, 1), 100, (_, _) -> {}))
                .hasMessageContaining("records no failure");
        var failing = ArtifactTest.failureOf("account");
        var other =
                new Artifact(
                        failing.version(),
                        failing.build(),
                        failing.seed(),
                        Classic.named("lazy01"),
                        List.of(2, 2, 2, 2),
                        0,
                        new Flaw(Flaw.DEADLOCK, 1, "not so"));
        assertThatThrownBy(() -> Minimiser.minimise(other, 100, (_, _) -> {}))
                .hasMessageContaining("does not fail as it says");
    }
}
