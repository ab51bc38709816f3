package dev.reprise.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/patterns.md says of the 43 patterns and of the terms is so. */
class PatternDocsTest {
    private static final java.util.regex.Pattern ROW =
            java.util.regex.Pattern.compile(
                    "\\| (\\d+) \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\| `(\\w+)` \\|");

    private static final java.util.regex.Pattern CODE = java.util.regex.Pattern.compile("`(\\w+)");

    @Test
    void every_pattern_has_its_row_its_constructor_its_terms_and_its_test() throws Exception {
        var rows = lines().map(ROW::matcher).filter(java.util.regex.Matcher::matches).toList();
        assertThat(rows.stream().map(it -> Integer.parseInt(it.group(1))))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 43).boxed().toList());
        var constructors = names(Stream.of(Patterns.class, Vertex.class));
        var terms = termNames();
        for (var row : rows) {
            assertThat(constructors).as(row.group()).containsAll(code(row.group(3)));
            assertThat(code(row.group(3))).as(row.group()).isNotEmpty();
            assertThat(terms).as(row.group()).containsAll(code(row.group(4)));
            var test = Class.forName("dev.reprise.pattern." + row.group(5));
            assertThat(names(Stream.of(test)))
                    .as(row.group())
                    .anyMatch(it -> it.startsWith("pattern_" + row.group(1) + "_"));
        }
    }

    @Test
    void every_term_has_its_rule() throws IOException {
        var text = lines().collect(Collectors.joining("\n"));
        for (var term : termNames()) {
            assertThat(text).contains("\n| `" + term + "` |");
        }
    }

    @Test
    void the_pattern_of_the_guide_can_be_read() throws IOException {
        var text = lines().collect(Collectors.joining("\n"));
        int from = text.indexOf("```text\n") + 8;
        var pattern = Pattern.parse(text.substring(from, text.indexOf("```", from)));
        assertThat(Pattern.parse(pattern.toText())).isEqualTo(pattern);
    }

    private static Set<String> termNames() {
        return Arrays.stream(Term.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .collect(Collectors.toSet());
    }

    private static Set<String> names(Stream<Class<?>> types) {
        return types.flatMap(it -> Arrays.stream(it.getDeclaredMethods()))
                .map(Method::getName)
                .collect(Collectors.toSet());
    }

    private static List<String> code(String cell) {
        return CODE.matcher(cell).results().map(it -> it.group(1)).toList();
    }

    private static Stream<String> lines() throws IOException {
        for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            var file = at.resolve("docs/patterns.md");
            if (Files.exists(file)) {
                return Files.readAllLines(file).stream();
            }
        }
        throw new IOException("no folder above holds docs/patterns.md");
    }
}
