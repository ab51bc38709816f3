package dev.reprise.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.form.Malformed.Problem;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Primitive values in bytes. */
class BytesTest {
    private static String hex(Consumer<ByteSink> write) {
        var sink = new ByteSink(0);
        write.accept(sink);
        return HexFormat.ofDelimiter(" ").formatHex(sink.toByteArray());
    }

    private static ByteSource source(String hex) {
        return new ByteSource("test", HexFormat.ofDelimiter(" ").parseHex(hex));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "1, 01",
        "127, 7f",
        "128, 80 01",
        "300, ac 02",
        "16383, ff 7f",
        "16384, 80 80 01",
        "9223372036854775807, ff ff ff ff ff ff ff ff 7f",
        "-1, ff ff ff ff ff ff ff ff ff 01"
    })
    void varints_are_written_as_leb128(long value, String expected) {
        assertThat(hex(sink -> sink.varint(value))).isEqualTo(expected);
        assertThat(source(expected).varint()).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "-1, 01",
        "1, 02",
        "-2, 03",
        "-9223372036854775808, ff ff ff ff ff ff ff ff ff 01"
    })
    void zigzags_are_short_for_small_numbers_of_either_sign(long value, String expected) {
        assertThat(hex(sink -> sink.zigzag(value))).isEqualTo(expected);
        assertThat(source(expected).zigzag()).isEqualTo(value);
    }

    @Test
    void fixed_numbers_are_little_endian() {
        assertThat(hex(sink -> sink.fixed32(0x01020304))).isEqualTo("04 03 02 01");
        assertThat(hex(sink -> sink.fixed64(0x0102030405060708L)))
                .isEqualTo("08 07 06 05 04 03 02 01");
        assertThat(source("04 03 02 01").fixed32()).isEqualTo(0x01020304);
        assertThat(source("08 07 06 05 04 03 02 81").fixed64()).isEqualTo(0x8102030405060708L);
    }

    /** Everything that can be written, in any order, comes back. */
    @Property(tries = 300)
    void what_is_written_is_read_back(@ForAll long seed, @ForAll @IntRange(max = 60) int count) {
        var random = new Random(seed);
        var sink = new ByteSink(random.nextInt(20));
        var checks = new ArrayList<Consumer<ByteSource>>();
        for (int i = 0; i < count; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            switch (random.nextInt(7)) {
                case 0 -> {
                    sink.u8((int) value);
                    checks.add(source -> assertThat(source.u8()).isEqualTo((int) value & 0xFF));
                }
                case 1 -> {
                    sink.varint(value);
                    checks.add(source -> assertThat(source.varint()).isEqualTo(value));
                }
                case 2 -> {
                    sink.zigzag(value);
                    checks.add(source -> assertThat(source.zigzag()).isEqualTo(value));
                }
                case 3 -> {
                    sink.fixed32((int) value);
                    checks.add(source -> assertThat(source.fixed32()).isEqualTo((int) value));
                }
                case 4 -> {
                    sink.fixed64(value);
                    checks.add(source -> assertThat(source.fixed64()).isEqualTo(value));
                }
                case 5 -> {
                    var text = text(random);
                    sink.text(text);
                    checks.add(source -> assertThat(source.text()).isEqualTo(text));
                }
                default -> {
                    var bytes = new byte[random.nextInt(400)];
                    random.nextBytes(bytes);
                    sink.bytes(bytes);
                    checks.add(source -> assertThat(source.bytes()).isEqualTo(bytes));
                }
            }
        }
        var source = new ByteSource("test", sink.toByteArray());
        checks.forEach(check -> check.accept(source));
        source.expectEnd();
        assertThat(source.position()).isEqualTo(sink.size());
    }

    private static String text(Random random) {
        var letters = List.of("a", "Z", "\u0000", "\u007f", "\u0080", "ä", "漢", "\uD83D\uDE00");
        var text = new StringBuilder();
        int length = random.nextInt(random.nextBoolean() ? 10 : 300);
        for (int i = 0; i < length; i++) {
            text.append(letters.get(random.nextInt(random.nextBoolean() ? 4 : letters.size())));
        }
        return text.toString();
    }

    @Property(tries = 200)
    void counted_runs_are_counted_whatever_their_length(
            @ForAll @IntRange(max = 40_000) int length) {
        var sink = new ByteSink(0);
        sink.u8(7);
        int mark = sink.openCounted();
        for (int i = 0; i < length; i++) {
            sink.u8(i);
        }
        sink.closeCounted(mark);
        sink.u8(9);
        var expected = new ByteSink(0);
        expected.u8(7);
        var run = new byte[length];
        for (int i = 0; i < length; i++) {
            run[i] = (byte) i;
        }
        expected.bytes(run);
        expected.u8(9);
        assertThat(sink.toByteArray()).isEqualTo(expected.toByteArray());
    }

    @Test
    void parts_know_their_position_in_the_whole() {
        var inner = new ByteSink(10);
        inner.u8(1);
        inner.u8(2);
        var sink = new ByteSink(10);
        sink.u8(0);
        sink.bytes(inner);
        sink.u8(3);
        var source = new ByteSource("test", sink.toByteArray(), 0, sink.size(), 1000);
        source.u8();
        var part = source.part();
        assertThat(part.position()).isEqualTo(1002);
        assertThat(part.u8()).isEqualTo(1);
        assertThat(part.malformed(Problem.LIMIT, "x.").place()).isEqualTo("byte 1003");
        assertThat(part.remaining()).isEqualTo(1);
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(part::expectEnd)
                .withMessageContaining("1 bytes follow");
        assertThat(source.u8()).isEqualTo(3);
        assertThat(source.isEmpty()).isTrue();
    }

    private static void assertRefused(Problem problem, String place, Runnable read) {
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(read::run)
                .satisfies(e -> assertThat(e.problem()).isEqualTo(problem))
                .satisfies(e -> assertThat(e.place()).isEqualTo(place))
                .withMessageStartingWith("This test cannot be read. At byte ");
    }

    @Test
    void what_is_cut_off_or_too_large_is_refused() {
        assertRefused(Problem.TRUNCATED, "byte 0", () -> source("").u8());
        assertRefused(Problem.TRUNCATED, "byte 0", () -> source("").varint());
        assertRefused(Problem.TRUNCATED, "byte 1", () -> source("80").varint());
        assertRefused(Problem.TRUNCATED, "byte 0", () -> source("01 02 03").fixed32());
        assertRefused(Problem.TRUNCATED, "byte 0", () -> source("01 02 03 04 05 06 07").fixed64());
        assertRefused(Problem.TRUNCATED, "byte 1", () -> source("03 61 62").bytes());
        assertRefused(Problem.TRUNCATED, "byte 1", () -> source("03 61 62").text());
        assertRefused(Problem.TRUNCATED, "byte 1", () -> source("03 61 62").part());
        assertRefused(
                Problem.TRUNCATED,
                "byte 10",
                () -> source("ff ff ff ff ff ff ff ff ff 01").bytes());
        assertRefused(
                Problem.LIMIT, "byte 10", () -> source("ff ff ff ff ff ff ff ff ff 02").varint());
        assertRefused(
                Problem.LIMIT,
                "byte 10",
                () -> source("ff ff ff ff ff ff ff ff ff ff 01").varint());
        assertRefused(Problem.LIMIT, "byte 2", () -> source("80 01").count("size", 127));
        assertRefused(
                Problem.LIMIT,
                "byte 10",
                () -> source("ff ff ff ff ff ff ff ff ff 01").count("size", 127));
        assertRefused(Problem.SYNTAX, "byte 1", () -> source("02 c3 28").text());
        assertRefused(Problem.SYNTAX, "byte 1", () -> source("03 ed a0 80").text());
        assertThat(source("7f").count("size", 127)).isEqualTo(127);
    }

    @Test
    void what_was_written_can_be_forgotten() {
        var sink = new ByteSink(4);
        sink.varint(300);
        assertThat(sink.size()).isEqualTo(2);
        sink.clear();
        assertThat(sink.size()).isZero();
    }
}
