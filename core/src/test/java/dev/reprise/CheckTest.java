package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class CheckTest {
    @Test
    void nothing_happens_while_the_rule_holds() {
        assertThatCode(
                        () -> {
                            Check.argument(true, "no");
                            Check.argument(true, "no %d", 1);
                            Check.state(true, "no");
                            Check.state(true, "no %d", 1);
                            Check.invariant(true, "no");
                            Check.invariant(true, "no %d", 1);
                        })
                .doesNotThrowAnyException();
    }

    @Test
    void the_caller_is_told_what_it_passed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.argument(false, "as it is: 100%"))
                .withMessage("as it is: 100%");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.argument(false, "%s is not %d", "seven", 8))
                .withMessage("seven is not 8");
    }

    @Test
    void a_call_at_the_wrong_moment_is_told_so() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Check.state(false, "too late"))
                .withMessage("too late");
        assertThatIllegalStateException()
                .isThrownBy(() -> Check.state(false, "too late by %d, %d and %d", 1, 2, 3))
                .withMessage("too late by 1, 2 and 3");
    }

    @Test
    void our_own_fault_is_an_error_that_nobody_catches_by_accident() {
        assertThatExceptionOfType(InvariantViolation.class)
                .isThrownBy(() -> Check.invariant(false, "wrong"))
                .withMessage("wrong");
        assertThatExceptionOfType(InvariantViolation.class)
                .isThrownBy(() -> Check.invariant(false, "wrong: %s", "x"))
                .withMessage("wrong: x");
        assertThat(Exception.class.isAssignableFrom(InvariantViolation.class)).isFalse();
    }

    @Test
    void numbers_look_the_same_in_every_country() {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Check.argument(false, "%d", 123))
                    .withMessage("123");
        } finally {
            Locale.setDefault(before);
        }
    }
}
