package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.choice.Scheduler;
import dev.reprise.form.Malformed;
import dev.reprise.sim.task.Bounds;
import dev.reprise.sim.task.Classic;
import dev.reprise.sim.task.Generator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A run is one file: written, read and replayed it is the same run; a bad file is refused. */
class ArtifactTest {
    static Iterable<String> classics() {
        return Classic.names();
    }

    @ParameterizedTest
    @MethodSource("classics")
    void a_failure_is_found_written_read_and_replayed_to_the_same_failure(String name) {
        var failure = failureOf(name);
        var read = Artifact.read(failure.bytes());
        assertThat(read).isEqualTo(failure);
        var replayed = read.replay();
        assertThat(replayed.run().flaw()).isEqualTo(failure.flaw());
        assertThat(replayed.isSame()).isTrue();
    }

    @Test
    void a_generated_case_is_written_and_read() {
        for (long seed = 0; seed < 100; seed++) {
            var simulation = new Simulation(Generator.generate(seed, Bounds.MEDIUM));
            simulation.run(Scheduler.random(seed));
            var artifact = Artifact.of(simulation, seed);
            assertThat(Artifact.read(artifact.bytes())).isEqualTo(artifact);
            assertThat(artifact.replay().isSame()).isTrue();
        }
    }

    @Test
    void another_trace_or_another_flaw_is_not_the_same() {
        var failure = failureOf("account");
        var flaw = Objects.requireNonNull(failure.flaw());
        assertThat(with(failure, failure.traceHash() + 1, flaw).replay().isSame()).isFalse();
        assertThat(
                        with(
                                        failure,
                                        failure.traceHash(),
                                        new Flaw(flaw.kind(), flaw.step() + 1, flaw.message()))
                                .replay()
                                .isSame())
                .isFalse();
        assertThat(
                        with(
                                        failure,
                                        failure.traceHash(),
                                        new Flaw("Deadlock", flaw.step(), flaw.message()))
                                .replay()
                                .isSame())
                .isFalse();
    }

    private static Artifact with(Artifact from, long hash, Flaw flaw) {
        return new Artifact(
                from.version(), from.build(), from.seed(), from.plan(), from.choices(), hash, flaw);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "seed":0                 | "seed":0,"sede":1        | there is no field "sede" here
                    "schema_version":2       | "schema_version":3       | the schema version is 3; this build reads 1 and 2
                    "schema_version":2,      |                          | an artifact begins with "schema_version"
                    "seed":0,                |                          | the field "seed" is missing
                    "locks":0,               |                          | the field "locks" is missing
                    "max_steps":20000        | "max_steps":-1           | -1 is not in 0..2147483647
                    "program":2              | "program":7              | task 2 runs program 7, and there are 3
                    "Load"                   | "Lode"                   | there is no field "Lode"
                    "cell":0                 | "cell":5                 | there is no cell 5
                    "EQ"                     | "IS"                     | expected one of [EQ, NE, LT, LE, GT, GE]
                    "value":"r0"             | "value":"r9"             | expected a number or a register
                    "seed":0                 | "seed":1e3               | expected a whole number
                    "seed":0                 | "seed":18446744073709551616 | is not in 0..2^64-1
                    "goes_on":true           | "goes_on":1              | expected true or false
                    """)
    void a_bad_file_is_refused_with_its_reason(String part, String instead, String reason) {
        var text = new String(failureOf("account").bytes(), StandardCharsets.UTF_8);
        assertThat(text).contains(part);
        var bad = text.replace(part, instead == null ? "" : instead);
        assertThatThrownBy(() -> Artifact.read(bad.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining(reason)
                .hasMessageContaining("line ");
    }

    @Test
    void an_artifact_that_is_cut_short_anywhere_is_refused() {
        var bytes = failureOf("account").bytes();
        for (int length = 0; length < bytes.length - 1; length++) {
            var cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> Artifact.read(cut))
                    .as("cut after %d bytes", length)
                    .isInstanceOf(Malformed.class);
        }
    }

    @Test
    void an_original_file_has_no_fields_of_ours() {
        var text =
                """
                {"schema_version":1,"seed":1,"case":{"exec_cfg":{"workers":1,"steal_tries":1,"seed":1,
                "wake_on_hoard_threshold":32,"striped":true},"resources":[],"programs":[],"tasks":[],
                "initial_runnable":[],"external_events":[],"max_steps":1},"driver_choices":[],
                "expected_trace_hash":0,"failure":{"kind":"Panic","step":0,"message":""}}
                """;
        assertThatThrownBy(() -> Artifact.read(text.getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("there is no field \"striped\" here")
                .hasMessageContaining("case.exec_cfg.striped");
    }

    static Artifact failureOf(String name) {
        var simulation = new Simulation(Classic.named(name));
        for (long seed = 0; seed < 10_000; seed++) {
            if (simulation.run(Scheduler.random(seed)) != null) {
                return Artifact.of(simulation, 0);
            }
        }
        throw new AssertionError("no failure of " + name + " found");
    }
}
