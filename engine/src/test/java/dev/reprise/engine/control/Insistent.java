package dev.reprise.engine.control;

import dev.reprise.SplitMix64;
import dev.reprise.form.JsonSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A client that sends everything three times, and hangs up when it likes: before it has said all,
 * before it hears the answer, or never.
 */
final class Insistent {
    static final int TIMES = 3;

    private final Path folder;
    private final SplitMix64 random;
    private final Set<Class<? extends Request>> sent;

    /**
     * One of many.
     *
     * @param sent where it writes down what it has sent three times
     */
    Insistent(Path folder, int number, Set<Class<? extends Request>> sent) {
        this.folder = folder;
        this.random = new SplitMix64(number);
        this.sent = sent;
    }

    int below(int bound) {
        return random.below(bound);
    }

    /** Sends it so many times; the last time it hears the answer. */
    List<Reply> send(String id, Request request) throws IOException {
        for (int i = 1; i < TIMES; i++) {
            switch (random.below(3)) {
                case 0 -> hear(id, request);
                case 1 -> say(id, request);
                default -> say(id, request, random.below(60));
            }
        }
        sent.add(request.getClass());
        return hear(id, request);
    }

    /** Asks, and hears the answer. */
    List<Reply> hear(String id, Request request) {
        while (true) {
            var replies = new ArrayList<Reply>();
            try (Desk desk = ControlSocket.connect(folder).orElseThrow()) {
                desk.ask(id, request, replies::add);
                return replies;
            } catch (Desk.Declined e) {
                if (!e.reason().equals("BUSY")) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    /** Asks, and does not hear the answer. */
    void say(String id, Request request) throws IOException {
        say(id, request, Integer.MAX_VALUE);
    }

    /** Says so many bytes of it, or all, and hangs up. */
    private void say(String id, Request request, int bytesMax) throws IOException {
        var bytes = new ByteArrayOutputStream();
        JsonSink.write(bytes, json -> json.object(() -> RequestForm.write(json, id, request)));
        var frame = ByteBuffer.allocate(Integer.BYTES + bytes.size());
        frame.putInt(bytes.size()).put(bytes.toByteArray()).flip();
        frame.limit(Math.min(frame.limit(), bytesMax));
        Path socket = Place.find(folder).orElseThrow();
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            while (frame.hasRemaining()) {
                channel.write(frame);
            }
        } catch (IOException _) {
            // The engine has no ear for one more, and has hung up first.
        }
    }
}
