package dev.reprise.engine.control;

import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What goes over the socket: requests one way, replies the other, each as four bytes with a length
 * and so many bytes of JSON. What one claims to hold costs no memory before it is there.
 */
final class Wire {
    /** A value of the largest size in Base64, and what is said about it. */
    static final int REQUEST_BYTES_MAX = 24 << 20;

    /** An entry of the largest size in Base64. */
    static final int REPLY_BYTES_MAX = 100 << 20;

    private final DataInputStream in;
    private final int inMax;
    private final DataOutputStream out;
    private final int outMax;

    private Wire(SocketChannel channel, int inMax, int outMax) {
        this(Channels.newInputStream(channel), inMax, Channels.newOutputStream(channel), outMax);
    }

    Wire(InputStream in, int inMax, OutputStream out, int outMax) {
        this.in = new DataInputStream(new BufferedInputStream(in));
        this.inMax = inMax;
        this.out = new DataOutputStream(new BufferedOutputStream(out));
        this.outMax = outMax;
    }

    /** The side of who asks. */
    static Wire asking(SocketChannel channel) {
        return new Wire(channel, REPLY_BYTES_MAX, REQUEST_BYTES_MAX);
    }

    /** The side of who answers. */
    static Wire answering(SocketChannel channel) {
        return new Wire(channel, REQUEST_BYTES_MAX, REPLY_BYTES_MAX);
    }

    /** Writes an object whose fields {@code body} writes; it is on its way after a flush. */
    void write(Consumer<JsonSink> body) throws IOException {
        var bytes = new ByteArrayOutputStream();
        JsonSink.write(bytes, json -> json.object(() -> body.accept(json)));
        if (bytes.size() > outMax) {
            throw tooLarge("message", bytes.size(), outMax);
        }
        out.writeInt(bytes.size());
        bytes.writeTo(out);
    }

    void flush() throws IOException {
        out.flush();
    }

    /**
     * Reads what comes next; empty when nothing does.
     *
     * @throws Malformed when it is too long, or not what {@code body} reads
     */
    <T> Optional<T> read(String what, Function<JsonSource, T> body) throws IOException {
        int first = in.read();
        if (first < 0) {
            return Optional.empty();
        }
        byte[] rest = in.readNBytes(3);
        if (rest.length < 3) {
            throw cut();
        }
        int length =
                first << 24 | (rest[0] & 0xFF) << 16 | (rest[1] & 0xFF) << 8 | (rest[2] & 0xFF);
        if (length < 0 || length > inMax) {
            throw tooLarge(what, Integer.toUnsignedLong(length), inMax);
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw cut();
        }
        return Optional.of(JsonSource.read(what, new ByteArrayInputStream(bytes), body));
    }

    private static EOFException cut() {
        return new EOFException("the other side ended in the middle");
    }

    private static Malformed tooLarge(String what, long length, int max) {
        return new Malformed(
                Problem.LIMIT,
                what,
                "byte 0",
                "it has " + length + " bytes, and at most " + max + " are taken.");
    }
}
