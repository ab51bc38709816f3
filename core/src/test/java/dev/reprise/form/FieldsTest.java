package dev.reprise.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Payload;
import dev.reprise.form.Malformed.Problem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages field by field: what is written is read, in bytes and in JSON, and all else refused. */
class FieldsTest {
    private static final List<DayOfWeek> DAYS = List.of(DayOfWeek.values());
    private static final Shape NOTE = Shape.message("Note", "word*", "day");
    private static final Shape EITHER = Shape.union("Either", "one", "other");
    private static final Shape ALL =
            Shape.message(
                    "All",
                    "number",
                    "signed",
                    "bits",
                    "bool",
                    "real",
                    "label",
                    "bytes",
                    FieldSink.CONTENT,
                    "duration",
                    "instant",
                    "day",
                    "note*",
                    "either");

    /** What a message holds: the values of those fields that are there. */
    private record Content(SortedMap<Integer, Object> fields) {
        static final Content EMPTY = new Content(new TreeMap<>());

        Content with(int field, Object value) {
            var more = new TreeMap<>(fields);
            more.put(field, value);
            return new Content(more);
        }

        Content without(int field) {
            var fewer = new TreeMap<>(fields);
            fewer.remove(field);
            return new Content(fewer);
        }

        void write(FieldSink out) {
            fields.forEach((field, value) -> write(out, field, value));
        }

        private static void write(FieldSink out, int field, Object value) {
            switch (field) {
                case 1 -> out.number(1, (Long) value);
                case 2 -> out.signed(2, (Long) value);
                case 3 -> out.bits(3, (Long) value);
                case 4 -> out.bool(4, (Boolean) value);
                case 5 -> out.real(5, (Double) value);
                case 6 -> out.text(6, (String) value);
                case 7 -> out.bytes(7, ((String) value).getBytes(StandardCharsets.UTF_8));
                case 8 -> out.content(8, Payload.text((String) value));
                case 9 -> out.duration(9, (Duration) value);
                case 10 -> out.instant(10, (Instant) value);
                case 11 -> out.constant(11, (DayOfWeek) value, DAYS);
                case 12 -> {
                    out.openList(12);
                    ((List<?>) value).forEach(it -> note(out, (List<?>) it));
                    out.closeList();
                }
                default -> {
                    out.open(13, EITHER);
                    out.text(value.equals("1") ? 1 : 2, (String) value);
                    out.close();
                }
            }
        }

        private static void note(FieldSink out, List<?> words) {
            out.open(12, NOTE);
            out.openList(1);
            words.forEach(it -> out.text(1, (String) it));
            out.closeList();
            out.close();
        }

        static Content read(FieldSource in) {
            var fields = new TreeMap<Integer, Object>();
            var notes = new ArrayList<List<String>>();
            for (int field = in.next(); field != 0; field = in.next()) {
                if (field == 12) {
                    notes.add(words(in));
                    fields.put(12, notes);
                } else {
                    fields.put(field, value(in, field));
                }
            }
            return new Content(fields);
        }

        private static Object value(FieldSource in, int field) {
            return switch (field) {
                case 1 -> in.number(Long.MAX_VALUE);
                case 2 -> in.signed(Long.MIN_VALUE, Long.MAX_VALUE);
                case 3 -> in.bits();
                case 4 -> in.bool();
                case 5 -> in.real();
                case 6 -> in.text();
                case 7 -> new String(in.bytes(), StandardCharsets.UTF_8);
                case 8 -> new String(in.content(), StandardCharsets.UTF_8);
                case 9 -> in.duration();
                case 10 -> in.instant();
                case 11 -> in.constant(DAYS);
                default -> either(in);
            };
        }

        private static List<String> words(FieldSource in) {
            var words = new ArrayList<String>();
            in.open(NOTE);
            for (int field = in.next(); field != 0; field = in.next()) {
                words.add(in.name());
            }
            return words;
        }

        private static String either(FieldSource in) {
            in.open(EITHER);
            in.kind(EITHER);
            String text = in.text();
            in.endKind(EITHER);
            return text;
        }
    }

    private static final Content FULL =
            Content.EMPTY
                    .with(1, 300L)
                    .with(2, -300L)
                    .with(3, -1L)
                    .with(4, true)
                    .with(5, -0.5)
                    .with(6, "é")
                    .with(7, "bytes")
                    .with(8, "content")
                    .with(9, Duration.ofMillis(-1))
                    .with(10, Instant.parse("2026-11-16T12:00:00.000000001Z"))
                    .with(11, DayOfWeek.SUNDAY)
                    .with(12, List.of(List.of("a", "", "b"), List.of(), List.of("a")))
                    .with(13, "1");

    /** Contents each of which differs from all others. */
    private static List<Content> contents() {
        var all = new ArrayList<Content>();
        all.add(Content.EMPTY);
        all.add(FULL);
        FULL.fields().keySet().forEach(it -> all.add(FULL.without(it)));
        all.add(FULL.with(1, Long.MAX_VALUE));
        all.add(FULL.with(2, Long.MIN_VALUE));
        all.add(FULL.with(3, 1L << 63));
        all.add(FULL.with(5, Double.NaN));
        all.add(FULL.with(6, "e"));
        all.add(FULL.with(7, "byte"));
        all.add(FULL.with(8, "contents"));
        all.add(FULL.with(9, Duration.ofMillis(-2)));
        all.add(FULL.with(10, Instant.MIN));
        all.add(FULL.with(11, DayOfWeek.SATURDAY));
        all.add(FULL.with(12, List.of(List.of("a", "", "b"), List.of())));
        all.add(FULL.with(13, "2"));
        return all;
    }

    private static byte[] inBytes(Content content) {
        var out = new ByteSink(0);
        content.write(FieldSink.binary(out, ALL));
        return out.toByteArray();
    }

    private static String inJson(Content content) throws IOException {
        var out = new ByteArrayOutputStream();
        JsonSink.write(out, json -> json.object(() -> content.write(FieldSink.json(json, ALL))));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static <T> T ofBytes(byte[] bytes, Shape shape, Function<FieldSource, T> read) {
        return read.apply(FieldSource.binary(new ByteSource("test", bytes), shape));
    }

    private static <T> T ofJson(String json, Shape shape, Function<FieldSource, T> read) {
        try {
            var in = new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8));
            return JsonSource.read("test", in, it -> read.apply(FieldSource.json(it, shape)));
        } catch (IOException e) {
            throw new AssertionError("reading from memory does not fail", e);
        }
    }

    private static String saidBytes(byte[] bytes, Shape shape, Function<FieldSource, ?> read) {
        return "" + read.apply(FieldSource.binary(new ByteSource("test", bytes), shape));
    }

    private static String saidJson(String json, Shape shape, Function<FieldSource, ?> read) {
        return "" + ofJson(json, shape, read);
    }

    private static byte[] bytes(Consumer<ByteSink> write) {
        var out = new ByteSink(0);
        write.accept(out);
        return out.toByteArray();
    }

    private static void refused(Problem problem, String sentence, Runnable read) {
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(read::run)
                .withMessageContaining(sentence)
                .satisfies(it -> assertThat(it.problem()).isEqualTo(problem));
    }

    @Test
    void what_is_written_is_read() throws IOException {
        for (Content content : contents()) {
            Content ofBytes = ofBytes(inBytes(content), ALL, Content::read);
            assertThat(ofBytes).isEqualTo(content);
            Content ofJson = ofJson(inJson(content), ALL, Content::read);
            assertThat(ofJson).isEqualTo(content);
        }
        assertThat(inBytes(Content.EMPTY)).isEmpty();
        assertThat(inJson(Content.EMPTY)).isEqualTo("{}");
    }

    @Test
    void a_value_is_found_where_it_was_written_and_nowhere_else() {
        var comparison = new FieldComparison();
        for (Content written : contents()) {
            for (Content asked : contents()) {
                comparison.begin(new ByteSource("test", inBytes(written)));
                asked.write(comparison);
                assertThat(comparison.isSame())
                        .as("%s is asked for, %s is there", asked, written)
                        .isEqualTo(asked.equals(written));
            }
        }
    }

    @Test
    void a_part_is_not_the_whole() {
        var comparison = new FieldComparison();
        byte[] whole = inBytes(FULL);
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            comparison.begin(new ByteSource("test", part));
            FULL.write(comparison);
            assertThat(comparison.isSame()).as("the first %d bytes", length).isFalse();
        }
        comparison.begin(new ByteSource("test", Arrays.copyOf(whole, whole.length + 1)));
        FULL.write(comparison);
        assertThat(comparison.isSame()).isFalse();
    }

    @Test
    void the_json_is_as_people_expect_it() throws IOException {
        assertThat(inJson(FULL))
                .isEqualTo(
                        "{\"number\":300,\"signed\":-300,\"bits\":\"ffffffffffffffff\",\"bool\":true,"
                                + "\"real\":\"-0.5\",\"label\":\"é\",\"bytes\":\"Ynl0ZXM=\","
                                + "\"text\":\"content\",\"duration\":\"PT-0.001S\","
                                + "\"instant\":\"2026-11-16T12:00:00.000000001Z\",\"day\":\"SUNDAY\","
                                + "\"note\":[{\"word\":[\"a\",\"\",\"b\"]},{\"word\":[]},{\"word\":[\"a\"]}],"
                                + "\"either\":{\"one\":\"1\"}}");
    }

    @Test
    void numbers_have_bounds_which_are_allowed_themselves() {
        byte[] ten = bytes(it -> FieldSink.binary(it, ALL).number(1, 10));
        byte[] minusTen = bytes(it -> FieldSink.binary(it, ALL).signed(2, -10));
        assertThat(saidBytes(ten, ALL, it -> it.next() + " " + it.number(10))).isEqualTo("1 10");
        refused(
                Problem.LIMIT,
                "field 1 (number) of a All is 10, at most 9 is allowed.",
                () -> ofBytes(ten, ALL, it -> it.next() * it.number(9)));
        assertThat(saidBytes(minusTen, ALL, it -> it.next() + " " + it.signed(-10, -10)))
                .isEqualTo("2 -10");
        refused(
                Problem.LIMIT,
                "field 2 (signed) of a All is -10, it must be in -9..0.",
                () -> ofBytes(minusTen, ALL, it -> it.next() * it.signed(-9, 0)));
        refused(
                Problem.LIMIT,
                "it must be in -20..-11.",
                () -> ofBytes(minusTen, ALL, it -> it.next() * it.signed(-20, -11)));
        byte[] day = bytes(it -> FieldSink.binary(it, ALL).number(11, 7));
        refused(
                Problem.VERSION,
                "field 11 (day) of a All has constant 7, which this program does not know.",
                () -> ofBytes(day, ALL, Content::read));
    }

    @Test
    void a_field_of_another_type_is_refused() {
        List<Function<FieldSource, ?>> numbers =
                List.of(it -> it.number(9), it -> it.signed(0, 9), FieldSource::bool);
        List<Function<FieldSource, ?>> fixed = List.of(FieldSource::bits, FieldSource::real);
        List<Function<FieldSource, ?>> counted =
                List.of(
                        FieldSource::text,
                        FieldSource::name,
                        FieldSource::bytes,
                        FieldSource::content,
                        FieldSource::duration,
                        FieldSource::instant,
                        it -> {
                            it.open(NOTE);
                            return it;
                        });
        List<List<Function<FieldSource, ?>>> all = List.of(numbers, fixed, counted);
        for (int written = 0; written < 3; written++) {
            byte[] field = {(byte) (6 << 3 | written), 0, 0, 0, 0, 0, 0, 0, 0, 0};
            for (int asked = 0; asked < 3; asked++) {
                String sentence =
                        "field 6 (label) of a All has type "
                                + written
                                + ", expected type "
                                + asked
                                + ".";
                for (Function<FieldSource, ?> read : all.get(asked)) {
                    if (asked != written) {
                        refused(
                                Problem.SYNTAX,
                                sentence,
                                () -> ofBytes(field, ALL, it -> it.next() + "" + read.apply(it)));
                    }
                }
            }
        }
    }

    @Test
    void fields_come_in_order_and_once_unless_they_are_a_list() {
        refused(
                Problem.ORDER,
                "field 1 of a All comes after field 2.",
                () -> ofBytes(new byte[] {2 << 3, 2, 1 << 3, 1}, ALL, Content::read));
        refused(
                Problem.ORDER,
                "field 1 of a All comes after field 1.",
                () -> ofBytes(new byte[] {1 << 3, 1, 1 << 3, 1}, ALL, Content::read));
        refused(
                Problem.LIMIT,
                "a field of a All has number 0.",
                () -> ofBytes(new byte[] {0, 1}, ALL, Content::read));
        refused(
                Problem.SYNTAX,
                "base64|text is given twice.",
                () -> ofJson("{\"text\":\"a\",\"base64\":\"\"}", ALL, Content::read));
    }

    @Test
    void what_a_newer_version_adds_is_passed_over_and_counted_unless_it_must_be_understood() {
        byte[] added =
                bytes(
                        it -> {
                            it.varint(20 << 3);
                            it.varint(7);
                            it.varint(21 << 3 | 1);
                            it.fixed64(7);
                            it.varint(22 << 3 | 2);
                            it.text("new");
                        });
        assertThat(saidBytes(added, ALL, it -> it.next() + " " + it.skippedCount()))
                .isEqualTo("0 3");
        refused(
                Problem.SYNTAX,
                "field 20 of a All has type 3, expected a type from 0 to 2.",
                () -> ofBytes(bytes(it -> it.varint(20 << 3 | 3)), ALL, Content::read));
        refused(
                Problem.VERSION,
                "field 20 of a All must be understood",
                () -> ofBytes(bytes(it -> it.varint(20 << 3 | 4)), ALL, Content::read));
        refused(
                Problem.UNKNOWN,
                "there is no field \"new\" here.",
                () -> ofJson("{\"new\":1}", ALL, Content::read));
        refused(
                Problem.VERSION,
                "field \"new!\" of a All must be understood",
                () -> ofJson("{\"new!\":1}", ALL, Content::read));
    }

    @Test
    void a_union_has_one_kind_which_is_known() {
        byte[] both =
                bytes(
                        it -> {
                            var out = FieldSink.binary(it, ALL);
                            out.open(13, EITHER);
                            out.text(1, "x");
                            out.text(2, "y");
                            out.close();
                        });
        refused(
                Problem.INCONSISTENT,
                "a Either has two kinds.",
                () -> ofBytes(both, ALL, Content::read));
        refused(
                Problem.INCONSISTENT,
                "a Either is empty: it has no kind.",
                () -> ofJson("{\"either\":{}}", ALL, Content::read));
        refused(
                Problem.INCONSISTENT,
                "a Either has two kinds.",
                () -> ofJson("{\"either\":{\"one\":\"x\",\"other\":\"y\"}}", ALL, Content::read));
        refused(
                Problem.UNKNOWN,
                "\"third\" is no kind of Either that this program knows.",
                () -> ofJson("{\"either\":{\"third\":\"x\"}}", ALL, Content::read));
        byte[] unknown = HexFormat.of().parseHex("6a021a00");
        refused(
                Problem.VERSION,
                "field 3 of a Either must be understood",
                () -> ofBytes(unknown, ALL, Content::read));
    }

    @Test
    void messages_nest_so_deep_and_no_deeper() {
        Shape nest = Shape.message("Nest", "inner");
        int most = FieldSink.NESTING_MAX - 1;
        byte[] deep = nested(nest, most);
        assertThat(saidBytes(deep, nest, it -> depth(it, nest))).isEqualTo("" + most);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nested(nest, most + 1))
                .withMessage("messages nest at most 100 deep");
        byte[] deeper =
                bytes(
                        it -> {
                            it.varint(1 << 3 | 2);
                            it.bytes(deep);
                        });
        refused(
                Problem.LIMIT,
                "messages nest more than 100 deep.",
                () -> ofBytes(deeper, nest, it -> depth(it, nest)));
        String json = "{\"inner\":".repeat(most) + "{}" + "}".repeat(most);
        assertThat(saidJson(json, nest, it -> depth(it, nest))).isEqualTo("" + most);
        refused(
                Problem.LIMIT,
                "messages nest more than 100 deep.",
                () -> ofJson("{\"inner\":" + json + "}", nest, it -> depth(it, nest)));
    }

    private static byte[] nested(Shape nest, int depth) {
        return bytes(
                it -> {
                    var out = FieldSink.binary(it, nest);
                    IntStream.range(0, depth).forEach(_ -> out.open(1, nest));
                    IntStream.range(0, depth).forEach(_ -> out.close());
                });
    }

    private static int depth(FieldSource in, Shape nest) {
        int depth = 0;
        for (int open = 0; open >= 0; ) {
            if (in.next() != 0) {
                in.open(nest);
                open++;
                depth++;
            } else {
                open--;
            }
        }
        return depth;
    }

    @Test
    void a_shape_has_fewer_fields_than_a_long_has_bits() {
        String[] most = Collections.nCopies(63, "f").toArray(String[]::new);
        assertThat(Shape.message("Most", most).fieldCount()).isEqualTo(63);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                Shape.union(
                                        "More",
                                        Collections.nCopies(64, "f").toArray(String[]::new)))
                .withMessage("a message has at most 63 fields: More");
        assertThat(NOTE.isList(1)).isTrue();
        assertThat(NOTE.isList(2)).isFalse();
        assertThat(NOTE.fieldName(1)).isEqualTo("word");
        assertThat(NOTE.isUnion()).isFalse();
        assertThat(EITHER.isUnion()).isTrue();
        assertThat(EITHER).hasToString("Either");
    }
}
