package dev.reprise.flow.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class GuardStrictnessTest {
    private final ArrayList<String> warnings = new ArrayList<>();

    @Test
    void an_error_refuses_the_workflow_and_tells_all_findings() {
        var refused =
                catchThrowableOfType(
                        NondeterministicCode.class,
                        () -> Guard.check(Reported.Many.class, Strictness.ERROR, warnings::add));

        assertThat(refused.findings()).isEqualTo(Guard.scan(Reported.Many.class));
        assertThat(refused)
                .hasMessageStartingWith(
                        "Workflow "
                                + Reported.Many.class.getName()
                                + " could take another path in replay: 4 findings.\n"
                                + "RANDOM: Math.random() ");
        refused.findings().forEach(it -> assertThat(refused).hasMessageContaining(it.describe()));
        assertThat(warnings).isEmpty();
    }

    @Test
    void one_finding_is_counted_as_one() {
        assertThatThrownBy(() -> Guard.check(Reported.Short.class, Strictness.ERROR, warnings::add))
                .hasMessageContaining("in replay: 1 finding.\n");
    }

    @Test
    void a_warning_tells_each_finding_and_takes_the_workflow() {
        Guard.check(Reported.Many.class, Strictness.WARN, warnings::add);

        assertThat(warnings)
                .isEqualTo(Guard.scan(Reported.Many.class).stream().map(Finding::describe).toList())
                .hasSize(4);
    }

    @Test
    void a_guard_that_is_off_looks_at_nothing() {
        Guard.check(Reported.Many.class, Strictness.OFF, warnings::add);
        Guard.check(int[].class, Strictness.OFF, warnings::add);

        assertThat(warnings).isEmpty();
    }

    @Test
    void correct_code_passes_at_every_strictness() {
        for (var strictness : Strictness.values()) {
            assertThatCode(() -> Guard.check(CorrectCode.Records.class, strictness, warnings::add))
                    .doesNotThrowAnyException();
        }
        assertThat(warnings).isEmpty();
    }
}
