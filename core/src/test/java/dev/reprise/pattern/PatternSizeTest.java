package dev.reprise.pattern;

import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Large and deep patterns are built, compared, written and read without running out of stack. */
class PatternSizeTest {
    @Test
    void a_pattern_of_a_million_terms_is_compared_written_and_read() {
        check(wide(999_999), 1_000_000);
    }

    @Test
    void a_pattern_a_hundred_thousand_deep_is_compared_written_and_read() {
        check(deep(100_000), 100_001);
    }

    private static void check(Pattern pattern, int terms) {
        assertThat(pattern.terms()).isEqualTo(terms);
        var again = Pattern.parse(pattern.toText());
        assertThat(again.equals(pattern)).isTrue();
        assertThat(again.hashCode()).isEqualTo(pattern.hashCode());
        var places = Places.of(again);
        assertThat(places.size()).isEqualTo(terms);
        assertThat(places.end(0)).isEqualTo(terms);
        assertThat(places.path(terms - 1)).startsWith("/");
        assertThat(pattern.toString()).hasSizeLessThan(1000).endsWith("…");
        assertThat(Registry.NONE.task("a", it -> it).link(pattern).pattern()).isSameAs(pattern);
    }

    @Test
    void deep_patterns_that_differ_at_the_bottom_are_not_equal() {
        var one = deep(100_000);
        var other = task("b");
        for (int i = 0; i < 100_000; i++) {
            other = seq(other);
        }
        assertThat(one.equals(other)).isFalse();
    }

    @Test
    void patterns_of_the_same_hash_may_differ() {
        assertThat(seq(task("Aa")).hashCode()).isEqualTo(seq(task("BB")).hashCode());
        assertThat(seq(task("Aa")).equals(seq(task("BB")))).isFalse();
    }

    @Test
    void shared_parts_count_as_often_as_they_are_written_and_are_bounded() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> {
                            var doubled = task("a");
                            for (int i = 0; i < 60; i++) {
                                doubled = seq(doubled, doubled);
                            }
                        })
                .withMessage("a pattern has at most 4194304 terms, not 8388607");
    }

    private static Pattern wide(int branches) {
        return Patterns.par(Join.ALL, Collections.nCopies(branches, task("a")));
    }

    private static Pattern deep(int depth) {
        var pattern = task("a");
        for (int i = 0; i < depth; i++) {
            pattern = seq(pattern);
        }
        return pattern;
    }
}
