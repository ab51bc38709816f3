package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Searches that take turns. */
class PortfolioTest {
    @ParameterizedTest
    @EnumSource
    void hard_bugs_are_found_for_every_seed(GuidedTest.Hard hard) {
        for (long seed = 0; seed < 3; seed++) {
            assertThat(hard.made.get().executionsToFailure(Search.portfolio(seed), 10_000))
                    .as("seed " + seed)
                    .isPositive();
        }
    }

    @Test
    void each_gets_its_turn_until_it_is_finished() {
        var random = Search.random(1);
        var pos = Search.pos(1);
        var few = Search.exhaustive(Bound.preemptions(0));
        var portfolio = Search.portfolio(random, few, pos);
        var program = Threads.writing(2, 2);
        program.explore(portfolio, 10, _ -> {});
        // The few are two: one thread first, or the other.
        assertThat(few.progress()).isEqualTo(new Progress(2, 0, 0, true, false));
        assertThat(random.progress().executions()).isEqualTo(4);
        assertThat(pos.progress().executions()).isEqualTo(4);
        assertThat(portfolio.progress()).isEqualTo(new Progress(10, 0, 0, false, false));
    }

    @Test
    void it_is_finished_when_all_are() {
        var portfolio =
                Search.portfolio(
                        Search.exhaustive(Bound.preemptions(0)),
                        Search.exhaustive(Bound.delays(0)));
        var runs = new ArrayList<String>();
        var program = Threads.writing(2, 2);
        program.explore(portfolio, 100, _ -> runs.add(program.letters()));
        assertThat(runs).containsExactly("aabb", "aabb", "bbaa");
        assertThat(portfolio.progress()).isEqualTo(new Progress(3, 0, 0, true, false));
        assertThat(portfolio.next()).isEmpty();
    }

    @Test
    void it_is_finished_when_one_has_covered_everything() {
        var portfolio = Search.portfolio(Search.random(1), Search.exhaustive(Bound.none()));
        Threads.writing(2, 1).explore(portfolio, 100, _ -> {});
        assertThat(portfolio.progress()).isEqualTo(new Progress(6, 0, 0, true, true));
        assertThat(portfolio.next()).isEmpty();
    }

    @Test
    void a_portfolio_of_nothing_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(Search::portfolio);
    }
}
