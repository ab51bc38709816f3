package dev.reprise.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.SplitMix64;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The values by which a run can be found, and how they are written down. */
class AttributesTest {
    private static final Attributes ALL_KINDS =
            Attributes.NONE
                    .with("note", Attribute.prose("Call back"))
                    .with("customer", Attribute.keyword("acme"))
                    .with("count", Attribute.whole(-17))
                    .with("amount", Attribute.decimal("100.00"))
                    .with("paid", Attribute.truth(true))
                    .with("open", Attribute.truth(false))
                    .with("due", Attribute.moment(Instant.parse("2026-01-31T12:00:00.5Z")))
                    .with("tags", Attribute.keywords("vip", "eu"));

    private static final String BYTES =
            "4106616d6f756e740402022710"
                    + "05636f756e740321"
                    + "08637573746f6d6572020461636d65"
                    + "036475650780bbef970d80cab5ee01"
                    + "046e6f7465010943616c6c206261636b"
                    + "046f70656e05"
                    + "047061696406"
                    + "0474616773080203766970026575";

    private static final String JSON =
            """
            {"amount":{"decimal":"100.00"},"count":{"integer":-17},"customer":{"keyword":"acme"},\
            "due":{"instant":"2026-01-31T12:00:00.500Z"},"note":{"text":"Call back"},\
            "open":{"boolean":false},"paid":{"boolean":true},"tags":{"keywords":["vip","eu"]}}""";

    private static byte[] bytes(Attributes attributes) {
        var out = new ByteSink(64);
        attributes.writeTo(out);
        return out.toByteArray();
    }

    private static Attributes read(byte[] bytes) {
        var in = new ByteSource("attributes", bytes);
        var read = Attributes.readFrom(in);
        in.expectEnd();
        return read;
    }

    private static String json(Attributes attributes) {
        var out = new ByteArrayOutputStream();
        try {
            JsonSink.write(out, attributes::writeJson);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Attributes readJson(String json) {
        try {
            return JsonSource.read(
                    "attributes",
                    new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)),
                    Attributes::readJson);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Property(tries = 300)
    void whatever_is_written_in_any_form_comes_back(@ForAll long seed) {
        var attributes = new Samples(seed).attributes();
        assertThat(read(bytes(attributes))).isEqualTo(attributes).hasSameHashCodeAs(attributes);
        assertThat(readJson(json(attributes))).isEqualTo(attributes);
        assertThat(Attributes.parse(attributes.toText())).isEqualTo(attributes);
    }

    @Property(tries = 1000)
    void what_is_cut_or_changed_is_refused_or_is_something_else(@ForAll long seed) {
        var random = new SplitMix64(seed);
        byte[] bytes = bytes(new Samples(seed).attributes());
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> read(Arrays.copyOf(bytes, random.below(bytes.length))));
        bytes[random.below(bytes.length)] ^= (byte) (1 << random.below(8));
        try {
            var read = read(bytes);
            assertThat(read(bytes(read))).isEqualTo(read);
        } catch (Malformed refused) {
            assertThat(refused).hasMessageContaining("cannot be read. At byte ");
        }
    }

    @Test
    void the_forms_are_what_they_were() {
        assertThat(HexFormat.of().formatHex(bytes(ALL_KINDS))).isEqualTo(BYTES);
        assertThat(json(ALL_KINDS)).isEqualTo(JSON);
        assertThat(ALL_KINDS.toText())
                .isEqualTo(
                        "amount = 100.00, count = -17, customer = 'acme', due ="
                                + " 2026-01-31T12:00:00.500Z, note = text 'Call back', open = false,"
                                + " paid = true, tags = ('vip', 'eu')");
        assertThat(bytes(Attributes.NONE)).containsExactly(1);
        assertThat(Attributes.NONE.toText()).isEmpty();
        assertThat(Attributes.parse("")).isEqualTo(Attributes.NONE);
    }

    @Test
    void they_never_change() {
        var one = Attributes.NONE.with("a", Attribute.whole(1));
        var two = one.with("b", Attribute.whole(2)).with("a", Attribute.whole(3));
        assertThat(one.toText()).isEqualTo("a = 1");
        assertThat(two.toText()).isEqualTo("a = 3, b = 2");
        assertThat(two.without("a").without("c").toText()).isEqualTo("b = 2");
        assertThat(two.get("a")).contains(Attribute.whole(3));
        assertThat(two.get("c")).isEmpty();
    }

    @Test
    void what_is_too_much_is_refused_with_how_much_it_is() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attributes.NONE.with("x".repeat(129), Attribute.whole(1)))
                .withMessageContaining("an attribute's name has at most 128 characters, not 129");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attributes.NONE.with(" ", Attribute.whole(1)))
                .withMessageContaining("must not be blank");
        var many = Attributes.NONE;
        for (int i = 0; i < 100; i++) {
            many = many.with("a" + i, Attribute.whole(i));
        }
        var full = many;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> full.with("b", Attribute.whole(1)))
                .withMessage("a run has at most 100 attributes, not 101");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attribute.prose("é".repeat(4097)))
                .withMessage("a text has at most 8192 bytes, not 8194");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attribute.prose("a\uD800"))
                .withMessageContaining("character 1 is half of a surrogate pair");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attribute.keyword("a\nb"))
                .withMessageContaining("control characters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attribute.decimal("1e1000000000"))
                .withMessageContaining("a number has at most 38 digits");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attribute.decimal("1e-39"))
                .withMessageContaining("a number has at most 38 digits");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attribute.moment(Instant.MAX))
                .withMessageContaining("in one of the years 0 to 9999");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Attribute.Keywords(Collections.nCopies(101, "a")))
                .withMessage("a list has at most 100 keywords, not 101");
        var eight = Attributes.NONE;
        for (int i = 0; i < 7; i++) {
            eight = eight.with("a" + i, Attribute.prose("x".repeat(8192)));
        }
        var nearlyFull = eight;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nearlyFull.with("b", Attribute.prose("x".repeat(8192))))
                .withMessageContaining("the attributes of a run have at most 65536 bytes, not 655");
    }

    @Test
    void bytes_that_nobody_wrote_are_refused() {
        assertProblem("02", Problem.VERSION);
        assertProblem("a106", Problem.TRUNCATED);
        assertProblem("a1060161", Problem.TRUNCATED);
        assertProblem("a906", Problem.LIMIT);
        assertProblem("09016109", Problem.VERSION);
        assertProblem("11016105016105", Problem.ORDER);
        assertProblem("11016205016105", Problem.ORDER);
        assertProblem("0901610400" + "0101", Problem.INCONSISTENT);
        assertProblem("0901610401" + "00", Problem.INCONSISTENT);
        assertProblem("09012005", Problem.INCONSISTENT);
    }

    private static void assertProblem(String hex, Problem problem) {
        assertThatExceptionOfType(Malformed.class)
                .as(hex)
                .isThrownBy(() -> read(HexFormat.of().parseHex(hex)))
                .extracting(Malformed::problem)
                .isEqualTo(problem);
    }

    @Test
    void json_that_nobody_wrote_is_refused() {
        for (var json :
                new String[] {
                    "[]",
                    "{\"a\":1}",
                    "{\"a\":{}}",
                    "{\"a\":{\"integer\":1,\"keyword\":\"x\"}}",
                    "{\"a\":{\"colour\":1}}",
                    "{\"a\":{\"integer\":1},\"a\":{\"integer\":1}}",
                    "{\"\":{\"integer\":1}}",
                    "{\"a\":{\"decimal\":\"1\"}}",
                    "{\"a\":{\"decimal\":\"1e5\"}}",
                    "{\"a\":{\"decimal\":\"x\"}}",
                    "{\"a\":{\"instant\":\"noon\"}}",
                    "{\"a\":{\"instant\":\"+10000-01-01T00:00:00Z\"}}",
                    "{\"a\":{\"keywords\":[1]}}",
                    "{\"a\":{\"keyword\":\"\\u0000\"}}"
                }) {
            assertThatExceptionOfType(Malformed.class)
                    .as(json)
                    .isThrownBy(() -> readJson(json))
                    .withMessageStartingWith("This attributes cannot be read. At line 1, column ");
        }
    }

    @Test
    void text_that_cannot_be_is_refused_with_its_place() {
        for (var text :
                new String[] {
                    "a",
                    "a = ",
                    "a = 1 b = 2",
                    "a = 1, a = 2",
                    "id = 1",
                    "a = acme",
                    "a = 9223372036854775808",
                    "a = ('b'",
                    "a = (1)",
                    "a = -2h",
                    "a = text 1",
                    "a = 'b\nc'"
                }) {
            assertThatExceptionOfType(Malformed.class)
                    .as(text)
                    .isThrownBy(() -> Attributes.parse(text))
                    .withMessageMatching(
                            "(?s)This attributes cannot be read. At line 1, column \\d+: .*");
        }
    }
}
