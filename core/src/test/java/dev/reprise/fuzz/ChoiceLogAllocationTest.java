package dev.reprise.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Action;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.EnabledSet;
import dev.reprise.choice.Kind;
import dev.reprise.choice.Scheduler;
import dev.reprise.form.ByteSink;
import dev.reprise.form.Format;
import dev.reprise.form.FrameWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The inputs that cost most for their size, as far as we know, stay within the bound. */
class ChoiceLogAllocationTest {
    private static final Format FORMAT = new Format("choice log", "RPCL", 1, 0, 64 << 20);
    private static final int COUNT = 20_000;

    @Test
    void one_large_base() throws IOException {
        var payload = head(1);
        payload.u8(2);
        payload.varint(COUNT);
        payload.varint(0);
        payload.varint(COUNT);
        for (int i = 0; i < COUNT; i++) {
            payload.varint(0);
        }
        payload.varint(0);
        assertBounded(file(payload));
    }

    @Test
    void many_small_bases() throws IOException {
        var payload = head(COUNT);
        for (int i = 0; i < COUNT; i++) {
            for (int value : new int[] {2, 2, 0, 2, 0, 0, 0}) {
                payload.u8(value);
            }
        }
        assertBounded(file(payload));
    }

    @Test
    void many_small_sets_alone() throws IOException {
        var payload = head(COUNT);
        for (int i = 0; i < COUNT; i++) {
            for (int value : new int[] {3, 2, 0, 2, 0, 0, 0}) {
                payload.u8(value);
            }
        }
        assertBounded(file(payload));
    }

    @Test
    void bases_that_just_split_a_node() throws IOException {
        int size = 33;
        var payload = head(COUNT / size);
        for (int i = 0; i < COUNT / size; i++) {
            payload.u8(2);
            payload.varint(size);
            payload.varint(0);
            payload.varint(size);
            for (int key = 0; key < size; key++) {
                payload.varint(0);
            }
            payload.varint(0);
        }
        assertBounded(file(payload));
    }

    @Test
    void differences_that_add_and_remove() throws IOException {
        var payload = head(COUNT + 1);
        for (int value : new int[] {2, 2, 0, 2, 0, 0, 0}) {
            payload.u8(value);
        }
        for (int i = 0; i < COUNT; i++) {
            for (int value :
                    new int[] {1, i % 2 == 0 ? 0x01 : 0x10, 0, i < 2 ? 2 * (1 - i % 2) : 0, 0}) {
                payload.u8(value);
            }
        }
        assertBounded(file(payload));
    }

    @Test
    void many_small_frames_after_many_kinds() throws IOException {
        var out = new ByteArrayOutputStream();
        var writer = new FrameWriter(out, FORMAT);
        int kinds = 4096;
        for (int frame = 0; frame < 3000; frame++) {
            var payload = new ByteSink(100);
            payload.u8(1);
            payload.varint(frame);
            payload.varint(frame);
            payload.varint(1);
            payload.varint(frame == 0 ? kinds : 0);
            for (int kind = 0; frame == 0 && kind < kinds; kind++) {
                payload.varint(kind);
                payload.text("k" + kind);
            }
            payload.u8(3);
            payload.varint(2);
            payload.varint(kinds - 1);
            payload.varint(2);
            payload.u8(0);
            payload.u8(0);
            payload.u8(0);
            writer.write(payload);
        }
        assertBounded(out.toByteArray());
    }

    @Test
    void json_with_a_large_set_and_with_many_small_ones() throws IOException {
        var keys = new StringBuilder("\"a#0\"");
        for (int i = 1; i < COUNT; i++) {
            keys.append(",\"a#").append(i).append('"');
        }
        assertJsonBounded(
                "[{\"step\":0,\"enabled\":[" + keys + "],\"chosen\":\"a#1\",\"check\":\"\"}]");
        assertJsonBounded(
                "[{\"step\":0,\"alone\":[" + keys + "],\"chosen\":\"a#1\",\"check\":\"\"}]");
        assertJsonBounded("[" + "{},".repeat(COUNT) + "{}]");
        assertJsonBounded("[".repeat(400) + "]".repeat(400));
        assertJsonBounded("[\"" + "x".repeat(COUNT) + "\"]");
    }

    /** Whole logs, whose checks are right, so that every entry is encoded again. */
    @Test
    void json_with_many_small_entries() throws IOException {
        for (boolean alone : new boolean[] {true, false}) {
            var kind = new Kind(1, "a");
            var set = new EnabledSet();
            var recording = Scheduler.deterministic().recorded();
            set.add(Action.of(kind.key(0)));
            set.add(Action.of(kind.key(1)));
            for (int i = 0; i < 5000; i++) {
                recording.choose(alone ? Enabled.of(set.nth(0), set.nth(1)) : set);
                set.remove(set.nth(1).key());
                set.add(Action.of(kind.key(1 + (i + 1) % 2)));
            }
            var json = new ByteArrayOutputStream();
            recording.log().writeJson(json);
            assertWholeJsonBounded(json.toString(StandardCharsets.UTF_8));
        }
    }

    @Test
    void json_with_many_kinds() throws IOException {
        var kinds =
                new StringBuilder("{\"format\":\"reprise-choice-log\",\"version\":1,\"kinds\":[");
        for (int kind = 0; kind < 4000; kind++) {
            kinds.append("{\"order\":")
                    .append(kind)
                    .append(",\"name\":\"k")
                    .append(kind)
                    .append("\"},");
        }
        assertWholeJsonBounded(kinds.toString());
    }

    private static void assertJsonBounded(String entries) throws IOException {
        assertWholeJsonBounded(
                "{\"format\":\"reprise-choice-log\",\"version\":1,\"kinds\":[{\"order\":1,\"name\":\"a\"}],\"entries\":"
                        + entries);
    }

    private static void assertWholeJsonBounded(String json) throws IOException {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        ChoiceLogInput.read(bytes, ChoiceLog::readJson);
    }

    /** A frame of so many entries with one kind. */
    private static ByteSink head(int entries) {
        var payload = new ByteSink(1000);
        payload.u8(1);
        payload.varint(0);
        payload.varint(0);
        payload.varint(entries);
        payload.varint(1);
        payload.varint(1);
        payload.text("a");
        return payload;
    }

    private static byte[] file(ByteSink payload) throws IOException {
        var out = new ByteArrayOutputStream();
        new FrameWriter(out, FORMAT).write(payload);
        return out.toByteArray();
    }

    private static void assertBounded(byte[] input) throws IOException {
        // The frames are right up to the missing end, so that all of them are looked at.
        assertThat(ChoiceLog.recover(new ByteArrayInputStream(input)).log().size()).isPositive();
        ChoiceLogInput.read(input, in -> ChoiceLog.recover(in).log());
    }
}
