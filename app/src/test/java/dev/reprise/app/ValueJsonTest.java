package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Payload;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values in what is printed for programs. */
class ValueJsonTest {
    private static Payload json(String text) {
        return Payload.wrap("json", text.getBytes(StandardCharsets.UTF_8));
    }

    private static String field(Payload value) {
        return ValueJson.field("answer", value);
    }

    @Test
    void a_list_and_a_text_that_looks_like_one_are_not_the_same() {
        assertThat(field(json("[]"))).isEqualTo("\"answer\":[]");
        assertThat(field(json("\"[]\""))).isEqualTo("\"answer\":\"[]\"");
        assertThat(field(Payload.text("[]"))).isEqualTo("\"answer\":\"[]\"");
        assertThat(field(Payload.NONE)).isEqualTo("\"answer\":null");
    }

    @Test
    void numbers_and_all_else_in_json_are_as_they_were_given() {
        assertThat(field(json("{\"a\": 1.50,\r\n \"b\": 12345678901234567890123}\n")))
                .isEqualTo("\"answer\":{\"a\": 1.50,   \"b\": 12345678901234567890123}");
    }

    @Test
    void what_is_neither_json_nor_a_text_is_in_base64_with_its_encoding() {
        String bytes = "\"answer\":\"//4=\",\"encoding\":";
        byte[] two = {(byte) 0xFF, (byte) 0xFE};
        assertThat(field(Payload.of("bytes", two))).isEqualTo(bytes + "\"bytes\"");
        assertThat(field(Payload.of("text", two))).isEqualTo(bytes + "\"text\"");
        assertThat(field(json("{]"))).isEqualTo("\"answer\":\"e10=\",\"encoding\":\"json\"");
        assertThat(field(json("1 2"))).contains("\"encoding\":\"json\"");
    }

    @Test
    void encodings_of_several_values_are_told_when_one_of_them_needs_it() {
        assertThat(ValueJson.fields("values", List.of(json("1"), Payload.text("a\u001B"))))
                .isEqualTo("\"values\":[1,\"a\\u001B\"]");
        assertThat(ValueJson.fields("values", List.of(json("1"), Payload.of("bytes", new byte[1]))))
                .isEqualTo("\"values\":[1,\"AA==\"],\"encodings\":[\"json\",\"bytes\"]");
    }
}
