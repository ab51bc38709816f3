package dev.reprise.engine.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RawCodec;
import dev.reprise.Undecodable;
import dev.reprise.testing.PayloadCodecContract;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JsonCodecTest extends PayloadCodecContract {
    private final PayloadCodec codec = new JsonCodec();

    record Point(int x, int y) {}

    record Empty() {}

    record Box<T>(T content) {}

    enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "like grass";
            }
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Shape {
        @JsonTypeName("circle")
        record Circle(double radius) implements Shape {}

        @JsonTypeName("nothing")
        record Nothing() implements Shape {}
    }

    record Drawing(List<Shape> shapes, Map<Color, Shape> byColor, Optional<Shape> last) {}

    /** Types that only a declaration can say. */
    interface Types {
        Map<String, List<Point>> lists();

        List<Shape> shapes();

        Map<String, Shape> named();

        Box<Shape> box();

        Set<Color> colors();

        Map<LocalDate, Integer> byDay();

        Optional<Point> maybe();

        Box<Point> points();
    }

    static Type type(String name) {
        try {
            return Types.class.getDeclaredMethod(name).getGenericReturnType();
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    protected PayloadCodec codec() {
        return codec;
    }

    @Override
    protected List<Value> values() {
        var circle = new Shape.Circle(1.5);
        var nothing = new Shape.Nothing();
        var paris = ZoneId.of("Europe/Paris");
        return List.of(
                new Value("", String.class),
                new Value("Ünïcödé 𝄞", String.class),
                new Value(new byte[] {0, -1}, byte[].class),
                new Value(42, int.class),
                new Value(Long.MIN_VALUE, Long.class),
                new Value(0.1, double.class),
                new Value(Double.NaN, Double.class),
                new Value(true, boolean.class),
                new Value('x', char.class),
                new Value(new BigDecimal("2.00"), BigDecimal.class),
                new Value(new BigDecimal("2.0"), BigDecimal.class),
                new Value(BigInteger.TEN.pow(2_000), BigInteger.class),
                new Value(Color.GREEN, Color.class),
                new Value(new UUID(1, 2), UUID.class),
                new Value(LocalDate.of(2024, 2, 29), LocalDate.class),
                new Value(Instant.MAX, Instant.class),
                new Value(Duration.ofSeconds(-1, 3), Duration.class),
                new Value(OffsetDateTime.MAX, OffsetDateTime.class),
                new Value(
                        ZonedDateTime.of(2024, 10, 27, 2, 30, 0, 5, paris)
                                .withLaterOffsetAtOverlap(),
                        ZonedDateTime.class),
                new Value(
                        ZonedDateTime.of(2024, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC),
                        ZonedDateTime.class),
                new Value(
                        ZonedDateTime.of(2024, 1, 1, 0, 0, 0, 0, ZoneId.of("UTC")),
                        ZonedDateTime.class),
                new Value(new Empty(), Empty.class),
                new Value(new Point(1, 2), Point.class),
                new Value(List.of(1, 2), List.class),
                new Value(Map.of("a", List.of(new Point(3, 4))), type("lists")),
                new Value(Map.of(LocalDate.of(2024, 1, 1), 7), type("byDay")),
                new Value(EnumSet.allOf(Color.class), type("colors")),
                new Value(Optional.empty(), type("maybe")),
                new Value(Optional.of(new Point(5, 6)), type("maybe")),
                new Value(nothing, Shape.class),
                new Value(circle, Shape.Circle.class),
                new Value(List.of(circle, nothing), type("shapes")),
                new Value(Map.of("a", circle), type("named")),
                new Value(new Box<Shape>(circle), type("box")),
                new Value(
                        new Drawing(
                                List.of(nothing), Map.of(Color.RED, circle), Optional.of(circle)),
                        Drawing.class));
    }

    private String json(Object value) {
        Payload payload = codec.encode(value);
        assertThat(payload.encoding()).isEqualTo("json");
        return new String(payload.bytes(), StandardCharsets.UTF_8);
    }

    private Object read(String json, Type type) {
        return codec.decode(Payload.of("json", json.getBytes(StandardCharsets.UTF_8)), type);
    }

    private String refusedToRead(String json, Type type) {
        return assertThatExceptionOfType(Undecodable.class)
                .isThrownBy(() -> read(json, type))
                .actual()
                .getMessage();
    }

    @Test
    void texts_and_bytes_are_those_of_the_raw_codec_so_older_runs_replay() {
        for (Object value : List.of("text", new byte[] {1})) {
            assertThat(codec.encode(value)).isEqualTo(new RawCodec().encode(value));
            assertThat(codec.decode(codec.encode(value), Object.class)).isEqualTo(value);
        }
    }

    @Test
    void a_text_is_read_as_the_json_string_with_the_same_characters() {
        var date = Payload.text("2024-02-29");
        assertThat(codec.decode(date, LocalDate.class)).isEqualTo(LocalDate.of(2024, 2, 29));
        assertThat(read("\"a\"", String.class)).isEqualTo("a");
        assertThatExceptionOfType(Undecodable.class)
                .isThrownBy(() -> codec.decode(Payload.text("5"), int.class));
        assertThatExceptionOfType(Undecodable.class)
                .isThrownBy(() -> codec.decode(Payload.text("AAAA"), byte[].class));
    }

    @Test
    void equal_maps_and_sets_give_the_same_bytes_whatever_order_they_have() {
        var backwards = new TreeMap<String, Integer>(Comparator.reverseOrder());
        var asAdded = new LinkedHashMap<String, Integer>();
        var hashed = new HashMap<String, Integer>();
        var setBackwards = new TreeSet<Integer>(Comparator.reverseOrder());
        var setAsAdded = new LinkedHashSet<Integer>();
        for (int i : List.of(7, 1, 30, 20)) {
            backwards.put("k" + i, i);
            asAdded.put("k" + i, i);
            hashed.put("k" + i, i);
            setBackwards.add(i);
            setAsAdded.add(i);
        }
        for (var map : List.of(backwards, asAdded, hashed)) {
            assertThat(json(map)).isEqualTo("{\"k1\":1,\"k20\":20,\"k30\":30,\"k7\":7}");
        }
        for (var set : List.of(setBackwards, setAsAdded, Set.of(7, 1, 30, 20))) {
            assertThat(json(new Box<>(set))).isEqualTo("{\"content\":[1,20,30,7]}");
        }
        assertThat(json(new LinkedHashSet<>(List.of(Color.RED, Color.GREEN))))
                .isEqualTo(json(EnumSet.allOf(Color.class)))
                .isEqualTo("[\"GREEN\",\"RED\"]");
        assertThat(json(Set.of(Set.of(2, 1), Set.of(3)))).isEqualTo("[[1,2],[3]]");
        assertThat(json(Set.of("\ud834", "a"))).isEqualTo("[\"\\uD834\",\"a\"]");
    }

    @Test
    void a_set_is_read_in_the_order_in_which_it_was_written() {
        assertThat((Iterable<?>) read("[\"b\",\"a\",\"c\"]", Set.class))
                .isInstanceOf(LinkedHashSet.class)
                .map(String::valueOf)
                .containsExactly("b", "a", "c");
    }

    @Test
    void what_is_written_is_pinned() {
        assertThat(json(new Drawing(List.of(new Shape.Circle(1)), Map.of(), Optional.empty())))
                .isEqualTo("{\"byColor\":{},\"shapes\":[{\"@type\":\"circle\",\"radius\":1.0}]}");
        assertThat(json(List.of(Duration.ofMinutes(90), Instant.EPOCH, Color.GREEN)))
                .isEqualTo("[\"PT1H30M\",\"1970-01-01T00:00:00Z\",\"GREEN\"]");
    }

    record Order(String id, int cents) {}

    /** The order some releases later. */
    record LaterOrder(Optional<String> note, int cents, String id, Integer rating, int weight) {}

    record LaterUnweighted(Optional<String> note, int cents, String id, Integer rating) {}

    @Test
    void a_component_that_was_added_is_absent_in_what_is_older() {
        assertThat(read(json(new Order("a", 5)), LaterOrder.class))
                .isEqualTo(new LaterOrder(Optional.empty(), 5, "a", null, 0));
    }

    @Test
    void components_that_are_absent_or_in_another_order_do_not_change_the_bytes() {
        assertThat(json(new LaterUnweighted(Optional.empty(), 5, "a", null)))
                .isEqualTo(json(new Order("a", 5)))
                .isEqualTo("{\"cents\":5,\"id\":\"a\"}");
    }

    @Test
    void a_property_that_is_not_known_is_refused_by_name_and_both_remedies_are_told() {
        assertThat(refusedToRead("{\"content\":{\"x\":1,\"y\":2,\"z\":[3]}}", type("points")))
                .contains("at $.content.z, which is [3]")
                .contains("Point has no property z, only x, y")
                .contains("@JsonAlias(\"z\")")
                .contains("@JsonIgnoreProperties(\"z\")");
    }

    record Renamed(@JsonAlias("id") String name, int cents) {}

    @JsonIgnoreProperties("cents")
    record Shorter(String id) {}

    @Test
    void both_remedies_help() {
        String older = json(new Order("a", 5));
        assertThat(read(older, Renamed.class)).isEqualTo(new Renamed("a", 5));
        assertThat(read(older, Shorter.class)).isEqualTo(new Shorter("a"));
    }

    @Test
    void long_names_and_texts_come_back() {
        var value = Map.of("k".repeat(60_000), "v".repeat(1_000_000));
        assertThat(codec.decode(codec.encode(value), (Type) Map.class)).isEqualTo(value);
    }

    @SuppressWarnings("ArrayRecordComponent") // that is what is asked
    record Bytes(byte[] bytes) {}

    @Test
    void bytes_inside_something_are_base64() {
        assertThat(json(new Bytes(new byte[] {1, -1}))).isEqualTo("{\"bytes\":\"Af8=\"}");
        var read = (Bytes) read("{\"bytes\":\"Af8=\"}", Bytes.class);
        assertThat(read.bytes()).containsExactly(1, -1);
    }

    @Test
    void nothing_is_made_to_fit() {
        assertThat(refusedToRead("{\"x\":1.5,\"y\":2}", Point.class))
                .contains("at $.x, which is 1.5")
                .contains("Point")
                .doesNotContain("CoercionConfig");
        for (String x : List.of("\"1\"", "\"\"", "true", "99999999999", "[1]", "{}", "null")) {
            assertThat(refusedToRead("{\"x\":" + x + ",\"y\":2}", Point.class))
                    .contains("at $.x, which is " + x);
        }
        for (String text : List.of("1", "1.5", "true", "[\"a\"]")) {
            assertThat(refusedToRead(text, String.class)).contains("at $, which is " + text);
        }
        for (String color : List.of("0", "\"\"", "\"red\"", "\"like grass\"")) {
            assertThat(refusedToRead(color, Color.class)).contains("which is " + color);
        }
        for (String damaged : List.of("", "{", "{\"x\":1,\"y\":2} 3", "nul")) {
            assertThat(refusedToRead(damaged, Point.class)).contains("at $");
        }
        assertThat(refusedToRead("null", Point.class)).contains("it holds null");
    }

    sealed interface Bare {
        record A(int x) implements Bare {}
    }

    @Test
    void subtypes_without_names_are_refused_when_read_and_it_is_said_what_to_add() {
        assertThat(refusedToRead(json(new Bare.A(1)), Bare.class))
                .contains("Bare is abstract")
                .contains("@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)");
        assertThat(refusedToRead("{\"@type\":\"square\"}", Shape.class)).contains("square");
        assertThat(refusedToRead("{\"radius\":1.0}", Shape.class)).contains("@type");
    }

    private String refusedToWrite(Object value) {
        return assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.encode(value))
                .actual()
                .getMessage();
    }

    @Test
    void what_is_no_value_is_refused_with_its_class_its_place_and_what_to_do() {
        Runnable lambda = () -> {};
        for (Object odd :
                List.of(
                        new Object(),
                        lambda,
                        Thread.currentThread(),
                        new IllegalStateException())) {
            assertThat(refusedToWrite(new Box<>(List.of(odd))))
                    .contains("Box", "at $.content[0]", odd.getClass().getName(), "What to do");
        }
    }

    record Failing(int x) {
        @Override
        public int x() {
            throw new IllegalStateException("not now");
        }
    }

    @Test
    void an_accessor_that_throws_is_refused_with_its_place() {
        assertThat(refusedToWrite(new Failing(1))).contains("Failing", "at $.x", "not now");
    }

    @Test
    void keys_that_would_not_come_back_are_refused() {
        assertThat(refusedToWrite(Map.of(new Point(1, 2), "a"))).contains("Point", "no text");
        assertThat(refusedToWrite(Map.of(List.of(1), "a"))).contains("no text");
        assertThat(refusedToWrite(Map.of(1, "a", "1", "b")))
                .contains("same text 1", "java.lang.Integer", "java.lang.String");
        assertThat(refusedToWrite(Map.of("\ud834", 1))).contains("not well-formed");
        var nullKey = new HashMap<String, Integer>();
        nullKey.put(null, 1);
        assertThat(refusedToWrite(nullKey)).contains("null");
        assertThat(refusedToWrite(Set.of(1, 1L))).contains("same form: 1");
    }

    @Test
    void a_value_that_holds_itself_is_refused() {
        var self = new Object[1];
        self[0] = self;
        assertThat(refusedToWrite(self)).contains("depth").hasSizeLessThan(1_500);
    }
}
