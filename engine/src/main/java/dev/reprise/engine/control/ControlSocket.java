package dev.reprise.engine.control;

import dev.reprise.form.LogLine;
import dev.reprise.form.Malformed;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The local socket of an engine: other processes of the same user ask here while this one holds the
 * folder. Each connection asks one thing after the other; what is no request ends it.
 */
public final class ControlSocket implements AutoCloseable {
    /** So many may be connected at a time. */
    static final int CONNECTIONS_MAX = 64;

    private static final Logger LOGGER = System.getLogger(ControlSocket.class.getName());

    private final Path folder;
    private final Path path;
    private final Clerk clerk;
    private final ServerSocketChannel server;
    private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();

    private ControlSocket(Path folder, Path path, Clerk clerk, ServerSocketChannel server) {
        this.folder = folder;
        this.path = path;
        this.clerk = clerk;
        this.server = server;
    }

    /**
     * Listens for a folder that this process holds. Where that cannot be done the log says why, and
     * nobody listens: an engine works without.
     */
    public static @Nullable ControlSocket open(Path folder, Clerk clerk) {
        try {
            Path path = Place.prepared(folder);
            var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                server.bind(UnixDomainSocketAddress.of(path), 4 * CONNECTIONS_MAX);
            } catch (IOException e) {
                server.close();
                throw e;
            }
            var socket = new ControlSocket(folder, path, clerk, server);
            Thread.ofVirtual().name("reprise-control").start(socket::listen);
            return socket;
        } catch (IOException | UnsupportedOperationException e) {
            LOGGER.log(
                    Level.WARNING,
                    new LogLine("no-socket")
                            .with("folder", folder)
                            .saying(
                                    "The command line cannot talk to the engine, which works all"
                                            + " the same: no socket could be opened ("
                                            + e
                                            + ")."));
            return null;
        }
    }

    /** Where it listens. */
    public Path path() {
        return path;
    }

    private void listen() {
        try {
            while (true) {
                SocketChannel connection = server.accept();
                connections.add(connection);
                Thread.ofVirtual().name("reprise-control").start(() -> serve(connection));
            }
        } catch (ClosedChannelException _) {
            // closed
        } catch (IOException e) {
            LOGGER.log(
                    Level.WARNING,
                    new LogLine("socket-failed")
                            .with("folder", folder)
                            .saying("The command line cannot talk to the engine any more."),
                    e);
        }
    }

    private void serve(SocketChannel connection) {
        try (connection) {
            var wire = Wire.answering(connection);
            if (connections.size() > CONNECTIONS_MAX) {
                refuse(
                        wire,
                        "BUSY",
                        "So many others talk to the engine that this has to wait: at most "
                                + CONNECTIONS_MAX
                                + " do at a time.");
                return;
            }
            converse(wire);
        } catch (IOException _) {
            // The other side is gone.
        } finally {
            connections.remove(connection);
        }
    }

    private void converse(Wire wire) throws IOException {
        try {
            var next = wire.read("request", RequestForm::read);
            while (next.isPresent()) {
                answer(wire, next.get());
                next = wire.read("request", RequestForm::read);
            }
        } catch (Malformed e) {
            refuse(wire, "MALFORMED", String.valueOf(e.getMessage()));
        }
    }

    private void answer(Wire wire, RequestForm.Numbered asked) throws IOException {
        try {
            Reply.End end =
                    clerk.answer(
                            asked.id(), asked.request(), reply -> write(wire, asked.id(), reply));
            write(wire, asked.id(), end);
            wire.flush();
        } catch (Gone e) {
            throw e.why;
        }
    }

    private static void refuse(Wire wire, String reason, String sentence) throws IOException {
        wire.write(json -> ReplyForm.write(json, "", new Reply.Refused(reason, sentence)));
        wire.flush();
    }

    private static void write(Wire wire, String id, Reply reply) {
        try {
            wire.write(json -> ReplyForm.write(json, id, reply));
        } catch (IOException e) {
            throw new Gone(e);
        }
    }

    /** The other side does not listen any more. */
    private static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final IOException why;

        Gone(IOException why) {
            super(why);
            this.why = why;
        }
    }

    /** Hangs up, and removes the socket. */
    @Override
    public void close() {
        try {
            server.close();
            for (SocketChannel connection : connections) {
                connection.close();
            }
            Place.removed(folder);
        } catch (IOException e) {
            LOGGER.log(
                    Level.WARNING,
                    new LogLine("socket-left")
                            .with("path", path)
                            .saying("The socket could not be removed."),
                    e);
        }
    }

    /** A desk at the engine that holds a folder; empty when none listens. */
    public static Optional<Desk> connect(Path folder) {
        try {
            Optional<Path> path = Place.find(folder);
            return path.isEmpty() ? Optional.empty() : Optional.of(RemoteDesk.at(path.get()));
        } catch (IOException | UnsupportedOperationException _) {
            // What is left of a process that is gone, or somebody else's: it will be said when the
            // folder is opened.
            return Optional.empty();
        }
    }
}
