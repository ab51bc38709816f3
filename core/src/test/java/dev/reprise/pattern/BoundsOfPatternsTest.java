package dev.reprise.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Payload;
import dev.reprise.form.Malformed;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The most that is allowed is allowed, and one more is not. */
final class BoundsOfPatternsTest {
    private static final Condition PAID = new Condition.Named("paid");

    private static Pattern read(String text) {
        return Pattern.parse(text);
    }

    @Test
    void a_join_may_need_all_there_are() {
        read("par join 2 { skip skip }");
        read("each 2 join 2 { skip }");
        read("graph { node a to b skip node b enter join 1 skip }");
        for (String text :
                List.of(
                        "par join 3 { skip skip }",
                        "each 2 join 3 { skip }",
                        "graph { node a to b skip node b enter join 2 skip }")) {
            assertThatThrownBy(() -> read(text))
                    .as(text)
                    .isInstanceOf(Malformed.class)
                    .hasMessageContaining("cannot need");
        }
    }

    private static String stray(int nodes) {
        var text = new StringBuilder("graph {");
        for (int i = 0; i < nodes; i++) {
            text.append(" node n").append(i).append(" to gone skip");
        }
        return text.append(" }").toString();
    }

    @Test
    void as_many_labels_are_told_as_fit() {
        assertThatThrownBy(() -> read(stray(10)))
                .hasMessageEndingWith("n7, n8, n9]")
                .hasMessageContaining("[n0, n1");
        // They come in the order of their letters: n10 is among the first.
        assertThatThrownBy(() -> read(stray(11))).hasMessageEndingWith("n7, n8] and 1 more");
    }

    // ---- Conditions ----

    private static Condition nested(int depth, boolean negated) {
        Condition condition = PAID;
        for (int i = 1; i < depth; i++) {
            condition =
                    negated
                            ? new Condition.Not(condition)
                            : i % 2 == 0
                                    ? new Condition.All(List.of(PAID, condition))
                                    : new Condition.Any(List.of(condition, PAID));
        }
        return condition;
    }

    @Test
    void conditions_go_as_deep_as_is_allowed() {
        for (boolean negated : new boolean[] {true, false}) {
            var deepest = nested(Condition.DEPTH_MAX, negated);
            assertThat(deepest.names()).contains("paid");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Condition.Not(deepest))
                    .withMessage("conditions go at most 32 deep, not 33");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Condition.All(List.of(PAID, deepest)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Condition.Any(List.of(deepest, PAID)));
        }
    }

    @Test
    void names_are_told_as_often_as_they_are_written_and_in_order() {
        var has = new Condition.Has("v");
        var all =
                new Condition.All(
                        List.of(
                                new Condition.Named("b"),
                                has,
                                new Condition.Not(new Condition.Named("a")),
                                new Condition.Any(
                                        List.of(
                                                new Condition.Is("v", "x"),
                                                new Condition.Named("b")))));
        assertThat(all.names()).containsExactly("b", "a", "b");
        assertThat(has.names()).isEmpty();
    }

    @Test
    void what_holds_follows_from_its_parts() {
        var context = Context.EMPTY.with("v", Payload.text("x"));
        Condition.Code none = name -> _ -> name.equals("yes");
        Condition yes = new Condition.Named("yes");
        Condition no = new Condition.Named("no");
        assertThat(new Condition.All(List.of()).holds(context, none)).isTrue();
        assertThat(new Condition.Any(List.of()).holds(context, none)).isFalse();
        for (Condition one : List.of(yes, no)) {
            boolean holds = one.equals(yes);
            assertThat(one.holds(context, none)).isEqualTo(holds);
            assertThat(new Condition.Not(one).holds(context, none)).isEqualTo(!holds);
            assertThat(new Condition.All(List.of(yes, one)).holds(context, none)).isEqualTo(holds);
            assertThat(new Condition.Any(List.of(no, one)).holds(context, none)).isEqualTo(holds);
        }
        assertThat(new Condition.Has("v").holds(context, none)).isTrue();
        assertThat(new Condition.Has("w").holds(context, none)).isFalse();
        assertThat(new Condition.Is("v", "x").holds(context, none)).isTrue();
        assertThat(new Condition.Is("v", "y").holds(context, none)).isFalse();
        assertThat(new Condition.Is("w", "x").holds(context, none)).isFalse();
    }

    // ---- Names ----

    @Test
    void what_is_not_bound_is_named_once_with_its_first_place_and_the_kind_of_code_it_needs() {
        var pattern =
                Patterns.seq(
                        Patterns.task("t"),
                        Patterns.xor(
                                Patterns.when("c", Patterns.task("t")),
                                Patterns.otherwise(Patterns.skip())),
                        Patterns.loopWhile("w", Patterns.skip()),
                        Patterns.loopUntil("u", Patterns.skip()),
                        Patterns.each(Patterns.counted("n"), "i", Patterns.skip()),
                        Patterns.each(Patterns.items("l"), "i", Patterns.skip()),
                        Patterns.each(3, Patterns.effect("only an activity")));
        assertThat(Unbound.names(Places.of(pattern), Registry.NONE))
                .containsExactly(
                        "No code is bound to the condition \"c\", at /1",
                        "No code is bound to the condition \"u\", at /3",
                        "No code is bound to the condition \"w\", at /2",
                        "No code is bound to the count \"n\", at /4",
                        "No code is bound to the list \"l\", at /5",
                        "No code is bound to the task \"t\", at /0");
    }

    @Test
    void nothing_is_needed_of_numbers_and_of_what_is_there() {
        var pattern =
                Patterns.seq(
                        Patterns.times(3, Patterns.skip()),
                        Patterns.each(2, Patterns.skip()),
                        Patterns.xor(
                                Patterns.when(new Condition.Has("v"), Patterns.skip()),
                                Patterns.otherwise(Patterns.skip())));
        assertThat(Unbound.names(Places.of(pattern), Registry.NONE)).isEmpty();
        assertThat(Unbound.names(Places.of(Patterns.times(1, Patterns.task("a"))), Registry.NONE))
                .isEqualTo(Collections.singletonList("No code is bound to the task \"a\", at /0"));
    }
}
