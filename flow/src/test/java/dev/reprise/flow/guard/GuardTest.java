package dev.reprise.flow.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GuardTest {
    static Stream<Class<?>> offending() {
        return Stream.of(
                        OffendingCalls.class,
                        OffendingSurroundings.class,
                        OffendingWays.class,
                        OffendingState.class)
                .flatMap(Marks::snippets)
                .filter(it -> !Marks.expected(it).isEmpty());
    }

    static Stream<Class<?>> correct() {
        return Marks.snippets(CorrectCode.class);
    }

    @ParameterizedTest
    @MethodSource("offending")
    void an_offending_call_is_found_with_its_rule_and_line_and_nothing_else_is(Class<?> snippet) {
        assertThat(found(snippet)).isEqualTo(Marks.expected(snippet));
    }

    @ParameterizedTest
    @MethodSource("correct")
    void correct_code_has_no_finding(Class<?> snippet) {
        assertThat(Guard.scan(snippet)).isEmpty();
    }

    @Test
    void there_are_enough_snippets_of_every_rule() {
        var rules =
                offending()
                        .flatMap(it -> Marks.expected(it).stream())
                        .map(it -> it.substring(0, it.indexOf(' ')))
                        .toList();
        assertThat(offending().count()).isGreaterThanOrEqualTo(40);
        assertThat(correct().count()).isGreaterThanOrEqualTo(15);
        for (var rule : Rule.values()) {
            if (rule != Rule.UNEXPLAINED) {
                assertThat(rules).contains(rule.name());
            }
        }
    }

    private static List<String> found(Class<?> workflow) {
        return Guard.scan(workflow).stream()
                .sorted((one, other) -> Integer.compare(one.at().line(), other.at().line()))
                .map(it -> it.rule() + " in line " + it.at().line())
                .distinct()
                .toList();
    }
}
