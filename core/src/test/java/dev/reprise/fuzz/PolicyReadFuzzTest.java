package dev.reprise.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Progress;

/** Any bytes as a policy, and as what has happened under one: a whole value or a refusal. */
class PolicyReadFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void reads_a_whole_policy_or_refuses(byte[] input) {
        TranscriptInput.read(input, PolicyReadFuzzTest::policy)
                .ifPresent(
                        policy -> {
                            var out = new ByteSink(16);
                            policy.writeTo(out);
                            assertThat(policy(out.toByteArray())).isEqualTo(policy);
                        });
        TranscriptInput.read(input, PolicyReadFuzzTest::progress)
                .ifPresent(
                        progress -> {
                            var out = new ByteSink(16);
                            progress.writeTo(out);
                            assertThat(progress(out.toByteArray())).isEqualTo(progress);
                        });
    }

    private static Policy policy(byte[] input) {
        return Policy.readFrom(new ByteSource("policy", input));
    }

    private static Progress progress(byte[] input) {
        return Progress.readFrom(new ByteSource("progress", input));
    }
}
