package dev.reprise.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reprise.history.Transcript;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Any bytes as the JSON form: a whole transcript or a refusal. */
class TranscriptJsonFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void reads_a_whole_transcript_or_refuses(byte[] input) {
        var whole = TranscriptInput.read(input, TranscriptJsonFuzzTest::fromJson);
        if (whole.isPresent()) {
            assertThat(Transcript.fromJson(whole.get().toJson())).isEqualTo(whole.get());
            assertThat(Transcript.fromBytes(whole.get().toBytes())).isEqualTo(whole.get());
        }
    }

    private static Transcript fromJson(byte[] input) {
        try {
            return Transcript.readJsonFrom(new ByteArrayInputStream(input));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
