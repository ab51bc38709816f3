package dev.reprise.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every Java snippet of every page is a piece of code that is compiled, in this package or where
 * the page has a test of its own; most of it is carried out there, too.
 */
class PagesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern FENCE = Pattern.compile("(?s)```java\n(.*?)```");

    /** Whose snippets are compiled from the page itself, or compared in another way, and where. */
    private static final Map<String, String> COMPILED_ELSEWHERE =
            Map.of(
                    "README.md", "ReadmeTest of core and engine, GuideTest of flow",
                    "docs/cli.md", "CliDocsTest of app");

    private static Stream<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(docs.toList().stream(), Stream.of(ROOT.resolve("README.md")))
                    .filter(it -> it.toString().endsWith(".md"))
                    .sorted();
        }
    }

    /** All code of this project, squeezed; a test of app compiles what is to be explored. */
    private static List<String> code() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return Stream.concat(
                            modules.map(it -> it.resolve("src")), Stream.of(Path.of("explore")))
                    .filter(Files::isDirectory)
                    .flatMap(PagesTest::under)
                    .toList();
        }
    }

    private static Stream<String> under(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(it -> it.toString().endsWith(".java"))
                    .map(PagesTest::text)
                    .map(PagesTest::squeezed)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Code without comments and blanks, which the formatter may move. */
    private static String squeezed(String text) {
        return text.replaceAll("(?m)//.*$", "").replaceAll("\\s+", "");
    }

    @Test
    void every_java_snippet_of_every_page_is_compiled_code() throws IOException {
        List<String> code = code();
        var found = new TreeMap<String, Integer>();
        List<String> nowhere = new ArrayList<>();
        for (Path page : pages().toList()) {
            String name = ROOT.relativize(page).toString();
            List<String> snippets =
                    FENCE.matcher(Files.readString(page)).results().map(it -> it.group(1)).toList();
            for (String snippet : snippets) {
                found.merge(name, 1, Integer::sum);
                String wanted = squeezed(snippet);
                if (!COMPILED_ELSEWHERE.containsKey(name)
                        && code.stream().noneMatch(it -> it.contains(wanted))) {
                    nowhere.add(name + ":\n" + snippet);
                }
            }
        }
        assertThat(nowhere).as("snippets that no source of this project holds").isEmpty();
        assertThat(found).hasSizeGreaterThan(17).containsKeys("README.md", "docs/engine.md");
    }
}
