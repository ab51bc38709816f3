package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.testing.SchedulerContract;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What all searches have in common. */
class SearchTest {
    enum Kinds {
        RANDOM(Search::random),
        PCT(seed -> Search.pct(seed, 3)),
        POS(Search::pos),
        URW(Search::urw),
        GUIDED(Search::guided),
        EXHAUSTIVE(_ -> Search.exhaustive(Bound.none())),
        PREEMPTIONS(_ -> Search.exhaustive(Bound.preemptions(2))),
        DELAYS(_ -> Search.exhaustive(Bound.delays(2))),
        PORTFOLIO(Search::portfolio);

        private final LongFunction<Search> made;

        Kinds(LongFunction<Search> made) {
            this.made = made;
        }
    }

    /** Those that take any program; the others know which one they have begun with. */
    private static final Set<Kinds> LEARNING =
            EnumSet.of(Kinds.RANDOM, Kinds.PCT, Kinds.POS, Kinds.URW, Kinds.GUIDED);

    @ParameterizedTest
    @EnumSource
    void the_same_search_runs_the_same_executions(Kinds kind) {
        for (var program :
                List.of(Racing.reorder(4), Racing.twostage(5), Racing.lazy01().opaque())) {
            assertThat(runs(program, kind.made.apply(5)))
                    .isEqualTo(runs(program, kind.made.apply(5)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"RANDOM", "PCT", "POS", "URW", "GUIDED"})
    void another_seed_runs_others(Kinds kind) {
        assertThat(runs(Racing.reorder(4), kind.made.apply(5)))
                .isNotEqualTo(runs(Racing.reorder(4), kind.made.apply(6)));
    }

    private static List<String> runs(Threads program, Search search) {
        var runs = new ArrayList<String>();
        program.explore(search, 100, _ -> runs.add(program.taken().toString()));
        return runs;
    }

    @ParameterizedTest
    @EnumSource
    void the_bugs_of_small_programs_are_found_and_replay(Kinds kind) {
        for (var program : List.of(Racing.deadlock(), Racing.lazy01(), Racing.twostage(2))) {
            var search = kind.made.apply(1);
            boolean failed = false;
            while (!failed) {
                var recording = search.next().orElseThrow().recorded();
                try {
                    failed = program.run(recording).failed();
                } catch (Redundant _) {
                    // counted by the search
                }
                search.ended(failed);
                if (failed) {
                    var end = program.end();
                    var replay = Scheduler.replay(recording.log());
                    assertThat(program.run(replay).failed()).isTrue();
                    replay.finish();
                    assertThat(program.end()).isEqualTo(end);
                }
            }
            assertThat(search.progress().failures()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void executions_come_one_after_the_other(Kinds kind) {
        var search = kind.made.apply(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> search.ended(false))
                .withMessageContaining("next()");
        search.next();
        assertThatIllegalStateException().isThrownBy(search::next).withMessageContaining("ended()");
        search.ended(true);
        assertThat(search.progress().executions()).isEqualTo(1);
        assertThat(search.progress().failures()).isEqualTo(1);
        assertThat(search.name()).isNotEmpty().isEqualTo(search.toString());
    }

    /** A scheduler that has learnt from earlier executions is a scheduler still. */
    abstract static class Learnt extends SchedulerContract {
        abstract Kinds kind();

        @Override
        protected Scheduler scheduler() {
            var search = kind().made.apply(42);
            if (LEARNING.contains(kind())) {
                Racing.twostage(5).explore(search, 20, _ -> {});
            }
            return search.next().orElseThrow();
        }
    }

    @Nested
    class Random extends Learnt {
        @Override
        Kinds kind() {
            return Kinds.RANDOM;
        }
    }

    @Nested
    class OfPct extends Learnt {
        @Override
        Kinds kind() {
            return Kinds.PCT;
        }
    }

    @Nested
    class OfPos extends Learnt {
        @Override
        Kinds kind() {
            return Kinds.POS;
        }
    }

    @Nested
    class OfUrw extends Learnt {
        @Override
        Kinds kind() {
            return Kinds.URW;
        }
    }

    @Nested
    class OfGuided extends Learnt {
        @Override
        Kinds kind() {
            return Kinds.GUIDED;
        }
    }

    @Nested
    class OfExhaustive extends Learnt {
        @Override
        Kinds kind() {
            return Kinds.EXHAUSTIVE;
        }
    }

    @Nested
    class WithPreemptions extends Learnt {
        @Override
        Kinds kind() {
            return Kinds.PREEMPTIONS;
        }
    }

    @Nested
    class WithDelays extends Learnt {
        @Override
        Kinds kind() {
            return Kinds.DELAYS;
        }
    }

    @Nested
    class OfPortfolio extends Learnt {
        @Override
        Kinds kind() {
            return Kinds.PORTFOLIO;
        }
    }
}
