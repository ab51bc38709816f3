package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which schedules are varied, and how often. */
class CorpusTest {
    private final Corpus corpus = new Corpus();

    private static List<Constraint> schedule(int number) {
        return List.of(new Constraint(1, 2, number, true));
    }

    private List<Long> next(int times) {
        var numbers = new ArrayList<Long>();
        for (int i = 0; i < times; i++) {
            numbers.add(corpus.next().getFirst().thing());
        }
        return numbers;
    }

    @Test
    void without_a_schedule_there_is_nothing_to_vary() {
        assertThat(corpus.isEmpty()).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(corpus::next)
                .withMessage("there is no schedule to vary");
        corpus.add(schedule(1), 1);
        assertThat(corpus.isEmpty()).isFalse();
    }

    @Test
    void each_has_its_turn_and_twice_as_often_each_time() {
        for (int i = 0; i < 3; i++) {
            corpus.count(i);
            corpus.add(schedule(i), i);
        }
        assertThat(next(6)).containsExactly(1L, 1L, 2L, 2L, 0L, 0L);
        assertThat(next(12)).containsExactly(1L, 1L, 1L, 1L, 2L, 2L, 2L, 2L, 0L, 0L, 0L, 0L);
    }

    @Test
    void one_whose_executions_look_like_many_is_passed_over_until_it_is_not_more_than_others() {
        for (int i = 0; i < 3; i++) {
            corpus.count(i);
            corpus.add(schedule(i), i);
        }
        // Look 1 was seen four times, twice is the average: four is more than that and one.
        corpus.count(1);
        corpus.count(1);
        corpus.count(1);
        assertThat(next(4)).containsExactly(2L, 2L, 0L, 0L);
        // Nine in all, so three are the average: four are not more than that and one.
        corpus.count(0);
        corpus.count(2);
        corpus.count(2);
        assertThat(next(1)).containsExactly(1L);
    }

    @Test
    void when_there_are_too_many_the_oldest_but_the_first_gives_way() {
        for (int i = 0; i < Corpus.SCHEDULES_MAX; i++) {
            corpus.add(schedule(i), i);
        }
        for (int i = 0; i < Corpus.SCHEDULES_MAX; i++) {
            corpus.add(schedule(-i), -i);
        }
        var varied = next(2 * Corpus.SCHEDULES_MAX);
        assertThat(varied.getFirst())
                .as("in the place of 1, for the second time")
                .isEqualTo(-1023L);
        assertThat(varied).contains(0L, -1L, -1022L).doesNotContain(1L, 2L, 1023L);
    }
}
