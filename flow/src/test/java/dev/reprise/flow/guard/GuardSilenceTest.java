package dev.reprise.flow.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardSilenceTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                Silenced.Method.class,
                Silenced.TwoRules.class,
                Silenced.LambdaInside.class,
                Silenced.WithConstructor.class,
                Silenced.WholeClass.class,
                Silenced.NothingToSilence.class
            })
    void what_is_allowed_with_a_reason_is_no_finding(Class<?> workflow) {
        assertThat(Guard.scan(workflow)).isEmpty();
    }

    @Test
    void only_the_rules_that_are_named_are_silenced() {
        assertThat(Guard.scan(Silenced.OtherRule.class))
                .extracting(Finding::rule)
                .containsExactly(Rule.CLOCK);
    }

    @Test
    void a_method_that_is_called_needs_an_allowance_of_its_own() {
        var findings = Guard.scan(Silenced.Callee.class);

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().at().line())
                .isEqualTo(Marks.line(Silenced.class, "// not silenced"));
    }

    @Test
    void an_allowance_without_a_reason_is_a_finding_in_place_of_what_it_silences() {
        assertThat(Guard.scan(Silenced.NoReason.class))
                .containsExactly(
                        new Finding(
                                Rule.UNEXPLAINED,
                                "@Allowed(CLOCK)",
                                new Finding.Place(
                                        Silenced.NoReason.class.getName(),
                                        "run",
                                        "Silenced.java",
                                        Marks.line(Silenced.class, "// silenced for no reason")),
                                java.util.List.of(),
                                Rule.UNEXPLAINED.advice()));
    }

    @Test
    void a_class_without_a_reason_is_reported_once() {
        var findings = Guard.scan(Silenced.ClassWithoutReason.class);

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().describe())
                .isEqualTo(
                        """
                        UNEXPLAINED: @Allowed(CLOCK, IO) silences the guard and does not say why.
                          at       Silenced.ClassWithoutReason.class(Silenced.java)
                          instead  write the reason: why does replay give the same here?
                        """);
    }
}
