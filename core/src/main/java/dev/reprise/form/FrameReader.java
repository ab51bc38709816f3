package dev.reprise.form;

import dev.reprise.form.Malformed.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Reads what a {@link FrameWriter} wrote, frame by frame. A frame is handed out only after its
 * checksum was found right; what an announced length makes it allocate is bounded by the bytes that
 * really arrive.
 *
 * <p>It takes from the stream what is there, up to some thousand bytes ahead: nothing may follow
 * the end anyway.
 */
public final class FrameReader {
    private static final int HEADER_BYTES = 12;
    private static final int LENGTH_BYTES = 4;
    private static final int CHECKSUM_BYTES = 4;
    private static final int BUFFER_BYTES_MIN = 256;
    private static final int BUFFER_BYTES_USUAL = 8 << 10;

    private final InputStream in;
    private final Format format;
    private final int minor;
    private final CRC32C crc = new CRC32C();
    private final byte[] ordinalBytes = new byte[Long.BYTES];
    private final ByteSource payload;

    /** From {@link #at} to {@link #limit} it holds what has arrived and was not read yet. */
    private byte[] buffer;

    private int at;
    private int limit;

    /** The position in the input of the buffer's first byte. */
    private long origin;

    private long ordinal;
    private boolean ended;

    /** Reads and checks the header: other formats and major versions are refused. */
    public FrameReader(InputStream in, Format format) throws IOException {
        this.in = in;
        this.format = format;
        buffer = new byte[bufferBytes(in.available())];
        payload = new ByteSource(format.name(), buffer, 0, 0, 0);
        int arrived = arrived(HEADER_BYTES);
        byte[] magic = format.magic().getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < Math.min(4, arrived); i++) {
            if (buffer[i] != magic[i]) {
                throw malformed(
                        Problem.FOREIGN,
                        0,
                        "it does not begin with the letters "
                                + format.magic()
                                + ": this is a file of another kind.");
            }
        }
        if (arrived < HEADER_BYTES) {
            throw malformed(Problem.TRUNCATED, arrived, "the header is cut off.");
        }
        int major = buffer[4] & 0xFF;
        this.minor = buffer[5] & 0xFF;
        boolean reserved = buffer[6] != 0 || buffer[7] != 0;
        if (LittleEndian.int32(buffer, 8) != Checksum.of(buffer, 0, 8)) {
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
        at = HEADER_BYTES;
    }

    /** A short input needs no large buffer; a stream that cannot say how much there is gets one. */
    private static int bufferBytes(int available) {
        return available <= 0
                ? BUFFER_BYTES_USUAL
                : Math.clamp(available, BUFFER_BYTES_MIN, BUFFER_BYTES_USUAL);
    }

    /** The minor version that wrote the input. */
    public int minor() {
        return minor;
    }

    /** The position in the input of the next byte. */
    public long position() {
        return origin + at;
    }

    /** The payload of the next frame, or empty when the end was read and nothing follows it. */
    public Optional<byte[]> next() throws IOException {
        return advance() ? Optional.of(payload.rest()) : Optional.empty();
    }

    /**
     * Goes on to the next frame: {@link #payload()} then reads it.
     *
     * @return false when the end was read and nothing follows it
     */
    public boolean advance() throws IOException {
        if (ended) {
            return false;
        }
        if (arrived(LENGTH_BYTES) < LENGTH_BYTES) {
            throw cutOff("the length of frame ", 0, LENGTH_BYTES);
        }
        int length = LittleEndian.int32(buffer, at);
        if (length < 0 || length > format.frameBytesMax()) {
            throw tooLong(length);
        }
        int toChecksum = LENGTH_BYTES + length;
        int arrived = arrived(toChecksum + CHECKSUM_BYTES);
        if (arrived < toChecksum) {
            throw cutOff("the payload of frame ", LENGTH_BYTES, length);
        }
        if (arrived < toChecksum + CHECKSUM_BYTES) {
            throw cutOff("the checksum of frame ", toChecksum, CHECKSUM_BYTES);
        }
        if (LittleEndian.int32(buffer, at + toChecksum) != checksum(toChecksum)) {
            throw malformed(
                    Problem.CHECKSUM,
                    position(),
                    "the checksum of frame "
                            + ordinal
                            + " is wrong: its bytes are not those that were written.");
        }
        payload.moveTo(at + LENGTH_BYTES, at + toChecksum, position() + LENGTH_BYTES);
        at += toChecksum + CHECKSUM_BYTES;
        ordinal++;
        ended = length == 0;
        if (ended && (at < limit || in.read() >= 0)) {
            throw malformed(Problem.TRAILING, position(), "there are bytes after the end.");
        }
        return !ended;
    }

    /**
     * What reads the payload of the frame that {@link #advance()} came to: always the same source,
     * which belongs to this reader and is overwritten with the next frame.
     */
    public ByteSource payload() {
        return payload;
    }

    /** The checksum of the frame at hand: of its number, then of its length and its payload. */
    private int checksum(int bytes) {
        LittleEndian.put(ordinalBytes, 0, ordinal);
        crc.reset();
        crc.update(ordinalBytes, 0, Long.BYTES);
        crc.update(buffer, at, bytes);
        return (int) crc.getValue();
    }

    /**
     * How many bytes there are to read: at least {@code count}, or fewer when the input ends there.
     */
    private int arrived(int count) throws IOException {
        while (limit - at < count) {
            if (limit == buffer.length) {
                makeRoom();
            }
            int more = in.read(buffer, limit, buffer.length - limit);
            if (more < 0) {
                break;
            }
            limit += more;
        }
        return limit - at;
    }

    /** Moves what is left to the start; a buffer that is more than half full grows. */
    private void makeRoom() {
        int left = limit - at;
        byte[] old = buffer;
        if (left > old.length / 2) {
            buffer = new byte[grown(old.length)];
            payload.replace(buffer);
        }
        System.arraycopy(old, at, buffer, 0, left);
        origin += at;
        at = 0;
        limit = left;
    }

    private static int grown(int length) {
        return (int) Math.min(Integer.MAX_VALUE - 8L, 2L * length);
    }

    /** A refusal of this input at {@code place}, a position in bytes. */
    public Malformed malformed(Problem problem, long place, String sentence) {
        return new Malformed(problem, format.name(), "byte " + place, sentence);
    }

    private Malformed tooLong(int length) {
        return malformed(
                Problem.LIMIT,
                position(),
                "frame "
                        + ordinal
                        + " announces "
                        + Integer.toUnsignedString(length)
                        + " bytes, at most "
                        + format.frameBytesMax()
                        + " are allowed.");
    }

    /** A part of a frame that begins {@code before} bytes after the frame is not all there. */
    private Malformed cutOff(String part, int before, int length) {
        int there = limit - at - before;
        return malformed(
                Problem.TRUNCATED,
                origin + limit,
                part + ordinal + " is cut off: " + there + " of " + length + " bytes are there.");
    }
}
