package dev.reprise.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Places are numbered as a reader meets them, compared with walking down step by step. */
final class PlacesTest {
    /** A place as it is found by walking down. */
    private record Met(Pattern pattern, int parent, int rank, String path, List<Integer> around) {}

    private static List<Met> walked(Pattern pattern) {
        var met = new ArrayList<Met>();
        walk(pattern, -1, 0, "", List.of(), met);
        return met;
    }

    private static void walk(
            Pattern pattern,
            int parent,
            int rank,
            String path,
            List<Integer> around,
            List<Met> into) {
        int here = into.size();
        var all = new ArrayList<>(around);
        all.add(here);
        into.add(new Met(pattern, parent, rank, path.isEmpty() ? "/" : path, all));
        for (int i = 0; i < pattern.parts().size(); i++) {
            walk(pattern.part(i), here, i, path + "/" + i, all, into);
        }
    }

    @Property(tries = 200)
    void every_place_is_where_a_walk_meets_it(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int budget) {
        var pattern = RandomPattern.of(seed, budget);
        var places = Places.of(pattern);
        var walked = walked(pattern);
        assertThat(places.size()).isEqualTo(walked.size());
        for (int at = 0; at < walked.size(); at++) {
            Met met = walked.get(at);
            assertThat(places.at(at)).isSameAs(met.pattern());
            assertThat(places.parent(at)).isEqualTo(met.parent());
            assertThat(places.rank(at)).isEqualTo(met.rank());
            assertThat(places.path(at)).isEqualTo(met.path());
            assertThat(places.end(at)).isEqualTo(at + walked(met.pattern()).size());
            if (met.parent() >= 0) {
                assertThat(places.part(met.parent(), met.rank())).isEqualTo(at);
            }
            for (int other = 0; other < walked.size(); other++) {
                assertThat(places.isInside(at, other)).isEqualTo(met.around().contains(other));
            }
        }
    }

    @Test
    void a_path_may_be_longer_than_most() {
        Pattern pattern = Patterns.task("a");
        var path = new StringBuilder();
        for (int depth = 1; depth <= 17; depth++) {
            pattern = Patterns.loop(new Rounds.Times(2), pattern);
            path.append("/0");
            assertThat(Places.of(pattern).path(depth)).isEqualTo(path.toString());
        }
    }
}
