package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TextTest {
    @Test
    void prose_that_fits_stays_as_it_is() {
        String longest = "x".repeat(Text.PROSE_CHARS_MAX);
        assertThat(Text.prose(longest)).isEqualTo(longest);
        assertThat(Text.prose("it\nfailed 𝄞")).isEqualTo("it\nfailed 𝄞");
    }

    @Test
    void prose_that_is_too_long_is_cut_between_characters() {
        String cut = Text.prose("x".repeat(Text.PROSE_CHARS_MAX + 1));
        assertThat(cut).hasSize(Text.PROSE_CHARS_MAX).endsWith("x…");
        for (String before : List.of("", "x")) {
            String clefs = Text.prose(before + "𝄞".repeat(Text.PROSE_CHARS_MAX));
            assertThat(clefs).hasSizeLessThanOrEqualTo(Text.PROSE_CHARS_MAX).endsWith("𝄞…");
            assertThat(clefs).doesNotContain("\uFFFD");
        }
    }

    @Property
    void prose_is_well_formed_and_a_second_time_changes_nothing(@ForAll char[] units) {
        String prose = Text.prose(new String(units));
        assertThat(new String(prose.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(prose);
        assertThat(Text.prose(prose)).isEqualTo(prose);
    }

    @Test
    void half_a_surrogate_pair_is_replaced() {
        assertThat(Text.prose("a\ud834b\udd1e")).isEqualTo("a\uFFFDb\uFFFD");
    }

    @Test
    void printable_bytes_are_text_and_others_are_not() {
        assertThat(printable("tab\tand line\r\n ✓".getBytes(StandardCharsets.UTF_8)))
                .contains("tab\tand line\r\n ✓");
        assertThat(printable(new byte[0])).contains("");
        assertThat(printable(new byte[] {'a', 0})).isEmpty();
        assertThat(printable(new byte[] {(byte) 0xFF})).isEmpty();
        assertThat(printable(new byte[] {(byte) 0xC2, (byte) 0x85})).isEmpty();
        assertThat(printable(new byte[] {0x7F})).isEmpty();
    }

    private static Optional<String> printable(byte[] bytes) {
        return Text.printable(bytes, bytes.length);
    }
}
