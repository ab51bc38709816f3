package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.run.Refusal;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same for many runs at once. */
@Timeout(60)
final class BatchTest {
    /** Takes two words, and says them. */
    public static final class Listens implements Workflow<String, String> {
        @Override
        public String run(String name) {
            return name + Flow.signal("word", String.class) + Flow.signal("word", String.class);
        }
    }

    private static Engine engine() {
        return Engine.inMemory().register(Listens.class);
    }

    private static List<RunHandle<String>> started(Engine engine, int count) {
        List<RunHandle<String>> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            runs.add(engine.client().start(Listens.class, new RunId("run-" + i), i + ":"));
        }
        return runs;
    }

    @Test
    void every_run_that_a_filter_accepts_is_told_and_no_other() {
        try (var engine = engine()) {
            var runs = started(engine, 600);
            List<Long> seen = new ArrayList<>();
            var report =
                    engine.client()
                            .batch("id >= 'run-2'")
                            .progress(it -> seen.add(it.done()))
                            .signal("word", "a");
            long many = engine.client().count("id >= 'run-2'");
            assertThat(report.done()).isEqualTo(report.found()).isEqualTo(many);
            assertThat(report.refused()).isZero();
            assertThat(seen).hasSizeGreaterThan(1).isSorted().endsWith(many);
            runs.get(2).signal("word", "b");
            runs.get(1).signal("word", "c");
            runs.get(1).signal("word", "d");
            assertThat(runs.get(2).result()).isEqualTo("2:ab");
            assertThat(runs.get(1).result()).isEqualTo("1:cd");
        }
    }

    @Test
    void what_was_done_under_a_request_id_is_not_done_again() {
        try (var engine = engine()) {
            var runs = started(engine, 3);
            var batch = engine.client().batch("").once("greet");
            batch.signal("word", "a");
            batch.signal("word", "a");
            runs.get(0).signal("word", "b");
            assertThat(runs.get(0).result()).isEqualTo("0:ab");
        }
    }

    @Test
    void what_one_refuses_does_not_keep_it_from_the_others() {
        try (var engine = engine()) {
            var runs = started(engine, 3);
            runs.get(1).terminate("before");
            var report = engine.client().batch("type = 'Listens'").terminate("all");
            assertThat(report.found()).isEqualTo(3);
            assertThat(report.done()).isEqualTo(2);
            assertThat(report.refused()).isEqualTo(1);
            assertThat(report.refusals()).hasSize(1);
            assertThat(report.refusals().getFirst().run()).isEqualTo(new RunId("run-1"));
            assertThat(report.refusals().getFirst().why().reason())
                    .isEqualTo(Refusal.Reason.ALREADY_ENDED);
        }
    }

    @Test
    void many_runs_are_taken_back_at_once() {
        try (var engine = engine()) {
            var runs = started(engine, 5);
            engine.client().batch("").cancel("stop");
            runs.forEach(run -> assertThatThrownBy(run::result).isInstanceOf(RunFailed.class));
            assertThat(engine.client().batch("status = cancelled").reset(0, "go on").done())
                    .isEqualTo(5);
            assertThat(engine.client().count("status = running")).isEqualTo(5);
        }
    }
}
