package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.form.ByteSink;
import dev.reprise.form.Format;
import dev.reprise.form.FrameReader;
import dev.reprise.form.FrameWriter;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The binary form: what is written can be read, and nothing else can. */
class ChoiceLogBytesTest {
    private static final Kind TOKEN = new Kind(1, "token");

    @Property(tries = 150)
    void what_is_written_is_read_back(
            @ForAll long seed,
            @ForAll @IntRange(max = 300) int steps,
            @ForAll @IntRange(min = 1, max = 500) int burst) {
        var log = Logs.random(seed, steps, burst);
        var bytes = log.toBytes();
        var read = ChoiceLog.fromBytes(bytes);
        assertThat(read).isEqualTo(log).hasSameHashCodeAs(log);
        assertThat(read.entries()).isEqualTo(log.entries());
        assertThat(read.toBytes()).isEqualTo(bytes);
    }

    @Property(tries = 150)
    void a_log_of_entries_holds_those_entries(
            @ForAll long seed, @ForAll @IntRange(max = 40) int size) {
        var entries = entries(new Random(seed), size);
        var log = ChoiceLog.of(entries);
        assertThat(log.entries()).isEqualTo(entries);
        assertThat(log.steps()).isEqualTo(entries.isEmpty() ? 0 : entries.getLast().step() + 1);
        assertThat(ChoiceLog.fromBytes(log.toBytes()).entries()).isEqualTo(entries);
    }

    /** Entries that have nothing to do with each other. */
    private static List<ChoiceLog.Entry> entries(Random random, int size) {
        var entries = new ArrayList<ChoiceLog.Entry>();
        long step = -1;
        for (int i = 0; i < size; i++) {
            step += 1 + (random.nextInt(5) == 0 ? random.nextLong(1L << 40) : random.nextInt(3));
            var keys = new TreeSet<Key>();
            while (keys.size() < 2 || random.nextInt(8) > 0) {
                var kind =
                        List.of(TOKEN, new Kind(0, "zero"), new Kind(Kind.ORDER_MAX, "last"))
                                .get(random.nextInt(3));
                keys.add(
                        kind.key(
                                random.nextInt(3) == 0
                                        ? random.nextLong(Key.NUMBER_MAX)
                                        : random.nextInt(30)));
            }
            var enabled = List.copyOf(keys);
            entries.add(
                    new ChoiceLog.Entry(
                            step, enabled, enabled.get(random.nextInt(enabled.size()))));
        }
        return entries;
    }

    @Test
    void logs_of_many_chunks_are_read_back() {
        var log = Logs.random(3, 30_000, 60);
        assertThat(log.chunks().size()).isGreaterThan(4);
        assertThat(ChoiceLog.fromBytes(log.toBytes())).isEqualTo(log);
        var replay = Scheduler.replay(log);
        dev.reprise.testing.ChoiceProgram.of(3, 30_000, 60).run(replay);
        replay.finish();
    }

    @Test
    void the_largest_numbers_are_read_back() {
        var keys =
                List.of(new Kind(0, "a").key(0), new Kind(Kind.ORDER_MAX, "z").key(Key.NUMBER_MAX));
        var log =
                ChoiceLog.of(
                        List.of(new ChoiceLog.Entry(Long.MAX_VALUE - 1, keys, keys.getLast())));
        assertThat(log.steps()).isEqualTo(Long.MAX_VALUE);
        assertThat(ChoiceLog.fromBytes(log.toBytes())).isEqualTo(log);
        assertThat(Logs.fromJson(Logs.toJson(log))).isEqualTo(log);
    }

    @Test
    void logs_differ_when_anything_differs() {
        var keys = List.of(TOKEN.key(1), TOKEN.key(2));
        var other = List.of(TOKEN.key(1), TOKEN.key(3));
        var log = ChoiceLog.of(List.of(new ChoiceLog.Entry(3, keys, TOKEN.key(1))));
        assertThat(log)
                .isEqualTo(ChoiceLog.of(List.of(new ChoiceLog.Entry(3, keys, TOKEN.key(1)))));
        assertThat(log)
                .isNotEqualTo(ChoiceLog.of(List.of(new ChoiceLog.Entry(4, keys, TOKEN.key(1)))));
        assertThat(log)
                .isNotEqualTo(ChoiceLog.of(List.of(new ChoiceLog.Entry(3, keys, TOKEN.key(2)))));
        assertThat(log)
                .isNotEqualTo(ChoiceLog.of(List.of(new ChoiceLog.Entry(3, other, TOKEN.key(1)))));
        assertThat(log).isNotEqualTo(ChoiceLog.EMPTY);
        assertThat(log).isNotEqualTo(log.withLost(1, true)).isNotEqualTo(log.withLost(0, false));
    }

    @Test
    void what_is_no_choice_is_no_entry() {
        var keys = List.of(TOKEN.key(1), TOKEN.key(2));
        assertRefusedEntry(
                "must not be negative", () -> new ChoiceLog.Entry(-1, keys, TOKEN.key(1)));
        assertRefusedEntry(
                "must be less", () -> new ChoiceLog.Entry(Long.MAX_VALUE, keys, TOKEN.key(1)));
        assertRefusedEntry(
                "among 1 actions",
                () -> new ChoiceLog.Entry(0, List.of(TOKEN.key(1)), TOKEN.key(1)));
        assertRefusedEntry("token#3 was chosen", () -> new ChoiceLog.Entry(0, keys, TOKEN.key(3)));
        assertRefusedEntry(
                "token#2 comes before token#1",
                () -> new ChoiceLog.Entry(0, keys.reversed(), TOKEN.key(1)));
        assertRefusedEntry(
                "comes after",
                () ->
                        ChoiceLog.of(
                                List.of(
                                        new ChoiceLog.Entry(1, keys, TOKEN.key(1)),
                                        new ChoiceLog.Entry(1, keys, TOKEN.key(1)))));
    }

    private static void assertRefusedEntry(String part, Runnable made) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(made::run)
                .withMessageContaining(part);
    }

    @Test
    void every_truncation_is_refused() {
        var bytes = Logs.sample().toBytes();
        for (int length = 0; length < bytes.length; length++) {
            var cut = Arrays.copyOf(bytes, length);
            assertThat(refused(cut).problem()).as("cut at %d", length).isEqualTo(Problem.TRUNCATED);
            assertThat(refused(cut).place()).isEqualTo("byte " + length);
        }
    }

    @Test
    void every_flipped_bit_is_refused() {
        var bytes = Logs.sample().toBytes();
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            var flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(refused(flipped).problem())
                    .as("bit %d", bit)
                    .isIn(Problem.FOREIGN, Problem.CHECKSUM, Problem.LIMIT, Problem.TRUNCATED);
        }
    }

    @Test
    void bytes_after_the_end_are_refused() {
        var bytes = Logs.sample().toBytes();
        var more = Arrays.copyOf(bytes, bytes.length + 1);
        assertThat(refused(more).problem()).isEqualTo(Problem.TRAILING);
        assertThat(refused(more).place()).isEqualTo("byte " + bytes.length);
    }

    @Test
    void a_file_of_another_kind_is_refused() {
        assertThat(
                        refused(
                                        "{\"format\":1}"
                                                .getBytes(
                                                        java.nio.charset.StandardCharsets.US_ASCII))
                                .problem())
                .isEqualTo(Problem.FOREIGN);
        assertThat(refused(new byte[0]).problem()).isEqualTo(Problem.TRUNCATED);
    }

    @Test
    void another_major_version_is_refused_and_another_minor_one_is_read() throws IOException {
        var frames = payloads(Logs.sample().toBytes());
        assertThat(refused(written(new Format("choice log", "RPCL", 2, 0, 64 << 20), frames)))
                .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.VERSION))
                .hasMessageContaining("version 2.0")
                .hasMessageContaining("byte 4");
        var minor = written(new Format("choice log", "RPCL", 1, 9, 64 << 20), frames);
        assertThat(ChoiceLog.fromBytes(minor)).isEqualTo(Logs.sample());
    }

    @Test
    void frames_that_are_lost_doubled_or_moved_are_refused() throws IOException {
        var frames = new ArrayList<>(payloads(Logs.random(3, 30_000, 60).toBytes()));
        assertThat(frames).hasSizeGreaterThan(4);
        // Even with right checksums: the entries and steps would not be those that were recorded.
        for (int i = 0; i < frames.size() - 1; i++) {
            var lost = new ArrayList<>(frames);
            lost.remove(i);
            var doubled = new ArrayList<>(frames);
            doubled.add(i, frames.get(i));
            var moved = new ArrayList<>(frames);
            Collections.swap(moved, i, i + 1);
            for (var wrong : List.of(lost, doubled, moved)) {
                assertThat(refused(written(LogBytes.FORMAT, wrong)).problem())
                        .isIn(
                                Problem.ORDER,
                                Problem.INCONSISTENT,
                                Problem.TRAILING,
                                Problem.LIMIT,
                                Problem.UNKNOWN);
            }
        }
        assertThat(ChoiceLog.fromBytes(written(LogBytes.FORMAT, frames)).isComplete()).isTrue();
        // Without right checksums: the frame's number is part of its checksum.
        var bytes = Logs.example().toBytes();
        var first = Arrays.copyOfRange(bytes, 12, 12 + 8 + 22);
        var doubled = new ByteSink(100);
        doubled.raw(bytes, 0, 12 + first.length);
        doubled.raw(first, 0, first.length);
        doubled.raw(bytes, 12 + first.length, bytes.length - 12 - first.length);
        assertThat(refused(doubled.toByteArray()).problem()).isEqualTo(Problem.CHECKSUM);
    }

    /** A frame of entries: the kind token, one entry per body. */
    @SafeVarargs
    private static byte[] entries(Consumer<ByteSink>... bodies) {
        return frame(0, 0, bodies);
    }

    @SafeVarargs
    private static byte[] frame(long firstEntry, long stepBefore, Consumer<ByteSink>... bodies) {
        var payload = new ByteSink(100);
        payload.u8(1);
        payload.varint(firstEntry);
        payload.varint(stepBefore);
        payload.varint(bodies.length);
        payload.varint(firstEntry == 0 ? 1 : 0);
        if (firstEntry == 0) {
            payload.varint(1);
            payload.text("token");
        }
        for (var body : bodies) {
            body.accept(payload);
        }
        return payload.toByteArray();
    }

    private static byte[] closing(long entries, long steps) {
        var payload = new ByteSink(10);
        payload.u8(2);
        payload.varint(entries);
        payload.varint(steps);
        return payload.toByteArray();
    }

    private static Consumer<ByteSink> numbers(long... numbers) {
        return sink -> Arrays.stream(numbers).forEach(sink::varint);
    }

    /** A base of token#1..3 of which the second is chosen. */
    private static final Consumer<ByteSink> BASE = numbers(2, 3, 0, 3, 1, 0, 0, 1);

    private static Malformed refused(byte[]... payloads) throws IOException {
        return refused(written(LogBytes.FORMAT, List.of(payloads)));
    }

    private static void assertRefused(Problem problem, String part, byte[]... payloads)
            throws IOException {
        var refusal = refused(payloads);
        assertThat(refusal.problem()).isEqualTo(problem);
        assertThat(refusal).hasMessageContaining(part).hasMessageContaining("At byte ");
    }

    @Test
    void a_hand_written_file_is_read() throws IOException {
        var log =
                ChoiceLog.fromBytes(
                        written(
                                LogBytes.FORMAT,
                                List.of(entries(BASE, numbers(4, 0)), closing(2, 5))));
        assertThat(log.entries().toString())
                .isEqualTo(
                        "[Entry[step=0, enabled=[token#1, token#2, token#3], chosen=token#2],"
                                + " Entry[step=1, enabled=[token#1, token#3], chosen=token#1]]");
        assertThat(log.steps()).isEqualTo(5);
    }

    @Test
    void an_action_of_an_unknown_kind_is_refused() throws IOException {
        assertRefused(
                Problem.UNKNOWN,
                "entry 0: enabled names an action of kind number 1",
                entries(numbers(2, 2, 1, 2, 1, 1, 0)));
        assertRefused(
                Problem.UNKNOWN,
                "entry 1: enabled names an action of kind number 7",
                entries(BASE, numbers(1, 0x01, 7, 0, 0)));
    }

    @Test
    void a_chosen_action_that_is_not_enabled_is_refused() throws IOException {
        assertRefused(
                Problem.INCONSISTENT,
                "entry 0: chosen is number 3 of 3",
                entries(numbers(2, 3, 0, 3, 1, 0, 0, 3)));
        assertRefused(
                Problem.LIMIT, "entry 0: chosen is", entries(numbers(2, 3, 0, 3, 1, 0, 0, -1)));
    }

    @Test
    void a_set_that_is_no_choice_is_refused() throws IOException {
        assertRefused(
                Problem.INCONSISTENT,
                "entry 0: enabled holds 1",
                entries(numbers(2, 1, 0, 1, 1, 0)));
        assertRefused(
                Problem.INCONSISTENT,
                "entry 2: enabled holds 1",
                entries(BASE, numbers(4, 0), numbers(4, 0)));
        assertRefused(Problem.INCONSISTENT, "entry 0: enabled holds 0", entries(numbers(3, 0, 0)));
    }

    @Test
    void a_difference_from_nothing_is_refused() throws IOException {
        assertRefused(
                Problem.INCONSISTENT, "entry 0: enabled is a difference", entries(numbers(0, 0)));
        assertRefused(
                Problem.INCONSISTENT,
                "entry 1: enabled is a difference",
                entries(numbers(3, 2, 0, 2, 1, 0, 0), numbers(0, 0)));
        // The base of one frame is not that of the next.
        assertRefused(
                Problem.INCONSISTENT,
                "entry 1: enabled is a difference",
                entries(BASE),
                frame(1, 1, numbers(0, 0)),
                closing(2, 2));
    }

    @Test
    void a_key_that_is_there_already_or_not_there_is_refused() throws IOException {
        assertRefused(
                Problem.INCONSISTENT,
                "entry 1: enabled gains token#3",
                entries(BASE, numbers(1, 0x01, 0, 0, 0)));
        assertRefused(
                Problem.UNKNOWN,
                "entry 1: enabled loses token#8",
                entries(BASE, numbers(1, 0x10, 0, 10, 0)));
        assertRefused(
                Problem.UNKNOWN,
                "entry 1: enabled loses token#2",
                entries(BASE, numbers(5, 0x10, 0, 1, 0)));
    }

    @Test
    void numbers_out_of_range_are_refused() throws IOException {
        assertRefused(
                Problem.LIMIT,
                "entry 1: enabled names an action with a number out of range",
                entries(BASE, numbers(1, 0x01, 0, 7, 0)));
        assertRefused(
                Problem.LIMIT,
                "number out of range",
                entries(numbers(2, 2, 0, 2, Key.NUMBER_MAX, 0, 0)));
        assertRefused(Problem.LIMIT, "number out of range", entries(numbers(2, 2, 0, 2, 1, -1, 0)));
        assertRefused(
                Problem.LIMIT,
                "number out of range",
                entries(numbers(2, 2, 0, 2, 1, Long.MAX_VALUE, 0)));
        assertRefused(
                Problem.LIMIT, "entry 0: enabled is 100", entries(numbers(2, 100, 0, 100, 0)));
        assertRefused(
                Problem.LIMIT,
                "entry 0: step",
                entries(
                        sink -> {
                            sink.u8(2 | 31 << 3);
                            sink.varint(-1);
                            numbers(2, 0, 2, 1, 0, 0).accept(sink);
                        }));
        assertRefused(
                Problem.LIMIT,
                "entry 0: step",
                entries(
                        sink -> {
                            sink.u8(2 | 31 << 3);
                            sink.varint(Long.MAX_VALUE - 31);
                            numbers(2, 0, 2, 1, 0, 0).accept(sink);
                        }));
    }

    @Test
    void kinds_out_of_order_or_empty_are_refused() throws IOException {
        assertRefused(
                Problem.ORDER,
                "entry 0: enabled is not in the order of its kinds",
                entries(numbers(2, 2, 0, 1, 1, 0, 1, 1, 0)));
        assertRefused(
                Problem.INCONSISTENT,
                "entry 0: enabled names a kind of which it has none",
                entries(numbers(2, 2, 0, 0, 1)));
    }

    @Test
    void entries_and_steps_must_follow_each_other() throws IOException {
        assertRefused(
                Problem.ORDER,
                "entry 2 after step 0",
                entries(BASE),
                frame(2, 1, BASE),
                closing(3, 3));
        assertRefused(
                Problem.ORDER,
                "entry 1 after step 3",
                entries(BASE),
                frame(1, 4, BASE),
                closing(2, 9));
        assertRefused(
                Problem.ORDER,
                "entry 1 after step -1",
                entries(BASE),
                frame(1, 0, BASE),
                closing(2, 9));
        assertRefused(Problem.ORDER, "entry 0 after step 4", frame(0, 5, BASE), closing(1, 9));
        assertRefused(Problem.INCONSISTENT, "step is 3", dropped(7, 3), closing(8, 9));
        assertRefused(
                Problem.INCONSISTENT,
                "1 entries are announced, 2 have been read",
                entries(BASE, BASE),
                closing(1, 5));
        assertRefused(
                Problem.INCONSISTENT,
                "1 steps are announced, but step 1",
                entries(BASE, BASE),
                closing(2, 1));
        assertRefused(Problem.INCONSISTENT, "no closing frame", entries(BASE));
        assertRefused(Problem.INCONSISTENT, "holds none", entries(), closing(0, 0));
        assertRefused(
                Problem.TRAILING,
                "a frame follows the closing frame",
                entries(BASE),
                closing(1, 1),
                closing(1, 1));
        assertRefused(Problem.UNKNOWN, "no frame of type 9", new byte[] {9});
        assertRefused(
                Problem.TRAILING,
                "bytes follow",
                entries(BASE, sink -> numbers(0, 0, 77).accept(sink)),
                closing(2, 2));
        assertRefused(Problem.TRAILING, "bytes follow", new byte[] {2, 0, 0, 0});
        assertRefused(Problem.TRUNCATED, "are left", entries(numbers(2, 3, 0, 3, 1)));
    }

    /** The first frame of a ring that has dropped entries. */
    private static byte[] dropped(long firstEntry, long stepBefore) {
        var payload = new ByteSink(100);
        payload.u8(1);
        numbers(firstEntry, stepBefore, 1, 1, 1).accept(payload);
        payload.text("token");
        BASE.accept(payload);
        return payload.toByteArray();
    }

    @Test
    void kinds_are_checked() throws IOException {
        assertRefused(Problem.SYNTAX, "not a word", kinds(1, "to ken"));
        assertRefused(Problem.LIMIT, "the order of a kind is 40000", kinds(40000, "token"));
        assertRefused(Problem.INCONSISTENT, "share", kinds(1, "token", "token"));
        assertRefused(Problem.INCONSISTENT, "share", kinds(1, "token"), kinds(1, "token"));
        var many = new ByteSink(10);
        many.u8(1);
        numbers(0, 0, 0, 5000).accept(many);
        assertRefused(Problem.LIMIT, "the number of kinds is 5000", many.toByteArray());
    }

    private static byte[] kinds(int order, String... names) {
        var payload = new ByteSink(100);
        payload.u8(1);
        numbers(0, 0, 1, names.length).accept(payload);
        for (var name : names) {
            payload.varint(order);
            payload.text(name);
        }
        BASE.accept(payload);
        return payload.toByteArray();
    }

    private static Malformed refused(byte[] bytes) {
        try {
            var log = ChoiceLog.fromBytes(bytes);
            throw new AssertionError("was read: " + log.entries());
        } catch (Malformed e) {
            assertThat(e).hasMessageStartingWith("This choice log cannot be read. At byte ");
            return e;
        }
    }

    private static List<byte[]> payloads(byte[] file) throws IOException {
        var reader = new FrameReader(new ByteArrayInputStream(file), LogBytes.FORMAT);
        var payloads = new ArrayList<byte[]>();
        for (var next = reader.next(); next.isPresent(); next = reader.next()) {
            payloads.add(next.get());
        }
        return payloads;
    }

    private static byte[] written(Format format, List<byte[]> payloads) throws IOException {
        var out = new ByteArrayOutputStream();
        var writer = new FrameWriter(out, format);
        for (var payload : payloads) {
            writer.write(payload, 0, payload.length);
        }
        writer.end();
        return out.toByteArray();
    }
}
