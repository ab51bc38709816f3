package dev.reprise.form;

import dev.reprise.Check;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes a stream of checksummed frames: a header, frames, an end. What has been handed to the
 * stream before a crash is a prefix that {@link FrameReader} can read up to the first torn frame.
 *
 * <pre>
 * header  magic (4 ASCII) major (u8) minor (u8) zero (u16)                 CRC-32C (u32) of these 8
 * frame   length ≥ 1 (u32)  payload                                        CRC-32C (u32)
 * end     0 (u32)                                                          CRC-32C (u32)
 * </pre>
 *
 * <p>All numbers are little-endian. The checksum of frame n (the end counts as one) covers n as
 * eight bytes, then its length, then its payload: a frame lost, doubled or moved does not check.
 */
public final class FrameWriter {
    private final OutputStream out;
    private final Format format;
    private final ByteSink scratch = new ByteSink(16);
    private long ordinal;
    private boolean ended;

    /** Writes the header of {@code format} to {@code out}. */
    public FrameWriter(OutputStream out, Format format) throws IOException {
        this.out = out;
        this.format = format;
        scratch.raw(format.magic().getBytes(StandardCharsets.US_ASCII), 0, 4);
        scratch.u8(format.major());
        scratch.u8(format.minor());
        scratch.u8(0);
        scratch.u8(0);
        scratch.fixed32(Checksum.of(scratch.backing(), 0, 8));
        scratch.writeTo(out);
    }

    /** Writes one frame that holds everything in {@code payload}, which must not be empty. */
    public void write(ByteSink payload) throws IOException {
        write(payload.backing(), 0, payload.size());
    }

    /** Writes one frame that holds {@code length} bytes, at least one. */
    public void write(byte[] payload, int from, int length) throws IOException {
        Check.state(!ended, "the end has been written already");
        Check.argument(length >= 1, "a frame holds at least one byte");
        Check.argument(
                length <= format.frameBytesMax(),
                "a frame of a %s holds at most %d bytes, not %d",
                format.name(),
                format.frameBytesMax(),
                length);
        writeLength(length);
        out.write(payload, from, length);
        writeChecksum(Checksum.ofFrame(ordinal++, length, payload, from));
    }

    /** Writes the end: without it a reader says that the stream is truncated. */
    public void end() throws IOException {
        Check.state(!ended, "the end has been written already");
        ended = true;
        writeLength(0);
        writeChecksum(Checksum.ofFrame(ordinal, 0, new byte[0], 0));
        out.flush();
    }

    /** Hands everything written so far to the operating system. */
    public void flush() throws IOException {
        out.flush();
    }

    private void writeLength(int length) throws IOException {
        scratch.clear();
        scratch.fixed32(length);
        scratch.writeTo(out);
    }

    private void writeChecksum(int checksum) throws IOException {
        scratch.clear();
        scratch.fixed32(checksum);
        scratch.writeTo(out);
    }
}
