package dev.reprise.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reprise.choice.ChoiceLog;
import java.io.IOException;

/** Any bytes as the JSON form: a whole log or a refusal. */
class ChoiceLogJsonFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void reads_a_whole_log_or_refuses(byte[] input) throws IOException {
        var log = ChoiceLogInput.read(ResealedChecks.of(input), ChoiceLog::readJson);
        if (log.isPresent()) {
            ChoiceLogInput.assertSound(log.get());
        }
        ChoiceLogInput.read(input, ChoiceLog::readJson);
    }
}
