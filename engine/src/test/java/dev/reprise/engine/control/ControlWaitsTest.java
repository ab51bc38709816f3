package dev.reprise.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.form.JsonSink;
import dev.reprise.history.Command;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Those who wait at the socket, those who have hung up, and the others. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(60)
final class ControlWaitsTest {
    /** Its updates end when it is told. */
    static final class Gate implements Workflow<String, String> {
        private boolean open;

        @Override
        public String run(String name) {
            Flow.await(() -> false);
            return name;
        }

        @Update
        String pass(String who) {
            Flow.await(() -> open);
            return who + " has passed";
        }

        @Signal
        void open() {
            open = true;
        }
    }

    private static final RunId GATE = new RunId("gate");

    @TempDir private Path temp;

    private Engine opened() {
        var engine = Engine.open(temp).register(Gate.class);
        engine.client().start(Gate.class, GATE, "gate");
        return engine;
    }

    private Desk desk() {
        return ControlSocket.connect(temp).orElseThrow();
    }

    private static List<Reply> ask(Desk desk, String id, Request request) {
        List<Reply> replies = new ArrayList<>();
        desk.ask(id, request, replies::add);
        return replies;
    }

    private static Request.Update pass(Duration patience) {
        return new Request.Update(GATE, "pass", List.of(Payload.text("Ann")), false, patience);
    }

    @Test
    void those_who_hung_up_while_they_waited_leave_their_places_to_others() throws Exception {
        try (var _ = opened()) {
            for (int i = 0; i < 2 * ControlSocket.CONNECTIONS_MAX; i++) {
                // As long as it takes, as a command line of version 1 asks that Ctrl-C ends.
                say("p-" + i, pass(Duration.ZERO));
            }
            say("a", new Request.Await(GATE, Clerk.PATIENCE_MAX));
            // Each hears of it a little later.
            while (true) {
                try (Desk desk = desk()) {
                    assertThat(ask(desk, "h", new Request.CheckHealth())).isNotEmpty();
                    assertThat(ask(desk, "p", pass(Duration.ofMillis(1)))).hasSize(1);
                    return;
                } catch (Desk.Declined e) {
                    assertThat(e.reason()).isEqualTo("BUSY");
                    Thread.sleep(5);
                }
            }
        }
    }

    /** Says all of it, and hangs up. */
    private void say(String id, Request request) throws IOException {
        var bytes = new ByteArrayOutputStream();
        JsonSink.write(bytes, json -> json.object(() -> RequestForm.write(json, id, request)));
        var frame = ByteBuffer.allocate(Integer.BYTES + bytes.size());
        frame.putInt(bytes.size()).put(bytes.toByteArray()).flip();
        Path socket = Place.find(temp).orElseThrow();
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            while (frame.hasRemaining()) {
                channel.write(frame);
            }
        }
    }

    @Test
    void while_as_many_wait_as_may_everybody_else_is_answered() throws Exception {
        try (var _ = opened()) {
            List<Thread> waiting = new ArrayList<>();
            var passed = new AtomicInteger();
            for (int i = 0; i < ControlSocket.WAITS_MAX; i++) {
                String id = "p-" + i;
                waiting.add(
                        Thread.ofVirtual()
                                .start(
                                        () -> {
                                            try (Desk desk = desk()) {
                                                desk.insist(
                                                        id,
                                                        pass(Clerk.PATIENCE_MAX),
                                                        _ -> passed.incrementAndGet());
                                            }
                                        }));
            }
            try (Desk desk = desk()) {
                while (!isRefused(desk)) {
                    Thread.sleep(5);
                }
                assertThat(ask(desk, "h", new Request.CheckHealth())).isNotEmpty();
                assertThat(ask(desk, "f", new Request.FindRun(GATE))).hasSize(1);
                assertThat(ask(desk, "o", new Request.Signal(GATE, "open", List.of()))).isEmpty();
            }
            for (Thread each : waiting) {
                each.join();
            }
            assertThat(passed).hasValue(ControlSocket.WAITS_MAX);
        }
    }

    /** Whether there is no place for one more who waits; the conversation goes on. */
    private static boolean isRefused(Desk desk) {
        try {
            ask(desk, "one more", pass(Duration.ofMillis(1)));
            return false;
        } catch (Desk.Declined e) {
            assertThat(e.reason()).isEqualTo("BUSY");
            assertThat(e).hasMessageContaining("nothing was done. Ask again in a while.");
            return true;
        }
    }

    @Test
    void an_update_that_takes_longer_than_anybody_waits_is_asked_again_and_is_one() {
        try (var _ = opened();
                Desk desk = desk()) {
            assertThat(ask(desk, "ann", pass(Duration.ofMillis(1))))
                    .containsExactly(new Reply.Pending());
            var opener = Thread.ofVirtual().start(this::openInAWhile);
            List<Reply> heard = new ArrayList<>();
            desk.insist("ann", pass(Duration.ofMillis(10)), heard::add);
            assertThat(heard).containsExactly(new Reply.Value(Payload.text("Ann has passed")));
            assertThat(accepted(desk)).isEqualTo(1);
            assertThat(opener).isNotNull();
        }
    }

    private void openInAWhile() {
        try (Desk desk = desk()) {
            Thread.sleep(100);
            ask(desk, "o", new Request.Signal(GATE, "open", List.of()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many updates the gate has let in. */
    private static long accepted(Desk desk) {
        var commands = new ArrayList<Command>();
        new EntryReader(desk, GATE, 0, Long.MAX_VALUE)
                .forEachRemaining(
                        it -> {
                            var turn = Entry.fromBytes(it).carriedOut();
                            commands.addAll(turn == null ? List.of() : turn.commands());
                        });
        return commands.stream().filter(it -> it instanceof Command.AcceptUpdate).count();
    }

    @Test
    void what_keeps_others_out_for_a_while_is_waited_for() {
        var failures = new AtomicInteger(2);
        try (var engine = Engine.open(temp, EngineOptions.DEFAULT.control(false))) {
            assertThat(engine.failure()).isNull();
        }
        var store = Store.inMemory();
        try (store;
                var socket =
                        ControlSocket.open(
                                temp,
                                Clerk.reading(store, InstantSource.system()),
                                server -> () -> tired(server, failures))) {
            assertThat(socket).isNotNull();
            try (Desk desk = desk()) {
                assertThat(ask(desk, "l", new Request.ListLetters())).isEmpty();
            }
            assertThat(failures).hasValue(0);
        }
    }

    private static SocketChannel tired(ServerSocketChannel server, AtomicInteger failures)
            throws IOException {
        if (failures.get() > 0) {
            failures.decrementAndGet();
            throw new IOException("Too many open files");
        }
        return server.accept();
    }
}
