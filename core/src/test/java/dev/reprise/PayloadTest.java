package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ReadOnlyBufferException;
import org.junit.jupiter.api.Test;

class PayloadTest {
    @Test
    void equality_is_by_label_and_content() {
        var payload = Payload.of("json", new byte[] {1, 2});
        assertThat(payload)
                .isEqualTo(Payload.wrap("json", new byte[] {1, 2}))
                .hasSameHashCodeAs(Payload.wrap("json", new byte[] {1, 2}))
                .isNotEqualTo(Payload.of("json", new byte[] {1, 3}))
                .isNotEqualTo(Payload.of("text", new byte[] {1, 2}));
    }

    @Test
    void of_copies_and_nothing_handed_out_changes_it() {
        byte[] bytes = {1, 2};
        var payload = Payload.of("bytes", bytes);
        bytes[0] = 9;
        payload.bytes()[1] = 9;
        assertThat(payload.bytes()).containsExactly(1, 2);
        assertThat(payload.size()).isEqualTo(2);
        assertThatExceptionOfType(ReadOnlyBufferException.class)
                .isThrownBy(() -> payload.view().put(0, (byte) 9));
    }

    @Test
    void no_value_is_not_an_empty_value() {
        assertThat(Payload.NONE.isNone()).isTrue();
        assertThat(Payload.NONE).hasToString("none").isNotEqualTo(Payload.of("text", new byte[0]));
        assertThat(Payload.of("none", new byte[0])).isSameAs(Payload.NONE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Payload.of("none", new byte[] {1}))
                .withMessageContaining("must be empty");
    }

    @Test
    void labels_are_short_and_visible() {
        String longest = "x".repeat(Payload.ENCODING_CHARS_MAX);
        assertThat(Payload.of(longest, new byte[0]).encoding()).isEqualTo(longest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Payload.of(longest + "x", new byte[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> Payload.of("", new byte[0]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Payload.of("a b", new byte[0]))
                .withMessageContaining("visible ASCII");
        assertThatIllegalArgumentException().isThrownBy(() -> Payload.of("é", new byte[0]));
    }

    @Test
    void its_text_is_readable_and_bounded() {
        assertThat(Payload.text("hello")).hasToString("text \"hello\"");
        assertThat(Payload.of("raw", new byte[] {0, (byte) 0xAB}))
                .hasToString("raw 0x00ab (2 bytes)");
        assertThat(Payload.text("é".repeat(1_000)).toString())
                .startsWith("text \"éé")
                .endsWith("é…\" (2000 bytes)")
                .hasSizeLessThan(200);
        assertThat(Payload.of("raw", new byte[1_000]).toString())
                .endsWith("00… (1000 bytes)")
                .hasSizeLessThan(200);
    }

    @Test
    void a_part_begins_where_it_is_asked_to() {
        assertThat(Payload.text("hello").from(3)).isEqualTo(Payload.text("lo"));
    }
}
