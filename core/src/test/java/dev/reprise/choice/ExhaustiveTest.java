package dev.reprise.choice;

import static dev.reprise.choice.Racing.constant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.choice.EveryExecution.Run;
import dev.reprise.choice.Threads.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Exhaustive search, held against brute force. */
class ExhaustiveTest {
    /** Programs that conflict everywhere, nowhere and in between, that block, branch and hang. */
    enum Program {
        ALL_CONFLICT(() -> Threads.writing(2, 2, 2)),
        UNEQUAL(() -> Threads.writing(4, 1, 2)),
        ONE_THREAD(() -> Threads.writing(5)),
        NONE_CONFLICT(() -> apart(2).with(1, Threads.repeated(constant(2, 1), 2))),
        SOME_CONFLICT(
                () ->
                        new Threads(2)
                                .with(2, Threads.repeated(constant(0, 1), 2))
                                .with(1, Threads.repeated(constant(1, 1), 2))),
        READERS(
                () ->
                        new Threads(1)
                                .with(2, new Step.Read(0), new Step.Read(0))
                                .with(1, constant(0, 1), constant(0, 2))),
        REORDER(() -> Racing.reorder(3)),
        TWOSTAGE(() -> Racing.twostage(2)),
        ACCOUNT(Racing::account),
        DEADLOCK(Racing::deadlock),
        LAZY(Racing::lazy01),
        BLOCKED_FOR_EVER(
                () ->
                        new Threads(3)
                                .with(1, new Step.Lock(0), constant(1, 1))
                                .with(1, new Step.Read(1), new Step.Lock(0), constant(2, 1)));

        private final Supplier<Threads> made;

        Program(Supplier<Threads> made) {
            this.made = made;
        }

        Threads program() {
            return made.get();
        }
    }

    private static Threads apart(int threads) {
        var program = new Threads(threads + 1);
        for (int i = 0; i < threads; i++) {
            program.with(1, Threads.repeated(constant(i, 1), 2));
        }
        return program;
    }

    /** What an exhaustive search ran to the end. */
    private record Explored(List<List<Key>> runs, List<String> traces, TreeSet<String> ends) {
        static Explored by(Search search, Threads program) {
            var explored = new Explored(new ArrayList<>(), new ArrayList<>(), new TreeSet<>());
            program.explore(
                    search,
                    Integer.MAX_VALUE,
                    _ -> {
                        explored.runs.add(program.taken().stream().map(Action::key).toList());
                        explored.traces.add(EveryExecution.trace(program.taken()));
                        explored.ends.add(program.end());
                    });
            return explored;
        }
    }

    @ParameterizedTest
    @EnumSource
    void without_a_bound_every_trace_is_run_exactly_once(Program program) {
        var every = EveryExecution.of(program.program());
        var traces = new TreeSet<String>();
        var ends = new TreeSet<String>();
        for (var run : every) {
            traces.add(EveryExecution.trace(run));
            ends.add(run.end());
        }
        var search = Search.exhaustive(Bound.none());
        var explored = Explored.by(search, program.program());
        assertThat(explored.traces).doesNotHaveDuplicates().hasSameElementsAs(traces);
        assertThat(explored.ends).isEqualTo(ends);
        assertThat(search.progress().executions()).isEqualTo(traces.size());
        assertThat(search.progress().executions() + search.progress().redundant())
                .isLessThanOrEqualTo(every.size());
        assertThat(search.progress().complete()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void a_bound_on_preemptions_runs_exactly_the_executions_within_it(Program program) {
        for (int most = 0; most <= 3; most++) {
            int bound = most;
            assertRunsExactly(program, Bound.preemptions(most), run -> run.preemptions() <= bound);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_bound_on_delays_runs_exactly_the_executions_within_it(Program program) {
        int threads = program.program().size();
        for (int most = 0; most <= 3; most++) {
            int bound = most;
            assertRunsExactly(program, Bound.delays(most), run -> run.delays(threads) <= bound);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_bound_that_cuts_nothing_runs_every_interleaving_once(Program program) {
        assertRunsExactly(program, Bound.preemptions(1000), _ -> true);
        assertRunsExactly(program, Bound.delays(1000), _ -> true);
    }

    private static void assertRunsExactly(Program program, Bound bound, Predicate<Run> within) {
        var every = EveryExecution.of(program.program());
        var wanted = every.stream().filter(within).map(Run::keys).toList();
        var search = Search.exhaustive(bound);
        var explored = Explored.by(search, program.program());
        assertThat(explored.runs)
                .as(bound.toString())
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(wanted);
        assertThat(search.progress().finished()).isTrue();
        assertThat(search.progress().redundant()).isZero();
        assertThat(search.progress().complete())
                .as("complete within " + bound)
                .isEqualTo(wanted.size() == every.size());
    }

    @ParameterizedTest
    @CsvSource({"2, 2, 6", "3, 3, 20", "4, 3, 35"})
    void when_everything_conflicts_nothing_is_redundant(int a, int b, int interleavings) {
        var search = Search.exhaustive(Bound.none());
        assertThat(Explored.by(search, Threads.writing(a, b)).runs).hasSize(interleavings);
        assertThat(search.progress().redundant()).isZero();
    }

    @Test
    void when_nothing_conflicts_one_execution_stands_for_all() {
        var search = Search.exhaustive(Bound.none());
        // 4 threads of 2 steps: 8! / 2^4 = 2520 interleavings.
        Explored.by(search, apart(4));
        assertThat(search.progress().executions()).isEqualTo(1);
        assertThat(search.progress().redundant()).isLessThan(100);
    }

    @Test
    void the_first_execution_runs_one_thread_after_the_other() {
        for (var bound : List.of(Bound.none(), Bound.preemptions(0), Bound.delays(0))) {
            var program = Threads.writing(3, 3, 3);
            program.next(Search.exhaustive(bound));
            assertThat(program.letters()).isEqualTo("aaabbbccc");
        }
    }

    @Test
    void a_program_that_changes_between_executions_is_noticed() {
        var search = Search.exhaustive(Bound.none());
        Threads.writing(2, 2).next(search);
        var changed = Threads.writing(2, 2, 1);
        assertThatExceptionOfType(Divergence.class)
                .isThrownBy(() -> changed.next(search))
                .withMessageContaining("extra");
    }

    @Test
    void an_execution_that_its_owner_ends_early_makes_the_search_incomplete() {
        var search = Search.exhaustive(Bound.none());
        var program = Threads.writing(2, 1);
        program.next(search);
        search.next();
        search.ended(false);
        Explored.by(search, program);
        assertThat(search.progress().finished()).isTrue();
        assertThat(search.progress().complete()).isFalse();
    }

    @Test
    void beyond_the_last_step_it_keeps_the_program_goes_the_first_way_only() {
        var search = Search.exhaustive(Bound.delays(1));
        var kind = new Kind(0, "step");
        var view = Enabled.of(Action.of(kind.key(0)), Action.of(kind.key(1)));
        for (int execution = 0; execution < 3; execution++) {
            var scheduler = search.next().orElseThrow();
            int others = 0;
            for (int step = 0; step < Exhaustive.STEPS_MAX + 100; step++) {
                others += scheduler.choose(view).key().number() == 1 ? 1 : 0;
            }
            search.ended(false);
            assertThat(others).isEqualTo(execution == 0 ? 0 : execution);
        }
        assertThat(search.progress().complete()).isFalse();
    }
}
