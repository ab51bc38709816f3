package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.bench.ClosedLoop.Span;
import dev.reprise.engine.Engine;
import dev.reprise.engine.RunFailed;
import dev.reprise.engine.run.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every load and every recovery does what it says; how fast is not asked here. */
final class EngineBenchTest {
    private static final int NONE = 0;

    @Test
    void the_cases_have_the_names_that_others_rely_on() {
        assertThat(EngineBench.SUITE.cases())
                .extracting(Case::name)
                .contains(
                        "W0-1",
                        "W1-1",
                        "W1-16",
                        "W1-64",
                        "W1-128",
                        "W1-1024",
                        "W2-128",
                        "W1-128-memory",
                        "W1-1-syncs",
                        "W1-1-p50",
                        "W1-128-cpu",
                        "append-1-p50",
                        "W1-128-kept",
                        "W1-128-kept-left",
                        "delete-W1",
                        "recover-1000",
                        "recover-1000-plain",
                        "open-1000000",
                        "open-1000000-heap",
                        "idle-100000-cpu",
                        "idle-100000-wakeups")
                .hasSize(2 * 3 * 5 + 5 + 3 + 6);
    }

    @Test
    void the_targets_are_those_of_two_cores() {
        assertThat(targets("W1-128")).isEqualTo("≥ 20,000 /s");
        assertThat(targets("W1-128-memory")).isEqualTo("≥ 40,000 /s");
        assertThat(targets("W1-1-syncs")).isEqualTo("≤ 4");
        assertThat(targets("W1-1-p50")).isEqualTo("ratio ≤ 1.50");
        assertThat(targets("W1-128-kept-left")).isEqualTo("≤ 50,000");
        assertThat(targets("recover-1000")).isEqualTo("< 500 ms");
        assertThat(targets("open-1000000")).isEqualTo("< 15,000 ms");
        assertThat(targets("open-1000000-heap")).isEqualTo("< 2,048 MiB");
        assertThat(targets("idle-100000-cpu")).isEqualTo("< 1 %");
        assertThat(targets("idle-100000-wakeups")).isEqualTo("≤ 0");
    }

    private static String targets(String name) {
        var found =
                EngineBench.SUITE.cases().stream()
                        .filter(it -> it.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        return Table.shown(found.targets().getFirst(), found.measure().unit());
    }

    @Test
    void a_durable_load_gives_all_figures() throws InterruptedException, IOException {
        var found = EngineLoad.measured(true, List.of(1, 3), 1, Span.ofMillis(0, 1, 20));
        for (var name : List.of("W0-1", "W1-3", "W2-3", "appends-W1-1", "append-1")) {
            for (var figure : List.of(".rate", ".p50", ".p99", ".cpu")) {
                assertThat(found.has(name + figure)).as(name + figure).isTrue();
            }
            assertThat(found.measured(name + ".rate").value()).isPositive();
        }
        assertThat(found.measured("file-1.p50").value()).isPositive();
        assertThat(found.measured("W1-1.syncs").value()).isEqualTo(4);
        assertThat(found.measured("W1-3.syncs").value()).isBetween(4 / 3.0, 4.0);
        assertThat(found.measured("W1-1.bytes").value()).isPositive();
        assertThat(found.measured("W0-1.serial").value()).isEqualTo(1);
        assertThat(found.measured("W1-1.serial").value()).isEqualTo(4);
        assertThat(found.measured("W2-1.serial").value()).isEqualTo(11);
    }

    @Test
    void a_load_in_memory_gives_all_figures() throws InterruptedException, IOException {
        var found = EngineLoad.measured(false, List.of(16), 1, Span.ofMillis(0, 2, 20));
        assertThat(found.measured("W1-16-memory.rate").value()).isPositive();
        assertThat(found.measured("appends-W1-16-memory.rate").value()).isPositive();
        assertThat(found.has("file-1.p50")).isFalse();
    }

    @Test
    void a_load_whose_operations_fail_is_no_measurement() {
        assertThatThrownBy(
                        () ->
                                ClosedLoop.run(
                                        (_, ended) -> ended.told(new IOException("planted")),
                                        4,
                                        Span.ofMillis(0, 1, 1)))
                .hasRootCauseMessage("planted");
    }

    @Test
    void blocked_runs_are_found_and_go_on(@TempDir Path folder) throws InterruptedException {
        long before = Instant.now().toEpochMilli();
        EngineRecovery.block(folder, 4);
        assertThat(EngineRecovery.resumed(folder, 4)).isGreaterThanOrEqualTo(before);
    }

    @Test
    void a_folder_without_runs_gets_a_first_one(@TempDir Path folder) {
        long before = Instant.now().toEpochMilli();
        assertThat(EngineRecovery.resumed(folder, NONE)).isGreaterThanOrEqualTo(before);
    }

    @Test
    void sleeping_runs_are_counted_when_they_are_opened(@TempDir Path folder)
            throws InterruptedException {
        EngineRecovery.sleep(folder, 20, 2);
        var found = EngineRecovery.opened(folder, 20);
        assertThat(found.measured("open.nanos").value()).isPositive();
        assertThat(found.measured("heads.nanos").value()).isPositive();
        assertThat(found.has("open.heap")).isTrue();
    }

    @Test
    void a_copy_of_a_sleeping_run_is_a_run_of_its_own(@TempDir Path folder)
            throws InterruptedException {
        EngineRecovery.sleep(folder, 20, 2);
        try (var engine = Engine.open(folder).register(EngineRecovery.Sleeps.class)) {
            var run =
                    engine.client().handle(EngineRecovery.Sleeps.class, EngineRecovery.sleeper(13));
            assertThat(run.describe().timers()).hasSize(1);
            run.cancel("enough");
            assertThatThrownBy(run::result).isInstanceOf(RunFailed.class);
            assertThat(run.describe().status()).isEqualTo(Status.CANCELLED);
            assertThat(engine.counts().replays()).isEqualTo(1);
        }
    }

    @Test
    void runs_that_are_too_many_are_deleted_under_load_and_without()
            throws InterruptedException, IOException {
        var found = EngineRetention.measured(Span.ofMillis(0, 1, 300));
        assertThat(found.measured("rate").value()).isPositive();
        assertThat(found.measured("left").value()).isPositive();
        assertThat(found.measured("deleted").value()).isPositive();
    }

    @Test
    void an_idle_engine_is_looked_at() throws InterruptedException, IOException {
        var found = EngineIdle.measured(10, 1, 1);
        assertThat(found.measured("cpu").value()).isNotNegative();
        assertThat(found.measured("wakeups").value()).isNotNegative();
    }

    @Test
    void figures_are_read_as_they_are_printed() {
        var figures = new Figures();
        figures.put("a.rate", List.of(1.5, 2.5));
        figures.put("b", List.of(1e9));
        var read = Figures.parsed(figures.toString().lines().toList());
        read.put("a.rate", List.of(5.0));
        assertThat(read.measured("a.rate")).isEqualTo(new Measured(3, 1.75));
        assertThat(read.measured("b").value()).isEqualTo(1e9);
        assertThatThrownBy(() -> read.measured("c")).hasMessageContaining("not measured");
    }
}
