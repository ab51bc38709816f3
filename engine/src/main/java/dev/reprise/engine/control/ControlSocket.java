package dev.reprise.engine.control;

import dev.reprise.form.LogLine;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The local socket of an engine: other processes of the same user ask here while this one holds the
 * folder. Each connection asks one thing after the other; what is no request ends it.
 */
public final class ControlSocket implements AutoCloseable {
    /** So many may be connected at a time. */
    static final int CONNECTIONS_MAX = 80;

    /** So many of them may wait for what may take long: the others are for the rest. */
    static final int WAITS_MAX = 64;

    /** So long nobody is taken in after that has failed. */
    private static final Duration BREATH = Duration.ofSeconds(1);

    private static final Logger LOGGER = System.getLogger(ControlSocket.class.getName());

    private final Path folder;
    private final Path path;
    private final Clerk clerk;
    private final ServerSocketChannel server;
    private final Door door;
    private final Semaphore places = new Semaphore(WAITS_MAX);
    private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();

    private ControlSocket(
            Path folder, Path path, Clerk clerk, ServerSocketChannel server, Door door) {
        this.folder = folder;
        this.path = path;
        this.clerk = clerk;
        this.server = server;
        this.door = door;
    }

    /** Where others come in. */
    interface Door {
        /** Waits for the next. */
        SocketChannel accept() throws IOException;
    }

    /**
     * Listens for a folder that this process holds. Where that cannot be done the log says why, and
     * nobody listens: an engine works without.
     */
    public static @Nullable ControlSocket open(Path folder, Clerk clerk) {
        return open(folder, clerk, server -> server::accept);
    }

    /**
     * As {@link #open(Path, Clerk)}.
     *
     * @param door by which others come in to what is listened at
     */
    static @Nullable ControlSocket open(
            Path folder, Clerk clerk, Function<ServerSocketChannel, Door> door) {
        try {
            Path path = Place.prepared(folder);
            var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                server.bind(UnixDomainSocketAddress.of(path), 4 * CONNECTIONS_MAX);
            } catch (IOException e) {
                server.close();
                throw e;
            }
            var socket = new ControlSocket(folder, path, clerk, server, door.apply(server));
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

    /** Takes in who comes until it is closed, whatever keeps it from that for a while. */
    private void listen() {
        boolean tired = false;
        while (server.isOpen()) {
            try {
                SocketChannel connection = door.accept();
                connections.add(connection);
                Thread.ofVirtual().name("reprise-control").start(() -> serve(connection));
                if (tired) {
                    tired = false;
                    say("socket-back", Level.INFO, "The command line is listened to again.", null);
                }
            } catch (ClosedChannelException _) {
                return;
            } catch (IOException e) {
                if (!tired) {
                    tired = true;
                    say(
                            "socket-tired",
                            Level.WARNING,
                            "The command line cannot talk to the engine just now; this is tried"
                                    + " again every second. Too many open files may be why.",
                            e);
                }
                LockSupport.parkNanos(BREATH.toNanos());
            }
        }
    }

    private void say(String what, Level level, String sentence, @Nullable Exception why) {
        LOGGER.log(level, new LogLine(what).with("folder", folder).saying(sentence), why);
    }

    private void serve(SocketChannel connection) {
        try (connection) {
            if (connections.size() > CONNECTIONS_MAX) {
                Conversation.refuse(
                        Wire.answering(connection),
                        new Reply.Refused(
                                Asker.Busy.REASON,
                                "So many others talk to the engine that this has to wait: at most "
                                        + CONNECTIONS_MAX
                                        + " do at a time."));
                return;
            }
            new Conversation(clerk, Wire.answering(connection), places).goOn();
        } catch (IOException _) {
            // The other side is gone.
        } finally {
            connections.remove(connection);
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
