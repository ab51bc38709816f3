package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.run.Seams.Seam;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class SeamsTest {
    private static Seam seam(int leg) {
        return new Seam(leg, 10L * leg, Instant.ofEpochSecond(leg));
    }

    private static Seams legs(int last) {
        Seams seams = Seams.NONE;
        for (int leg = 2; leg <= last; leg++) {
            seams = seams.with(seam(leg));
        }
        return seams;
    }

    @Test
    void where_a_few_legs_begin_is_known_exactly() {
        assertThat(legs(9).known())
                .extracting(Seam::leg)
                .containsExactly(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    @Test
    void of_many_legs_the_last_are_known_well_and_the_others_roughly() {
        assertThat(legs(10).known()).extracting(Seam::leg).containsExactly(2L, 4L, 6L, 8L, 10L);
        assertThat(legs(100).known().getLast()).isEqualTo(seam(100));
    }

    @Property
    void however_many_there_are_they_stay_few_in_order_and_with_the_last(
            @ForAll @IntRange(min = 2, max = 400) int last) {
        List<Seam> known = legs(last).known();
        assertThat(known).hasSizeBetween(1, Seams.MAX).isSubsetOf(all(last)).endsWith(seam(last));
        assertThat(known).isSortedAccordingTo((a, b) -> Long.compare(a.position(), b.position()));
    }

    private static List<Seam> all(int last) {
        List<Seam> all = new ArrayList<>();
        for (int leg = 2; leg <= last; leg++) {
            all.add(seam(leg));
        }
        return all;
    }

    @Test
    void the_last_one_before_a_position_is_found() {
        Seams seams = legs(4);
        assertThat(seams.upTo(19)).isZero();
        assertThat(seams.upTo(20)).isEqualTo(20);
        assertThat(seams.upTo(39)).isEqualTo(30);
        assertThat(seams.upTo(Long.MAX_VALUE)).isEqualTo(40);
        assertThat(seams.from(30).known()).containsExactly(seam(3), seam(4));
    }

    @Property
    void they_are_read_as_they_were_written(@ForAll @IntRange(min = 1, max = 50) int last) {
        var out = new ByteSink(64);
        legs(last).writeTo(out);
        var in = new ByteSource("seams", out.toByteArray());
        assertThat(Seams.readFrom(in)).isEqualTo(legs(last));
        in.expectEnd();
    }
}
