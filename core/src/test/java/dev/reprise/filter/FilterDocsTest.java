package dev.reprise.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/filters.md says can be written. */
class FilterDocsTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private static List<String> lines(String from, String to) throws IOException {
        var text = Files.readString(page());
        int start = text.indexOf(from);
        int end = text.indexOf(to, start);
        assertThat(start).as(from).isNotNegative();
        assertThat(end).as(to).isGreaterThan(start);
        return text.substring(start, end).lines().toList();
    }

    private static Path page() throws IOException {
        for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            var file = at.resolve("docs/filters.md");
            if (Files.exists(file)) {
                return file;
            }
        }
        throw new IOException("no folder above holds docs/filters.md");
    }

    @Test
    void every_example_can_be_read() throws IOException {
        var examples =
                lines("## Examples", "## Grammar").stream()
                        .flatMap(it -> CODE.matcher(it).results())
                        .map(it -> it.group(1))
                        .toList();
        assertThat(examples).hasSize(14);
        for (var example : examples) {
            assertThat(Filter.parse(Filter.parse(example).toText()))
                    .isEqualTo(Filter.parse(example));
        }
    }

    @Test
    void every_field_and_every_status_is_there() throws IOException {
        var fields = String.join("\n", lines("## Fields", "## Attributes"));
        assertThat(Field.BuiltIn.words()).allMatch(it -> fields.contains("`" + it + "`"));
        assertThat(RunStatus.words()).allMatch(it -> fields.contains("`" + it + "`"));
    }

    @Test
    void every_kind_of_attribute_is_written_as_it_says() throws IOException {
        var rows =
                lines("## Attributes", "`Attributes` is").stream()
                        .filter(it -> it.contains("{\""))
                        .toList();
        assertThat(rows).hasSize(7);
        for (var row : rows) {
            String written = CODE.matcher(row).results().findFirst().orElseThrow().group(1);
            assertThat(Attributes.parse("a = " + written).toText()).isEqualTo("a = " + written);
        }
    }

    @Test
    void the_limits_are_those() throws IOException {
        var limits = String.join("\n", lines("## Limits", "## What is shown"));
        for (int limit :
                new int[] {
                    Tokens.CHARS_MAX,
                    Filter.TEXT_CHARS_MAX,
                    Filter.TERMS_MAX,
                    Filter.DEPTH_MAX,
                    Value.TEXT_CHARS_MAX,
                    (int) Value.OFFSET_MAX.toDays()
                }) {
            assertThat(limits).contains(String.format(Locale.ROOT, "| %,d ", limit));
        }
    }
}
