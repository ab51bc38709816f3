package dev.reprise.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.pattern.picture.PatternPicture;
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
                    "\\| (\\d+) \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\| `(\\w+)` \\| ([^|]+) \\|");

    private static final java.util.regex.Pattern CODE = java.util.regex.Pattern.compile("`(\\w+)");

    /** Write the pictures instead of comparing them. */
    private static final boolean WRITES = Boolean.getBoolean("pictures.write");

    @Test
    void every_pattern_has_its_row_its_constructor_its_terms_its_test_and_its_picture()
            throws Exception {
        var rows = lines().map(ROW::matcher).filter(java.util.regex.Matcher::matches).toList();
        assertThat(rows).hasSameSizeAs(Catalogue.values()).hasSize(43);
        var constructors = names(Stream.of(Patterns.class, Vertex.class));
        for (var entry : Catalogue.values()) {
            var row = rows.get(entry.number() - 1);
            assertThat(row.group(1)).isEqualTo(String.valueOf(entry.number()));
            assertThat(row.group(2)).isEqualTo(entry.title());
            assertThat(code(row.group(3))).isEqualTo(entry.constructors());
            assertThat(constructors).as(row.group()).containsAll(entry.constructors());
            assertThat(code(row.group(4))).as(row.group()).isNotEmpty();
            assertThat(termNames(entry.pattern())).as(row.group()).containsAll(code(row.group(4)));
            var test = Class.forName("dev.reprise.pattern." + row.group(5));
            assertThat(names(Stream.of(test)))
                    .as(row.group())
                    .anyMatch(it -> it.startsWith("pattern_" + entry.number() + "_"));
            assertThat(row.group(6))
                    .isEqualTo("![%s](pictures/patterns/%s)", entry.title(), entry.file());
        }
    }

    @Test
    void the_pictures_are_what_is_drawn_now() throws IOException {
        var folder = docs().resolve("pictures/patterns");
        for (var entry : Catalogue.values()) {
            var file = folder.resolve(entry.file());
            var drawn = PatternPicture.of(entry.title(), entry.pattern());
            if (WRITES) {
                Files.createDirectories(folder);
                Files.writeString(file, drawn);
            }
            assertThat(file).hasContent(drawn);
            assertThat(Files.size(file)).isLessThan(8192);
        }
        try (var files = Files.list(folder)) {
            assertThat(files.map(it -> it.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.of(Catalogue.values()).map(Catalogue::file).toList());
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

    private static Set<String> termNames(Pattern pattern) {
        var places = Places.of(pattern);
        return IntStream.range(0, places.size())
                .mapToObj(it -> places.at(it).term().getClass().getSimpleName())
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
        return Files.readAllLines(docs().resolve("patterns.md")).stream();
    }

    private static Path docs() throws IOException {
        for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve("docs/patterns.md"))) {
                return at.resolve("docs");
            }
        }
        throw new IOException("no folder above holds docs/patterns.md");
    }
}
