package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.choice.Threads.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Probabilistic concurrency testing keeps its promise. */
class PctTest {
    private static Map<String, Integer> interleavings(Threads program, Search search, int runs) {
        var seen = new TreeMap<String, Integer>();
        program.explore(search, runs, _ -> seen.merge(program.letters(), 1, Integer::sum));
        return seen;
    }

    @Test
    void with_a_depth_of_one_actors_run_one_after_the_other() {
        assertThat(interleavings(Threads.writing(3, 3), Search.pct(1, 1), 200))
                .containsOnlyKeys("aaabbb", "bbbaaa");
    }

    @Test
    void the_first_execution_only_probes() {
        for (long seed = 0; seed < 50; seed++) {
            assertThat(interleavings(Threads.writing(3, 3), Search.pct(seed, 3), 1))
                    .containsAnyOf(Map.entry("aaabbb", 1), Map.entry("bbbaaa", 1));
        }
    }

    @Test
    void one_change_among_two_choices_gives_each_order_its_share() {
        // Two actors, two choices: half of the time the change comes first and swaps the two.
        var seen = interleavings(Threads.writing(2, 1), Search.pct(7, 2), 8000);
        assertThat(seen.get("aba")).isBetween(1850, 2150);
        assertThat(seen.get("aab")).isBetween(1850, 2150);
        assertThat(seen.get("baa")).isBetween(3850, 4150);
    }

    /** Orders that need d constraints, as patterns over the threads' letters. */
    @ParameterizedTest
    @CsvSource({
        "2, 10, 10, a{5}b.*",
        "2, 10, 10, a{9}b.*",
        "2, 20, 3, a{13}b.*",
        "3, 10, 10, a{5}b{3}a.*b.*",
        "3, 10, 10, a{2}b{9}a.*b",
        "3, 8, 8, b{4}a{4}b.*a"
    })
    void a_failure_of_depth_d_is_found_as_often_as_the_theorem_says(
            int depth, int a, int b, String order) {
        var program = Threads.writing(a, b);
        var search = Search.pct(11, depth);
        program.explore(search, 20, _ -> {});
        int runs = 20_000;
        var pattern = Pattern.compile(order);
        int[] found = {0};
        program.explore(
                search,
                runs,
                _ -> found[0] += pattern.matcher(program.letters()).matches() ? 1 : 0);
        // n = 2 actors, and a choice as long as both have steps left.
        double least = runs / (2 * Math.pow(a + b - 1, depth - 1));
        assertThat((double) found[0]).isGreaterThan(least - 3 * Math.sqrt(least));
    }

    @ParameterizedTest
    @CsvSource({"2", "3", "5"})
    void the_bug_of_reorder_is_found_as_often_as_the_theorem_says(int depth) {
        var program = Racing.reorder(4);
        var search = Search.pct(3, depth);
        int runs = 5_000;
        program.explore(search, runs, _ -> {});
        // At most 4 + 3 * 2 steps, and depth 2 is enough: what is drawn beyond may only spoil it.
        double least = runs / (4 * Math.pow(9, depth - 1));
        assertThat((double) search.progress().failures())
                .isGreaterThan(least - 3 * Math.sqrt(least));
    }

    @Test
    void many_actors_in_a_heap_are_chosen_as_if_they_were_looked_through() {
        // 60 threads behind three locks, so that many become enabled and disabled at once.
        var program = new Threads(6);
        for (int i = 0; i < 60; i++) {
            int lock = i % 3;
            program.with(
                    1,
                    Racing.constant(3 + lock, i),
                    new Step.Lock(lock),
                    new Step.Read(3 + lock),
                    new Step.Unlock(lock));
        }
        var heap = Search.pct(5, 6);
        var look = Search.pct(5, 6);
        for (int execution = 0; execution < 30; execution++) {
            program.next(heap);
            var byHeap = new ArrayList<>(program.taken());
            var scheduler = look.next().orElseThrow();
            program.run(
                    enabled -> {
                        var all = new ArrayList<Action>();
                        enabled.forEach(all::add);
                        return scheduler.choose(Enabled.of(all));
                    });
            look.ended(false);
            assertThat(program.taken()).isEqualTo(byHeap);
        }
    }

    @Test
    void a_depth_is_within_its_bounds() {
        for (int depth : List.of(0, -1, Pct.DEPTH_MAX + 1)) {
            assertThatIllegalArgumentException().isThrownBy(() -> Search.pct(1, depth));
        }
        assertThat(Search.pct(1, Pct.DEPTH_MAX).next()).isPresent();
    }
}
