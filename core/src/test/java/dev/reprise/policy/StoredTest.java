package dev.reprise.policy;

import static dev.reprise.policy.Conversation.failure;
import static dev.reprise.policy.Conversation.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.Payload;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.testing.PolicySamples;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Policies and what has happened under them, as bytes and back. */
class StoredTest {
    private static final String GOLDEN =
            "d90201060204035000047800050201610162060101630704627573790802000904000a06000b08050c0c"
                    + "000d00000e0e080f011012110462616e6b12141316001418151a161c00171e18200019221a0101641b01"
                    + "1c036b65791d241e1328001f0701016506726566756e642003212922056f726465722301242c252e2630"
                    + "2701047465616d0370617928062906636861726765"
                    + "2a0563617264732b0461636d65";
    private static final String GOLDEN_PROGRESS =
            "f9030402010a00011b0a190e170a05776f727365120e776f7273652068617070656e6564";

    @Property(tries = 500)
    void any_policy_comes_back_as_it_was(@ForAll long seed) {
        var policy = new PolicySamples(seed).policy();
        assertThat(policy(bytes(policy))).isEqualTo(policy);
        assertThat(bytes(policy(bytes(policy)))).isEqualTo(bytes(policy));
    }

    @Property(tries = 500)
    void whatever_has_happened_comes_back_as_it_was(@ForAll long seed) {
        var progress = new PolicySamples(seed).progress();
        assertThat(progress(bytes(progress))).isEqualTo(progress);
    }

    @Property(tries = 200)
    void what_is_cut_or_changed_is_refused_or_is_another_policy(@ForAll long seed) {
        byte[] bytes = bytes(new PolicySamples(seed).policy());
        var random = new Random(seed);
        byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length));
        assertThat(refusal(cut)).isEqualTo(Problem.TRUNCATED);
        byte[] changed = bytes.clone();
        changed[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        try {
            var read = Policy.readFrom(new ByteSource("policy", changed));
            assertThat(policy(bytes(read))).isEqualTo(read);
        } catch (Malformed refused) {
            assertThat(refused).hasMessageContaining("cannot be read. At byte ");
        }
    }

    @Test
    void the_samples_change_every_field() {
        var changed = new HashSet<String>();
        for (int seed = 0; seed < 300; seed++) {
            var policy = new PolicySamples(seed).policy();
            Field.all().values().stream()
                    .filter(field -> !field.of(policy).equals(field.of(Policy.DEFAULT)))
                    .forEach(field -> changed.add(field.name()));
        }
        assertThat(changed).isEqualTo(Field.all().keySet());
    }

    @Test
    void what_nobody_said_takes_one_byte() {
        assertThat(bytes(Policy.DEFAULT)).containsExactly(0x01);
        assertThat(bytes(Progress.NONE)).containsExactly(0x01);
        assertThat(bytes(Policy.DEFAULT.maxRetries(3))).hasSize(3);
    }

    @Test
    void every_field_is_written_as_it_was_in_the_first_release() {
        var policy = everything();
        assertThat(HexFormat.of().formatHex(bytes(policy))).isEqualTo(GOLDEN);
        assertThat(policy(HexFormat.of().parseHex(GOLDEN))).isEqualTo(policy);
        var progress =
                new Progress(4, 2, 1, seconds(5), Role.FALLBACK, Optional.of(failure("worse")));
        assertThat(HexFormat.of().formatHex(bytes(progress))).isEqualTo(GOLDEN_PROGRESS);
        assertThat(progress(HexFormat.of().parseHex(GOLDEN_PROGRESS))).isEqualTo(progress);
    }

    private static Policy everything() {
        return Partial.NONE
                .with(Field.MAX_RETRIES, 3)
                .with(Field.BACKOFF, Backoff.Shape.DECORRELATED)
                .with(Field.DELAY_BASE, seconds(40))
                .with(Field.DELAY_MAX, seconds(60))
                .with(Field.RETRYABLE_TYPES, List.of("a", "b"))
                .with(Field.FATAL_TYPES, List.of("c"))
                .with(Field.RETRY_IF, "busy")
                .with(Field.START_TO_CLOSE, seconds(1))
                .with(Field.SCHEDULE_TO_START, seconds(2))
                .with(Field.SCHEDULE_TO_CLOSE, seconds(3))
                .with(Field.HEARTBEAT, seconds(4).plusNanos(5))
                .with(Field.DELAY, seconds(6))
                .with(Field.NOT_BEFORE, Instant.EPOCH)
                .with(Field.DEADLINE, Instant.ofEpochSecond(7, 8))
                .with(Field.AT_MOST_ONCE, true)
                .with(Field.REDELIVERIES_MAX, 9)
                .with(Field.BREAKER, "bank")
                .with(Field.WINDOW_CALLS, 10)
                .with(Field.WINDOW_SPAN, seconds(11))
                .with(Field.CALLS_MIN, 12)
                .with(Field.FAILURE_RATE, 13)
                .with(Field.SLOW_AFTER, seconds(14))
                .with(Field.SLOW_RATE, 15)
                .with(Field.OPEN_FOR, seconds(16))
                .with(Field.HALF_OPEN_CALLS, 17)
                .with(Field.IGNORED_TYPES, List.of("d"))
                .with(Field.ON_OPEN, Gates.OnOpen.WAIT)
                .with(Field.LIMIT_KEY, "key")
                .with(Field.CONCURRENCY_MAX, 18)
                .with(Field.RATE, new Rate(19, seconds(20)))
                .with(Field.ON_FAILURE, new OnFailure.Route(List.of("e"), "refund"))
                .with(Field.MODE, Execution.Mode.EXTERNAL)
                .with(Field.PRIORITY, -21)
                .with(Field.IDEMPOTENCY_KEY, "order")
                .with(Field.CHECKPOINT_AFTER, true)
                .with(Field.COST, 22)
                .with(Field.BUDGET_ATTEMPTS, 23L)
                .with(Field.BUDGET_COST, 24L)
                .with(Field.METADATA, new TreeMap<>(Map.of("team", "pay")))
                .with(Field.LOG_LEVEL, System.Logger.Level.OFF)
                .with(Field.TELEMETRY_NAME, "charge")
                .with(Field.TASK_QUEUE, "cards")
                .with(Field.FAIRNESS_KEY, "acme")
                .onto(Policy.DEFAULT);
    }

    @Test
    void each_answer_to_a_failure_keeps_its_number() {
        var overrides = new TreeMap<>(Map.of("m", Payload.text("s")));
        assertAnswer(OnFailure.SKIP, "01");
        assertAnswer(new OnFailure.Recover(new Fallback.Value(Payload.NONE)), "02046e6f6e6500");
        assertAnswer(new OnFailure.Recover(new Fallback.Instead("o")), "03016f");
        assertAnswer(
                new OnFailure.Recover(new Fallback.RetryWith(overrides)), "0401016d04746578740173");
        assertAnswer(new OnFailure.Compensate("u"), "050175");
        assertAnswer(new OnFailure.DeadLetter("d"), "060164");
        assertAnswer(new OnFailure.Route(List.of("a"), "r"), "070101610172");
    }

    private static void assertAnswer(OnFailure answer, String hex) {
        assertThat(HexFormat.of().formatHex(bytes(Policy.DEFAULT.onFailure(answer))))
                .isEqualTo("091f" + hex);
    }

    @Test
    void what_this_program_does_not_know_is_refused() {
        assertThat(refusal(0x00)).isEqualTo(Problem.VERSION);
        assertThat(refusal(0x02)).isEqualTo(Problem.VERSION);
        assertThat(refusal(0x09, 63, 0)).isEqualTo(Problem.VERSION);
        assertThat(refusal(0x09, 31, 8)).isEqualTo(Problem.VERSION);
        assertThat(refusal(0x11, 2, 1, 1, 2)).isEqualTo(Problem.ORDER);
        assertThat(refusal(0x11, 1, 2, 1, 2)).isEqualTo(Problem.ORDER);
        assertThat(refusal(0x09, 1, 1)).as("maxRetries -1").isEqualTo(Problem.INCONSISTENT);
        assertThat(refusal(0x09, 2, 5)).isEqualTo(Problem.LIMIT);
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> policy(new byte[] {0x09, 1, 1}))
                .withMessageContaining("maxRetries is in 0..1000000: -1");
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> progress(new byte[] {0x09, 0}))
                .withMessageContaining("attempts are counted from 1: 0");
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> progress(new byte[] {(byte) 0x81, 4}))
                .withMessageContaining("at most 63");
    }

    @Test
    void nothing_is_read_that_comes_after_it() {
        var out = new ByteSink(16);
        Policy.DEFAULT.maxRetries(3).writeTo(out);
        new Progress(2, 0, 0, seconds(0), Role.ACTIVITY, Optional.of(failure("a"))).writeTo(out);
        out.u8(42);
        var in = new ByteSource("policy", out.toByteArray());
        assertThat(Policy.readFrom(in)).isEqualTo(Policy.DEFAULT.maxRetries(3));
        assertThat(Progress.readFrom(in).last()).contains(failure("a"));
        assertThat(in.u8()).isEqualTo(42);
    }

    private static Problem refusal(int... bytes) {
        byte[] input = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            input[i] = (byte) bytes[i];
        }
        return refusal(input);
    }

    private static Problem refusal(byte[] input) {
        try {
            throw new AssertionError("was read: " + policy(input));
        } catch (Malformed refused) {
            return refused.problem();
        }
    }

    private static byte[] bytes(Policy policy) {
        var out = new ByteSink(16);
        policy.writeTo(out);
        return out.toByteArray();
    }

    private static byte[] bytes(Progress progress) {
        var out = new ByteSink(16);
        progress.writeTo(out);
        return out.toByteArray();
    }

    private static Policy policy(byte[] bytes) {
        var in = new ByteSource("policy", bytes);
        var policy = Policy.readFrom(in);
        in.expectEnd();
        return policy;
    }

    private static Progress progress(byte[] bytes) {
        var in = new ByteSource("progress", bytes);
        var progress = Progress.readFrom(in);
        in.expectEnd();
        return progress;
    }
}
