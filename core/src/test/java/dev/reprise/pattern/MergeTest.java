package dev.reprise.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Payload;
import dev.reprise.Undecodable;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** How contexts become one, and what a context is. */
class MergeTest {
    private static final Context BASE = Context.EMPTY.with("x", "0").with("y", "0");

    @Test
    void a_conflict_names_both_branches_the_variable_and_the_values() {
        assertThatExceptionOfType(Merge.Conflict.class)
                .isThrownBy(
                        () ->
                                Merge.strictly(
                                        BASE,
                                        arrivals(BASE.with("x", "1"), BASE, BASE.without("x"))))
                .withMessage(
                        "branch 0 and branch 2 both changed the variable \"x\": text \"1\" and removed."
                                + " Declare a merge, or let them use different variables.");
    }

    @Test
    void what_only_one_branch_changed_is_taken_over() {
        var merged =
                Merge.strictly(
                        BASE,
                        arrivals(BASE.with("x", "1"), BASE.without("y"), BASE.with("z", "2")));
        assertThat(merged).isEqualTo(Context.EMPTY.with("x", "1").with("z", "2"));
        assertThat(Merge.strictly(BASE, arrivals(BASE, BASE))).isSameAs(BASE);
    }

    @Property(tries = 300)
    void without_a_conflict_the_order_of_branches_means_nothing(@ForAll List<Byte> changes) {
        var contexts = new ArrayList<Context>();
        for (int i = 0; i < Math.min(changes.size(), 20); i++) {
            contexts.add(BASE.with("v" + i, "" + changes.get(i)).with("x", "same"));
        }
        var forth = Merge.strictly(BASE, arrivals(contexts.toArray(Context[]::new)));
        var back = Merge.strictly(BASE, arrivals(contexts.reversed().toArray(Context[]::new)));
        assertThat(forth).isEqualTo(back);
        contexts.forEach(
                it -> assertThat(forth.values()).containsAllEntriesOf(it.without("y").values()));
    }

    @Test
    void a_context_is_sorted_and_never_changes() {
        var context = Context.EMPTY.with("b", "2").with("a", "1");
        assertThat(context.values().keySet()).containsExactly("a", "b");
        assertThat(context.with("c", "3")).isNotEqualTo(context);
        assertThat(context).hasToString("{a=text \"1\", b=text \"2\"}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.get("c"))
                .withMessage("the context has no variable \"c\"; it has [a, b]");
        assertThatIllegalArgumentException().isThrownBy(() -> context.with(" ", "1"));
    }

    @Test
    void the_text_of_a_variable_is_read_and_nothing_else_is_taken_for_one() {
        var context = Context.EMPTY.with("a", "tea").with("b", Payload.of("json", new byte[] {49}));
        assertThat(context.text("a")).isEqualTo("tea");
        assertThatExceptionOfType(Undecodable.class)
                .isThrownBy(() -> context.text("b"))
                .withMessageContaining("json");
        assertThatIllegalArgumentException().isThrownBy(() -> context.text("c"));
    }

    private static List<Merge.Arrival> arrivals(Context... contexts) {
        var arrivals = new ArrayList<Merge.Arrival>();
        for (int i = 0; i < contexts.length; i++) {
            arrivals.add(new Merge.Arrival("branch " + i, i, contexts[i]));
        }
        return arrivals;
    }
}
