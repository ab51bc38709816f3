package dev.reprise.flow.guard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the source of a snippet says about itself: the lines that the guard must name. */
final class Marks {
    private static final Pattern MARK = Pattern.compile("// ! (\\w+)$");

    private Marks() {}

    /** The classes directly inside a class, in the order of the text. */
    static Stream<Class<?>> snippets(Class<?> file) {
        var lines = lines(file);
        return Stream.of(file.getDeclaredClasses())
                .sorted((one, other) -> Integer.compare(first(lines, one), first(lines, other)));
    }

    /** The marks inside a snippet, each as rule and line. */
    static List<String> expected(Class<?> snippet) {
        var lines = lines(snippet.getEnclosingClass());
        int first = first(lines, snippet);
        int last = first + lines.subList(first, lines.size()).indexOf("    }");
        return IntStream.range(first, last)
                .boxed()
                .flatMap(
                        at ->
                                MARK.matcher(lines.get(at))
                                        .results()
                                        .map(it -> it.group(1) + " in line " + (at + 1)))
                .toList();
    }

    /** The first line with this text, counted from 1. */
    static int line(Class<?> file, String text) {
        var lines = lines(file);
        return 1
                + IntStream.range(0, lines.size())
                        .filter(it -> lines.get(it).contains(text))
                        .findFirst()
                        .orElseThrow();
    }

    private static int first(List<String> lines, Class<?> snippet) {
        var head = Pattern.compile("^    static class " + snippet.getSimpleName() + "\\b.*");
        return IntStream.range(0, lines.size())
                .filter(it -> head.matcher(lines.get(it)).matches())
                .findFirst()
                .orElse(lines.size());
    }

    private static List<String> lines(Class<?> file) {
        var path = Path.of("src/test/java", file.getName().replace('.', '/') + ".java");
        try {
            return Files.readAllLines(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
