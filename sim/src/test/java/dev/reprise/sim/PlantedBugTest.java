package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Scheduler;
import dev.reprise.sim.task.Bounds;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Generator;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every bug that is planted in the executor is found within the fast tier, and shrinks. */
class PlantedBugTest {
    private static final int SEEDS = 50;
    private static final int SCHEDULES = 10;

    @ParameterizedTest
    @EnumSource
    void a_planted_bug_is_found_and_shrunk(PlantedBug bug) {
        var found = find(bug);
        assertThat(found.flaw()).isNotNull();
        assertThat(found.flaw().kind()).isIn(bug.kinds());
        var small = Minimiser.minimise(found, bug, Minimiser.CHECKS_MAX, (_, _) -> {});
        assertThat(small.isMinimal()).isTrue();
        assertThat(small.artifact().plan().shape().workers()).isLessThanOrEqualTo(3);
        assertThat(small.artifact().choicesMade()).isLessThanOrEqualTo(12);
        var again = Artifact.read(small.artifact().bytes()).replay(bug);
        assertThat(again.isSame()).isTrue();
        assertThat(again.run().flaw().kind()).isEqualTo(found.flaw().kind());
    }

    @Test
    void every_oracle_is_the_first_to_object_to_some_bug() {
        var first = new TreeSet<String>();
        for (var bug : PlantedBug.values()) {
            first.add(find(bug).flaw().kind());
        }
        var plan = Generator.generate(0, Bounds.MEDIUM);
        assertThat(first).containsAll(Oracles.of(plan).stream().map(Oracle::name).toList());
        assertThat(PlantedBug.values()).hasSizeGreaterThanOrEqualTo(20);
    }

    @Test
    void nothing_smaller_fails_in_the_same_way() {
        for (var bug : PlantedBug.values()) {
            var small = Minimiser.minimise(find(bug), bug, Minimiser.CHECKS_MAX, (_, _) -> {});
            var flaw = small.artifact().flaw();
            var candidate =
                    new Candidate(
                            small.artifact().plan(),
                            small.artifact().choices(),
                            new Story(List.of()));
            for (var reducer : Reducer.values()) {
                reducer.propose(
                        candidate,
                        smaller -> assertThat(kindOf(smaller, bug)).isNotEqualTo(flaw.kind()));
            }
        }
    }

    @Test
    void no_choice_event_task_or_worker_can_be_left_out() {
        for (var bug : PlantedBug.values()) {
            var small = Minimiser.minimise(find(bug), bug, Minimiser.CHECKS_MAX, (_, _) -> {});
            var plan = small.artifact().plan();
            var choices = small.artifact().choices();
            var kind = small.artifact().flaw().kind();
            for (int i = 0; i < choices.size(); i++) {
                assertThat(kindOf(plan, without(choices, i), bug)).as("%s", bug).isNotEqualTo(kind);
            }
            for (int i = 0; i < plan.events().size(); i++) {
                var fewer = plan.withEvents(without(plan.events(), i));
                assertThat(kindOf(fewer, choices, bug)).as("%s", bug).isNotEqualTo(kind);
            }
            for (int i = 0; i < plan.runnable().size(); i++) {
                var fewer = plan.with(plan.programs(), plan.tasks(), without(plan.runnable(), i));
                assertThat(kindOf(fewer, choices, bug)).as("%s", bug).isNotEqualTo(kind);
            }
            int workers = plan.shape().workers();
            if (workers > 1) {
                var fewer = plan.with(plan.shape().withWorkers(workers - 1));
                assertThat(kindOf(fewer, choices, bug)).as("%s", bug).isNotEqualTo(kind);
            }
        }
    }

    private static <T> List<T> without(List<T> list, int at) {
        var fewer = new ArrayList<>(list);
        fewer.remove(at);
        return fewer;
    }

    private static String kindOf(Case plan, List<Integer> choices, PlantedBug bug) {
        return kindOf(() -> new Candidate(plan, choices, new Story(List.of())), bug);
    }

    private static String kindOf(Supplier<Candidate> proposal, PlantedBug bug) {
        try {
            var candidate = proposal.get();
            var flaw = new Simulation(candidate.plan(), bug).run(new Recalled(candidate.choices()));
            return flaw == null ? "none" : flaw.kind();
        } catch (IllegalArgumentException _) {
            return "not a case";
        }
    }

    private static Artifact find(PlantedBug bug) {
        for (long seed = 0; seed < SEEDS; seed++) {
            var simulation = new Simulation(Generator.generate(seed, Bounds.MEDIUM), bug);
            for (int schedule = 0; schedule < SCHEDULES; schedule++) {
                if (simulation.run(Scheduler.random(schedule)) != null) {
                    return Artifact.of(simulation, seed);
                }
            }
        }
        throw new AssertionError(bug + " was not found");
    }
}
