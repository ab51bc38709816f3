package dev.reprise.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.form.AllocatedBytes;
import dev.reprise.form.ByteSink;
import dev.reprise.form.Malformed;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * What a reader allocates is bounded by what really arrives, whatever the input announces. It is
 * measured here and not while fuzzing, where the fuzzer's own hooks allocate.
 */
class TranscriptAllocationTest {
    private static final long FACTOR_MAX = 48;
    private static final long CONSTANT_MAX = 128 << 10;
    private static final Path INPUTS =
            Path.of("src", "test", "resources", "dev", "reprise", "fuzz");

    @Test
    void the_inputs_of_the_fuzz_tests_stay_within_the_bound() throws IOException {
        for (byte[] input : inputs("TranscriptReadFuzzTestInputs")) {
            bounded(input, Transcript::fromBytes);
            bounded(ResealedFrames.of(input), Transcript::fromBytes);
        }
        for (byte[] input : inputs("TranscriptTurnFuzzTestInputs")) {
            bounded(input, Turn::fromBytes);
        }
        for (byte[] input : inputs("TranscriptJsonFuzzTestInputs")) {
            bounded(input, TranscriptAllocationTest::json);
        }
    }

    private static List<byte[]> inputs(String folder) throws IOException {
        try (var files = Files.walk(INPUTS.resolve(folder))) {
            var all = new ArrayList<byte[]>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.add(Files.readAllBytes(file));
            }
            assertThat(all).as(folder).isNotEmpty();
            return all;
        }
    }

    @Test
    void many_small_jobs_stay_within_the_bound() {
        var jobs = new ByteSink(16);
        for (int i = 0; i < 50_000; i++) {
            jobs.varint(4 << 3 | 2);
            jobs.text(new String(new char[] {7 << 3 | 6, 2, 1 << 3, 1}));
        }
        var turn = new ByteSink(16);
        turn.varint(1 << 3 | 2);
        turn.bytes(jobs);
        assertThat(Turn.fromBytes(turn.toByteArray()).activation().jobs()).hasSize(50_000);
        bounded(turn.toByteArray(), Turn::fromBytes);
    }

    @Test
    void announced_sizes_that_are_not_there_cost_nothing() {
        var frames = new ByteSink(16);
        frames.raw("RPTR".getBytes(StandardCharsets.US_ASCII), 0, 4);
        frames.fixed32(1);
        frames.fixed32(0);
        frames.fixed32(64 << 20);
        bounded(ResealedFrames.of(frames.toByteArray()), Transcript::fromBytes);
        var turn = new ByteSink(16);
        turn.varint(3 << 3 | 2);
        turn.varint(Integer.MAX_VALUE);
        bounded(turn.toByteArray(), Turn::fromBytes);
    }

    @Test
    void many_small_values_in_json_stay_within_the_bound() {
        String head =
                "{\"format\":\"reprise-transcript\",\"version\":\"1.9\",\"turns\":[{\"activation\":";
        bounded(
                bytes(head + "{\"jobs\":[" + "{\"cancel\":{}},".repeat(20_000)),
                TranscriptAllocationTest::json);
        bounded(bytes(head + "{\"x\":[" + "{},".repeat(20_000)), TranscriptAllocationTest::json);
        bounded(
                bytes(head + "{\"now\":\"" + "x".repeat(200_000) + "\""),
                TranscriptAllocationTest::json);
    }

    @Test
    void deep_json_with_long_names_stays_within_the_bound() {
        String head = "{\"format\":\"reprise-transcript\",\"version\":\"1.9\",\"x\":";
        String level = "{\"" + "n".repeat(200) + "\":";
        bounded(bytes(head + level.repeat(400)), TranscriptAllocationTest::json);
        bounded(bytes(head + level.repeat(600)), TranscriptAllocationTest::json);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void json(byte[] input) {
        Transcript.fromJson(new String(input, StandardCharsets.UTF_8));
    }

    private static void bounded(byte[] input, Consumer<byte[]> reader) {
        boolean wasRefused = isRefused(input, reader);
        long before = AllocatedBytes.now();
        boolean isRefused = isRefused(input, reader);
        long allocated = AllocatedBytes.now() - before;
        assertThat(isRefused).isEqualTo(wasRefused);
        assertThat(allocated)
                .as("bytes allocated for %d bytes of input", input.length)
                .isLessThanOrEqualTo(FACTOR_MAX * input.length + CONSTANT_MAX);
    }

    private static boolean isRefused(byte[] input, Consumer<byte[]> reader) {
        try {
            reader.accept(input);
            return false;
        } catch (Malformed refused) {
            return true;
        }
    }
}
