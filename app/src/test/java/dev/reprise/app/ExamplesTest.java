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

/** Carries out the commands of examples/README.md, in their order, in a folder of its own. */
@Timeout(240)
class ExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final Path CODE = EXAMPLES.resolve("src/main/java/dev/reprise/examples");
    private static final Pattern CONSOLE = Pattern.compile("(?s)```console\n(.*?)```");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    private final Session session = new Session();

    @TempDir private Path folder;

    @Test
    void the_commands_print_what_the_page_says() throws IOException {
        int commands = 0;
        for (var block : CONSOLE.matcher(page()).results().toList()) {
            for (String conversation : block.group(1).split("(?m)^\\$ reprise ")) {
                if (!conversation.isBlank()) {
                    carryOut(conversation);
                    commands++;
                }
            }
        }
        assertThat(commands).isGreaterThanOrEqualTo(6);
    }

    @Test
    void every_example_is_listed_and_has_a_test() throws IOException {
        assertThat(listed("")).hasSizeGreaterThanOrEqualTo(9);
        assertThat(listed("mended")).hasSizeGreaterThanOrEqualTo(12);
    }

    private static List<String> listed(String folder) throws IOException {
        String page = page();
        Path tests = EXAMPLES.resolve("src/test/java/dev/reprise/examples").resolve(folder);
        try (var files = Files.list(CODE.resolve(folder))) {
            var names =
                    files.map(it -> it.getFileName().toString())
                            .filter(it -> it.endsWith(".java") && !it.startsWith("package-info"))
                            .map(it -> it.replace(".java", ""))
                            .toList();
            assertThat(names)
                    .allSatisfy(
                            it -> {
                                assertThat(page).contains("[" + it + "](");
                                assertThat(tests.resolve(it + "Test.java")).exists();
                            });
            return names;
        }
    }

    private static String page() throws IOException {
        return Files.readString(EXAMPLES.resolve("README.md"));
    }

    private void carryOut(String conversation) {
        String command = conversation.substring(0, conversation.indexOf('\n'));
        List<Object> words = new ArrayList<>();
        for (var each : WORD.matcher(command).results().toList()) {
            String word = each.group().replaceAll("^'|'$", "");
            if (word.endsWith(".java")) {
                words.add(CODE.resolve(word));
            } else {
                words.add(word.equals("data") ? folder.resolve("data") : word);
            }
        }
        if (!words.contains("--data") && !words.getFirst().equals("run")) {
            words.add("--data=" + folder.resolve("data"));
        }
        session.run(words.toArray());
        // What happens to a run is told on the standard error, and takes another time every time.
        boolean told = words.getFirst().equals("run");
        assertThat(told ? session.out() : session.err() + session.out())
                .as(command + "\n" + session.err())
                .isEqualTo(conversation.substring(command.length() + 1));
    }
}
