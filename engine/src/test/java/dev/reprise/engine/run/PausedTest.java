package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PausedTest {
    private static final long ROOM = 2L << 20;

    private final List<Paused.Place<Integer>> places =
            IntStream.range(0, 1_000).mapToObj(it -> new Paused.Place<>(it)).toList();

    private List<Integer> used(Paused<Integer> paused, int from, int to, long history) {
        var victims = new ArrayList<Integer>();
        for (int i = from; i < to; i++) {
            victims.addAll(paused.used(places.get(i), history));
        }
        return victims;
    }

    @Test
    void without_room_the_one_that_was_used_longest_ago_gives_way() {
        var paused = new Paused<Integer>(3, 0);
        assertThat(used(paused, 0, 3, 0)).isEmpty();
        assertThat(paused.used(places.get(0), 0)).isEmpty();
        assertThat(paused.used(places.get(3), 0)).containsExactly(1);
        assertThat(paused.size()).isEqualTo(3);
    }

    @Test
    void small_runs_stay_as_long_as_there_is_room() {
        var paused = new Paused<Integer>(10, ROOM);
        assertThat(used(paused, 0, 300, 0)).isEmpty();
        assertThat(used(paused, 300, 600, 0)).startsWith(0, 1, 2).hasSizeBetween(100, 199);
        assertThat(paused.size()).isGreaterThan(300);
    }

    @Test
    void so_many_stay_whatever_they_weigh() {
        var paused = new Paused<Integer>(10, ROOM);
        assertThat(used(paused, 0, 10, ROOM)).isEmpty();
        assertThat(paused.used(places.get(10), 0)).containsExactly(0);
        assertThat(paused.size()).isEqualTo(10);
    }

    @Test
    void a_heavy_run_lets_the_others_go_a_few_at_a_time() {
        var paused = new Paused<Integer>(10, ROOM);
        used(paused, 0, 300, 0);
        paused.grew(places.get(299), ROOM);
        assertThat(paused.used(places.get(298), 0))
                .hasSize(16)
                .startsWith(0, 1)
                .doesNotContain(298, 299);
        assertThat(used(paused, 300, 400, 0)).endsWith(297, 299);
        assertThat(paused.used(places.get(400), 0)).isEmpty();
    }

    @Test
    void whoever_is_gone_takes_its_weight_along() {
        var paused = new Paused<Integer>(10, ROOM);
        used(paused, 0, 300, 0);
        paused.grew(places.get(299), ROOM);
        paused.gone(places.get(299));
        paused.gone(places.get(299));
        paused.grew(places.get(299), ROOM);
        assertThat(paused.used(places.get(300), 0)).isEmpty();
        assertThat(paused.size()).isEqualTo(300);
    }

    @Test
    void a_run_that_is_used_again_is_weighed_anew() {
        var paused = new Paused<Integer>(10, ROOM);
        used(paused, 0, 300, 0);
        paused.grew(places.get(5), ROOM);
        assertThat(paused.used(places.get(5), 0)).isEmpty();
        assertThat(paused.used(places.get(300), 0)).isEmpty();
    }
}
