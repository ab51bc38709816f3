package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of the README compiles, runs, and is the one that stands there. */
class ReadmeTest {
    private final Kind task = new Kind(1, "task");

    List<Key> run(Scheduler scheduler) {
        var enabled = new EnabledSet();
        for (int i = 1; i <= 3; i++) {
            enabled.add(Action.of(task.key(i)));
        }
        var trace = new ArrayList<Key>();
        while (enabled.size() > 0) {
            var next = scheduler.choose(enabled);
            enabled.remove(next.key());
            if (next.key().number() == 1) {
                enabled.add(Action.of(task.key(4)));
                enabled.add(Action.of(task.key(5)));
            }
            trace.add(next.key());
        }
        return trace;
    }

    @Test
    void the_example_replays_to_the_same_order() {
        var recorder = Scheduler.random(42).recorded();
        var trace = run(recorder);
        var again = run(Scheduler.replay(recorder.log()));

        assertThat(again).isEqualTo(trace).hasSize(5);
    }

    @Test
    void the_readme_shows_this_code() throws IOException {
        var root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        var readme = Files.readString(root.resolve("README.md"));
        var shown = readme.substring(readme.indexOf("```java\nList<Key> run") + 7);
        var source =
                Files.readString(
                        root.resolve("core/src/test/java/dev/reprise/choice/ReadmeTest.java"));

        for (var part : shown.substring(0, shown.indexOf("```")).split("\n\n")) {
            assertThat(bare(source)).contains(bare(part));
        }
    }

    /** Some code without comments, layout and the braces around single statements. */
    private static String bare(String code) {
        return code.replaceAll("//.*", " ").replaceAll("[{}\\s]+", " ").strip();
    }
}
