package dev.reprise.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.ChoiceLog;
import dev.reprise.form.AllocatedBytes;
import dev.reprise.form.Malformed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/** What must hold for any input whatsoever to a reader of choice logs. */
final class ChoiceLogInput {
    /**
     * The bound that is promised: bytes allocated for each byte of input, garbage included. The
     * worst inputs we know are in {@link ChoiceLogAllocationTest}.
     */
    static final int ALLOCATED_PER_BYTE_MAX = 128;

    /** What any input costs: buffers of the parser, the message of a refusal. */
    static final int ALLOCATED_ONCE_MAX = 1 << 18;

    private ChoiceLogInput() {}

    interface Reader {
        ChoiceLog read(ByteArrayInputStream in) throws IOException;
    }

    /** Reads within the bound, to a log or to a refusal that says where. */
    static Optional<ChoiceLog> read(byte[] input, Reader reader) throws IOException {
        long before = AllocatedBytes.now();
        var log = attempt(input, reader);
        long allocated = AllocatedBytes.now() - before;
        if (allocated > boundFor(input)) {
            // Loading and instrumenting classes counts too, but only once.
            before = AllocatedBytes.now();
            log = attempt(input, reader);
            allocated = AllocatedBytes.now() - before;
        }
        assertThat(allocated)
                .as("bytes allocated for %d bytes of input", input.length)
                .isLessThanOrEqualTo(boundFor(input));
        return log;
    }

    private static Optional<ChoiceLog> attempt(byte[] input, Reader reader) throws IOException {
        try {
            return Optional.of(reader.read(new ByteArrayInputStream(input)));
        } catch (Malformed e) {
            assertThat(e.place()).isNotBlank();
            assertThat(e.getMessage()).hasSizeLessThan(2000);
            return Optional.empty();
        }
    }

    private static long boundFor(byte[] input) {
        return (long) ALLOCATED_PER_BYTE_MAX * input.length + ALLOCATED_ONCE_MAX;
    }

    /** A log that was read is a log: both forms of it can be written and read back. */
    static void assertSound(ChoiceLog log) throws IOException {
        long entries = 0;
        long step = -1;
        for (var entry : log) {
            assertThat(entry.step()).isGreaterThan(step);
            step = entry.step();
            entries++;
        }
        assertThat(entries).isEqualTo(log.size());
        assertThat(log.steps()).isGreaterThan(step);
        var bytes = log.toBytes();
        var again = ChoiceLog.recover(new ByteArrayInputStream(bytes));
        assertThat(again.log()).isEqualTo(log);
        assertThat(again.problem().isEmpty()).isEqualTo(log.isComplete());
        var json = new ByteArrayOutputStream();
        log.writeJson(json);
        assertThat(ChoiceLog.readJson(new ByteArrayInputStream(json.toByteArray()))).isEqualTo(log);
    }
}
