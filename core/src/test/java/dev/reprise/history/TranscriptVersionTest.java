package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.form.ByteSink;
import dev.reprise.form.FieldSink;
import dev.reprise.form.Format;
import dev.reprise.form.FrameWriter;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.testing.CounterMachine;
import dev.reprise.testing.CounterStory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TranscriptVersionTest {
    private static final Transcript COUNTER = CounterStory.whole().told(new CounterMachine());

    /** The transcript as version {@code major.minor} might write it, with more in each turn. */
    private static byte[] written(int major, int minor, Consumer<ByteSink> more)
            throws IOException {
        var out = new ByteArrayOutputStream();
        var frames = new FrameWriter(out, new Format("transcript", "RPTR", major, minor, 1 << 20));
        var payload = new ByteSink(64);
        TurnForm.write(FieldSink.binary(payload, TurnForm.HEADER), COUNTER.header());
        frames.write(payload);
        for (Turn turn : COUNTER.turns()) {
            payload.clear();
            turn.writeTo(payload);
            more.accept(payload);
            frames.write(payload);
        }
        frames.end();
        return out.toByteArray();
    }

    @Test
    void fields_of_a_newer_minor_version_are_passed_over() throws IOException {
        byte[] bytes =
                written(
                        1,
                        9,
                        payload -> {
                            payload.varint(20 << 3);
                            payload.varint(12345);
                            payload.varint(21 << 3 | 1);
                            payload.fixed64(-1);
                            payload.varint(22 << 3 | 2);
                            payload.text("new");
                            payload.varint(22 << 3 | 2);
                            payload.text("and again");
                        });
        assertThat(Transcript.fromBytes(bytes)).isEqualTo(COUNTER);
    }

    @Test
    void a_critical_field_that_is_not_known_is_refused_with_what_to_do() throws IOException {
        byte[] bytes =
                written(
                        1,
                        9,
                        payload -> {
                            payload.varint(20 << 3 | 4);
                            payload.varint(1);
                        });
        assertThatThrownBy(() -> Transcript.fromBytes(bytes))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("field 20 of a Turn must be understood")
                .hasMessageContaining("Read it with the version that wrote it, or a later one");
    }

    @Test
    void a_kind_that_is_not_known_is_refused() throws IOException {
        var job = new ByteSink(8);
        job.varint(60 << 3 | 2);
        job.text("");
        var activation = new ByteSink(8);
        activation.varint(4 << 3 | 2);
        activation.bytes(job);
        var turn = new ByteSink(8);
        turn.varint(1 << 3 | 2);
        turn.bytes(activation);
        assertThatThrownBy(() -> Turn.fromBytes(turn.toByteArray()))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("field 60 of a Job must be understood");
    }

    @Test
    void another_major_version_is_refused() throws IOException {
        byte[] bytes = written(2, 0, _ -> {});
        assertThatThrownBy(() -> Transcript.fromBytes(bytes))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("it has version 2.0, this program reads version 1");
    }

    @Test
    void fields_out_of_order_and_fields_given_twice_are_refused() {
        for (int second : new int[] {2, 1}) {
            var sink = new ByteSink(8);
            sink.varint(2 << 3 | 2);
            sink.bytes(completeRun());
            sink.varint((long) second << 3 | 2);
            sink.bytes(second == 2 ? completeRun() : new ByteSink(1));
            assertThatThrownBy(() -> Turn.fromBytes(sink.toByteArray()))
                    .isInstanceOf(Malformed.class)
                    .hasMessageContaining(
                            second == 2
                                    ? "no command follows the end of the run"
                                    : "field 1 of a Turn comes after field 2");
        }
        var twice = new ByteSink(8);
        for (int i = 0; i < 2; i++) {
            twice.varint(1 << 3 | 2);
            twice.text("");
        }
        assertThatThrownBy(() -> Turn.fromBytes(twice.toByteArray()))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        refused -> assertThat(refused.problem()).isEqualTo(Problem.ORDER));
    }

    private static ByteSink completeRun() {
        var seq = new ByteSink(8);
        seq.varint(1 << 3);
        seq.varint(1);
        var command = new ByteSink(8);
        command.varint(15 << 3 | 4 | 2);
        command.bytes(seq);
        return command;
    }

    @Test
    void messages_that_nest_too_deep_are_refused() {
        byte[] failure = new byte[0];
        for (int i = 0; i < 60; i++) {
            var application = new ByteSink(16);
            application.varint(5 << 3 | 2);
            application.bytes(failure);
            var union = new ByteSink(16);
            union.varint(1 << 3 | 4 | 2);
            union.bytes(application);
            failure = union.toByteArray();
        }
        var run = new ByteSink(16);
        run.varint(3 << 3 | 2);
        run.bytes(failure);
        var command = new ByteSink(16);
        command.varint(16 << 3 | 4 | 2);
        command.bytes(run);
        var turn = new ByteSink(16);
        turn.varint(2 << 3 | 2);
        turn.bytes(command);
        assertThatThrownBy(() -> Turn.fromBytes(turn.toByteArray()))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("messages nest more than 100 deep");
    }

    @Test
    void intact_frames_whose_turns_do_not_follow_are_refused() throws IOException {
        var out = new ByteArrayOutputStream();
        var frames = new FrameWriter(out, TranscriptWriter.FORMAT);
        var payload = new ByteSink(64);
        TurnForm.write(FieldSink.binary(payload, TurnForm.HEADER), COUNTER.header());
        frames.write(payload);
        for (int i = 0; i < 2; i++) {
            payload.clear();
            COUNTER.turns().getFirst().writeTo(payload);
            frames.write(payload);
        }
        frames.end();
        assertThatThrownBy(() -> Transcript.fromBytes(out.toByteArray()))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("turn 1 starts the run 1 times, not 0");
    }

    private static String json(String version, String more) {
        return COUNTER.toJson()
                .replace("\"version\":\"1.0\"", "\"version\":\"" + version + "\"")
                .replace("\"duration\":\"PT1M\"", "\"duration\":\"PT1M\"" + more);
    }

    @Test
    void in_json_unknown_fields_are_refused_at_this_version_and_passed_over_at_a_newer_one() {
        String more = ",\"shiny\":{\"new\":[1,2,{\"deep\":null}]}";
        assertThatThrownBy(() -> Transcript.fromJson(json("1.0", more)))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("there is no field \"shiny\" here");
        assertThat(Transcript.fromJson(json("1.1", more))).isEqualTo(COUNTER);
    }

    @Test
    void in_json_a_critical_field_ends_in_an_exclamation_mark() {
        assertThatThrownBy(() -> Transcript.fromJson(json("1.1", ",\"shiny!\":1")))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("field \"shiny!\" of a StartTimer must be understood");
    }

    @Test
    void in_json_an_unknown_kind_is_refused_at_any_version() {
        String json = json("1.1", "").replace("{\"startTimer\":", "{\"startMagic\":");
        assertThatThrownBy(() -> Transcript.fromJson(json))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("\"startMagic\" is no kind of Command");
    }

    @Test
    void in_json_another_major_version_and_no_version_are_refused() {
        for (String version : new String[] {"2.0", "1", "1.256", "1.-1", ".", "one.two", ""}) {
            assertThatThrownBy(() -> Transcript.fromJson(json(version, "")))
                    .as(version)
                    .isInstanceOfSatisfying(
                            Malformed.class,
                            refused -> assertThat(refused.problem()).isEqualTo(Problem.VERSION));
        }
        assertThatThrownBy(
                        () ->
                                Transcript.fromJson(
                                        COUNTER.toJson().replace("reprise-transcript", "other")))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("the format is not \"reprise-transcript\"");
    }
}
