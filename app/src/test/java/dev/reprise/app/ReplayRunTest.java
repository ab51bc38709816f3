package dev.reprise.app;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.pattern.Patterns;
import dev.reprise.pattern.Registry;
import dev.reprise.vm.PatternType;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stored runs, replayed up to a moment with their code, and with two versions of it. */
@Timeout(120)
class ReplayRunTest {
    private static final String HELLO =
            """
            import dev.reprise.flow.*;
            import java.time.Duration;

            class Hello implements Workflow<String, String> {
                interface Words { String greet(String who); String part(String who); }

                static class English implements Words {
                    public String greet(String who) { return "Hello " + who; }
                    public String part(String who) { return "Bye " + who; }
                }

                private boolean enough;

                public String run(String who) {
                    String words = Flow.activity(Words.class).greet(who);
                    if (who.equals("slow")) {
                        Flow.await(Duration.ofDays(1), () -> enough);
                    }
                    return words + Flow.activity(Words.class).part(who);
                }

                @Signal void enough() { enough = true; }
            }
            """;

    private static final Pattern PORT =
            Pattern.compile("Attach a debugger to localhost:(\\d+); (.*)");

    private final Session session = new Session();

    @TempDir private Path folder;
    private Path data;

    @BeforeEach
    void two_runs() throws IOException {
        data = folder.resolve("data");
        Path code = file("Hello.java", HELLO);
        assertThat(session.run("run", code, "--data", data, "--input=\"Bob\"")).isZero();
        session.run(
                "start",
                "Hello",
                "--id=slow",
                "--input=\"slow\"",
                "--code",
                code,
                "--wait=1",
                "--data",
                data);
        assertThat(session.err()).contains("slow has not ended");
    }

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private int replay(Object... words) {
        var all = new ArrayList<Object>(List.of("replay", "--data", data));
        all.addAll(List.of(words));
        return session.run(all.toArray());
    }

    // ---- One moment ----

    @Test
    void a_run_is_replayed_up_to_a_moment_and_says_where_its_code_is() throws IOException {
        Path code = folder.resolve("Hello.java");
        assertThat(replay("slow", "--code", code, "--at", 1)).as(session.err()).isZero();
        assertThat(session.out())
                .startsWith("slow  Hello  after activation 1 of 2, 20")
                .contains("\ntold      start Hello  \"slow\"\n")
                .contains("\ndecided   Words.greet #1  \"slow\"  at Hello.run(Hello.java:15)\n")
                .contains("\nwaits     / for Words.greet #1  at Hello.run(Hello.java:15)\n")
                .endsWith("\nsignals   enough\n");

        assertThat(replay("slow", "--code", code)).isZero();
        assertThat(session.out())
                .startsWith("slow  Hello  after activation 2 of 2, 20")
                .contains("\ntold      Words.greet #1 done  \"Hello slow\"\n")
                .contains("\ndecided   timer #2  of 1 d  at Hello.run(Hello.java:17)\n")
                .contains("\nwaits     / for a condition  at Hello.run(Hello.java:17)\n");

        assertThat(replay("Hello", "--code", code, "--at", 3)).isZero();
        assertThat(session.out())
                .contains("decided   run completed  \"Hello BobBye Bob\"\n")
                .endsWith("ended     its code has come to its end\n");

        assertThat(replay("slow", "--code", code, "--at", 1, "--json")).isZero();
        assertThat(session.json()).containsEntry("run", "slow").containsKeys("told", "decided");
        assertThat(session.out())
                .contains(
                        "\"activation\":1,\"activations\":2",
                        "\"line\":\"Hello.run(Hello.java:15)\"")
                .contains("\"waits\":[{\"unit\":\"/\",\"for\":\"Words.greet #1\",\"command\":1,");
    }

    @Test
    void a_fork_is_replayed_like_any_other_run() throws IOException {
        Path code = folder.resolve("Hello.java");
        session.run("reset", "slow", "--to", 2, "--fork", "what-if", "--data", data);
        assertThat(replay("what-if", "--code", code)).as(session.err()).isZero();
        assertThat(session.out())
                .startsWith("what-if  Hello  after activation 2 of 2, 20")
                .contains("\nwaits     / for a condition  at Hello.run(Hello.java:17)\n");
        Path other = file("new/Hello.java", HELLO.replace(".greet(who);", ".greet(who + 1);"));
        assertThat(session.run("verify", "--data", data, "--code", other)).isEqualTo(1);
        assertThat(session.out())
                .contains("what-if (Hello, running) diverges.\n", "Hello.java:15", "\"slow1\"");
    }

    @Test
    void nothing_is_changed() {
        session.run("show", "slow", "--data", data);
        String before = session.out();
        replay("slow", "--code", folder.resolve("Hello.java"));
        session.run("show", "slow", "--data", data);
        assertThat(session.out()).isEqualTo(before);
    }

    @Test
    void code_that_goes_elsewhere_is_told_with_its_line() throws IOException {
        Path other = file("new/Hello.java", HELLO.replace(".greet(who);", ".greet(who + 1);"));
        assertThat(replay("slow", "--code", other)).isEqualTo(1);
        assertThat(session.err())
                .startsWith("With this code the run takes another path.\n")
                .contains("at turn 0, command 0, unit /", "Hello.java:15", "\"slow1\"");
        Path later = file("late/Hello.java", HELLO.replace("ofDays(1)", "ofDays(2)"));
        assertThat(replay("slow", "--code", later, "--at", 1)).isZero();
        assertThat(replay("slow", "--code", later, "--at", 2, "--json")).isEqualTo(1);
        assertThat(session.out()).contains("\"reason\":\"DIVERGED\"", "Hello.java:17");
    }

    @Test
    void bad_input_is_answered_with_what_would_be_right() throws Exception {
        Path code = folder.resolve("Hello.java");
        refused(1, "There is no run slwo. ", "slwo", "--code", code);
        refused(
                1,
                "Run slow has 2 activations, and none with number 3. Take",
                "slow",
                "--at=3",
                "--code",
                code);
        refused(2, "'0' is not a whole number from 1", "slow", "--at=0", "--code", code);
        Path other = file("Hallo.java", HELLO.replace("class Hello", "class Hallo"));
        refused(2, "There is no workflow Hello, of which run slow is, in", "slow", "--code", other);
        refused(2, "There is no workflow in", "slow", "--code", file("None.java", "class None {}"));
        refused(2, "There is no file slow. If it is a stored run, name its code", "slow");
        refused(2, "--at is for stored runs, which need --code", "slow", "--at=1");
        refused(2, "--summary is for artifacts", "slow", "--code", code, "--summary");
        refused(2, "--type is for --diff", "slow", "--code", code, "--type=Hello");
        refused(
                2,
                "--port 70000: ports are from 1",
                "slow",
                "--code",
                code,
                "--debug",
                "--port=70000");
        refused(2, "Name a run and its --code, an artifact", "--json");
        var pattern = PatternType.of("order", Patterns.skip(), Registry.NONE);
        try (var engine = Engine.open(data).register(pattern)) {
            engine.client().start(pattern, new RunId("drawn"), "x", String.class);
        }
        refused(1, "Run drawn is one of the pattern order: its program", "drawn", "--code", code);
    }

    private void refused(int exit, String why, Object... words) {
        assertThat(replay(words)).as(why).isEqualTo(exit);
        assertThat(session.err()).contains(why).doesNotContain("\tat ");
        assertThat(session.out()).isEmpty();
    }

    @Test
    void a_debugger_is_waited_for_just_before_the_activation() throws Exception {
        List<String> command = OwnPath.command("-XX:TieredStopAtLevel=1");
        command.addAll(List.of("replay", "slow", "--at=2", "--debug", "--data", data.toString()));
        command.addAll(List.of("--code", folder.resolve("Hello.java").toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var lines = process.inputReader(UTF_8)) {
            String line = lines.readLine();
            while (!line.startsWith("Attach")) {
                line = lines.readLine();
            }
            var attach = PORT.matcher(line);
            assertThat(attach.matches()).isTrue();
            assertThat(attach.group(2)).isEqualTo("activation 2 begins in Hello.run");
            assertThat(lines.readLine()).startsWith("All that comes before is done.");

            // Meanwhile the store is nobody's.
            assertThat(session.run("describe", "slow", "--data", data)).isZero();
            assertThat(lines.ready()).isFalse();
            goOn(Integer.parseInt(attach.group(1)));
            assertThat(lines.readLine()).startsWith("slow  Hello  after activation 2 of 2");
            assertThat(lines.readAllAsString()).contains("waits     / for a condition");
            assertThat(process.waitFor()).isZero();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** What a debugger does to let a process go on that waits for it. */
    private static void goOn(int port) throws Exception {
        byte[] greeting = "JDWP-Handshake".getBytes(US_ASCII);
        try (Socket socket = connected(port)) {
            var out = new DataOutputStream(socket.getOutputStream());
            out.write(greeting);
            assertThat(socket.getInputStream().readNBytes(greeting.length)).isEqualTo(greeting);
            out.writeInt(11); // so long it is
            out.writeInt(1); // the number of this command
            out.write(new byte[] {0, 1, 9}); // all threads go on
            out.flush();
            while (socket.getInputStream().read() >= 0) {
                // It says what happens, until it ends.
            }
        }
    }

    /** It says that it waits just before it does. */
    private static Socket connected(int port) throws Exception {
        while (true) {
            try {
                return new Socket(InetAddress.getLoopbackAddress(), port);
            } catch (IOException _) {
                Thread.sleep(20);
            }
        }
    }

    // ---- Two versions ----

    @Test
    void two_versions_of_code_are_compared_on_all_runs() throws IOException {
        Path old = folder.resolve("Hello.java");
        Path same = file("same/Hello.java", HELLO.replace("enough = true", "this.enough = true"));
        assertThat(replay("--diff", old, "--code", same)).as(session.err()).isZero();
        assertThat(session.out())
                .isEqualTo(
                        """
                        TYPE   BOTH  OLD ONLY  NEW ONLY  NEITHER
                        Hello  2     -         -         -
                        yes  none of 2 runs would break with %s.
                        """
                                .formatted(same));

        Path late = file("late/Hello.java", HELLO.replace("ofDays(1)", "ofDays(2)"));
        assertThat(replay("--diff", old, "--code", late)).isEqualTo(1);
        assertThat(session.out())
                .startsWith("slow (Hello, running) would break.\n")
                .contains("in code Hello.run(Hello.java:17)", "PT24H", "PT48H")
                .contains("Hello  1     1         -         -")
                .endsWith("no  1 of 2 runs would break with " + late + ".\n");
        assertThat(replay("--diff", late, "--code", old)).isZero();
        assertThat(session.out()).contains("Hello  1     -         1         -");
        assertThat(replay("--diff", late, "--code", late, "--type", "Hello")).isZero();
        assertThat(session.out()).contains("Hello  1     -         -         1");
        assertThat(replay("--diff", old, "--code", late, "--filter=status = completed")).isZero();

        Path other = file("other/Hello.java", HELLO.replace("part(who);", "greet(who);"));
        Path gone = file("Hallo.java", HELLO.replace("class Hello", "class Hallo"));
        assertThat(replay("--diff", old, "--code", other)).isEqualTo(1);
        assertThat(session.out()).startsWith("Hello (Hello, completed) would break.\n");
        assertThat(replay("--diff", old, "--code", gone)).isEqualTo(1);
        assertThat(session.out())
                .contains("There is no workflow of its type in " + gone)
                .contains("slow (Hello, running) would break at the same place");
        assertThat(replay("--diff", gone, "--code", gone)).isZero();
        assertThat(session.out()).endsWith("; for 2 neither has a workflow.\n");
    }

    @Test
    void the_comparison_is_for_programs_too() throws IOException {
        Path old = folder.resolve("Hello.java");
        Path late = file("late/Hello.java", HELLO.replace("ofDays(1)", "ofDays(2)"));
        assertThat(replay("--diff", old, "--code", late, "--json")).isEqualTo(1);
        List<String> lines = session.out().lines().toList();
        assertThat(lines)
                .hasSize(2)
                .first()
                .asString()
                .startsWith("{\"run\":\"slow\",\"type\":\"Hello\",\"status\":\"running\",")
                .contains(
                        "\"replays_with\":\"old only\",\"turn\":1,\"line\":\"Hello.run(Hello.java:17)\"");
        assertThat(lines.getLast())
                .endsWith(
                        "\"runs\":2,\"both\":1,\"old_only\":1,\"new_only\":0,\"neither\":0,\"without_code\":0}");
        refused(2, "--diff needs two codes", "--diff", old);
        refused(
                2,
                "RUN is for one run: give it without --diff",
                "slow",
                "--diff",
                old,
                "--code",
                old);
        refused(2, "--at is for one run", "--diff", old, "--code", old, "--at=1");
        refused(
                2,
                "There is no run of type Helo to compare them by. Did you mean 'Hello'?",
                "--diff",
                old,
                "--code",
                old,
                "--type=Helo");
        refused(2, "there is no field stauts", "--diff", old, "--code", old, "--filter=stauts = x");
    }
}
