package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workflows in one source file, and stored runs that are verified with changed ones. */
@Timeout(120)
class RunFileTest {
    private static final String HELLO =
            """
            import dev.reprise.flow.*;
            import java.time.Duration;

            class Hello implements Workflow<String, String> {
                interface Words { String greet(String who); }

                static class English implements Words {
                    public String greet(String who) { return "Hello " + who; }
                }

                private boolean enough;

                public String run(String who) {
                    String words = Flow.activity(Words.class).greet(who);
                    if (who.equals("slow")) {
                        Flow.await(() -> enough);
                    }
                    if (who.equals("nobody")) {
                        throw ApplicationFailed.fatal("Alone", "nobody is here");
                    }
                    return words;
                }

                @Signal void enough() { enough = true; }
            }
            """;

    private final Session session = new Session();

    @TempDir private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("Hello.java"), text);
    }

    @Test
    void a_file_is_compiled_and_run_and_its_result_printed() throws IOException {
        assertThat(session.run("run", file(HELLO), "--input", "\"Bob\""))
                .as(session.err())
                .isZero();
        assertThat(session.out()).isEqualTo("Hello Bob\n");
        assertThat(session.err())
                .contains("start Hello  \"Bob\"", "Words.greet #1  \"Bob\"", "run completed");
    }

    @Test
    void of_several_workflows_the_one_is_run_that_bears_the_name_of_the_file() throws IOException {
        String other =
                """

                class Other implements Workflow<String, String> {
                    public String run(String who) {
                        return "other";
                    }
                }
                """;
        assertThat(session.run("run", file(HELLO + other), "--input", "\"Bob\""))
                .as(session.err())
                .isZero();
        assertThat(session.out()).isEqualTo("Hello Bob\n");
        Path third = Files.writeString(folder.resolve("Third.java"), HELLO + other);
        assertThat(session.run("run", third)).isEqualTo(2);
        assertThat(session.err()).contains("name one of Hello, Other with --workflow");
    }

    @Test
    void a_run_on_a_folder_is_run_once() throws IOException {
        Path data = folder.resolve("data");
        for (int i = 0; i < 2; i++) {
            int code = session.run("run", file(HELLO), "--data", data, "--input=\"Bob\"", "--json");
            assertThat(code).as(session.err()).isZero();
            assertThat(session.json()).isEqualTo(Map.of("run", "Hello", "result", "Hello Bob"));
        }
        assertThat(session.err()).contains("Hello is there already, with 2 entries");
        assertThat(session.run("list", "--data", data)).isZero();
        assertThat(session.out().lines()).hasSize(2);
    }

    @Test
    void activities_are_tried_by_the_rules_of_a_file() throws IOException {
        Path mute =
                file(
                        HELLO.replace(
                                "return \"Hello \" + who;",
                                "throw new IllegalStateException(\"no voice\");"));
        Path rules = folder.resolve("rules.yaml");
        Files.writeString(
                rules,
                """
                rules:
                  - name: Words.greet
                    policy: {maxRetries: 1, backoff: none, onFailure: skip}
                """);
        assertThat(session.run("run", mute, "--input=\"Bob\"", "--rules", rules))
                .as(session.err())
                .isZero();
        assertThat(session.out()).isEqualTo("null\n");
        assertThat(session.err())
                .contains("Words.greet #1 attempt 2", "no voice")
                .doesNotContain("attempt 3");

        Files.writeString(rules, "rules:\n  - nane: Words.greet\n");
        assertThat(session.run("run", mute, "--rules", rules)).isEqualTo(2);
        assertThat(session.err()).startsWith(rules + ": ").contains("line 2", "nane");
        assertThat(session.run("run", mute, "--rules", folder.resolve("none.yaml"))).isEqualTo(2);
        assertThat(session.err()).startsWith("There is no file " + folder.resolve("none.yaml"));
    }

    @Test
    void a_run_that_fails_says_why() throws IOException {
        assertThat(session.run("run", file(HELLO), "--input", "\"nobody\"")).isEqualTo(1);
        assertThat(session.err()).endsWith("Hello ended without a result: Alone: nobody is here\n");
    }

    @Test
    void what_cannot_be_run_is_refused_with_the_line() throws IOException {
        assertThat(session.run("run", file(HELLO.replace("return words;", "retrun words;"))))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("Hello.java does not compile.", "line 21, column ", "retrun");
        assertThat(session.run("run", file("class Hello {}"))).isEqualTo(2);
        assertThat(session.err()).startsWith("There is no workflow in " + folder);
        assertThat(session.run("run", folder.resolve("None.java"))).isEqualTo(2);
        assertThat(session.err()).startsWith("There is no file or folder");
        assertThat(session.run("run", Files.writeString(folder.resolve("a.txt"), ""))).isEqualTo(2);
        assertThat(session.err()).contains("is no code: name a .java file");
        assertThat(session.run("run", file(HELLO), "--workflow", "Helo")).isEqualTo(2);
        assertThat(session.err()).contains("Did you mean 'Hello'?");
        var two = HELLO + "class Other extends Hello {}";
        assertThat(session.run("run", Files.writeString(folder.resolve("Two.java"), two)))
                .isEqualTo(2);
        assertThat(session.err()).contains("name one of Hello, Other with --workflow");
        var clock = HELLO.replace("return words;", "return words + System.nanoTime();");
        assertThat(session.run("run", file(clock))).isEqualTo(1);
        assertThat(session.err()).contains("System.nanoTime");
    }

    @Test
    void a_killed_process_is_gone_on_with_and_talked_to_meanwhile() throws Exception {
        Path data = folder.resolve("data");
        Object[] run = {"run", file(HELLO), "--data", data, "--input=\"slow\""};
        Process process = process(run);
        try (var lines = process.inputReader()) {
            while (!lines.readLine().contains("Words.greet #1 done")) {
                // It has not come so far.
            }
            assertThat(session.run("describe", "Hello", "--data", data)).isZero();
            assertThat(session.out()).contains("status    running", "history   2 entries");
        } finally {
            process.destroyForcibly().waitFor();
        }
        // What it left behind is not taken for an engine.
        assertThat(session.run("signal", "Hello", "enough", "--data", data)).isZero();
        assertThat(session.run(run)).as(session.err()).isZero();
        assertThat(session.out()).isEqualTo("Hello slow\n");
        assertThat(session.err()).contains("Hello is there already, with 3 entries");
    }

    /** This program once more, in a process of its own. */
    private static Process process(Object... arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("-cp", OwnPath.text(), Reprise.class.getName()));
        for (Object each : arguments) {
            command.add(each.toString());
        }
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    @Test
    void changed_code_is_verified_against_stored_runs() throws IOException {
        Path data = folder.resolve("data");
        assertThat(session.run("run", file(HELLO), "--data", data, "--input=\"Bob\"")).isZero();
        assertThat(session.run("verify", "--data", data, "--code", file(HELLO))).isZero();
        assertThat(session.out()).isEqualTo("yes  1 of 1 runs do the same with this code.\n");

        Path changed = file(HELLO.replace(".greet(who);", ".greet(who + \"!\");"));
        assertThat(session.run("verify", "--data", data, "--code", changed)).isEqualTo(1);
        assertThat(session.out())
                .startsWith("Hello (Hello, completed) diverges.\n")
                .contains("at turn 0, command 0, unit /", "Hello.java:14", "\"Bob!\"")
                .endsWith("no  0 of 1 runs do the same with this code.\n");
        assertThat(session.run("verify", "--data", data, "--code", changed, "--json", "Hello"))
                .isEqualTo(1);
        assertThat(session.out().lines().toList())
                .hasSize(2)
                .last()
                .isEqualTo("{\"runs\":1,\"same\":0,\"diverging\":1,\"without_code\":0}");

        Path other = file(HELLO.replace("class Hello", "class Hallo"));
        assertThat(session.run("verify", "--data", data, "--code", other)).isZero();
        assertThat(session.out()).endsWith("; for 1 it has no workflow.\n");
        assertThat(session.run("verify", "--data", data, "--code", folder.resolve("x")))
                .isEqualTo(2);
        assertThat(session.err()).startsWith("There is no file or folder");
    }
}
