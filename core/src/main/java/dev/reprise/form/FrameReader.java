package dev.reprise.form;

import dev.reprise.form.Malformed.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads what a {@link FrameWriter} wrote, frame by frame. A frame is handed out only after its
 * checksum was found right; what an announced length makes it allocate is bounded by the bytes that
 * really arrive.
 */
public final class FrameReader {
    private static final int HEADER_BYTES = 12;

    private final InputStream in;
    private final Format format;
    private final int minor;
    private long position;
    private long ordinal;
    private boolean ended;

    /** Reads and checks the header: other formats and major versions are refused. */
    public FrameReader(InputStream in, Format format) throws IOException {
        this.in = in;
        this.format = format;
        byte[] header = in.readNBytes(HEADER_BYTES);
        byte[] magic = format.magic().getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < Math.min(4, header.length); i++) {
            if (header[i] != magic[i]) {
                throw malformed(
                        Problem.FOREIGN,
                        0,
                        "it does not begin with the letters "
                                + format.magic()
                                + ": this is a file of another kind.");
            }
        }
        if (header.length < HEADER_BYTES) {
            throw malformed(Problem.TRUNCATED, header.length, "the header is cut off.");
        }
        var source = new ByteSource(format.name(), header, 4, 6, 4);
        int major = source.u8();
        this.minor = source.u8();
        boolean reserved = header[6] != 0 || header[7] != 0;
        var checksum = new ByteSource(format.name(), header, 8, HEADER_BYTES, 8);
        if (checksum.fixed32() != Checksum.of(header, 0, 8)) {
            throw malformed(Problem.CHECKSUM, 8, "the checksum of the header is wrong.");
        }
        if (major != format.major()) {
            throw malformed(
                    Problem.VERSION,
                    4,
                    "it has version "
                            + major
                            + "."
                            + minor
                            + ", this program reads version "
                            + format.major()
                            + ". Read it with the program that wrote it.");
        }
        if (reserved) {
            throw malformed(Problem.VERSION, 6, "reserved bytes of the header are not zero.");
        }
        position = HEADER_BYTES;
    }

    /** The minor version that wrote the input. */
    public int minor() {
        return minor;
    }

    /** The position in the input of the next byte. */
    public long position() {
        return position;
    }

    /** The payload of the next frame, or empty when the end was read and nothing follows it. */
    public Optional<byte[]> next() throws IOException {
        if (ended) {
            return Optional.empty();
        }
        long start = position;
        byte[] prefix = exactly(4, "the length of frame " + ordinal);
        int length = new ByteSource(format.name(), prefix).fixed32();
        if (length < 0 || length > format.frameBytesMax()) {
            throw malformed(
                    Problem.LIMIT,
                    start,
                    "frame "
                            + ordinal
                            + " announces "
                            + Integer.toUnsignedString(length)
                            + " bytes, at most "
                            + format.frameBytesMax()
                            + " are allowed.");
        }
        byte[] payload = exactly(length, "the payload of frame " + ordinal);
        byte[] suffix = exactly(4, "the checksum of frame " + ordinal);
        int checksum = new ByteSource(format.name(), suffix).fixed32();
        if (checksum != Checksum.ofFrame(ordinal, length, payload, 0)) {
            throw malformed(
                    Problem.CHECKSUM,
                    start,
                    "the checksum of frame "
                            + ordinal
                            + " is wrong: its bytes are not those that were written.");
        }
        ordinal++;
        if (length > 0) {
            return Optional.of(payload);
        }
        ended = true;
        if (in.read() >= 0) {
            throw malformed(Problem.TRAILING, position, "there are bytes after the end.");
        }
        return Optional.empty();
    }

    /** A refusal of this input at {@code place}, a position in bytes. */
    public Malformed malformed(Problem problem, long place, String sentence) {
        return new Malformed(problem, format.name(), "byte " + place, sentence);
    }

    private byte[] exactly(int length, String part) throws IOException {
        byte[] bytes = in.readNBytes(length);
        position += bytes.length;
        if (bytes.length < length) {
            throw malformed(
                    Problem.TRUNCATED,
                    position,
                    part + " is cut off: " + bytes.length + " of " + length + " bytes are there.");
        }
        return bytes;
    }
}
