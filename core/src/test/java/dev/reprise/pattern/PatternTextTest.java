package dev.reprise.pattern;

import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.otherwise;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.when;
import static dev.reprise.pattern.Patterns.xor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.SplitMix64;
import dev.reprise.form.Malformed;
import java.util.HashSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Patterns are written down and read back, and what cannot be read is told where. */
class PatternTextTest {
    private static final Pattern APPROVAL =
            seq(
                    task("draft"),
                    par(Join.atLeast(2).cancelling(), effect("legal"), effect("finance"))
                            .merging("votes"),
                    xor(when("approved", task("publish")), otherwise(task("rework"))));

    @Test
    void a_pattern_is_written_so_that_a_person_can_read_it() {
        assertThat(APPROVAL.toText())
                .isEqualTo(
                        """
                        seq {
                          task draft
                          par join 2 cancelling merge votes {
                            effect legal
                            effect finance
                          }
                          choice {
                            when approved task publish
                            otherwise task rework
                          }
                        }
                        """);
    }

    @Test
    void comments_and_line_breaks_mean_nothing() {
        var text =
                """
                # how a text gets approved
                seq { task draft   # by the author
                  par join 2
                      cancelling merge "votes" { effect legal into legal effect finance }
                  choice { when approved task publish otherwise task rework } }
                """;
        assertThat(Pattern.parse(text)).isEqualTo(APPROVAL);
    }

    @Property(tries = 3000)
    void every_pattern_is_read_back_as_it_was_written(@ForAll long seed) {
        var pattern = RandomPattern.of(seed, 40);
        var text = pattern.toText();
        var again = Pattern.parse(text);

        assertThat(again).isEqualTo(pattern).hasSameHashCodeAs(pattern);
        assertThat(again.toText()).isEqualTo(text);
    }

    @Test
    void the_drawn_patterns_have_every_kind_of_term() {
        var kinds = new HashSet<Class<?>>();
        for (int seed = 0; seed < 1000; seed++) {
            var places = Places.of(RandomPattern.of(seed, 40));
            for (int place = 0; place < places.size(); place++) {
                kinds.add(places.at(place).term().getClass());
            }
        }
        assertThat(kinds).hasSize(20).hasSameSizeAs(Term.class.getPermittedSubclasses());
    }

    @Property(tries = 2000)
    void a_damaged_text_is_another_pattern_or_refused_with_its_place(
            @ForAll long seed, @ForAll long damage) {
        var text = new StringBuilder(RandomPattern.of(seed, 20).toText());
        var random = new SplitMix64(damage);
        int at = random.below(text.length());
        switch (random.below(3)) {
            case 0 -> text.deleteCharAt(at);
            case 1 -> text.setLength(at);
            default -> text.setCharAt(at, "{}()\"\\# 7az,\n".charAt(random.below(13)));
        }
        try {
            var pattern = Pattern.parse(text.toString());
            assertThat(Pattern.parse(pattern.toText())).isEqualTo(pattern);
        } catch (Malformed e) {
            assertThat(e.place()).matches("line \\d+, column \\d+");
        }
    }

    @Test
    void a_refusal_says_where_it_is_and_what_was_expected() {
        refused("", "line 1, column 1: expected a term, found the end");
        refused("seq {\n  tsk a\n}", "line 2, column 3: expected a term or }, found tsk");
        refused("seq { task a", "line 1, column 13: expected a term or }, found the end");
        refused("task seq", "line 1, column 6: expected the name of a task, found seq");
        refused("task a }", "line 1, column 8: expected the end, found }");
        refused("loop often { skip }", "expected a number of times, while or until, found often");
        refused("loop 3 { skip }", "line 1, column 8: expected times, found {");
        refused("put x y", "line 1, column 7: expected a text in quotes, found y");
        refused("task \"a", "line 1, column 6: expected a quote at the end of \"a");
        refused("task \"\\n\"", "expected \\\" or \\\\ in quotes, found \\n");
        refused("task ä", "line 1, column 6: expected a word, a name in quotes or a sign, found ä");
        refused(
                "await { after soon skip }",
                "column 15: expected a time such as PT30S, found soon");
        refused("await { skip }", "line 1, column 9: expected on, found skip");
        refused("graph { skip }", "line 1, column 9: expected node, found skip");
        refused("define { skip }", "line 1, column 10: expected main, found skip");
        refused("stop it", "line 1, column 6: expected done, cancelled or failed, found it");
        refused("each 99999999999 { skip }", "is at most 2147483647, not 99999999999");
    }

    @Test
    void a_refusal_is_short_and_can_be_read() {
        refused("task \0", "a sign, found U+0000");
        refused("task \uFEFFa", "a sign, found U+FEFF");
        refused("task \u00A0a", "a sign, found U+00A0");
        refused("task \uD800", "a sign, found U+D800");
        refused("task \"\\\t\"", "in quotes, found \\U+0009");
        refused("task \"\\", "in quotes, found \\");
        refused("each " + "9".repeat(99) + " { skip }", "not " + "9".repeat(40) + "…");
        refused("seq { " + "a".repeat(99), "found " + "a".repeat(40) + "…");
        refused(
                "put x \uD83D\uDE00",
                "line 1, column 7: expected a word, a name in quotes or a sign, found \uD83D\uDE00");
        refused("put \"" + "\uD83D\uDE00".repeat(50) + "\n", "\uD83D\uDE00".repeat(40) + "…");
        var nodes = new StringBuilder("graph { node a to z skip ");
        for (int i = 0; i < 20; i++) {
            nodes.append("node n").append(i).append(" skip ");
        }
        refused(
                nodes + "}",
                "there are [a, n0, n1, n10, n11, n12, n13, n14, n15, n16] and 11 more");
    }

    @Test
    void what_reads_well_but_makes_no_sense_is_refused_where_its_term_begins() {
        refused("seq {\n  seq { }\n}", "line 2, column 3: a seq has at least one step");
        refused("par join 3 { skip skip }", "column 1: a join cannot need 3 of 2 branches");
        refused("each 2 join 3 { skip }", "column 1: a join cannot need 3 of 2 instances");
        refused("par cancelling { skip }", "only a join that goes on early can be cancelling");
        refused("choice { task a }", "a choice has at least one arm with a condition");
        refused("choice { otherwise skip when a skip }", "otherwise is the last arm, not number 1");
        refused("loop 0 times { skip }", "a loop goes 1 to 1000000000 rounds, not 0");
        refused("scope retry 1 { skip }", "a retry makes 2 to 1000000 attempts, not 1");
        refused("scope recover { skip }", "Recover[into=]] has 2 parts, not 1");
        refused("graph { node a to b skip }", "leads to \"b\", which is no node: there are [a]");
        refused("graph { node a skip node a skip }", "two nodes have the label \"a\"");
        refused("graph { node a to a, a skip }", "the node \"a\" leads to \"a\" twice");
        refused("graph { node a enter join 2 to a skip }", "cannot need 2 of 1 ways");
        refused("graph { node a enter sync local to a skip }", "so it cannot lie on a cycle");
        refused("define { main skip }", "a define has at least one definition");
        refused("define { main skip f 0 skip }", "calls of \"f\" go 1 to 10000 deep, not 0");
        refused("loop while " + "not ".repeat(40) + "a { skip }", "at most 32 deep");
    }

    private static void refused(String text, String sentence) {
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> Pattern.parse(text))
                .withMessageContaining(sentence);
    }
}
