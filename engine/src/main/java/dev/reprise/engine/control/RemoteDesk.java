package dev.reprise.engine.control;

import dev.reprise.form.Malformed;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A desk in another process, asked over its socket. */
final class RemoteDesk implements Desk {
    private final SocketChannel connection;
    private final Wire wire;

    private RemoteDesk(SocketChannel connection) {
        this.connection = connection;
        this.wire = Wire.asking(connection);
    }

    static RemoteDesk at(Path path) throws IOException {
        return new RemoteDesk(SocketChannel.open(UnixDomainSocketAddress.of(path)));
    }

    @Override
    public void ask(String id, Request request, Consumer<Reply> each) {
        String unsent = send(id, request);
        try {
            while (true) {
                // Who does not listen to the end may have said why.
                var answer = wire.read("reply", ReplyForm::read);
                if (answer.isEmpty()) {
                    throw lost(id, unsent == null ? "it hung up" : unsent);
                }
                switch (answer.get().reply()) {
                    case Reply.Done _ -> {
                        return;
                    }
                    case Reply.Refused(var reason, var sentence) ->
                            throw new Declined(reason, sentence);
                    case Reply reply -> each.accept(reply);
                }
            }
        } catch (Malformed e) {
            throw lost(
                    id,
                    e.getMessage()
                            + " It may be of another release than "
                            + Health.release()
                            + ", which asks");
        } catch (IOException e) {
            throw lost(id, unsent == null ? String.valueOf(e.getMessage()) : unsent);
        }
    }

    /** What has kept it from being sent; null when it was. */
    private @Nullable String send(String id, Request request) {
        try {
            wire.write(json -> RequestForm.write(json, id, request));
            wire.flush();
            return null;
        } catch (Malformed e) {
            throw new Declined("TOO_LARGE", "Nothing was asked. " + e.getMessage());
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static Declined lost(String id, String why) {
        return new Declined(
                "LOST",
                "The engine did not answer to the end ("
                        + why
                        + "): what was asked for may have happened or not. "
                        + (id.isEmpty()
                                ? "Look what has become of it before you ask again."
                                : "Ask again with the request id " + id + "."));
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (IOException _) {
            // It is gone already.
        }
    }
}
