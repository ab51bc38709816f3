package dev.reprise.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reprise.choice.ChoiceLog;
import java.io.IOException;

/** Any bytes as a recording that was cut off: the intact part of it, or a refusal. */
class ChoiceLogRecoverFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void recovers_what_is_intact_or_refuses(byte[] input) throws IOException {
        var log = ChoiceLogInput.read(ResealedFrames.of(input), in -> ChoiceLog.recover(in).log());
        if (log.isPresent()) {
            ChoiceLogInput.assertSound(log.get());
        }
        ChoiceLogInput.read(input, in -> ChoiceLog.recover(in).log());
    }
}
