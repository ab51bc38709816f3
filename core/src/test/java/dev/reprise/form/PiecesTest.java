package dev.reprise.form;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Texts of others in our messages, pictures and lines. */
class PiecesTest {
    @Test
    void a_text_is_shown_up_to_forty_letters_and_without_what_nobody_can_see() {
        assertThat(Malformed.shown("")).isEmpty();
        assertThat(Malformed.shown("café 😀")).isEqualTo("café 😀");
        assertThat(Malformed.shown("a\nb\u200Fc\u2028d\u2029e\u00A0f\uD800"))
                .isEqualTo("aU+000AbU+200FcU+2028dU+2029eU+00A0fU+D800");
        assertThat(Malformed.shown("😀".repeat(40))).isEqualTo("😀".repeat(40));
        assertThat(Malformed.shown("😀".repeat(41))).isEqualTo("😀".repeat(40) + "…");
    }

    @Test
    void a_picture_holds_any_text() {
        var svg =
                new Svg()
                        .open("g", "name", "<\"&\">")
                        .add("line", "x1", 1.25, "y1", 3)
                        .text("text", "a\u0000b\u001F \n\t\uFFFE\uFFFF\uDFFF \uD800 \uE000\uFFFD😀")
                        .close("g")
                        .raw("<!-- end -->");
        assertThat(svg)
                .hasToString(
                        """
                        <g name="&lt;&quot;&amp;&quot;&gt;">
                        <line x1="1.3" y1="3"/>
                        <text>a�b� \n\t��� � \uE000�😀</text>
                        </g>
                        <!-- end -->""");
    }

    @Test
    void what_json_cannot_hold_in_a_line_is_quoted() {
        assertThat(new LogLine("event").with("a", "b c\"\\\n\u001F").with("d", "").saying("Yes."))
                .isEqualTo("event a=\"b c\\\"\\\\\\u000a\\u001f\" d=\"\": Yes.");
        assertThat(new LogLine("event").with("a", "é/1._#$+@-").saying(""))
                .endsWith("a=é/1._#$+@-: ");
    }

    @Test
    void json_is_compact_but_for_arrays_in_lines() throws IOException {
        var out = new ByteArrayOutputStream();
        JsonSink.write(
                out,
                it ->
                        it.object(
                                () -> {
                                    it.name("seed").unsigned(-1);
                                    it.name("rows");
                                    it.inLines()
                                            .array(
                                                    () -> {
                                                        it.array(() -> it.number(1).number(2));
                                                        it.bool(true);
                                                    });
                                }));
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"seed\":18446744073709551615,\"rows\":[\n[1,2],\ntrue\n]}");
    }

    @Test
    void it_can_be_asked_whether_a_text_follows() throws IOException {
        var json = "[\"a\",1]".getBytes(StandardCharsets.UTF_8);
        String read =
                JsonSource.read(
                        "test",
                        new ByteArrayInputStream(json),
                        it -> {
                            it.startArray();
                            it.nextElement(0);
                            boolean first = it.textFollows();
                            String text = it.text();
                            it.nextElement(1);
                            boolean second = it.textFollows();
                            long number = it.unsigned();
                            it.nextElement(2);
                            return first + " " + text + " " + second + " " + number;
                        });
        assertThat(read).isEqualTo("true a false 1");
    }

    @Test
    void frames_say_which_version_wrote_them_and_may_be_as_long_as_allowed() throws IOException {
        var format = new Format("test file", "TEST", 3, 4, 1000);
        var out = new ByteArrayOutputStream();
        var writer = new FrameWriter(out, format);
        writer.write(new byte[1000], 0, 1000);
        writer.end();
        var reader = new FrameReader(new ByteArrayInputStream(out.toByteArray()), format);
        assertThat(reader.minor()).isEqualTo(4);
        assertThat(reader.next()).hasValueSatisfying(it -> assertThat(it).hasSize(1000));
        assertThat(reader.next()).isEmpty();
    }
}
