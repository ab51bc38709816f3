package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.RunId;
import dev.reprise.engine.run.Refusal;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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

    @Test
    void runs_that_have_ended_are_deleted_and_others_say_why_not() {
        try (var engine = engine()) {
            var runs = started(engine, 3);
            runs.get(0).terminate("over");
            runs.get(2).terminate("over");
            var report = engine.client().batch("").delete();
            assertThat(report.done()).isEqualTo(2);
            assertThat(report.refusals())
                    .extracting(it -> it.why().reason())
                    .containsExactly(Refusal.Reason.NOT_ENDED);
            assertThat(engine.client().count("")).isEqualTo(1);
        }
    }

    // ---- Activities that wait for a person ----

    /** Two at a time, which fail until the press works. */
    public static final class Prints implements Workflow<String, String> {
        @Override
        public String run(String name) {
            return String.join(
                    "",
                    Flow.parallel(
                            () -> Flow.activity(Press.class).print(name),
                            () -> Flow.activity(Press.class).print(name + name)));
        }
    }

    /** Prints. */
    public interface Press {
        /** A page. */
        String print(String text);
    }

    private final AtomicBoolean works = new AtomicBoolean();

    private Engine printers() {
        var parked =
                Partial.NONE
                        .with(Field.MAX_RETRIES, 0)
                        .with(Field.ON_FAILURE, new OnFailure.DeadLetter("printers"));
        var rules = Rules.NONE.append(Matcher.name("Press.print"), parked);
        return Engine.inMemory(EngineOptions.DEFAULT.rules(rules))
                .register(Prints.class)
                .activities((Press) this::print);
    }

    private String print(String text) {
        if (!works.get()) {
            throw new IllegalStateException("paper jam");
        }
        return text;
    }

    private static List<RunHandle<String>> printed(Engine engine) throws InterruptedException {
        List<RunHandle<String>> runs = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            runs.add(engine.client().start(Prints.class, new RunId("print-" + name), name));
        }
        waitFor(engine, 6);
        return runs;
    }

    private static void waitFor(Engine engine, int letters) throws InterruptedException {
        while (engine.client().deadLetters("printers").size() < letters) {
            Thread.sleep(2);
        }
    }

    @Test
    void what_waits_for_a_person_is_driven_anew_by_queue_and_by_filter() throws Exception {
        try (var engine = printers()) {
            var runs = printed(engine);
            var some = engine.client().batch("id <> 'print-c'").queue("printers");
            assertThat(some.deadLetters()).hasSize(4);
            assertThat(some.queue("hall").deadLetters()).isEmpty();
            assertThat(some.queue("hall").redrive().found()).isZero();
            works.set(true);
            List<Long> seen = new ArrayList<>();
            var report = some.progress(it -> seen.add(it.done())).redrive();
            assertThat(report).isEqualTo(new Batch.Report(4, 4, 0, List.of()));
            assertThat(seen).containsExactly(4L);
            assertThat(runs.get(0).result()).isEqualTo("aaa");
            assertThat(runs.get(1).result()).isEqualTo("bbb");
            assertThat(engine.client().deadLetters()).hasSize(2);
        }
    }

    @Test
    void under_a_request_id_each_activity_of_a_run_is_driven_anew_once() throws Exception {
        try (var engine = printers()) {
            var _ = printed(engine);
            var batch = engine.client().batch("").once("mended");
            assertThat(batch.redrive().done()).isEqualTo(6);
            waitFor(engine, 6);
            assertThat(engine.client().deadLetters()).allMatch(it -> it.attempts() == 2);
            assertThat(batch.redrive().done()).isEqualTo(6);
            assertThat(engine.client().deadLetters()).hasSize(6);
            assertThat(engine.client().deadLetters()).allMatch(it -> it.attempts() == 2);
        }
    }

    @Test
    void what_waits_for_a_person_is_resolved_and_rejected_for_many() throws Exception {
        try (var engine = printers()) {
            var runs = printed(engine);
            engine.client().batch("id = 'print-a'").resolve("by hand ");
            assertThat(runs.get(0).result()).isEqualTo("by hand by hand ");
            var why = new Failure.Application("NoPaper", "there is none");
            var report = engine.client().batch("").fail(why);
            // By the first the run of both fails, so it may have ended before the second.
            assertThat(report.found()).isEqualTo(4);
            assertThat(report.done()).isBetween(2L, 4L);
            assertThatThrownBy(runs.get(1)::result).hasMessageContaining("there is none");
            assertThat(engine.client().deadLetters()).isEmpty();
        }
    }
}
