package dev.reprise.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Rehearsal;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.flow.guard.Strictness;
import dev.reprise.history.Mismatch;
import dev.reprise.history.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a replay error says about the code: the unit, the line, and the likely cause. */
class ReplayLineTest {
    private static final Path SOURCE =
            Path.of("src/test/java/dev/reprise/guide/ReplayLineTest.java");

    /** What was recorded. */
    static final class Recorded implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.parallel(
                    () -> Flow.activity("a", String.class).call(input),
                    () -> {
                        Flow.sleep(Duration.ofSeconds(1));
                        return Flow.activity("b", String.class).call(input);
                    });
            return input;
        }
    }

    /** The second branch sleeps longer. */
    static final class Longer implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.parallel(
                    () -> Flow.activity("a", String.class).call(input),
                    () -> {
                        Flow.sleep(Duration.ofSeconds(2)); // longer
                        return Flow.activity("b", String.class).call(input);
                    });
            return input;
        }
    }

    /** The second branch waits for a signal where it called an activity. */
    static final class Waiting implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.parallel(
                    () -> Flow.activity("a", String.class).call(input),
                    () -> {
                        Flow.sleep(Duration.ofSeconds(1));
                        return Flow.signal("b", String.class); // waits
                    });
            return input;
        }
    }

    /** Something else every time. */
    static final class Fickle implements Workflow<String, String> {
        private static final AtomicInteger COUNT = new AtomicInteger();

        @Override
        public String run(String input) {
            Flow.sleep(Duration.ofSeconds(COUNT.incrementAndGet())); // fickle
            return input;
        }
    }

    private static Rehearsal recorded() {
        var run = Rehearsal.of(WorkflowType.of(Recorded.class)).start("x");
        return run.fire(2);
    }

    private static String differs(Rehearsal run, WorkflowType<String, String> code) {
        assertThat(run.replayOn(code)).isInstanceOf(Replay.Differed.class);
        Mismatch mismatch = ((Replay.Differed) run.replayOn(code)).mismatch();
        return mismatch.describe();
    }

    /** The place of the one line that ends with a comment. */
    private static String line(String comment) throws IOException {
        var lines = Files.readAllLines(SOURCE);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).endsWith("; // " + comment)) {
                return "(ReplayLineTest.java:" + (i + 1) + ")";
            }
        }
        throw new AssertionError("no line ends with " + comment);
    }

    @Test
    void a_changed_command_is_told_with_its_unit_and_the_line_that_decided_it() throws IOException {
        try (var run = recorded()) {
            assertThat(differs(run, WorkflowType.of(Longer.class)))
                    .contains("StartTimer 2, field duration", "unit /p1", line("longer"))
                    .contains("Likely cause: the code changed");
        }
    }

    @Test
    void a_missing_command_is_told_with_the_line_where_its_unit_waits_instead() throws IOException {
        try (var run = recorded()) {
            assertThat(differs(run, WorkflowType.of(Waiting.class)))
                    .contains("missing: ScheduleActivity 3")
                    .contains(line("waits") + ", where unit /p1 waits instead");
        }
    }

    @Test
    void code_that_goes_another_way_each_time_is_told_so_and_the_guard_says_whom_it_suspects()
            throws IOException {
        var fickle = WorkflowType.of(Fickle.class, Strictness.OFF);
        try (var run = Rehearsal.of(fickle).start("x")) {
            assertThat(differs(run, fickle))
                    .contains("a second replay went another way again", line("fickle"))
                    .contains("COUNT", "uses state that all runs of this process share");
        }
    }
}
