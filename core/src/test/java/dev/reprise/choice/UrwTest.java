package dev.reprise.choice;

import static dev.reprise.choice.Racing.constant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.ChiSquared;
import dev.reprise.choice.Threads.Step;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The uniform random walk is uniform over interleavings. */
class UrwTest {
    enum Program {
        EQUAL(() -> Threads.writing(2, 2, 2)),
        SHORT_AND_LONG(() -> Threads.writing(1, 8)),
        UNEQUAL(() -> Threads.writing(4, 2, 1)),
        STARTED_BY_ANOTHER(
                () ->
                        new Threads(2)
                                .with(1, constant(0, 0), constant(1, 1), constant(0, 0))
                                .with(1, constant(0, 0), constant(0, 0))
                                .with(1, new Step.Await(1), constant(0, 0), constant(0, 0))),
        STARTED_BY_ONE_THAT_WAS_STARTED(
                () ->
                        new Threads(3)
                                .with(1, constant(1, 1), constant(0, 0))
                                .with(1, new Step.Await(1), constant(2, 1), constant(0, 0))
                                .with(1, new Step.Await(2), constant(0, 0))
                                .with(1, constant(0, 0)));

        private final Supplier<Threads> made;

        Program(Supplier<Threads> made) {
            this.made = made;
        }
    }

    @ParameterizedTest
    @EnumSource
    void every_interleaving_is_equally_likely(Program program) {
        var search = Search.urw(1);
        // The first execution counts the steps.
        program.made.get().next(search);
        assertThat(excess(program.made.get(), search)).isLessThan(4);
    }

    @Test
    void random_choices_are_not_uniform_over_interleavings() {
        assertThat(excess(Threads.writing(1, 8), Search.random(1))).isGreaterThan(20);
    }

    private static double excess(Threads program, Search search) {
        var counts = new TreeMap<String, Long>();
        for (var run : EveryExecution.of(program)) {
            counts.put(run.keys().toString(), 0L);
        }
        int runs = 100 * counts.size();
        program.explore(search, runs, _ -> counts.merge(program.taken().toString(), 1L, Long::sum));
        return ChiSquared.excess(
                counts.values().stream().mapToLong(Long::longValue).toArray(), runs);
    }

    @Test
    void actors_beyond_those_it_counts_are_chosen_too() {
        var search = Search.urw(1);
        var kind = new Kind(0, "one");
        for (int execution = 0; execution < 3; execution++) {
            var scheduler = search.next().orElseThrow();
            int beyond = 0;
            for (long number = 0; number < Urw.ACTORS_MAX + 2000; number += 2) {
                var view = Enabled.of(Action.of(kind.key(number)), Action.of(kind.key(number + 1)));
                beyond += scheduler.choose(view).key().number() > Urw.ACTORS_MAX ? 1 : 0;
            }
            search.ended(false);
            assertThat(beyond).isGreaterThan(900);
        }
    }
}
