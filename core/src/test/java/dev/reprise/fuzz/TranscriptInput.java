package dev.reprise.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.form.Malformed;
import java.util.Optional;
import java.util.function.Function;

/** Reads an input of whatever content. */
final class TranscriptInput {
    private TranscriptInput() {}

    /** What is read, or empty when it is refused; anything else that is thrown is a finding. */
    static <T> Optional<T> read(byte[] input, Function<byte[], T> reader) {
        try {
            return Optional.of(reader.apply(input));
        } catch (Malformed refused) {
            assertThat(refused).hasMessageContaining("cannot be read. At ");
            return Optional.empty();
        }
    }
}
