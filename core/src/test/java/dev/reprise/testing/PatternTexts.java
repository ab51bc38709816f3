package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.form.Malformed;
import dev.reprise.pattern.Pattern;
import java.util.Optional;

/** What holds of everything that is given to a reader of patterns. */
public final class PatternTexts {
    private PatternTexts() {}

    /**
     * The text is a pattern, which is written and read back as it was; or it is refused, with a
     * place that is in the text or right behind it.
     */
    public static Optional<Pattern> assertReadOrRefused(String text) {
        Pattern pattern;
        try {
            pattern = Pattern.parse(text);
        } catch (Malformed e) {
            TextDamage.assertPlace(text, e.place());
            assertThat(e.getMessage()).hasSizeLessThan(4000);
            return Optional.empty();
        }
        var again = Pattern.parse(pattern.toText());
        assertThat(again.equals(pattern)).as(text).isTrue();
        return Optional.of(pattern);
    }
}
