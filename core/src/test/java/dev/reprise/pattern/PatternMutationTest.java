package dev.reprise.pattern;

import static dev.reprise.testing.PatternTexts.assertReadOrRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.SplitMix64;
import dev.reprise.testing.TextDamage;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is done to a text, it is a pattern, or it is refused with its place. */
class PatternMutationTest {
    private static final java.util.regex.Pattern TOKEN =
            java.util.regex.Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|[\\w.-]+|\\s+|[^\\w\\s]");

    private static final List<String> ODD =
            List.of(
                    "{",
                    "}",
                    "(",
                    ")",
                    ",",
                    "\"",
                    "\"\"",
                    "\\",
                    "#",
                    "\r\n",
                    "\r",
                    "\0",
                    "\t",
                    "\u0085",
                    "\u00A0",
                    "\u2028",
                    "\uFEFF",
                    "\uD800",
                    "\uDC00",
                    "\uD83D\uDE00",
                    "\"\uD800\"",
                    "\"a\0b\"",
                    "\"\u202E\"",
                    "-1",
                    "0",
                    "00",
                    "2147483647",
                    "2147483648",
                    "99999999999999999999",
                    "1e9",
                    "PT-5S",
                    "PT99999999999999999999S",
                    "P1D",
                    "when",
                    "otherwise",
                    "skip",
                    "task",
                    "join",
                    "merge",
                    "all",
                    "not",
                    "node",
                    "main",
                    "to",
                    "enter");

    @Property(tries = 5000)
    void a_text_with_words_missing_doubled_swapped_or_odd_is_read_or_refused(
            @ForAll long seed, @ForAll long damage) {
        var text = RandomPattern.of(seed, 30).toText();
        assertReadOrRefused(TextDamage.mutated(text, TOKEN, ODD, new SplitMix64(damage)));
    }

    @Test
    void some_mutated_texts_are_patterns_and_most_are_not() {
        int read = 0;
        for (int seed = 0; seed < 1000; seed++) {
            var text = RandomPattern.of(seed, 30).toText();
            read +=
                    assertReadOrRefused(TextDamage.mutated(text, TOKEN, ODD, new SplitMix64(seed)))
                                    .isPresent()
                            ? 1
                            : 0;
        }
        assertThat(read).isBetween(100, 900);
    }

    @Property(tries = 300)
    void lines_may_end_as_on_any_system(@ForAll long seed) {
        var pattern = RandomPattern.of(seed, 30);
        var text = pattern.toText();
        assertThat(Pattern.parse(text.replace("\n", "\r\n"))).isEqualTo(pattern);
        assertThat(Pattern.parse(text.replace("\n", "\r"))).isEqualTo(pattern);
        assertThat(Pattern.parse(text.replace("\n", "\t"))).isEqualTo(pattern);
    }

    @Test
    @Timeout(60)
    void a_hundred_thousand_levels_are_read_or_refused() {
        int deep = 100_000;
        for (var head :
                List.of(
                        "seq {",
                        "par {",
                        "region r {",
                        "loop 2 times {",
                        "each 2 {",
                        "choice { when c",
                        "await { on s",
                        "graph { node n",
                        "scope retry 2 {")) {
            var open = (head + " ").repeat(deep);
            var whole = assertReadOrRefused(open + "skip" + " }".repeat(deep));
            assertThat(whole)
                    .as(head)
                    .hasValueSatisfying(it -> assertThat(it.terms()).isEqualTo(deep + 1));
            assertThat(assertReadOrRefused(open)).isEmpty();
            assertThat(assertReadOrRefused(open + "skip" + " }".repeat(deep + 1))).isEmpty();
        }
        assertThat(assertReadOrRefused("undo { ".repeat(deep) + "skip" + " skip }".repeat(deep)))
                .isPresent();
        assertThat(assertReadOrRefused("define { main ".repeat(deep) + "skip")).isEmpty();
    }

    @Test
    @Timeout(60)
    void a_hundred_thousand_of_anything_is_read_or_refused() {
        int many = 100_000;
        assertReadOrRefused("}".repeat(many));
        assertReadOrRefused("\"".repeat(many));
        assertReadOrRefused("\\".repeat(many));
        assertReadOrRefused("task \"" + "\\\"".repeat(many));
        assertReadOrRefused("\n".repeat(many) + "task");
        assertReadOrRefused("# a comment".repeat(many));
        assertReadOrRefused("task " + "a".repeat(many));
        assertReadOrRefused("each " + "9".repeat(many) + " { skip }");
        assertReadOrRefused("await { after PT" + "9".repeat(many) + "S skip }");
        assertReadOrRefused("await { after P" + "T".repeat(many) + " skip }");
        assertReadOrRefused("loop while " + "not ".repeat(many) + "c { skip }");
        assertReadOrRefused("loop while " + "all(".repeat(many));
        assertReadOrRefused("loop while all(" + "c, ".repeat(many) + "c) { skip }");
        assertReadOrRefused("graph { node a to " + "a, ".repeat(many) + "a skip }");
        assertReadOrRefused("seq { " + "task a ".repeat(many) + "}");
        assertReadOrRefused("choice { " + "when c skip ".repeat(many) + "}");
    }

    @Test
    @Timeout(60)
    void a_graph_of_many_nodes_is_read_quickly() {
        var text = new StringBuilder("graph {\n");
        int many = 20_000;
        for (int i = 0; i < many; i++) {
            text.append("node n")
                    .append(i)
                    .append(" to n")
                    .append((i + 1) % many)
                    .append(" skip\n");
        }
        text.append("}");
        assertThat(assertReadOrRefused(text.toString())).isPresent();
        var local = text.toString().replace(" to ", " enter sync local to ");
        assertThat(assertReadOrRefused(local)).isEmpty();
        assertThat(assertReadOrRefused(local.replace(" to n0 skip", " skip"))).isPresent();
        assertThat(assertReadOrRefused(local.replace("to n9 ", "to m "))).isEmpty();
    }

    @Test
    void times_keep_what_they_are() {
        for (var time : List.of("PT0S", "PT0.000000001S", "P106751991167300DT15H30M7.999999999S")) {
            assertThat(assertReadOrRefused("await { after " + time + " skip }"))
                    .as(time)
                    .hasValueSatisfying(
                            it ->
                                    assertThat(((Term.Await) it.term()).triggers())
                                            .containsExactly(
                                                    new Trigger.After(Duration.parse(time))));
        }
    }
}
