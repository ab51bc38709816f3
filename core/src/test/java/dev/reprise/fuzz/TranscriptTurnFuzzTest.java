package dev.reprise.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reprise.history.Turn;

/** Any bytes as one turn alone: a whole turn or a refusal. */
class TranscriptTurnFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void reads_a_whole_turn_or_refuses(byte[] input) {
        var whole = TranscriptInput.read(input, Turn::fromBytes);
        if (whole.isPresent()) {
            assertThat(Turn.fromBytes(whole.get().toBytes())).isEqualTo(whole.get());
        }
    }
}
