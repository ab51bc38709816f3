package dev.reprise.pattern;

import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.end;
import static dev.reprise.pattern.Patterns.otherwise;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.skip;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.when;
import static dev.reprise.pattern.Patterns.xor;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.pattern.picture.PatternPicture;
import dev.reprise.testing.Markup;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Pictures show what is in a pattern, and nothing in them is in the way of anything else. */
class PatternPictureTest {
    private static List<String> words(Pattern pattern) {
        return Markup.of(PatternPicture.of("", pattern)).elements().stream()
                .filter(it -> it.name().equals("text"))
                .map(it -> it.text().toString())
                .toList();
    }

    private static List<String> words(String text) {
        return words(Pattern.parse(text));
    }

    private static List<Markup.Element> styled(String text, String style) {
        return Markup.of(PatternPicture.of("", Pattern.parse(text))).styled(style);
    }

    @Test
    void tasks_conditions_and_rules_are_told_by_their_names() {
        var approval =
                seq(
                        task("draft"),
                        par(Join.atLeast(2), effect("legal"), effect("finance"), effect("ceo")),
                        xor(when("approved", task("publish")), otherwise(task("rework"))));
        assertThat(words(approval))
                .containsExactlyInAnyOrder(
                        "draft",
                        "legal",
                        "finance",
                        "ceo",
                        "2 of 3",
                        "approved",
                        "publish",
                        "otherwise",
                        "rework");
    }

    @Test
    void every_kind_of_term_says_what_it_is() {
        assertThat(words("effect a from x into y")).containsExactly("a", "from x into y");
        assertThat(words("put x \"1\"")).containsExactly("x = \"1\"");
        assertThat(words("par join 1 cancelling merge m { task a task b }"))
                .contains("1 of 2", "cancelling", "merge m");
        assertThat(words("par join when ok blocking { task a }")).contains("when ok", "blocking");
        assertThat(words("free { task a task b }")).contains("?");
        assertThat(words("loop 3 times { task a }")).contains("3 times");
        assertThat(words("loop while c { task a }")).contains("while c");
        assertThat(words("loop until not c { task a }")).contains("until not c");
        assertThat(words("await { on x into v task a on transient y skip after PT5S task b }"))
                .contains("on x into v", "on transient y", "after PT5S");
        assertThat(words("each items f add s close t as x join 2 { task a }"))
                .contains("each items f add s close t as x", "2 of them");
        assertThat(words("interleave tasks { task a }")).contains("interleave: one task at a time");
        assertThat(words("interleave { task a }")).contains("interleave: one branch at a time");
        assertThat(words("lock l { task a }")).contains("lock l");
        assertThat(words("region r { cancel r }")).contains("region r", "cancel r");
        assertThat(words("milestone r { complete r }")).contains("milestone r", "complete r");
        assertThat(words("stop failed T \"why\"")).containsExactly("failed T", "why");
        assertThat(words("stop cancelled")).containsExactly("cancelled");
        assertThat(words("scope recover into x { task a task b }")).contains("recover into x");
        assertThat(words("scope retry 3 { task a }")).contains("retry, 3 attempts");
        assertThat(words("scope compensate { undo { task a task b } }"))
                .contains("compensate", "undo");
        assertThat(words("define { main call f f 7 task a }")).contains("f", "f, at most 7 deep");
    }

    @Test
    void graphs_show_labels_entries_and_ways() {
        var words =
                words(
                        """
                        graph merge m {
                          node start to some when x a, otherwise b skip
                          node a to threads 3 b task a
                          node b enter sync to one when again a, otherwise c task other
                          node c enter join 1 task c
                        }
                        """);
        assertThat(words)
                .containsExactlyInAnyOrder(
                        "start",
                        "x",
                        "otherwise",
                        "a",
                        "3 threads",
                        "b",
                        "sync",
                        "other",
                        "again",
                        "otherwise",
                        "c",
                        "1 way",
                        "merge m");
    }

    @Test
    void effects_are_marked_and_tasks_are_not() {
        assertThat(styled("seq { effect a task b effect c }", "mark")).hasSize(2);
        assertThat(styled("seq { effect a task b effect c }", "effect")).hasSize(2);
        assertThat(styled("seq { effect a task b effect c }", "task")).hasSize(1);
    }

    @Test
    void instances_are_a_stack() {
        assertThat(styled("each 3 { task a }", "sheet")).hasSize(2);
        assertThat(styled("region r { task a }", "sheet")).isEmpty();
    }

    @Test
    void what_leads_nowhere_has_no_end() {
        assertThat(styled("seq { task a stop done }", "end")).isEmpty();
        assertThat(styled("seq { task a task b }", "end")).hasSize(1);
        assertThat(styled("choice { when c stop done otherwise stop cancelled }", "end")).isEmpty();
        assertThat(styled("choice { when c stop done otherwise skip }", "end")).hasSize(1);
        // Nobody waits for the two branches, and the flow goes on.
        assertThat(styled("par join none { task a task b }", "end")).hasSize(3);
    }

    @Test
    void names_are_escaped_and_long_ones_are_cut_but_told() {
        var odd = "</text><script>\"&'\u3042\uD83D\uDE00";
        assertThat(words(task(odd))).containsExactly(odd);
        var name = "\uD83D\uDE00".repeat(40);
        assertThat(words(task(name))).containsExactly("\uD83D\uDE00".repeat(27) + "…");
        assertThat(PatternPicture.of("", task(name))).contains("<title>task &quot;" + name);
        assertThat(PatternPicture.of("a <title>", skip())).contains("<title>a &lt;title&gt;");
    }

    @Property(tries = 600)
    void nothing_is_in_the_way_of_anything_else(@ForAll long seed) {
        PictureShapes.of(PatternPicture.of("", RandomPattern.of(seed, 60))).assertTidy();
    }

    @Test
    void nothing_is_in_the_way_in_the_catalogue() {
        for (var it : Catalogue.values()) {
            PictureShapes.of(PatternPicture.of(it.title(), it.pattern())).assertTidy();
        }
    }

    @Property(tries = 100)
    void the_same_pattern_is_always_the_same_picture(@ForAll long seed) {
        var pattern = RandomPattern.of(seed, 60);
        assertThat(PatternPicture.of("x", Pattern.parse(pattern.toText())))
                .isEqualTo(PatternPicture.of("x", pattern));
    }

    @Test
    void of_a_wide_pattern_the_first_terms_are_drawn_and_the_others_are_counted() {
        var wide = par(Join.ALL, Collections.nCopies(999_999, task("a")));
        var words = words(wide);
        assertThat(words).filteredOn("a"::equals).hasSize(PatternPicture.TERMS_MAX - 1);
        assertThat(words).contains("… " + (1_000_000 - PatternPicture.TERMS_MAX) + " more terms");
        PictureShapes.of(PatternPicture.of("", wide)).assertTidy();
    }

    @Test
    void of_a_deep_pattern_the_outer_terms_are_drawn_and_the_others_are_counted() {
        var deep = task("a");
        for (int i = 0; i < 100_000; i++) {
            deep = Patterns.region("r" + i, deep);
        }
        var words = words(deep);
        assertThat(words).hasSize(PatternPicture.DEPTH_MAX).contains("region r99999");
        assertThat(words).contains("… " + (100_001 - PatternPicture.DEPTH_MAX + 1) + " more terms");
        PictureShapes.of(PatternPicture.of("", deep)).assertTidy();
    }

    @Test
    void a_graph_ends_behind_all_its_nodes_also_when_only_a_lost_one_leads_out() {
        var lost =
                """
                graph {
                  node a to b task a
                  node b to c task b
                  node c to a par { task c task d task e task f task g }
                  node lost skip
                }
                """;
        PictureShapes.of(PatternPicture.of("", Pattern.parse(lost))).assertTidy();
    }

    @Test
    void a_large_graph_is_drawn_in_part_and_ways_lead_to_the_rest() {
        var vertices = new Vertex[1000];
        for (int i = 0; i < vertices.length; i++) {
            var next = i + 1 < vertices.length ? i + 1 : 0;
            vertices[i] = Vertex.node("n" + i, seq(task("a"), end())).to("n" + next);
        }
        for (int i = 0; i < vertices.length; i += 2) {
            vertices[i] = Vertex.node("n" + i, effect("b")).toFree("n0", "n" + (i + 1), "n998");
        }
        var picture = PatternPicture.of("", Patterns.graph(vertices));
        PictureShapes.of(picture).assertTidy();
        assertThat(picture).contains("more terms");
    }
}
