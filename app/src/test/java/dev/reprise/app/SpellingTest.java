package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
    @ParameterizedTest
    @CsvSource({
        "demo, demo, 0",
        "demo, demos, 1",
        "demo, emo, 1",
        "demo, dome, 2",
        "demo, dmeo, 1",
        "'', demo, 4",
        "bench, trench, 2"
    })
    void counts_letters_added_dropped_changed_and_swapped(String from, String to, int slips) {
        assertThat(Spelling.slips(from, to)).isEqualTo(slips);
        assertThat(Spelling.slips(to, from)).isEqualTo(slips);
    }

    @Test
    void the_nearest_word_wins_and_ties_go_to_the_alphabet() {
        assertThat(Spelling.nearest("deno", List.of("bench", "demo"))).contains("demo");
        assertThat(Spelling.nearest("lost", List.of("lust", "list", "last"))).contains("last");
    }

    @Test
    void a_word_far_from_all_has_no_nearest() {
        assertThat(Spelling.nearest("xyzzy", List.of("bench", "demo"))).isEmpty();
        assertThat(Spelling.nearest("x", List.of())).isEmpty();
    }
}
