package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SeqsTest {
    private final Seqs seqs = new Seqs();

    @Test
    void a_number_is_new_once() {
        assertThat(seqs.add(7)).isTrue();
        assertThat(seqs.add(7)).isFalse();
        assertThat(seqs.add(3)).isTrue();
        assertThat(seqs.add(7)).isFalse();
        assertThat(seqs.add(3)).isFalse();
    }

    @Test
    void they_are_told_in_their_order() {
        seqs.add(7);
        seqs.add(3);
        seqs.add(5);
        assertThat(seqs.all()).containsExactly(3L, 5L, 7L);
    }

    @Test
    void those_that_were_told_may_be_removed_meanwhile() {
        seqs.add(1);
        seqs.add(2);
        for (long seq : seqs.all()) {
            seqs.remove(seq);
        }
        assertThat(seqs.isEmpty()).isTrue();
        assertThat(seqs.add(1)).isTrue();
    }

    @Test
    void they_are_what_a_set_would_be() {
        var random = new Random(1);
        var set = new TreeSet<Long>();
        for (int step = 0; step < 10_000; step++) {
            long seq = random.nextInt(4);
            switch (random.nextInt(8)) {
                case 0 -> {
                    seqs.clear();
                    set.clear();
                }
                case 1, 2, 3 -> {
                    seqs.remove(seq);
                    set.remove(seq);
                }
                default -> assertThat(seqs.add(seq)).isEqualTo(set.add(seq));
            }
            assertThat(seqs.all()).isEqualTo(new ArrayList<>(set));
            assertThat(seqs.isEmpty()).isEqualTo(set.isEmpty());
            assertThat(seqs.contains(seq)).isEqualTo(set.contains(seq));
            assertThat(seqs.containsAll(List.of(1L, 2L)))
                    .isEqualTo(set.containsAll(List.of(1L, 2L)));
        }
    }
}
