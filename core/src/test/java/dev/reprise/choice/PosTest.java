package dev.reprise.choice;

import static dev.reprise.choice.Racing.constant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Threads.Step;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Partial order sampling spreads over partial orders. */
class PosTest {
    @ParameterizedTest
    @EnumSource(
            value = ExhaustiveTest.Program.class,
            names = {"ALL_CONFLICT", "SOME_CONFLICT", "READERS", "REORDER", "ACCOUNT", "DEADLOCK"})
    void every_trace_of_a_small_program_is_seen(ExhaustiveTest.Program named) {
        var program = named.program();
        var every =
                EveryExecution.of(program).stream()
                        .map(EveryExecution::trace)
                        .collect(Collectors.toCollection(TreeSet::new));
        var seen = new TreeSet<String>();
        program.explore(Search.pos(1), 5000, _ -> seen.add(EveryExecution.trace(program.taken())));
        assertThat(seen).isEqualTo(every);
    }

    @Test
    void an_action_that_nobody_races_with_keeps_its_priority() {
        // The other thread has ten steps of its own before it comes to the shared cell. It comes
        // first when eleven priorities in a row are higher than one: 1 in 12, not 1 in 2048.
        var own = Threads.repeated(constant(1, 1), 11);
        own[10] = constant(0, 2);
        var program = new Threads(2).with(1, constant(0, 1)).with(1, own);
        assertThat(share(program, "b{11}a")).isBetween(0.073, 0.094);
    }

    @Test
    void an_action_that_was_raced_with_draws_again() {
        // All three race, so each choice is a new throw of a coin: 1 in 8, where a priority that
        // is kept would give 1 in 4.
        assertThat(share(Threads.writing(1, 3), "bbba")).isBetween(0.115, 0.135);
    }

    @Test
    void readers_do_not_race_with_readers() {
        var program =
                new Threads(1)
                        .with(1, new Step.Read(0))
                        .with(1, Threads.repeated(new Step.Read(0), 3));
        assertThat(share(program, "bbba")).isBetween(0.24, 0.26);
    }

    private static double share(Threads program, String order) {
        int runs = 20_000;
        int[] found = {0};
        program.explore(
                Search.pos(3), runs, _ -> found[0] += program.letters().matches(order) ? 1 : 0);
        return (double) found[0] / runs;
    }
}
