package dev.reprise.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.form.Malformed.Problem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Strict JSON. */
class JsonTest {
    private static String written(Consumer<JsonSink> body) throws IOException {
        var out = new ByteArrayOutputStream();
        JsonSink.write(out, body);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static <T> T read(String json, Function<JsonSource, T> body) {
        return read(json.getBytes(StandardCharsets.UTF_8), body);
    }

    private static <T> T read(byte[] json, Function<JsonSource, T> body) {
        try {
            return JsonSource.read("test", new ByteArrayInputStream(json), body);
        } catch (IOException e) {
            throw new AssertionError("reading from memory does not fail", e);
        }
    }

    private static void assertRefused(
            String json, Function<JsonSource, ?> body, Problem problem, String place) {
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> read(json, body))
                .satisfies(e -> assertThat(e.problem()).as(e.getMessage()).isEqualTo(problem))
                .satisfies(e -> assertThat(e.place()).as(e.getMessage()).isEqualTo(place));
    }

    @Property
    void texts_numbers_and_bytes_come_back(
            @ForAll String text, @ForAll long number, @ForAll byte[] bytes) throws IOException {
        // A lone half of a surrogate pair is no text that UTF-8 can hold.
        var sound = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        var json =
                written(
                        sink ->
                                sink.object(
                                        () ->
                                                sink.name("t")
                                                        .text(sound)
                                                        .name("n")
                                                        .number(number)
                                                        .name("b")
                                                        .base64(bytes)));
        var found = new ArrayList<Object>();
        read(
                json,
                source -> {
                    source.object(
                            name ->
                                    switch (name) {
                                        case "t" -> found.add(source.text());
                                        case "n" -> found.add(source.number());
                                        case "b" -> found.add(source.base64());
                                        default -> false;
                                    });
                    return "";
                });
        assertThat(found.get(0)).isEqualTo(sound);
        assertThat(found.get(1)).isEqualTo(number);
        assertThat((byte[]) found.get(2)).isEqualTo(bytes);
    }

    /** The numbers of an object such as {"list":[1,2]}. */
    private static List<Long> numbers(JsonSource source) {
        var numbers = new ArrayList<Long>();
        source.object(
                name -> {
                    if (!name.equals("list")) {
                        return false;
                    }
                    source.array(() -> numbers.add(source.number(0, 100)));
                    return true;
                });
        return numbers;
    }

    @Test
    void an_array_in_an_object_is_read() {
        assertThat(read(" {\"list\" : [1, 2,\n3]} ", JsonTest::numbers))
                .containsExactly(1L, 2L, 3L);
        assertThat(read("{\"list\":[]}", JsonTest::numbers)).isEmpty();
        assertThat(read("{}", JsonTest::numbers)).isEmpty();
    }

    @Test
    void every_refusal_says_where() {
        assertRefused("", JsonTest::numbers, Problem.TRUNCATED, "line 1, column 1");
        assertRefused("[]", JsonTest::numbers, Problem.SYNTAX, "line 1, column 1");
        assertRefused("{\"list\":7}", JsonTest::numbers, Problem.SYNTAX, "line 1, column 9 (list)");
        assertRefused(
                "{\"list\":[1,\n  \"two\"]}",
                JsonTest::numbers,
                Problem.SYNTAX,
                "line 2, column 3 (list[1])");
        assertRefused(
                "{\"list\":[1,\n  200]}",
                JsonTest::numbers,
                Problem.LIMIT,
                "line 2, column 3 (list[1])");
        assertRefused(
                "{\"list\":[1.5]}",
                JsonTest::numbers,
                Problem.SYNTAX,
                "line 1, column 10 (list[0])");
        assertRefused(
                "{\"other\":7}", JsonTest::numbers, Problem.UNKNOWN, "line 1, column 2 (other)");
        assertRefused("{\"list\":[1]}x", JsonTest::numbers, Problem.SYNTAX, "line 1, column 13");
        assertRefused("{\"list\":[1]} 7", JsonTest::numbers, Problem.TRAILING, "line 1, column 14");
        assertRefused("{\"list\":[1]}{}", JsonTest::numbers, Problem.TRAILING, "line 1, column 13");
    }

    @Test
    void doubled_fields_are_refused() {
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> read("{\"list\":[1],\"list\":[2]}", JsonTest::numbers))
                .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.SYNTAX))
                .withMessageContaining("list");
    }

    @Test
    void what_is_not_json_is_refused() {
        for (var text :
                List.of(
                        "{",
                        "{\"list\"",
                        "{\"list\":",
                        "{\"list\":[",
                        "{\"list\":[1",
                        "{\"list\":[1,",
                        "nul",
                        "{'a':1}",
                        "{\"list\":[01]}",
                        "{\"list\":[NaN]}",
                        "{\"list\":[1,]}",
                        "// x",
                        "{\"list\":[1]/**/}")) {
            assertThatExceptionOfType(Malformed.class)
                    .as(text)
                    .isThrownBy(() -> read(text, JsonTest::numbers))
                    .satisfies(
                            e -> assertThat(e.problem()).isIn(Problem.TRUNCATED, Problem.SYNTAX));
        }
    }

    @Test
    void what_is_not_utf8_is_refused_as_input_and_not_as_a_broken_stream() {
        var inputs = new ArrayList<byte[]>();
        inputs.add(new byte[] {'{', '"', (byte) 0xC3, '(', '"', ':', '1', '}'});
        inputs.add(new byte[] {'"', (byte) 0xFF, '"'});
        inputs.add(new byte[] {0, 0, 0, '{', 0x7F, 0x7F, 0x7F, 0x7F});
        inputs.add(new byte[] {'{', 0, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F});
        inputs.add("{\"list\":[1]}".getBytes(Charset.forName("UTF-32BE")));
        inputs.add("{\"list\":[1]}".getBytes(StandardCharsets.UTF_16LE));
        for (var input : inputs) {
            assertThatExceptionOfType(Malformed.class)
                    .isThrownBy(() -> read(input, JsonTest::numbers));
        }
    }

    @Test
    void too_deep_and_too_long_is_refused() {
        Function<JsonSource, String> skipping =
                source -> {
                    source.skip();
                    return "";
                };
        assertThat(read("[".repeat(400) + "]".repeat(400), skipping)).isEmpty();
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> read("[".repeat(1000) + "]".repeat(1000), skipping))
                .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.LIMIT));
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> read("{\"" + "n".repeat(1000) + "\":1}", JsonTest::numbers))
                .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.LIMIT));
    }

    @Test
    void unknown_fields_are_skipped_where_that_is_allowed() {
        Function<JsonSource, List<Long>> patient =
                source -> {
                    source.skipUnknownFields();
                    return numbers(source);
                };
        List<Long> numbers = read("{\"new\":{\"a\":[1,{}]},\"list\":[4]}", patient);
        assertThat(numbers).containsExactly(4L);
    }

    @Test
    void an_array_in_lines_has_a_line_for_each_value() throws IOException {
        assertThat(
                        written(
                                sink ->
                                        sink.object(
                                                        () ->
                                                                sink.name("list")
                                                                        .inLines()
                                                                        .array(
                                                                                () ->
                                                                                        sink.number(
                                                                                                        1)
                                                                                                .number(
                                                                                                        2))
                                                                        .name("x")
                                                                        .bool(true))
                                                .line()))
                .isEqualTo("{\"list\":[\n1,\n2\n],\"x\":true}\n");
        assertThat(
                        written(
                                sink ->
                                        sink.inLines()
                                                .array(
                                                        () ->
                                                                sink.array(
                                                                        () ->
                                                                                sink.number(1)
                                                                                        .number(
                                                                                                2)))))
                .isEqualTo("[\n[1,2]\n]");
    }

    @Test
    void a_stream_that_fails_is_not_blamed_on_the_input() {
        var failing =
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("the cable is out");
                    }

                    @Override
                    public int read(byte[] bytes, int from, int length) throws IOException {
                        return read();
                    }
                };
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> JsonSource.read("test", failing, JsonTest::numbers))
                .withMessage("the cable is out");
        var full =
                new OutputStream() {
                    @Override
                    public void write(int one) throws IOException {
                        throw new IOException("the disk is full");
                    }
                };
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> JsonSink.write(full, sink -> sink.array(() -> sink.number(1))))
                .withMessage("the disk is full");
    }
}
