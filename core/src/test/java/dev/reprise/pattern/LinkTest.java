package dev.reprise.pattern;

import static dev.reprise.pattern.Patterns.call;
import static dev.reprise.pattern.Patterns.cancelRegion;
import static dev.reprise.pattern.Patterns.completeInstances;
import static dev.reprise.pattern.Patterns.define;
import static dev.reprise.pattern.Patterns.each;
import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.milestone;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.region;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.skip;
import static dev.reprise.pattern.Patterns.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;

/** Names are bound to code; those that lead nowhere are told all at once. */
class LinkTest {
    private static final Registry CODE =
            Registry.NONE.task("a", it -> it).condition("c", _ -> true).merge("m", (b, _) -> b);

    @Test
    void a_pattern_whose_names_are_bound_has_its_code() {
        var pattern = seq(task("a"), par(effect("b"), task("a")).merging("m"));
        var linked = CODE.link(pattern);
        assertThat(linked.pattern()).isEqualTo(pattern);
        assertThat(linked.task("a").apply(Context.EMPTY)).isSameAs(Context.EMPTY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> linked.task("b"))
                .withMessage("the pattern does not use the name \"b\"");
    }

    @Test
    void all_names_that_are_not_bound_are_listed_at_once() {
        var text =
                """
                seq {
                  task a
                  task ghost
                  loop while all(c, not ghost) { task ghost }
                  each items list join when enough merge sum { skip }
                  graph { node n to one when there n, otherwise m skip node m skip }
                  each count many { task phantom }
                }
                """;
        problems(Pattern.parse(text))
                .containsExactly(
                        "No code is bound to the condition \"enough\", at /3",
                        "No code is bound to the condition \"ghost\", at /2",
                        "No code is bound to the condition \"there\", at /4",
                        "No code is bound to the count \"many\", at /5",
                        "No code is bound to the list \"list\", at /3",
                        "No code is bound to the merge \"sum\", at /3",
                        "No code is bound to the task \"ghost\", at /1",
                        "No code is bound to the task \"phantom\", at /5/0");
    }

    @Test
    void regions_are_known_in_the_body_they_are_written_in() {
        var elsewhere =
                define("f", 3, region("r", skip()), seq(cancelRegion("r"), milestone("s", skip())));
        problems(elsewhere)
                .containsExactly(
                        "The term at /0/0 cancels the region \"r\", which is not written in the same body",
                        "The term at /0/1 waits for the region \"s\", which is not written in the same body");
        assertThat(CODE.link(seq(region("r", skip()), cancelRegion("r")))).isNotNull();
    }

    @Test
    void only_instances_are_completed() {
        problems(seq(region("r", task("a")), completeInstances("r")))
                .containsExactly(
                        "The term at /1 completes the region \"r\", which is not around instances:"
                                + " region around each");
        assertThat(CODE.link(seq(region("r", each(2, task("a"))), completeInstances("r"))))
                .isNotNull();
    }

    @Test
    void calls_are_inside_of_the_define_and_names_are_defined_once() {
        var twice =
                seq(
                        define("f", 3, skip(), call("f")),
                        define("f", 3, skip(), skip()),
                        call("f"),
                        call("g"));
        problems(twice)
                .containsExactly(
                        "The term at /1 defines \"f\", which is defined at /0 already",
                        "The term at /2 calls \"f\", which no define around it defines",
                        "The term at /3 calls \"g\", which no define around it defines");
    }

    @Test
    void a_name_is_bound_once_and_built_in_merges_keep_theirs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CODE.task("a", it -> it))
                .withMessage("code is already bound to the name \"a\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CODE.merge("strict", (b, _) -> b))
                .withMessage("the merge \"strict\" is built in already");
    }

    private static ListAssert<String> problems(Pattern pattern) {
        var thrown =
                assertThatExceptionOfType(Unlinkable.class)
                        .isThrownBy(() -> CODE.link(pattern))
                        .actual();
        assertThat(thrown).hasMessageStartingWith("This pattern cannot be linked.\n  ");
        return assertThat(thrown.problems());
    }
}
