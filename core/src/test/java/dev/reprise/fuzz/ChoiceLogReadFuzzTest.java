package dev.reprise.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reprise.choice.ChoiceLog;
import java.io.IOException;

/** Any bytes as the binary form: a whole log or a refusal. */
class ChoiceLogReadFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void reads_a_whole_log_or_refuses(byte[] input) throws IOException {
        var log = ChoiceLogInput.read(ResealedFrames.of(input), ChoiceLog::readFrom);
        if (log.isPresent()) {
            ChoiceLogInput.assertSound(log.get());
        }
        ChoiceLogInput.read(input, ChoiceLog::readFrom);
    }
}
