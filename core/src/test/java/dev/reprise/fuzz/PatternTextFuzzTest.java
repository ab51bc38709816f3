package dev.reprise.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reprise.testing.PatternTexts;

/** Any bytes as the text of a pattern: a pattern or a refusal with its place. */
class PatternTextFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void reads_a_pattern_or_refuses_with_a_place(byte[] input) {
        PatternTexts.assertReadOrRefused(new String(input, UTF_8));
    }
}
