package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.history.Command;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import java.io.IOException;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;

/** Every measured operation does what it says; how fast is not asked here. */
final class TranscriptBenchTest {
    private final TranscriptBench bench = new TranscriptBench();

    @Test
    void the_cases_have_the_names_that_others_rely_on() {
        assertThat(TranscriptBench.SUITE.cases())
                .extracting(Case::name)
                .containsExactly("decode", "replay-core-1000", "replay-core-100000");
    }

    @Test
    void every_benchmark_method_is_measured() {
        var measured = new ArrayList<Measure>();
        for (var each : TranscriptBench.SUITE.cases()) {
            measured.add(each.measure());
            if (each.baseline() instanceof Baseline.Other(_, var measure)) {
                measured.add(measure);
            }
        }
        assertThat(TranscriptBench.class.getMethods())
                .filteredOn(method -> method.isAnnotationPresent(Benchmark.class))
                .hasSize(4)
                .allMatch(
                        method ->
                                measured.contains(
                                        new Measure.Timed(
                                                TranscriptBench.class, method.getName())));
    }

    @Test
    void every_turn_is_replayed_and_matches() throws IOException {
        assertThat(bench.replay(new TranscriptBench.Few()))
                .isEqualTo(new Replay.Matched(1_000, 1_000, false));
        assertThat(bench.replayOfMany(new TranscriptBench.Many()))
                .isEqualTo(new Replay.Matched(100_000, 100_000, false));
    }

    @Test
    void a_turn_is_one_activity_with_payloads_of_64_bytes() {
        var turns = Transcript.fromBytes(ChargeRun.transcript(1_000)).turns();
        assertThat(turns).hasSize(1_000);
        for (var turn : turns) {
            assertThat(turn.commands())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Command.ScheduleActivity.class,
                            command -> {
                                assertThat(command.input().getFirst().size()).isEqualTo(64);
                                assertThat(command.activityId()).isEqualTo("" + command.seq());
                            });
        }
    }

    @Test
    void the_plain_loop_reads_the_same_turns() {
        var bytes = ChargeRun.transcript(20_000);
        var turns = Transcript.fromBytes(bytes).turns();
        var decoder = new PlainDecoder(bytes);
        for (var turn : turns.subList(1, turns.size())) {
            assertThat(decoder.hasNext()).isTrue();
            assertThat(decoder.next()).isEqualTo(turn);
        }
        assertThat(decoder.hasNext()).isFalse();
    }
}
