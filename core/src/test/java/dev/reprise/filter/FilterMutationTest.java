package dev.reprise.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.SplitMix64;
import dev.reprise.form.Malformed;
import dev.reprise.testing.TextDamage;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is done to a text, it is a selection, or it is refused with its place. */
class FilterMutationTest {
    private static final Pattern TOKEN = Pattern.compile("'[^']*'|\"[^\"]*\"|\\w+|\\s+|\\W");

    private static final List<String> ODD =
            List.of(
                    "(",
                    ")",
                    ",",
                    "'",
                    "''",
                    "\"",
                    "\"\"",
                    "=",
                    "<>",
                    "!=",
                    "!",
                    "<",
                    "-",
                    "+",
                    "\n",
                    "\r",
                    "\0",
                    "\u00A0",
                    "\uD800",
                    "'\uDC00'",
                    "\uD83D\uDE00",
                    "\\",
                    "'\\'",
                    "not",
                    "and",
                    "or",
                    "in",
                    "is",
                    "null",
                    "like",
                    "between",
                    "contains",
                    "now",
                    "true",
                    "status",
                    "id",
                    "started",
                    "events",
                    "attr.",
                    "attr",
                    "customer",
                    "-2h",
                    "2h",
                    "P1D",
                    "-P",
                    "1e9",
                    "00",
                    "-0",
                    "1.",
                    ".5",
                    "99999999999999999999",
                    "2026-02-30",
                    "0000-00-00",
                    "running",
                    "order by",
                    "limit",
                    "after",
                    "desc");

    /** The text is a selection, which is written and read back as it was; or it is refused. */
    private static Optional<Selection> assertReadOrRefused(String text) {
        Selection selection;
        try {
            selection = Selection.parse(text);
        } catch (Malformed e) {
            TextDamage.assertPlace(text, e.place());
            assertThat(e.getMessage()).hasSizeLessThan(1000);
            return Optional.empty();
        }
        assertThat(Selection.parse(selection.toText())).as(text).isEqualTo(selection);
        return Optional.of(selection);
    }

    @Property(tries = 2000)
    void a_text_with_words_missing_doubled_swapped_or_odd_is_read_or_refused(
            @ForAll long seed, @ForAll long damage) {
        var text = Selection.of(new Samples(seed).filter(3)).toText();
        assertReadOrRefused(TextDamage.mutated(text, TOKEN, ODD, new SplitMix64(damage)));
    }

    @Property(tries = 500)
    void a_text_of_any_letters_is_read_or_refused(@ForAll String text) {
        assertReadOrRefused(text);
        assertReadOrRefused("a = '" + text.replace("'", "''") + "'");
        assertReadOrRefused("\"" + text.replace("\"", "\"\"") + "\" is null");
    }

    @Test
    void some_mutated_texts_are_selections_and_most_are_not() {
        int read = 0;
        for (int seed = 0; seed < 500; seed++) {
            var text = Selection.of(new Samples(seed).filter(3)).toText();
            read +=
                    assertReadOrRefused(TextDamage.mutated(text, TOKEN, ODD, new SplitMix64(seed)))
                                    .isPresent()
                            ? 1
                            : 0;
        }
        assertThat(read).isBetween(20, 250);
    }

    @Test
    @Timeout(30)
    void a_hundred_thousand_of_anything_is_read_or_refused() {
        int many = 100_000;
        for (var each :
                List.of("(", ")", "not ", "'", "\"", "\"\"", "-", "1", "a", "=", "a.", "\n")) {
            assertReadOrRefused(each.repeat(many));
            assertReadOrRefused("a = " + each.repeat(many));
            assertReadOrRefused("a in (" + each.repeat(many));
        }
        assertReadOrRefused("a=1 or ".repeat(many / 4));
        assertReadOrRefused("a in (" + "1,".repeat(many));
        assertReadOrRefused(
                "not (".repeat(90) + "a in (1" + ",'x'".repeat(900) + ")" + ")".repeat(90));
        assertReadOrRefused("a = 1 limit " + "9".repeat(many));
        assertReadOrRefused("order by id after '" + "9".repeat(many) + "'");
    }

    @Test
    @Timeout(30)
    void a_pattern_made_to_be_slow_is_not() {
        var run = Run.ORDER.with("x", Attribute.prose("a".repeat(8_000)));
        var pattern = "%" + "a".repeat(998) + "b";
        assertThat(Filter.parse("x like '" + pattern + "'").test(run, Run.NOW)).isFalse();
    }
}
