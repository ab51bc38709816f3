package dev.reprise.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.form.JsonSink;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.When;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A command line and an engine of different releases: what they can do, and what they say. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(60)
final class ControlReleasesTest {
    static final class Waits implements Workflow<String, String> {
        @Override
        public String run(String name) {
            Flow.await(() -> false);
            return name;
        }
    }

    private static final RunId RUN = new RunId("run-1");

    @TempDir private Path temp;

    private Engine opened() {
        var engine = Engine.open(temp).register(Waits.class);
        engine.client().start(Waits.class, RUN, "it");
        return engine;
    }

    /** What an engine says to somebody who reads forms up to a number. */
    private String said(Request request, long forms) throws IOException {
        return said(json -> RequestForm.write(json, "a", request, forms));
    }

    private String said(Consumer<JsonSink> request) throws IOException {
        var bytes = new ByteArrayOutputStream();
        JsonSink.write(bytes, json -> json.object(() -> request.accept(json)));
        Path socket = Place.find(temp).orElseThrow();
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            var out = new DataOutputStream(Channels.newOutputStream(channel));
            out.writeInt(bytes.size());
            bytes.writeTo(out);
            channel.shutdownOutput();
            return new String(
                    Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void an_older_command_line_is_told_so_where_it_could_not_read_the_answer() throws IOException {
        int older = RequestForm.FORMS - 1;
        try (var _ = opened()) {
            assertThat(said(new Request.FindRun(RUN), older))
                    .contains(
                            "OTHER_RELEASE",
                            "The engine, of release unpackaged, stores in forms of number 2, and"
                                    + " who asks reads them up to number 1: it is older.");
            assertThat(said(new Request.ReadEntries(RUN, 0, 9), older)).contains("OTHER_RELEASE");
            assertThat(said(new Request.Signal(RUN, "it", List.of()), older))
                    .contains("\"done\":true");
            assertThat(said(new Request.CheckHealth(), older)).contains("\"done\":true");
        }
    }

    @Test
    void a_newer_command_line_reads_what_an_older_engine_stores() throws IOException {
        try (var _ = opened()) {
            assertThat(said(new Request.FindRun(RUN), RequestForm.FORMS + 1))
                    .contains("summary", "\"done\":true");
        }
    }

    @Test
    void a_command_line_of_the_first_protocol_is_answered_and_one_of_a_later_is_told_so()
            throws IOException {
        try (var _ = opened()) {
            assertThat(
                            said(
                                    json -> {
                                        json.name("version").number(1);
                                        json.name("id").text("a");
                                        json.name("do").text("find");
                                        json.name("run").text(RUN.value());
                                    }))
                    .contains("summary", "\"done\":true");
            assertThat(said(json -> json.name("version").number(3)))
                    .contains(
                            "version 3 is not spoken here, only 1 to 2, by release unpackaged: use"
                                    + " the command line and the engine of one release.");
        }
    }

    @Test
    void what_an_engine_of_the_first_protocol_says_of_ours_is_shown() throws Exception {
        String says =
                "{\"id\":\"\",\"refused\":{\"reason\":\"MALFORMED\",\"sentence\":\"version 2 is"
                        + " not spoken here, only 1\"}}";
        assertThat(heard(says)).isEqualTo("MALFORMED: version 2 is not spoken here, only 1");
    }

    @Test
    void what_a_later_engine_says_that_we_do_not_know_is_told_with_the_release() throws Exception {
        assertThat(heard("{\"id\":\"a\",\"moon\":true}"))
                .startsWith("LOST: ")
                .contains("moon", "It may be of another release than unpackaged, which asks");
    }

    /** What somebody hears who asks an engine that says this, whatever it is asked. */
    private String heard(String says) throws Exception {
        Path path = Place.prepared(temp);
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            var engine = Thread.ofVirtual().start(() -> answer(server, says));
            try (Desk desk = ControlSocket.connect(temp).orElseThrow()) {
                desk.ask("a", new Request.FindRun(RUN), _ -> {});
                return "nothing";
            } catch (Desk.Declined e) {
                return e.reason() + ": " + e.getMessage();
            } finally {
                engine.join();
            }
        }
    }

    private static void answer(ServerSocketChannel server, String says) {
        try (var channel = server.accept()) {
            var in = new DataInputStream(Channels.newInputStream(channel));
            in.readNBytes(in.readInt());
            byte[] bytes = says.getBytes(StandardCharsets.UTF_8);
            var out = new DataOutputStream(Channels.newOutputStream(channel));
            out.writeInt(bytes.length);
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Whoever gives one of these forms another version adds one to {@link RequestForm#FORMS}, and
     * then here: an older command line is told so, instead of failing on bytes that it cannot read.
     */
    @Test
    void the_number_of_the_forms_stands_for_these_versions() {
        List<String> versions = new ArrayList<>();
        try (var engine = opened();
                Desk desk = ControlSocket.connect(temp).orElseThrow()) {
            desk.ask(
                    "f",
                    new Request.FindRun(RUN),
                    it -> versions.add("summary " + ((Reply.Run) it).head().summary()[0]));
            var duty = engine.client().duty(Waits.class, "it");
            var spec = new ScheduleSpec(Schedule.of(When.parse("@daily")), duty);
            engine.client().schedule("daily").create(spec);
            versions.add("specification " + Schedules.codec().encode(spec).bytes()[0]);
            desk.ask(
                    "d",
                    new Request.DescribeSchedule("daily"),
                    it -> versions.add("description " + ((Reply.Value) it).value().bytes()[0]));
        }
        assertThat(versions).containsExactly("summary 7", "specification 1", "description 2");
        assertThat(RequestForm.FORMS).isEqualTo(2);
    }
}
