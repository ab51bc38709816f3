package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.run.Crowd.Ended;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Which runs are too many, of any number of them, in any order. */
final class CrowdTest {
    private static Ended run(int second) {
        return new Ended(Instant.ofEpochSecond(second), new RunId("run-" + second));
    }

    /** How many of the runs 0, 1, 2, … are too many, as far as the crowd knows. */
    private static int found(Crowd crowd) {
        Ended last = crowd.last(crowd.excess());
        return last == null ? 0 : 1 + (int) last.at().getEpochSecond();
    }

    private static Crowd told(int kept, List<Integer> order) {
        var crowd = new Crowd(kept);
        order.forEach(it -> crowd.add(run(it)));
        return crowd;
    }

    private static List<Integer> upTo(int size) {
        return new ArrayList<>(IntStream.range(0, size).boxed().toList());
    }

    @Test
    void of_few_all_are_known() {
        var order = upTo(Crowd.REMEMBERED_MIN);
        for (int kept : List.of(0, 1, 1_000, order.size() - 1)) {
            assertThat(found(told(kept, order))).isEqualTo(order.size() - kept);
            assertThat(found(told(kept, order.reversed()))).isEqualTo(order.size() - kept);
        }
        assertThat(told(order.size(), order).last(0)).isNull();
        assertThat(told(order.size(), order).excess()).isZero();
    }

    @Test
    void runs_that_ended_together_are_told_apart_by_their_ids() {
        var crowd = new Crowd(2);
        for (String id : List.of("d", "b", "a", "c")) {
            crowd.add(new Ended(Instant.EPOCH, new RunId(id)));
        }
        assertThat(Objects.requireNonNull(crowd.last(crowd.excess())).run())
                .isEqualTo(new RunId("b"));
    }

    @Test
    void one_that_cannot_be_deleted_takes_a_place() {
        var crowd = told(2, List.of(7, 5));
        crowd.add(null);
        assertThat(found(crowd)).isEqualTo(1 + 5);
        crowd.add(null);
        crowd.add(null);
        assertThat(found(crowd)).as("three are too many, and two can go").isEqualTo(1 + 7);
    }

    @Property(tries = 60)
    void of_many_nearly_all_are_found_and_none_that_is_to_be_kept(
            @ForAll @IntRange(min = 1, max = 40_000) int size,
            @ForAll @IntRange(max = 100) int percent,
            @ForAll Order order,
            @ForAll long seed) {
        int kept = (int) ((long) size * percent / 100);
        var crowd = told(kept, order.of(size, new Random(seed)));
        int excess = size - kept;
        assertThat(found(crowd)).isBetween(excess - excess / Crowd.PART - 1, excess);
        assertThat(crowd.remembered()).isLessThanOrEqualTo(Crowd.REMEMBERED_MIN);
    }

    @Test
    void a_million_are_known_by_thousands() {
        var order = upTo(1_000_000);
        Collections.shuffle(order, new Random(1));
        var crowd = told(900_000, order);
        assertThat(found(crowd)).isBetween(98_000, 100_000);
        assertThat(crowd.remembered()).isLessThanOrEqualTo(Crowd.REMEMBERED_MIN);
    }

    /** In which order runs may be met, since ids need not be in the order of time. */
    enum Order {
        OLDEST_FIRST,
        NEWEST_FIRST,
        SHUFFLED,
        /** First some of all times, then all that lies between them. */
        COARSE_FIRST,
        /** In heaps, each in order. */
        HEAPS;

        List<Integer> of(int size, Random random) {
            var all = upTo(size);
            return switch (this) {
                case OLDEST_FIRST -> all;
                case NEWEST_FIRST -> all.reversed();
                case SHUFFLED -> {
                    Collections.shuffle(all, random);
                    yield all;
                }
                case COARSE_FIRST -> parted(all, 97);
                case HEAPS -> parted(all, 3);
            };
        }

        private static List<Integer> parted(List<Integer> all, int parts) {
            var parted = new ArrayList<Integer>();
            for (int part = 0; part < parts; part++) {
                for (int each : all) {
                    if (each % parts == part) {
                        parted.add(each);
                    }
                }
            }
            return parted;
        }
    }
}
