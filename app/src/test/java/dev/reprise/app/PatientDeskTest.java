package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.control.ControlSocket;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine that does not answer, and one that takes long. */
@Timeout(60)
class PatientDeskTest {
    private static final RunId CUP = new RunId("cup-1");
    private static final PatientDesk.Times SHORT =
            new PatientDesk.Times(
                    Duration.ofMillis(100), Duration.ofMillis(1_000), Duration.ofMillis(2_000));

    private final StringWriter err = new StringWriter();

    @TempDir private Path data;

    private Desk desk() {
        return new PatientDesk(
                ControlSocket.connect(data).orElseThrow(), data, new PrintWriter(err, true), SHORT);
    }

    /** Somebody has the folder, and its socket lets all in and says nothing, as if it hung. */
    private ServerSocketChannel mute() throws Exception {
        Path control = Files.createDirectories(data.resolve("control"));
        var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(control.resolve("socket")));
        return server;
    }

    private Engine engine() {
        return Engine.open(data, EngineOptions.DEFAULT.control(false));
    }

    @Test
    void what_only_reads_says_who_does_not_answer_and_is_given_up() throws Exception {
        try (var _ = engine();
                var _ = mute();
                Desk desk = desk()) {
            assertThatThrownBy(() -> desk.ask("1", new Request.FindRun(CUP), _ -> {}))
                    .isInstanceOfSatisfying(
                            Desk.Declined.class,
                            it -> assertThat(it.reason()).isEqualTo("NO_ANSWER"))
                    .hasMessageContaining("has not answered for 2 seconds");
        }
        assertThat(err.toString())
                .startsWith(
                        "The store in "
                                + data
                                + " is in use by process "
                                + ProcessHandle.current().pid())
                .contains(", and has not answered for 1 seconds. Look what that process does")
                .contains("This goes on waiting, for 2 seconds in all.")
                .hasLineCount(1);
    }

    @Test
    void what_changes_something_is_waited_for() throws Exception {
        var told = new ArrayList<String>();
        try (var _ = engine();
                var server = mute();
                Desk desk = desk()) {
            var asking =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try {
                                            var signal =
                                                    new Request.Signal(CUP, "sugar", List.of());
                                            desk.ask("s-1", signal, _ -> {});
                                        } catch (Desk.Declined e) {
                                            told.add(e.reason());
                                        }
                                    });
            Thread.sleep(3_000);
            assertThat(asking.isAlive()).isTrue();
            assertThat(err.toString()).contains("what was asked for may still happen");
            server.accept().close();
            asking.join();
            assertThat(told).containsExactly("LOST");
        }
    }

    @Test
    void an_engine_that_takes_long_for_one_answer_is_left_in_peace() throws Exception {
        var heard = new ArrayList<Reply>();
        try (var engine = Tea.engine(data, new Tea.SmallKitchen());
                Desk desk = desk()) {
            engine.client().start(Tea.class, CUP, "green");
            desk.ask("1", new Request.Await(CUP, Duration.ofSeconds(3)), heard::add);
        }
        assertThat(heard).containsExactly(new Reply.NotYet());
        assertThat(err.toString()).isEmpty();
    }
}
