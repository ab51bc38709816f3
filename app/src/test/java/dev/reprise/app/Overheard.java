package dev.reprise.app;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A folder that is another by its socket: what is asked there is asked of the other, and kept. */
final class Overheard implements AutoCloseable {
    private final Path engine;
    private final ServerSocketChannel server;
    private final List<String> requests = new CopyOnWriteArrayList<>();

    private Overheard(Path engine, ServerSocketChannel server) {
        this.engine = engine;
        this.server = server;
    }

    /**
     * Listens in an empty folder.
     *
     * @param engine the folder of one that is open
     */
    static Overheard in(Path folder, Path engine) throws IOException {
        Files.copy(engine.resolve("format"), folder.resolve("format"));
        var ownerOnly = PosixFilePermissions.fromString("rwx------");
        Path control =
                Files.createDirectory(
                        folder.resolve("control"), PosixFilePermissions.asFileAttribute(ownerOnly));
        var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(control.resolve("socket")));
        var overheard = new Overheard(engine.resolve("control/socket"), server);
        Thread.ofVirtual().start(overheard::listen);
        return overheard;
    }

    /** What was asked so far, as JSON. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    private void listen() {
        try {
            while (true) {
                SocketChannel asker = server.accept();
                Thread.ofVirtual().start(() -> pass(asker));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private void pass(SocketChannel asker) {
        try (asker;
                var answers = SocketChannel.open(UnixDomainSocketAddress.of(engine))) {
            var back = Channels.newInputStream(answers);
            var to = Channels.newOutputStream(asker);
            Thread.ofVirtual()
                    .start(
                            () -> {
                                try {
                                    back.transferTo(to);
                                } catch (IOException _) {
                                    // One of them has hung up.
                                }
                            });
            var in = new DataInputStream(Channels.newInputStream(asker));
            var out = new DataOutputStream(Channels.newOutputStream(answers));
            while (true) {
                byte[] request = in.readNBytes(in.readInt());
                requests.add(new String(request, StandardCharsets.UTF_8));
                var frame = new ByteArrayOutputStream();
                new DataOutputStream(frame).writeInt(request.length);
                frame.write(request);
                frame.writeTo(out);
            }
        } catch (IOException _) {
            // Nothing more is asked.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
