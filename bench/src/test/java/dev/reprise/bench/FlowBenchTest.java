package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import java.io.IOException;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;

/** Every measured operation does what it says; how fast is not asked here. */
final class FlowBenchTest {
    @Test
    void the_cases_have_the_names_that_others_rely_on() {
        assertThat(FlowBench.SUITE.cases())
                .extracting(Case::name)
                .containsExactly(
                        "resume",
                        "resume-fallback",
                        "idle-1000",
                        "replay-seq-1000",
                        "replay-par-100x10",
                        "replay-seq-100000",
                        "heap-per-paused",
                        "heap-1000000-paused");
    }

    @Test
    void every_benchmark_method_is_measured() {
        var measured = new ArrayList<Measure>();
        for (var each : FlowBench.SUITE.cases()) {
            measured.add(each.measure());
            if (each.baseline() instanceof Baseline.Other(_, var measure)) {
                measured.add(measure);
            }
        }
        assertThat(FlowBench.class.getMethods())
                .filteredOn(method -> method.isAnnotationPresent(Benchmark.class))
                .hasSize(9)
                .allMatch(
                        method ->
                                measured.contains(
                                        new Measure.Timed(FlowBench.class, method.getName())));
    }

    @Test
    void every_activity_is_replayed_and_matches() throws IOException {
        assertThat(FlowRuns.replay(FlowRuns.SEQUENCE, FlowRuns.sequence(1_000)))
                .isEqualTo(new Replay.Matched(1_001, 1_001, true));
        assertThat(FlowRuns.replay(FlowRuns.PARALLEL, FlowRuns.parallel(100, 10)))
                .isEqualTo(new Replay.Matched(1_001, 1_001, true));
    }

    @Test
    void payloads_have_64_bytes() {
        var turn = Transcript.fromBytes(FlowRuns.sequence(3)).turns().get(1);
        assertThat(turn.commands())
                .singleElement()
                .isInstanceOfSatisfying(
                        Command.ScheduleActivity.class,
                        it -> assertThat(it.input().getFirst().size()).isEqualTo(64));
    }

    @Test
    void ping_pong_ends_its_activation_and_can_be_played_again() {
        try (var machine = FlowRuns.pingPong(Strands.portable(), 10, 100)) {
            for (int i = 0; i < 3; i++) {
                assertThat(machine.activate(FlowRuns.serve()))
                        .isEqualTo(Completion.Decided.NOTHING);
            }
        }
    }
}
