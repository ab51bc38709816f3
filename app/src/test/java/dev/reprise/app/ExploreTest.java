package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Scheduler;
import dev.reprise.engine.exec.Crew;
import dev.reprise.sim.Artifact;
import dev.reprise.sim.Simulation;
import dev.reprise.sim.Staffing;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Classic;
import dev.reprise.sim.task.Code;
import dev.reprise.sim.task.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExploreTest {
    private static final Staffing WAKES_NOBODY =
            (shape, runner, watcher, waker) ->
                    new Crew<>(shape, runner, watcher, waker) {
                        @Override
                        protected void unparkOne() {}
                    };

    private final Session session = new Session();

    @TempDir private Path folder;

    @Test
    void without_arguments_it_lists_every_program_with_what_is_wrong_with_it() {
        assertThat(session.run("explore")).isZero();
        assertThat(session.out()).contains(Classic.names());
        assertThat(session.out())
                .containsPattern("stack +2 tasks of 2 programs +the flag says that something");
        for (var name : Classic.names()) {
            assertThat(Catalogue.bug(name)).as(name).isPresent();
        }
    }

    @Test
    void a_failure_is_kept_made_small_drawn_told_and_can_be_replayed() throws Exception {
        assertThat(session.run("explore", "stack", "--out", folder)).isEqualTo(1);

        assertThat(files()).containsExactly("stack.json", "stack.min.json", "stack.min.svg");
        var small = folder.resolve("stack.min.json");
        assertThat(session.out())
                .startsWith("Failure of stack in ")
                .contains("Made small: nothing single can be taken away any more")
                .contains("\nFAILED: Assertion at step ")
                .endsWith("Replay it: ./reprise replay " + small + "\n");
        assertThat(folder.resolve("stack.min.svg"))
                .content()
                .startsWith("<?xml")
                .endsWith("</svg>\n");
        assertThat(session.run("replay", small)).isZero();
        assertThat(session.run("replay", folder.resolve("stack.json"))).isZero();
        var before = Artifact.read(Files.readAllBytes(folder.resolve("stack.json")));
        var after = Artifact.read(Files.readAllBytes(small));
        assertThat(after.choicesMade()).isLessThanOrEqualTo(before.choicesMade());
    }

    @Test
    void a_failure_can_be_left_as_it_is() throws IOException {
        assertThat(session.run("explore", "stack", "--out", folder, "--no-minimise")).isEqualTo(1);

        assertThat(files()).containsExactly("stack.json", "stack.svg");
        assertThat(session.out())
                .endsWith("Replay it: ./reprise replay " + folder.resolve("stack.json") + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "random",
                "pct",
                "pct:2",
                "pos",
                "urw",
                "exhaustive",
                "exhaustive:3",
                "guided",
                "portfolio"
            })
    void every_strategy_finds_the_bug_of_an_easy_program(String strategy) {
        assertThat(session.run("explore", "account", "--strategy", strategy, "--out", folder))
                .isEqualTo(1);
        assertThat(session.out()).contains(" by " + strategy + " from seed 0");
    }

    @Test
    void the_same_command_finds_the_same_failure() throws IOException {
        session.run("explore", "queue", "--out", folder.resolve("a"), "--seed", "7");
        session.run("explore", "queue", "--out", folder.resolve("b"), "--seed", "7");

        for (var name : new String[] {"queue.json", "queue.min.json", "queue.min.svg"}) {
            assertThat(folder.resolve("a").resolve(name))
                    .hasSameBinaryContentAs(folder.resolve("b").resolve(name));
        }
    }

    @Test
    void the_case_of_an_artifact_is_explored_and_its_file_is_left_alone() throws IOException {
        session.run("explore", "stack", "--out", folder, "--no-minimise");
        var file = folder.resolve("stack.json");
        var bytes = Files.readAllBytes(file);

        assertThat(session.run("explore", file, "--seed", "99", "--out", folder)).isEqualTo(1);

        assertThat(files()).contains("stack.explored.json", "stack.explored.min.json");
        assertThat(file).hasBinaryContent(bytes);
    }

    @Test
    void where_no_file_can_be_written_the_failure_is_printed() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "in the way");

        assertThat(
                        session.run(
                                "explore",
                                "account",
                                "--out",
                                file.resolve("under"),
                                "--no-minimise"))
                .isEqualTo(1);

        assertThat(session.err())
                .contains("account.json cannot be written (", "name another place");
        var printed =
                session.out()
                        .lines()
                        .dropWhile(line -> !line.startsWith("The artifact in Base64"))
                        .skip(1)
                        .takeWhile(line -> !line.isEmpty())
                        .collect(Collectors.joining());
        var artifact = Artifact.read(Base64.getDecoder().decode(printed));
        assertThat(artifact.replay().isSame()).isTrue();
        assertThat(artifact.flaw()).isNotNull();
        assertThat(session.out()).contains("FAILED: Assertion").doesNotContain("Replay it");
    }

    @Test
    void a_search_that_ran_every_order_says_so() throws IOException {
        var programs = List.of(Code.named("one").store(0, 1).store(1, 1).program());
        var plan =
                new Case(
                        null,
                        Rules.CURRENT,
                        List.of(),
                        List.of(0, 0),
                        0,
                        0,
                        programs,
                        List.of(new Case.Task(0, 0, 0), new Case.Task(1, 0, 0)),
                        List.of(0, 1),
                        List.of(),
                        100);
        var simulation = new Simulation(plan);
        simulation.run(Scheduler.deterministic());
        var file = folder.resolve("harmless.json");
        Files.write(file, Artifact.of(simulation, 0).bytes());

        assertThat(session.run("explore", file, "--strategy", "exhaustive")).isZero();
        assertThat(session.out())
                .startsWith("No failure of " + file + " in ")
                .endsWith("There are no others: every order that can matter was run.\n");
        assertThat(session.run("explore", file, "--schedules", "3", "--seed", "5")).isZero();
        assertThat(session.out())
                .contains(" in 3 schedules by portfolio from seed 5, ")
                .doesNotContain("There are no others");
    }

    @Test
    void generated_cases_pass_and_are_counted() throws IOException {
        assertThat(
                        session.run(
                                "explore",
                                "--seeds",
                                "5",
                                "--seed-base",
                                "40",
                                "--bounds",
                                "tiny",
                                "--schedules",
                                "3",
                                "--out",
                                folder))
                .isZero();
        assertThat(session.out())
                .startsWith("No failure of seeds 40..44 in 5 cases, 15 schedules by portfolio");
        assertThat(files()).isEmpty();
    }

    @Test
    void a_crew_with_a_bug_is_found_out_in_a_generated_case() throws IOException {
        var buggy = new Session(Map.of(), WAKES_NOBODY);

        assertThat(buggy.run("explore", "--seeds", "500", "--bounds", "tiny", "--out", folder))
                .isEqualTo(1);

        assertThat(files()).hasSize(3).allMatch(it -> it.startsWith("seed_"));
        assertThat(buggy.out()).contains("\nFAILED: ", "The executor at the end\n");
    }

    @Test
    void variables_of_the_environment_stand_for_the_options_of_generated_cases() {
        var variables =
                Map.of(
                        "SCHEDULER_SIM_STRESS_SEEDS", "2",
                        "SCHEDULER_SIM_STRESS_SEED_BASE", "18446744073709551614",
                        "SCHEDULER_SIM_STRESS_MAX_STEPS", "400",
                        "SCHEDULER_SIM_STRESS_MAX_PROGRAMS", "1",
                        "SCHEDULER_SIM_STRESS_MAX_TASKS", "2");
        var scripted = new Session(variables, Staffing.REAL);

        assertThat(scripted.run("explore")).isZero();
        assertThat(scripted.out())
                .startsWith("No failure of seeds 18446744073709551614..18446744073709551615 in 2");
        assertThat(scripted.run("explore", "--seeds", "1", "--seed-base", "3")).isZero();
        assertThat(scripted.out()).startsWith("No failure of seeds 3..3 in 10 schedules");
    }

    @Test
    void a_variable_that_is_no_number_is_named() {
        var scripted = new Session(Map.of("SCHEDULER_SIM_STRESS_MAX_TASKS", "many"), Staffing.REAL);

        assertThat(scripted.run("explore", "--seeds", "1")).isEqualTo(2);
        assertThat(scripted.err())
                .startsWith(
                        "Invalid value for the variable SCHEDULER_SIM_STRESS_MAX_TASKS: 'many' is"
                                + " not a whole number from 1 to 2147483647\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    stak                          | 'stak' is neither a program nor a file. Did you mean 'stack'?
                    zzzzzzzz                      | 'zzzzzzzz' is neither a program nor a file. `reprise explore` lists
                    nowhere/to/be/seen            | There is no file nowhere/to/be/seen
                    stack --strategy quick        | 'quick' is not a strategy; there are random, pct[:DEPTH], pos, urw, exhaustive[:DELAYS], guided, portfolio
                    stack --strategy pos:3        | 'pos:3' is not a strategy
                    stack --strategy pct:deep     | 'deep' in 'pct:deep' is not a number
                    stack --strategy pct:1000     | 'pct:1000': depth out of 1..64: 1000
                    stack --schedules 0           | '0' is not a whole number from 1 to 2147483647
                    stack --seed 1e9              | '1e9' is not a seed: a whole number from 0 to 2^64-1
                    stack --seeds 3               | --seeds is for generated cases: give it without 'stack'
                    stack --bounds tiny           | --bounds is for generated cases
                    --seeds 99999999999999999999  | '99999999999999999999' is not a whole number
                    --seeds 1 --bounds huge       | 'huge' is not a size; there are tiny, medium, large
                    --seeds 1 --max-steps 7       | Such cases cannot be generated: 100 steps are the least: 7
                    """)
    void nonsense_is_refused_with_what_would_make_sense(String words, String complaint) {
        var arguments = ("explore " + words).split(" ");

        assertThat(session.run((Object[]) arguments)).isEqualTo(2);
        assertThat(session.err())
                .contains(complaint)
                .endsWith("Run 'reprise explore --help' to see what there is.\n")
                .doesNotContain("\tat ");
        assertThat(session.out()).isEmpty();
    }

    @Test
    void for_programs_the_answer_is_one_json_object() throws IOException {
        assertThat(session.run("explore", "account", "--json", "--out", folder)).isEqualTo(1);
        var answer = session.json();
        assertThat(answer)
                .containsEntry("case", "account")
                .containsEntry("strategy", "portfolio")
                .containsEntry("artifact", folder.resolve("account.min.json").toString())
                .containsEntry("unshrunk", folder.resolve("account.json").toString())
                .containsEntry("picture", folder.resolve("account.min.svg").toString())
                .containsKeys("seed", "schedules", "steps", "complete", "failure", "replay");
        assertThat(answer.get("summary")).startsWith("FAILED: Assertion at step ");

        assertThat(session.run("explore", "--seeds", "1", "--json")).isZero();
        assertThat(session.json()).containsEntry("case", "seeds 0..0").doesNotContainKey("failure");

        assertThat(session.run("explore", "--json")).isZero();
        assertThat(session.json()).containsOnlyKeys("programs");

        var file = Files.writeString(folder.resolve("file"), "in the way");
        assertThat(session.run("explore", "account", "--json", "--out", file)).isEqualTo(1);
        var bytes = Base64.getDecoder().decode(session.json().get("artifact_base64"));
        assertThat(Artifact.read(bytes).replay().isSame()).isTrue();
    }

    @Test
    void help_has_examples_and_names_the_variables() {
        assertThat(session.run("explore", "--help")).isZero();
        assertThat(session.out())
                .contains(
                        "Examples:", "Exit codes:", "SCHEDULER_SIM_STRESS_SEED_BASE", "portfolio");
    }

    private Iterable<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(it -> Objects.toString(it.getFileName())).sorted().toList();
        }
    }
}
