package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** What a terminal would obey is shown. */
class VisibleWriterTest {
    @Test
    void controls_are_shown_and_letters_tabs_and_lines_are_as_they_were() {
        var text = new StringWriter();
        var out = VisibleWriter.over(new PrintWriter(text, true));
        out.println("tea\t\u00FC \uD83C\uDF75");
        out.print('\u0008');
        out.printf("%s%n", "a\u001B]0;b\u0007\u009Bc\r\u202Ed");
        assertThat(text.toString())
                .isEqualTo(
                        "tea\t\u00FC \uD83C\uDF75\nU+0008aU+001B]0;bU+0007U+009BcU+000DU+202Ed\n");
    }
}
