package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.testing.CounterMachine;
import dev.reprise.testing.CounterStory;
import dev.reprise.testing.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens to a stored transcript, it is refused or means the same: never something else.
 */
class TranscriptDamageTest {
    private static final Transcript COUNTER = CounterStory.whole().told(new CounterMachine());
    private static final Pattern TOKEN =
            Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|-?[0-9]+|true|false|null|[\\[\\]{},:]");

    @Property(tries = 3)
    void every_flipped_bit_is_found(@ForAll long seed) {
        byte[] bytes = new Samples(seed).transcript(2).toBytes();
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            refused(bytes);
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
    }

    @Property(tries = 3)
    void every_lost_or_doubled_byte_and_every_cut_is_found(@ForAll long seed) {
        byte[] bytes = new Samples(seed).transcript(2).toBytes();
        for (int at = 0; at < bytes.length; at++) {
            refused(Arrays.copyOf(bytes, at));
            refused(
                    join(
                            Arrays.copyOf(bytes, at),
                            Arrays.copyOfRange(bytes, at + 1, bytes.length)));
            refused(
                    join(
                            Arrays.copyOf(bytes, at + 1),
                            Arrays.copyOfRange(bytes, at, bytes.length)));
        }
        refused(Arrays.copyOf(bytes, bytes.length + 1));
    }

    @Property(tries = 3)
    void a_turn_without_checksum_is_refused_or_read_to_what_can_be_written(@ForAll long seed) {
        for (Turn turn : new Samples(seed).transcript(3).turns()) {
            byte[] bytes = turn.toBytes();
            for (int bit = 0; bit < bytes.length * 8; bit++) {
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
                try {
                    Turn other = Turn.fromBytes(bytes);
                    assertThat(Turn.fromBytes(other.toBytes())).isEqualTo(other);
                } catch (Malformed refused) {
                    assertThat(refused).hasMessageStartingWith("This turn cannot be read. At byte");
                }
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
            }
        }
    }

    @Test
    void every_lost_doubled_and_moved_frame_is_found() throws IOException {
        var frames = frames();
        for (int i = 1; i < frames.size(); i++) {
            var lost = new ArrayList<>(frames);
            lost.remove(i);
            refused(join(lost.toArray(byte[][]::new)));
            var doubled = new ArrayList<>(frames);
            doubled.add(i, frames.get(i));
            refused(join(doubled.toArray(byte[][]::new)));
            for (int j = 1; j < i; j++) {
                var swapped = new ArrayList<>(frames);
                Collections.swap(swapped, i, j);
                refused(join(swapped.toArray(byte[][]::new)));
            }
        }
    }

    /** The file header, the frame of the first facts, one for each turn, the end. */
    private static List<byte[]> frames() throws IOException {
        var frames = new ArrayList<byte[]>();
        var out = new ByteArrayOutputStream();
        var writer = new TranscriptWriter(out, COUNTER.header());
        byte[] start = out.toByteArray();
        frames.add(Arrays.copyOf(start, 12));
        frames.add(Arrays.copyOfRange(start, 12, start.length));
        out.reset();
        for (Turn turn : COUNTER.turns()) {
            writer.write(turn);
            frames.add(out.toByteArray());
            out.reset();
        }
        writer.end();
        frames.add(out.toByteArray());
        assertThat(Transcript.fromBytes(join(frames.toArray(byte[][]::new)))).isEqualTo(COUNTER);
        return frames;
    }

    private static byte[] join(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static void refused(byte[] bytes) {
        try {
            Transcript.fromBytes(bytes);
        } catch (Malformed expected) {
            return;
        }
        throw new AssertionError("a damaged transcript was read: " + Arrays.toString(bytes));
    }

    @Test
    void every_changed_character_of_json_is_found_or_means_the_same() {
        String json = COUNTER.toJson();
        int refused = 0;
        for (int at = 0; at < json.length(); at++) {
            String before = json.substring(0, at);
            String after = json.substring(at + 1);
            char c = json.charAt(at);
            refused += refusedOrSame(before + after) ? 1 : 0;
            refused += refusedOrSame(before + c + c + after) ? 1 : 0;
            refused += refusedOrSame(before + (char) (c ^ 1) + after) ? 1 : 0;
            refused += refusedOrSame(json.substring(0, at)) ? 1 : 0;
        }
        assertThat(refused).isGreaterThan(json.length() * 3);
    }

    @Test
    void every_changed_token_of_json_is_found_or_means_the_same() {
        String json = COUNTER.toJson();
        var tokens = new ArrayList<int[]>();
        var matcher = TOKEN.matcher(json);
        while (matcher.find()) {
            tokens.add(new int[] {matcher.start(), matcher.end()});
        }
        assertThat(tokens).hasSizeGreaterThan(500);
        int refused = 0;
        for (int[] token : tokens) {
            String before = json.substring(0, token[0]);
            String after = json.substring(token[1]);
            for (String other :
                    List.of("", "0", "1", "true", "null", "\"\"", "\"x\"", "{}", "[]", ",")) {
                refused += refusedOrSame(before + other + after) ? 1 : 0;
            }
        }
        assertThat(refused).isGreaterThan(tokens.size() * 9);
    }

    @Test
    void every_lost_doubled_and_moved_line_of_json_is_found_or_means_the_same() {
        var lines = COUNTER.toJson().lines().toList();
        int refused = 0;
        for (int i = 0; i < lines.size(); i++) {
            var lost = new ArrayList<>(lines);
            lost.remove(i);
            refused += refusedOrSame(String.join("\n", lost)) ? 1 : 0;
            var doubled = new ArrayList<>(lines);
            doubled.add(i, lines.get(i));
            refused += refusedOrSame(String.join("\n", doubled)) ? 1 : 0;
            for (int j = 0; j < i; j++) {
                var swapped = new ArrayList<>(lines);
                Collections.swap(swapped, i, j);
                refused += refusedOrSame(String.join("\n", swapped)) ? 1 : 0;
            }
        }
        assertThat(refused).isGreaterThan(lines.size() * 2);
    }

    /** Whether it was refused; when not, it must mean the same. */
    private static boolean refusedOrSame(String json) {
        try {
            assertThat(Transcript.fromJson(json)).as(json).isEqualTo(COUNTER);
            return false;
        } catch (Malformed expected) {
            return true;
        }
    }

    @Test
    void whoever_changes_json_on_purpose_is_told_the_checksum_that_belongs_to_it() {
        String json = COUNTER.toJson();
        String changed = json.replace("\"PT1M\"", "\"PT2M\"");
        assertThat(changed).isNotEqualTo(json);
        assertThatThrownBy(() -> Transcript.fromJson(changed))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        refused -> {
                            assertThat(refused.problem()).isEqualTo(Problem.CHECKSUM);
                            assertThat(refused).hasMessageContaining("turn 0 has checksum");
                            String message = String.valueOf(refused.getMessage());
                            var sums = Pattern.compile("\"([0-9a-f]{8})\"").matcher(message);
                            assertThat(sums.find()).isTrue();
                            String stated = sums.group(1);
                            assertThat(sums.find()).isTrue();
                            var read = Transcript.fromJson(changed.replace(stated, sums.group(1)));
                            assertThat(read.toJson()).contains("\"PT2M\"");
                        });
    }

    @Test
    void a_missing_checksum_is_named() {
        assertThatThrownBy(
                        () ->
                                Transcript.fromJson(
                                        COUNTER.toJson()
                                                .replaceAll(",\"checksum\":\"[0-9a-f]+\"", "")))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("has no checksum. If this is wanted, add \"checksum\":\"");
    }
}
