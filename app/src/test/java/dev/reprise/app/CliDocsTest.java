package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Carries out the examples of docs/cli.md, in their order, in a folder of its own. Times differ,
 * and on a slow machine what happens side by side comes in another order: so lines are compared
 * without times, lanes and order.
 */
@Timeout(120)
class CliDocsTest {
    private static final Path DOCS = Path.of("..", "docs", "cli.md");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    private final Session session = new Session();

    @TempDir private Path folder;

    @Test
    void the_examples_do_what_the_page_says() throws IOException {
        String page = Files.readString(DOCS);
        Files.writeString(folder.resolve("Order.java"), blocks(page, "java").getFirst());
        int examples = 0;
        for (String block : blocks(page, "console")) {
            for (String example : block.split("(?m)^\\$ reprise ")) {
                if (!example.isBlank()) {
                    carryOut(example);
                    examples++;
                }
            }
        }
        assertThat(examples).isGreaterThan(12);
        assertThat(folder.resolve("order-2.svg")).isNotEmptyFile();
    }

    @Test
    void the_page_names_every_command() throws IOException {
        String page = Files.readString(DOCS);
        session.run("--help");
        String commands = session.out().substring(session.out().indexOf("Commands:"));
        var names =
                commands.lines()
                        .skip(1)
                        .takeWhile(it -> !it.isBlank())
                        .filter(it -> it.matches("  \\w.*"))
                        .map(it -> it.strip().split("[ ,]")[0])
                        .toList();
        assertThat(names).hasSizeGreaterThan(15);
        assertThat(names).allSatisfy(it -> assertThat(page).contains("`" + it));
    }

    private static List<String> blocks(String page, String language) {
        List<String> blocks = new ArrayList<>();
        var fences = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(page);
        while (fences.find()) {
            blocks.add(fences.group(1));
        }
        return blocks;
    }

    private void carryOut(String example) {
        String command = example.substring(0, example.indexOf('\n'));
        List<Object> words = new ArrayList<>();
        var each = WORD.matcher(command);
        while (each.find()) {
            words.add(here(each.group().replaceAll("^['\"]|['\"]$", "")));
        }
        if (!words.contains(folder.resolve("data").toString())
                && !command.matches("backup (list|verify|restore) .*")) {
            words.add("--data=" + folder.resolve("data"));
        }
        session.run(words.toArray());
        assertThat(lines(session.err() + session.out()))
                .as(command)
                .isEqualTo(lines(example.substring(command.length() + 1)));
    }

    /** A name of a file on the page is one in the folder of the test. */
    private String here(String word) {
        return word.matches("data|backups\\S*|restored|\\S+\\.(java|svg)")
                ? folder.resolve(word).toString()
                : word;
    }

    private List<String> lines(String text) {
        return text.replace(folder + "/", "")
                .lines()
                .map(it -> it.replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME"))
                .map(
                        it ->
                                it.replaceAll(
                                        "^ *\\d* *(@\\d+ +)?(\\+[\\d.]+ \\w+)? *[│●○✗↻×·■ ]+ ", ""))
                .map(it -> it.replaceAll("^version .*", "VERSION"))
                .map(it -> it.replaceAll("[\\d.]+ [KM]iB", "SIZE"))
                .map(it -> it.replaceAll(" {2,}", " "))
                .map(it -> it.replaceAll("after [\\d.]+ m?s", "after SPAN"))
                .map(it -> it.replaceAll("(\\d+)( runs with| entries| *$)", "N$2"))
                .map(String::strip)
                .filter(it -> !it.isEmpty())
                .sorted()
                .toList();
    }
}
