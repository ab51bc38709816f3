package dev.reprise.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.form.Malformed.Problem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Checksummed frames in a stream. */
class FramesTest {
    private static final Format FORMAT = new Format("test file", "TEST", 3, 4, 1000);

    private static byte[] written(List<byte[]> payloads) throws IOException {
        var out = new ByteArrayOutputStream();
        var writer = new FrameWriter(out, FORMAT);
        for (var payload : payloads) {
            writer.write(payload, 0, payload.length);
        }
        writer.end();
        return out.toByteArray();
    }

    private static List<byte[]> read(byte[] bytes) throws IOException {
        var reader = new FrameReader(new ByteArrayInputStream(bytes), FORMAT);
        var payloads = new ArrayList<byte[]>();
        for (var next = reader.next(); next.isPresent(); next = reader.next()) {
            payloads.add(next.get());
        }
        assertThat(reader.next()).isEmpty();
        assertThat(reader.position()).isEqualTo(bytes.length);
        return payloads;
    }

    private static Malformed refused(byte[] bytes) throws IOException {
        try {
            throw new AssertionError("was read: " + read(bytes).size());
        } catch (Malformed e) {
            return e;
        }
    }

    @Property(tries = 100)
    void frames_come_back_as_they_were(
            @ForAll @Size(max = 8) List<@Size(min = 1, max = 300) byte[]> payloads)
            throws IOException {
        var back = read(written(payloads));
        assertThat(back).hasSameSizeAs(payloads);
        for (int i = 0; i < back.size(); i++) {
            assertThat(back.get(i)).isEqualTo(payloads.get(i));
        }
    }

    @Test
    void frames_of_any_size_come_back_however_the_stream_hands_them_out() throws IOException {
        var format = new Format("test file", "TEST", 3, 4, 1 << 20);
        var out = new ByteArrayOutputStream();
        var writer = new FrameWriter(out, format);
        var random = new Random(7);
        var payloads = new ArrayList<byte[]>();
        for (int length : List.of(1, 200, 8_180, 8_192, 8_200, 3, 100_000, 5, 20_000, 250, 1)) {
            var payload = new byte[length];
            random.nextBytes(payload);
            payloads.add(payload);
            writer.write(payload, 0, length);
        }
        writer.end();
        for (int portion : List.of(1, 7, 255, 8_191, 8_192, 1 << 20)) {
            for (boolean known : List.of(true, false)) {
                var in = new PortionStream(out.toByteArray(), portion, known);
                var reader = new FrameReader(in, format);
                for (byte[] payload : payloads) {
                    long start = reader.position();
                    assertThat(reader.advance()).isTrue();
                    assertThat(reader.payload().position()).isEqualTo(start + 4);
                    assertThat(reader.payload().rest()).isEqualTo(payload);
                    assertThat(reader.position()).isEqualTo(start + 4 + payload.length + 4);
                }
                assertThat(reader.advance()).isFalse();
                assertThat(reader.advance()).isFalse();
                assertThat(reader.position()).isEqualTo(out.size());
            }
        }
    }

    /** Gives at most so many bytes at once, and may not know how many there are. */
    private static final class PortionStream extends ByteArrayInputStream {
        private final int portion;
        private final boolean known;

        PortionStream(byte[] bytes, int portion, boolean known) {
            super(bytes);
            this.portion = portion;
            this.known = known;
        }

        @Override
        public synchronized int read(byte[] target, int from, int length) {
            return super.read(target, from, Math.min(portion, length));
        }

        @Override
        public synchronized int available() {
            return known ? super.available() : 0;
        }
    }

    @Test
    void bytes_after_the_end_are_refused_wherever_the_end_is() throws IOException {
        for (int length = 8_100; length < 8_200; length++) {
            var format = new Format("test file", "TEST", 3, 4, 1 << 20);
            var out = new ByteArrayOutputStream();
            var writer = new FrameWriter(out, format);
            writer.write(new byte[length], 0, length);
            writer.end();
            int end = out.size();
            out.write(0);
            var reader = new FrameReader(new ByteArrayInputStream(out.toByteArray()), format);
            assertThat(reader.advance()).isTrue();
            assertThatExceptionOfType(Malformed.class)
                    .isThrownBy(reader::advance)
                    .withMessageContaining("At byte " + end + ": there are bytes after the end");
        }
    }

    @Test
    void the_bytes_are_those_that_are_written_down() throws IOException {
        var header = HexFormat.of().parseHex("5445535403040000");
        var expected = new ByteSink(100);
        expected.raw(header, 0, 8);
        expected.fixed32(crc(header));
        var frame = HexFormat.of().parseHex("0000000000000000" + "02000000" + "6869");
        expected.raw(frame, 8, 6);
        expected.fixed32(crc(frame));
        var end = HexFormat.of().parseHex("0100000000000000" + "00000000");
        expected.raw(end, 8, 4);
        expected.fixed32(crc(end));
        assertThat(written(List.of(new byte[] {'h', 'i'}))).isEqualTo(expected.toByteArray());
    }

    private static int crc(byte[] bytes) {
        var crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    private static final byte[] SAMPLE_1 = {1, 2, 3};
    private static final byte[] SAMPLE_2 = {4, 5, 6};

    @Test
    void every_flipped_bit_is_refused() throws IOException {
        var bytes = written(List.of(SAMPLE_1, SAMPLE_2));
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            var flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(refused(flipped).problem())
                    .isIn(Problem.FOREIGN, Problem.CHECKSUM, Problem.LIMIT, Problem.TRUNCATED);
        }
    }

    @Test
    void every_truncation_is_refused_where_it_is() throws IOException {
        var bytes = written(List.of(SAMPLE_1, SAMPLE_2));
        for (int length = 0; length < bytes.length; length++) {
            var refusal = refused(Arrays.copyOf(bytes, length));
            assertThat(refusal.problem()).isEqualTo(Problem.TRUNCATED);
            assertThat(refusal.place()).isEqualTo("byte " + length);
        }
    }

    @Test
    void frames_that_are_lost_doubled_or_moved_are_refused() throws IOException {
        var bytes = written(List.of(SAMPLE_1, SAMPLE_2));
        int frame = 4 + 3 + 4;
        assertThat(refused(spliced(bytes, 12 + frame, bytes.length)).problem())
                .isEqualTo(Problem.CHECKSUM);
        assertThat(refused(spliced(bytes, 12, 12 + frame, 12, bytes.length)).problem())
                .isEqualTo(Problem.CHECKSUM);
        assertThat(
                        refused(
                                        spliced(
                                                bytes,
                                                12 + frame,
                                                12 + 2 * frame,
                                                12,
                                                12 + frame,
                                                12 + 2 * frame,
                                                bytes.length))
                                .problem())
                .isEqualTo(Problem.CHECKSUM);
        assertThat(refused(spliced(bytes, 12, 12 + frame, 12 + 2 * frame, bytes.length)).problem())
                .isEqualTo(Problem.CHECKSUM);
    }

    /** The header and these parts of a file. */
    private static byte[] spliced(byte[] bytes, int... parts) {
        var sink = new ByteSink(100);
        sink.raw(bytes, 0, 12);
        for (int i = 0; i < parts.length; i += 2) {
            sink.raw(bytes, parts[i], parts[i + 1] - parts[i]);
        }
        return sink.toByteArray();
    }

    @Test
    void another_file_another_version_or_more_bytes_are_refused() throws IOException {
        var bytes = written(List.of(SAMPLE_1));
        assertThat(refused("TESX".getBytes(java.nio.charset.StandardCharsets.US_ASCII)).problem())
                .isEqualTo(Problem.FOREIGN);
        assertThat(refused(Arrays.copyOf(bytes, bytes.length + 1)).problem())
                .isEqualTo(Problem.TRAILING);
        var other = bytes.clone();
        other[4] = 9;
        resealed(other);
        assertThat(refused(other))
                .hasMessageContaining("version 9.4")
                .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.VERSION));
        var minor = bytes.clone();
        minor[5] = 99;
        resealed(minor);
        assertThat(read(minor)).hasSize(1);
        var reserved = bytes.clone();
        reserved[7] = 1;
        resealed(reserved);
        assertThat(refused(reserved).problem()).isEqualTo(Problem.VERSION);
    }

    private static void resealed(byte[] bytes) {
        var sink = new ByteSink(4);
        sink.fixed32(crc(Arrays.copyOf(bytes, 8)));
        System.arraycopy(sink.toByteArray(), 0, bytes, 8, 4);
    }

    @Test
    void an_announced_length_does_not_make_the_reader_allocate() throws IOException {
        var format = new Format("test file", "TEST", 3, 4, 1 << 30);
        var out = new ByteArrayOutputStream();
        new FrameWriter(out, format).flush();
        var sink = new ByteSink(20);
        sink.raw(out.toByteArray(), 0, 12);
        sink.fixed32(1 << 30);
        sink.u8(1);
        var reader = new FrameReader(new ByteArrayInputStream(sink.toByteArray()), format);
        long before = AllocatedBytes.now();
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(reader::next)
                .withMessageContaining(
                        "the payload of frame 0 is cut off: 1 of 1073741824 bytes are there");
        assertThat(AllocatedBytes.now() - before).isLessThan(1 << 20);
    }

    @Test
    void a_frame_has_at_least_one_byte_and_at_most_its_bound() throws IOException {
        var writer = new FrameWriter(new ByteArrayOutputStream(), FORMAT);
        assertThatIllegalArgumentException().isThrownBy(() -> writer.write(new byte[0], 0, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.write(new byte[1001], 0, 1001))
                .withMessageContaining("1000")
                .withMessageContaining("1001");
        writer.write(new byte[1000], 0, 1000);
        writer.end();
        assertThatIllegalStateException().isThrownBy(writer::end);
        assertThatIllegalStateException().isThrownBy(() -> writer.write(new byte[1], 0, 1));
    }

    @Test
    void a_format_is_checked() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Format("x", "ABC", 1, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Format("x", "ABCD", 0, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Format("x", "ABCD", 1, 256, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Format("x", "ABCD", 1, 0, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Format("x", "ABCD", 1, 0, Format.FRAME_BYTES_MAX + 1));
    }
}
