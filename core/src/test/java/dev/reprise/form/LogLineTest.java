package dev.reprise.form;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LogLineTest {
    /** How a program reads a line; docs/observability.md has it. */
    private static final Pattern LINE =
            Pattern.compile(
                    "(?s)([a-z-]+)((?: \\w+=(?:[^\\s\":=]+|\"(?:[^\"\\\\]|\\\\.)*\"))*): (.*)");

    private static final Pattern FIELD =
            Pattern.compile("(\\w+)=(?:([^\\s\":=]+)|\"((?:[^\"\\\\]|\\\\.)*)\")");

    @Test
    void says_what_happened_to_whom_and_then_a_sentence() {
        var line = new LogLine("run-stuck").with("run", "order-17").with("type", "Order");
        assertThat(line.saying("It keeps what it is told."))
                .isEqualTo("run-stuck run=order-17 type=Order: It keeps what it is told.");
        assertThat(new LogLine("warm-up-failed").saying("So what: nothing."))
                .isEqualTo("warm-up-failed: So what: nothing.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "order-17",
                "",
                " ",
                "a b",
                "a:b",
                "a=b",
                "\"",
                "\\",
                "\\\"",
                "a\nb: c",
                "Schöne/#1$_+@.x",
                "run=x type=\"y\": z",
                "\t\u0001",
                "ends with \\"
            })
    void whatever_is_in_a_value_the_line_is_read_as_it_was_written(String value) {
        String line =
                new LogLine("event")
                        .with("run", value)
                        .with("last", 3)
                        .saying("x run=no: \"\n end");
        var read = LINE.matcher(line);
        assertThat(read.matches()).as(line).isTrue();
        assertThat(read.group(1)).isEqualTo("event");
        assertThat(read.group(3)).isEqualTo("x run=no: \"\n end");
        assertThat(fields(read.group(2))).containsExactly("run=" + value, "last=3");
    }

    private static List<String> fields(String text) {
        List<String> fields = new ArrayList<>();
        var each = FIELD.matcher(text);
        while (each.find()) {
            String value = each.group(2) != null ? each.group(2) : unquoted(each.group(3));
            fields.add(each.group(1) + "=" + value);
        }
        return fields;
    }

    private static String unquoted(String text) {
        var plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                plain.append(c);
            } else if (text.charAt(++i) == 'u') {
                plain.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                plain.append(text.charAt(i));
            }
        }
        return plain.toString();
    }
}
