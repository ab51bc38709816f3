package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With --json a program can read all that any command says: one object, or one in each line. */
@Timeout(120)
class JsonAnswersTest {
    private static final String HELLO =
            """
            import dev.reprise.flow.*;

            class Hello implements Workflow<String, String> {
                interface Words { String greet(String who); }

                static class English implements Words {
                    public String greet(String who) { return "Hello " + who; }
                }

                public String run(String who) {
                    return Flow.activity(Words.class).greet(who);
                }
            }
            """;

    private final Session session = new Session();
    private final Set<String> answered = new TreeSet<>();

    @TempDir private Path folder;

    /** The commands that have --json. */
    static List<String> commands() {
        return EveryCommandTest.commands()
                .filter(it -> !EveryCommandTest.WITHOUT_JSON.containsKey(it))
                .toList();
    }

    private static void isObject(String line) {
        try {
            assertThat(
                            JsonSource.<Boolean>read(
                                    "answer",
                                    new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)),
                                    JsonAnswersTest::object))
                    .isTrue();
        } catch (Malformed | IOException e) {
            throw new AssertionError("this line is no object: " + line, e);
        }
    }

    private static boolean object(JsonSource json) {
        json.object(
                _ -> {
                    json.skip();
                    return true;
                });
        return true;
    }

    // ---- What is asked ----

    private int run(String command, Object... words) {
        answered.add("reprise " + command);
        List<Object> all = new ArrayList<>(List.of(command.split(" ", -1)));
        all.addAll(Arrays.asList(words));
        all.add("--json");
        return session.run(all.toArray());
    }

    /** An object in each line, and so many of them at least. */
    private void lines(int least, int code, String command, Object... words) {
        assertThat(run(command, words)).as(command + ": " + session.err()).isEqualTo(code);
        List<String> lines = session.out().lines().toList();
        assertThat(lines).as(command).hasSizeGreaterThanOrEqualTo(least);
        lines.forEach(JsonAnswersTest::isObject);
    }

    private void one(int code, String command, Object... words) {
        lines(1, code, command, words);
        assertThat(session.out().lines()).as(command).hasSize(1);
    }

    private Object[] at(String data, Object... words) {
        var all = new ArrayList<>(Arrays.asList(words));
        all.add("--data=" + folder.resolve(data));
        return all.toArray();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    // ---- Answers ----

    @Test
    void every_command_answers_in_objects() throws Exception {
        Files.createDirectories(folder.resolve("data"));
        var kitchen = new Tea.SmallKitchen();
        try (var engine = Tea.engine(folder.resolve("data"), kitchen)) {
            runs(engine);
            people(engine);
            outside(kitchen);
            schedules();
            copies();
        }
        one(0, "compact", at("data"));
        code();
        patternsAndSearches();
        assertThat(answered).containsExactlyInAnyOrderElementsOf(commands());
    }

    private void runs(Engine engine) {
        one(0, "start", at("data", "Tea", "--id=cup-1", "--input=\"mint\""));
        one(1, "start", at("data", "Tea", "--id=cup-2", "--input=\"mint\"", "--wait=1"));
        one(0, "update", at("data", "cup-1", "stir", "3"));
        one(1, "update", at("data", "cup-1", "stir", "10"));
        one(0, "query", at("data", "cup-1", "sugar"));
        lines(2, 0, "list", at("data"));
        lines(2, 0, "list", at("data", "--limit=1"));
        lines(0, 0, "list", at("data", "--filter=id = 'nobody'"));
        one(0, "count", at("data", "status = running"));
        one(0, "count", at("data", "--filter=status = running"));
        one(0, "describe", at("data", "cup-1"));
        lines(2, 0, "show", at("data", "cup-1"));
        one(0, "show", at("data", "cup-1", "--svg=" + folder.resolve("cup.svg")));
        one(0, "reset", at("data", "cup-1", "--to=1"));
        one(0, "signal", at("data", "cup-2", "sugar", "\"much\""));
        one(0, "start", at("data", "Tea", "--id=cup-3", "--input=\"mint\""));
        one(0, "cancel", at("data", "cup-3"));
        one(0, "terminate", at("data", "cup-1"));
        assertThat(engine.client().handle(Tea.class, cup(2)).describe().status().isEnd()).isTrue();
        one(0, "delete", at("data", "cup-2"));
        lines(2, 0, "batch", at("data", "terminate", "--filter=", "--dry-run"));
        one(1, "batch", at("data", "cancel", "--filter="));
        one(0, "health", at("data"));
    }

    private static RunId cup(int number) {
        return new RunId("cup-" + number);
    }

    private void people(Engine engine) throws InterruptedException {
        for (int i = 4; i < 7; i++) {
            engine.client().start(Tea.class, cup(i), "broken kettle");
        }
        while (engine.client().deadLetters().size() < 3) {
            Thread.sleep(5);
        }
        lines(3, 0, "queue", at("data"));
        one(0, "queue show", at("data", "cup-4", "1"));
        lines(4, 0, "queue redrive", at("data", "--all", "--dry-run"));
        one(0, "queue resolve", at("data", "cup-4", "1", "\"cold\""));
        one(0, "queue reject", at("data", "--filter=id = 'cup-5'"));
        one(0, "queue redrive", at("data", "cup-6", "1"));
        one(0, "queue pause", at("data", "cards"));
        lines(1, 0, "queue list", at("data"));
        one(0, "queue describe", at("data", "cards"));
        one(0, "queue resume", at("data", "cards"));
    }

    private void outside(Tea.SmallKitchen kitchen) throws Exception {
        one(0, "start", at("data", "Tea", "--id=cup-7", "--input=\"rare\""));
        String token = kitchen.token.get();
        one(0, "heartbeat", at("data", token, "\"half\""));
        one(0, "complete", at("data", token, "\"rare tea\""));
    }

    private void schedules() {
        one(0, "schedule create", at("data", "nightly", "Tea", "--when=@daily"));
        lines(1, 0, "schedule list", at("data"));
        one(0, "schedule describe", at("data", "nightly"));
        one(0, "schedule pause", at("data", "nightly"));
        one(0, "schedule resume", at("data", "nightly"));
        one(0, "schedule trigger", at("data", "nightly"));
        one(0, "schedule update", at("data", "nightly", "--when=every 1d"));
        Object[] days = {"nightly", "--from=2026-01-01T00:00:00Z", "--until=2026-01-03T00:00:00Z"};
        one(0, "schedule backfill", at("data", days[0], days[1], days[2], "--dry-run"));
        one(0, "schedule backfill", at("data", days));
        one(0, "schedule delete", at("data", "nightly"));
    }

    private void copies() {
        one(0, "backup create", at("data", folder.resolve("copies/one")));
        lines(1, 0, "backup list", folder.resolve("copies"));
        one(0, "backup verify", folder.resolve("copies/one"));
        one(0, "backup restore", folder.resolve("copies/one"), folder.resolve("restored"));
        one(1, "backup restore", folder.resolve("copies/one"), folder.resolve("restored"));
    }

    private void code() throws IOException {
        Path hello = file("Hello.java", HELLO);
        lines(1, 0, "run", at("other", hello, "--input=\"Bob\""));
        one(0, "verify", at("other", "--code=" + hello));
        lines(1, 0, "replay", at("other", "Hello", "--code=" + hello));
        lines(1, 0, "replay", at("other", "--diff=" + hello, "--code=" + hello));
        Path changed = Files.createDirectories(folder.resolve("changed")).resolve("Hello.java");
        Files.writeString(changed, HELLO.replace("greet(who);\n", "greet(\"you\");\n"));
        lines(2, 1, "verify", at("other", "--code=" + changed));
        lines(1, 1, "replay", at("other", "Hello", "--code=" + changed));
        lines(2, 1, "replay", at("other", "--diff=" + hello, "--code=" + changed));
    }

    private void patternsAndSearches() throws IOException {
        Path pattern = file("some.pattern", "seq { task draft effect legal }");
        one(0, "check", pattern);
        one(0, "picture", pattern);
        one(1, "explore", "stack", "--no-minimise", "--out", folder);
        one(0, "minimise", folder.resolve("stack.json"));
        one(0, "replay", folder.resolve("stack.min.json"));
        lines(1, 0, "compare", "deadlock01", "--seeds", 2);
        one(0, "demo", "--orders", 30);
    }

    // ---- What is wrong ----

    @ParameterizedTest
    @MethodSource("commands")
    void nonsense_is_refused_by_an_object(String command) {
        int code = run(command.substring("reprise ".length()), "--such-nonsense");
        assertThat(code).isIn(1, 2);
        assertThat(session.out()).isEmpty();
        assertThat(session.err().lines()).hasSize(1);
        isObject(session.err());
    }

    @Test
    void what_is_not_there_is_refused_by_an_object() {
        Tea.engine(folder.resolve("data"), new Tea.SmallKitchen()).close();
        for (String command : List.of("describe", "show", "cancel", "terminate", "delete")) {
            refused(command, at("data", "nobody"));
        }
        refused("signal", at("data", "nobody", "sugar"));
        refused("update", at("data", "nobody", "stir", "1"));
        refused("reset", at("data", "nobody", "--to=1"));
        refused("query", at("data", "nobody", "sugar"));
        refused("queue redrive", at("data", "nobody", "1"));
        refused("queue show", at("data", "nobody", "1"));
        refused("complete", at("data", "no-token", "1"));
        for (String command : List.of("pause", "resume", "trigger", "delete", "describe")) {
            refused("schedule " + command, at("data", "nobody"));
        }
        refused("start", at("data", "Coffee"));
    }

    private void refused(String command, Object... words) {
        one(1, command, words);
        assertThat(session.out()).as(command).startsWith("{\"refused\":{\"reason\":\"");
        assertThat(session.err()).as(command).isEmpty();
    }

    @Test
    void a_folder_without_a_store_is_refused_by_an_object() {
        for (String command :
                List.of("list", "count", "health", "queue", "schedule list", "describe cup-1")) {
            Object[] words = command.split(" ", -1);
            var all = new ArrayList<>(Arrays.asList(at("nowhere", words)));
            all.add("--json");
            assertThat(session.run(all.toArray())).as(command).isEqualTo(2);
            assertThat(session.out()).as(command).isEmpty();
            assertThat(session.err().lines()).as(command).hasSize(1);
            isObject(session.err());
        }
    }
}
