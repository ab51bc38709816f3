package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class RunIdTest {
    @Test
    void a_run_id_is_its_text() {
        assertThat(new RunId("order-17")).hasToString("order-17").isEqualTo(new RunId("order-17"));
        assertThat(new RunId("a")).isLessThan(new RunId("b"));
    }

    @Test
    void blank_ids_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunId(" "))
                .withMessage("a run id must not be blank: \" \"");
    }

    @Test
    void control_characters_are_refused_with_their_place() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunId("order\n17"))
                .withMessageContaining("character 5 is U+000a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunId("order\u009f17"))
                .withMessageContaining("U+009f");
    }

    @Test
    void half_a_surrogate_pair_is_refused_and_a_whole_one_is_not() {
        assertThat(new RunId("clef 𝄞").value()).isEqualTo("clef 𝄞");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunId("x\ud834"))
                .withMessageContaining("half of a surrogate pair");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunId("\udd1ex"))
                .withMessageContaining("character 0");
    }

    @Test
    void an_id_has_the_greatest_length_or_is_refused() {
        String longest = "x".repeat(Text.NAME_CHARS_MAX);
        assertThat(new RunId(longest).value()).isEqualTo(longest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunId(longest + "x"))
                .withMessageContaining("at most 1000 characters, not 1001");
    }
}
