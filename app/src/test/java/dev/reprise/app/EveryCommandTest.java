package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What every command owes whoever uses it, also one that is added tomorrow. */
class EveryCommandTest {
    /** Commands without --json, and why. */
    static final Map<String, String> WITHOUT_JSON =
            Map.of(
                    "reprise", "does nothing by itself",
                    "reprise backup", "does nothing by itself",
                    "reprise schedule", "does nothing by itself",
                    "reprise demo replay", "is there to be looked at",
                    "reprise bench", "is in another jar, where each benchmark says how it answers",
                    "reprise completion", "prints a script for a shell");

    private final Session session = new Session();

    private static List<CommandLine> all() {
        List<CommandLine> all = new ArrayList<>();
        gather(Reprise.commands(), all);
        return all;
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }

    /** The names of all commands that people are shown, with those of the commands around them. */
    static Stream<String> commands() {
        return all().stream().map(EveryCommandTest::name);
    }

    private static void gather(CommandLine command, List<CommandLine> all) {
        if (!command.getCommandSpec().usageMessage().hidden()) {
            all.add(command);
            command.getSubcommands().values().stream()
                    .distinct()
                    .forEach(each -> gather(each, all));
        }
    }

    /** Runs a command, named as a whole, with more words. */
    private int run(String command, String... more) {
        var words = new ArrayList<Object>(List.of(command.split(" ", -1)));
        words.removeFirst();
        words.addAll(Arrays.asList(more));
        return session.run(words.toArray());
    }

    @Test
    void all_of_them_are_found() {
        assertThat(commands())
                .hasSizeGreaterThan(45)
                .contains("reprise list", "reprise backup create", "reprise queue redrive")
                .doesNotContain("reprise demo-shop");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void its_help_says_what_it_does_and_shows_an_example(String command) {
        assertThat(run(command, "--help")).isZero();
        assertThat(session.err()).isEmpty();
        String help = session.out();
        assertThat(help).startsWith("Usage: " + command).contains("Examples:");
        assertThat(help.substring(help.indexOf("Examples:"))).contains(command + " ");
    }

    @Test
    void the_list_of_commands_has_whole_sentences() {
        for (String command : List.of("reprise", "reprise queue", "reprise schedule")) {
            assertThat(run(command, "--help")).isZero();
            String list = session.out().replaceAll("(?s).*Commands:\n|\n\n.*", "");
            for (String each : list.split("\n(?=  \\S)", -1)) {
                assertThat(each.strip()).as(command).endsWith(".");
            }
        }
    }

    @Test
    void each_answers_in_json_or_there_is_a_reason_why_not() {
        var without =
                all().stream()
                        .filter(it -> !it.getCommandSpec().optionsMap().containsKey("--json"))
                        .map(EveryCommandTest::name);
        assertThat(without).containsExactlyInAnyOrderElementsOf(WITHOUT_JSON.keySet());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void nonsense_is_refused_in_a_sentence(String command) {
        assertThat(run(command, "--such-nonsense")).isIn(1, 2);
        assertThat(session.out()).isEmpty();
        List<String> lines = session.err().lines().toList();
        assertThat(lines).hasSizeBetween(1, 2);
        assertThat(lines.getFirst())
                .containsAnyOf(
                        "--such-nonsense", "Missing required parameter", "Missing required option");
        assertThat(lines.getLast()).contains(command.equals("reprise bench") ? "run:" : "--help'");
    }
}
