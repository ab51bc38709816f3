package dev.reprise.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reprise.history.Transcript;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Any bytes as the binary form: a whole transcript or a refusal; an intact part, recovered. */
class TranscriptReadFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void reads_a_whole_transcript_or_refuses(byte[] input) {
        byte[] sealed = ResealedFrames.of(input);
        var whole = TranscriptInput.read(sealed, Transcript::fromBytes);
        var intact = TranscriptInput.read(sealed, TranscriptReadFuzzTest::recovered);
        if (whole.isPresent()) {
            assertThat(Transcript.fromBytes(whole.get().toBytes())).isEqualTo(whole.get());
            assertThat(intact).map(Transcript.Recovered::transcript).isEqualTo(whole);
        }
        if (intact.isPresent()) {
            assertThat(intact.get().problem().isEmpty()).isEqualTo(whole.isPresent());
        }
        TranscriptInput.read(input, Transcript::fromBytes);
    }

    private static Transcript.Recovered recovered(byte[] input) {
        try {
            return Transcript.recover(new ByteArrayInputStream(input));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
