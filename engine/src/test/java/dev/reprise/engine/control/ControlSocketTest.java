package dev.reprise.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.run.Description;
import dev.reprise.filter.Selection;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Asking an engine over its socket, as another process would. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(60)
final class ControlSocketTest {
    static final class Greeting implements Workflow<String, String> {
        private String from = "";

        @Override
        public String run(String who) {
            Flow.await(() -> !from.isEmpty());
            return "Hello " + who + ", says " + from;
        }

        @Signal
        void greet(String name) {
            from = name;
        }

        @Query
        String from() {
            return from;
        }
    }

    private static final RunId RUN = new RunId("greeting-1");

    @TempDir private Path temp;

    private Engine opened(Path folder) {
        return Engine.open(folder).register(Greeting.class);
    }

    private static Desk desk(Path folder) {
        return ControlSocket.connect(folder).orElseThrow();
    }

    private static List<Reply> ask(Desk desk, String id, Request request) {
        List<Reply> replies = new ArrayList<>();
        desk.ask(id, request, replies::add);
        return replies;
    }

    private static Request.Start start() {
        return new Request.Start(RUN, "Greeting", List.of(Payload.text("Bob")));
    }

    @Test
    void a_run_is_started_asked_told_and_read() {
        try (var _ = opened(temp);
                Desk desk = desk(temp)) {
            assertThat(ask(desk, "s-1", start())).isEmpty();
            assertThat(ask(desk, "q-1", new Request.Query(RUN, "from", List.of())))
                    .containsExactly(new Reply.Value(Payload.text("")));
            var soon = new Request.Await(RUN, Duration.ofMillis(1));
            assertThat(ask(desk, "a-1", soon)).containsExactly(new Reply.NotYet());
            ask(desk, "t-1", new Request.Signal(RUN, "greet", List.of(Payload.text("Ann"))));
            assertThat(ask(desk, "a-2", new Request.Await(RUN, Duration.ofSeconds(20))))
                    .containsExactly(new Reply.Value(Payload.text("Hello Bob, says Ann")));

            var all = new Request.ListRuns(Selection.parse("status = completed"));
            assertThat(ask(desk, "l-1", all))
                    .singleElement()
                    .satisfies(
                            it ->
                                    assertThat(Description.of(((Reply.Run) it).head()).type())
                                            .isEqualTo("Greeting"));
            assertThat(new EntryReader(desk, RUN, 0, Long.MAX_VALUE)).toIterable().hasSize(2);
            assertThat(new EntryReader(desk, RUN, 1, 2)).toIterable().hasSize(1);
        }
    }

    @Test
    void what_is_refused_says_why_and_the_conversation_goes_on() {
        try (var _ = opened(temp);
                Desk desk = desk(temp)) {
            assertThatThrownBy(() -> ask(desk, "f-1", new Request.FindRun(RUN)))
                    .isInstanceOfSatisfying(
                            Desk.Declined.class,
                            it -> assertThat(it.reason()).isEqualTo("NO_SUCH_RUN"))
                    .hasMessageContaining("There is no run greeting-1");
            assertThatThrownBy(() -> ask(desk, "s-1", new Request.Start(RUN, "Greting", List.of())))
                    .hasMessageContaining("No code is registered for workflow Greting");
            assertThatThrownBy(() -> ask(desk, "c-1", new Request.Complete("x", Payload.NONE)))
                    .isInstanceOfSatisfying(
                            Desk.Declined.class,
                            it -> assertThat(it.reason()).isEqualTo("INVALID"));
            assertThat(ask(desk, "s-2", start())).isEmpty();
        }
    }

    @Test
    void what_is_too_large_to_be_asked_is_not_and_the_conversation_goes_on() {
        try (var _ = opened(temp);
                Desk desk = desk(temp)) {
            Payload huge = Payload.of("bytes", new byte[Wire.REQUEST_BYTES_MAX]);
            assertThatThrownBy(
                            () -> ask(desk, "h", new Request.Signal(RUN, "greet", List.of(huge))))
                    .hasMessageContaining("Nothing was asked", "at most 25165824 are taken");
            assertThat(ask(desk, "s", start())).isEmpty();
        }
    }

    @Test
    void a_start_that_is_asked_again_with_its_request_id_is_one_start() {
        try (var engine = opened(temp)) {
            for (int i = 0; i < 3; i++) {
                try (Desk desk = desk(temp)) {
                    ask(desk, "once", start());
                }
            }
            try (Desk desk = desk(temp)) {
                assertThatThrownBy(() -> ask(desk, "other", start()))
                        .isInstanceOfSatisfying(
                                Desk.Declined.class,
                                it -> assertThat(it.reason()).isEqualTo("ALREADY_STARTED"));
            }
            assertThat(engine.client().describe(RUN).entries()).isEqualTo(1);
        }
    }

    @Test
    void only_the_owner_reaches_it_and_it_is_gone_with_the_engine() throws IOException {
        try (var _ = opened(temp)) {
            Path control = temp.resolve("control");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(control)))
                    .isEqualTo("rwx------");
            assertThat(control.resolve("socket")).exists();
        }
        assertThat(temp.resolve("control")).isEmptyDirectory();
        assertThat(ControlSocket.connect(temp)).isEmpty();
    }

    @Test
    void what_a_killed_process_left_is_taken_over_and_doors_are_shut() throws IOException {
        opened(temp).close();
        Path control = temp.resolve("control");
        Files.setPosixFilePermissions(control, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (var stale = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            stale.bind(UnixDomainSocketAddress.of(control.resolve("socket")));
        }
        assertThat(control.resolve("socket")).exists();
        assertThat(ControlSocket.connect(temp)).isEmpty();
        try (var _ = opened(temp);
                Desk desk = desk(temp)) {
            assertThat(ask(desk, "l", new Request.ListLetters())).isEmpty();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(control)))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void a_folder_with_a_long_name_has_its_socket_elsewhere() throws IOException {
        Path folder = temp.resolve("a".repeat(60)).resolve("b".repeat(60));
        Path elsewhere;
        try (var _ = opened(folder);
                Desk desk = desk(folder)) {
            assertThat(ask(desk, "l", new Request.ListLetters())).isEmpty();
            elsewhere = Path.of(Files.readString(folder.resolve("control/elsewhere")));
            assertThat(elsewhere).exists();
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(elsewhere.getParent())))
                    .isEqualTo("rwx------");
        }
        assertThat(elsewhere).doesNotExist();
        assertThat(elsewhere.getParent()).doesNotExist();
        assertThat(folder.resolve("control")).isEmptyDirectory();
    }

    @Test
    void what_is_no_socket_of_ours_is_neither_asked_nor_removed() throws IOException {
        Path folder = temp.resolve("data");
        opened(folder).close();
        Path secret =
                Files.createDirectory(
                        temp.resolve("secrets"),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
        Path file = Files.writeString(secret.resolve("socket"), "not to be lost");
        for (String told : List.of(file.toString(), secret.toString(), "socket", "\0", "")) {
            Files.writeString(folder.resolve("control/elsewhere"), told);
            assertThat(ControlSocket.connect(folder)).as(told).isEmpty();
        }
        Files.writeString(folder.resolve("control/elsewhere"), file.toString());
        opened(folder).close();
        assertThat(file).hasContent("not to be lost");
        assertThat(folder.resolve("control")).isEmptyDirectory();
    }

    @Test
    void an_engine_that_should_not_listen_does_not() {
        try (var engine = Engine.open(temp, EngineOptions.DEFAULT.control(false))) {
            assertThat(temp.resolve("control")).doesNotExist();
            assertThat(ControlSocket.connect(temp)).isEmpty();
            assertThat(engine.failure()).isNull();
        }
    }

    @Test
    void where_no_socket_can_be_the_engine_works_all_the_same() throws IOException {
        Path folder = temp.resolve("data");
        opened(folder).close();
        Files.delete(folder.resolve("control"));
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Files.createSymbolicLink(folder.resolve("control"), elsewhere);
        try (var engine = opened(folder)) {
            assertThat(ControlSocket.connect(folder)).isEmpty();
            engine.client().start(Greeting.class, RUN, "Bob").signal("greet", "Ann");
            assertThat(engine.client().handle(RUN, String.class).result()).contains("Ann");
        }
    }

    // ---- Hostile bytes ----

    /** Sends bytes as they are; what comes back until the other side hangs up. */
    private String said(Consumer<DataOutputStream> bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        bytes.accept(new DataOutputStream(out));
        Path socket = Place.find(temp).orElseThrow();
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            var frame = ByteBuffer.wrap(out.toByteArray());
            while (frame.hasRemaining()) {
                channel.write(frame);
            }
            channel.shutdownOutput();
            return new String(
                    Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void frame(DataOutputStream out, int length, String text) {
        try {
            out.writeInt(length);
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void frame(DataOutputStream out, String text) {
        frame(out, text.getBytes(StandardCharsets.UTF_8).length, text);
    }

    @Test
    void what_is_no_request_is_refused_and_hurts_nobody() throws IOException {
        try (var _ = opened(temp)) {
            assertThat(said(out -> frame(out, Integer.MAX_VALUE, "")))
                    .contains("MALFORMED", "it has 2147483647 bytes");
            assertThat(said(out -> frame(out, -1, ""))).contains("it has 4294967295 bytes");
            assertThat(said(out -> frame(out, Wire.REQUEST_BYTES_MAX, "{"))).isEmpty();
            assertThat(said(out -> frame(out, 3, ""))).isEmpty();
            assertThat(said(out -> frame(out, "GET / HTTP/1.1"))).contains("MALFORMED");
            assertThat(said(out -> frame(out, ""))).contains("MALFORMED", "ends too early");
            assertThat(said(out -> frame(out, "[".repeat(100_000)))).contains("MALFORMED");
            assertThat(said(out -> frame(out, "{\"version\":3}")))
                    .contains("version 3 is not spoken here");
            assertThat(
                            said(
                                    out -> {
                                        frame(
                                                out,
                                                "{\"version\":1,\"id\":\"a\",\"do\":\"letters\"}");
                                        frame(out, "nonsense");
                                        frame(
                                                out,
                                                "{\"version\":1,\"id\":\"b\",\"do\":\"letters\"}");
                                    }))
                    .contains("{\"id\":\"a\",\"done\":true}", "MALFORMED")
                    .doesNotContain("\"b\"");
            var random = new SplitMix64(11);
            for (int i = 0; i < 200; i++) {
                said(out -> noise(out, random));
            }
            try (Desk desk = desk(temp)) {
                assertThat(ask(desk, "s", start())).isEmpty();
            }
        }
    }

    private static void noise(DataOutputStream out, SplitMix64 random) {
        String good = "{\"version\":1,\"id\":\"a\",\"do\":\"find\",\"run\":\"r\",\"values\":[{}]}";
        var bytes = new StringBuilder(good);
        for (int i = random.below(6); i >= 0; i--) {
            bytes.setCharAt(random.below(bytes.length()), (char) random.below(128));
        }
        frame(out, good.length() + random.below(3) - 1, bytes.toString());
    }

    @Test
    void too_many_are_told_to_wait_and_others_are_served_when_they_have_gone() throws IOException {
        try (var _ = opened(temp)) {
            List<Desk> desks = new ArrayList<>();
            for (int i = 0; i < ControlSocket.CONNECTIONS_MAX; i++) {
                Desk desk = desk(temp);
                desks.add(desk);
                assertThat(ask(desk, "l", new Request.ListLetters())).isEmpty();
            }
            try (Desk another = desk(temp)) {
                assertThatThrownBy(() -> ask(another, "l", new Request.ListLetters()))
                        .isInstanceOf(Desk.Declined.class);
            }
            desks.forEach(Desk::close);
            while (true) {
                try (Desk another = desk(temp)) {
                    assertThat(ask(another, "l", new Request.ListLetters())).isEmpty();
                    return;
                } catch (Desk.Declined _) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    @Test
    void an_engine_that_closes_hangs_up() {
        Desk desk;
        try (var _ = opened(temp)) {
            desk = desk(temp);
            ask(desk, "s", start());
        }
        assertThatThrownBy(() -> ask(desk, "again-1", new Request.FindRun(RUN)))
                .isInstanceOf(Desk.Declined.class)
                .hasMessageContaining("may have happened or not", "again-1");
        desk.close();
    }
}
