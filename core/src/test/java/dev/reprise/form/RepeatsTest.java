package dev.reprise.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.form.Malformed.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** What is read again is given again, and nothing else ever is. */
class RepeatsTest {
    private static final Shape NAMES = Shape.message("Names", "names*");
    private static final Shape MANY = Shape.message("Many", "inner*");
    private static final Shape INNER = Shape.message("Inner", "number");

    private static final Function<FieldSource, Long> NUMBER = RepeatsTest::number;
    private static final Function<FieldSource, String> SHOUTED = RepeatsTest::shouted;

    private final Repeats repeats = new Repeats();

    @Test
    void what_was_added_is_found_within_other_bytes() {
        repeats.add(SHOUTED, bytes("charge"), "first");
        byte[] around = bytes("a charge too");
        assertThat(repeats.find(SHOUTED, around, 2, 8)).isEqualTo("first");
        assertThat(repeats.find(SHOUTED, around, 2, 7)).isNull();
        assertThat(repeats.find(SHOUTED, around, 1, 8)).isNull();
        assertThat(repeats.find(SHOUTED, around, 2, 2)).isNull();
    }

    @Test
    void a_change_of_any_bit_is_another_value() {
        for (int length = 1; length <= Repeats.BYTES_MAX; length++) {
            var known = new byte[length];
            new Random(length).nextBytes(known);
            repeats.add(SHOUTED, known, "known");
            assertThat(repeats.find(SHOUTED, known.clone(), 0, length)).isEqualTo("known");
            for (int bit = 0; bit < 8 * length; bit++) {
                var changed = known.clone();
                changed[bit / 8] ^= (byte) (1 << bit % 8);
                assertThat(repeats.find(SHOUTED, changed, 0, length)).isNull();
            }
        }
    }

    @Test
    void two_values_that_meet_in_one_place_are_not_confused() {
        byte[] one = bytes("charge");
        byte[] other = meeting(one);
        repeats.add(SHOUTED, one, "one");
        assertThat(repeats.find(SHOUTED, other, 0, other.length)).isNull();
        repeats.add(SHOUTED, other, "other");
        assertThat(repeats.find(SHOUTED, other, 0, other.length)).isEqualTo("other");
        assertThat(repeats.find(SHOUTED, one, 0, one.length)).isNull();
    }

    /** Other bytes, as many, that are remembered in the same place. */
    private static byte[] meeting(byte[] one) {
        for (int number = 100_000; ; number++) {
            byte[] other = bytes(Integer.toString(number));
            if (Repeats.place(other, 0, other.length) == Repeats.place(one, 0, one.length)) {
                return other;
            }
        }
    }

    @Test
    void another_reader_of_the_same_bytes_gives_its_own_value() {
        var sink = new ByteSink(16);
        for (int i = 0; i < 4; i++) {
            sink.varint(1 << 3 | 2);
            sink.text("hey");
        }
        var in = FieldSource.binary(new ByteSource("test", sink.toByteArray()), NAMES);
        var read = new ArrayList<String>();
        for (int i = 0; in.next() != 0; i++) {
            read.add(i % 2 == 0 ? in.name() : in.repeated(SHOUTED));
        }
        assertThat(read).containsExactly("hey", "hey!", "hey", "hey!");
    }

    @Property(tries = 200)
    void names_are_read_as_texts_are(@ForAll @Size(max = 60) List<Byte> picks) {
        var words =
                List.of(
                                "",
                                "a",
                                "b",
                                "ab",
                                "charge",
                                "chargé",
                                "漢字",
                                "x".repeat(63),
                                "x".repeat(64))
                        .stream()
                        .flatMap(word -> List.of(word, word + "x", "x" + word).stream())
                        .toList();
        var sink = new ByteSink(16);
        var expected = new ArrayList<String>();
        for (byte pick : picks) {
            String word = words.get(Math.floorMod(pick, words.size()));
            expected.add(word);
            sink.varint(1 << 3 | 2);
            sink.text(word);
        }
        var in = FieldSource.binary(new ByteSource("test", sink.toByteArray()), NAMES);
        var read = new ArrayList<String>();
        while (in.next() != 0) {
            read.add(in.name());
        }
        assertThat(read).isEqualTo(expected);
    }

    @Test
    void a_name_that_comes_again_is_the_same_object() {
        var sink = new ByteSink(16);
        for (int i = 0; i < 2; i++) {
            sink.varint(1 << 3 | 2);
            sink.text("charge");
        }
        var in = FieldSource.binary(new ByteSource("test", sink.toByteArray()), NAMES);
        in.next();
        String first = in.name();
        in.next();
        assertThat(in.name()).isSameAs(first);
    }

    @Test
    void what_is_passed_over_is_counted_each_time() {
        var sink = new ByteSink(16);
        for (int i = 0; i < 3; i++) {
            sink.varint(1 << 3 | 2);
            sink.bytes(new byte[] {1 << 3, 7, 2 << 3, 1});
        }
        var in = FieldSource.binary(new ByteSource("test", sink.toByteArray()), MANY);
        for (int i = 1; i <= 3; i++) {
            in.next();
            assertThat(in.repeated(NUMBER)).isEqualTo(7);
            assertThat(in.skippedCount()).isEqualTo(i);
        }
    }

    @Test
    void known_bytes_of_a_wrong_type_or_beyond_the_end_are_refused() {
        assertThat(refusal(1 << 3 | 2, 2, 1 << 3, 7, 1 << 3, 2)).isEqualTo(Problem.SYNTAX);
        assertThat(refusal(1 << 3 | 2, 2, 1 << 3, 7, 1 << 3 | 2, 2, 1 << 3))
                .isEqualTo(Problem.TRUNCATED);
        assertThat(refusal(1 << 3 | 2, 2, 1 << 3, 7, 1 << 3 | 2)).isEqualTo(Problem.TRUNCATED);
    }

    private static Problem refusal(int... values) {
        var sink = new ByteSink(16);
        for (int value : values) {
            sink.u8(value);
        }
        var in = FieldSource.binary(new ByteSource("test", sink.toByteArray()), MANY);
        in.next();
        assertThat(in.repeated(NUMBER)).isEqualTo(7);
        in.next();
        var refused =
                assertThatExceptionOfType(Malformed.class).isThrownBy(() -> in.repeated(NUMBER));
        return refused.actual().problem();
    }

    private static long number(FieldSource in) {
        in.open(INNER);
        long number = 0;
        while (in.next() != 0) {
            number = in.number(Long.MAX_VALUE);
        }
        return number;
    }

    private static String shouted(FieldSource in) {
        return in.text() + "!";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
