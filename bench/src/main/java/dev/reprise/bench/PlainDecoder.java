package dev.reprise.bench;

import dev.reprise.Check;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.history.Activation;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The least that reading the turns of a {@link ChargeRun} can cost: a loop over the bytes that
 * knows every field of them by heart, and can read nothing else. It checks the checksums, and makes
 * the same objects as a reader does.
 */
final class PlainDecoder {
    private static final int HEADER_BYTES = 12;

    private final byte[] bytes;
    private final byte[] ordinalBytes = new byte[Long.BYTES];
    private final CRC32C crc = new CRC32C();
    private int at = HEADER_BYTES;
    private long ordinal;

    /** Stands before the second turn: the first is of another shape. */
    PlainDecoder(byte[] bytes) {
        this.bytes = bytes;
        frame();
        frame();
    }

    /** Whether there is another turn. */
    boolean hasNext() {
        return (bytes[at] | bytes[at + 1] | bytes[at + 2] | bytes[at + 3]) != 0;
    }

    /** The next turn. */
    Turn next() {
        int start = at;
        at = frame();
        message(0x0a);
        message(0x0a);
        var now = Instant.ofEpochSecond(zigzag(), varint());
        expect(0x11);
        long seed = fixed(Long.BYTES);
        expect(0x18);
        long historySize = varint();
        message(0x22);
        message(0x36);
        expect(0x08);
        long resolved = varint();
        message(0x12);
        message(0x0e);
        var outcome = new Outcome.Completed(payload());
        message(0x12);
        message(0x0e);
        expect(0x08);
        long seq = varint();
        String activityId = text(0x1a);
        String type = text(0x22);
        message(0x2a);
        var input = payload();
        message(0x32);
        message(0x12);
        message(0x0a);
        var scheduleToClose = Duration.ofSeconds(zigzag(), varint());
        message(0x1a);
        var startToClose = Duration.ofSeconds(zigzag(), varint());
        at += Integer.BYTES;
        Check.invariant(at > start, "there was no turn");
        var options =
                ActivityOptions.UNSAID.timeouts(
                        new ActivityOptions.Timeouts(
                                scheduleToClose, Duration.ZERO, startToClose, Duration.ZERO));
        return new Turn(
                new Activation(
                        now,
                        seed,
                        historySize,
                        false,
                        List.of(new Job.ActivityResolved(resolved, outcome))),
                Completion.Decided.of(
                        List.of(
                                new Command.ScheduleActivity(
                                        seq,
                                        UnitId.ROOT,
                                        activityId,
                                        type,
                                        List.of(input),
                                        options))));
    }

    /** Checks the frame that comes, and passes over it: where its payload begins. */
    private int frame() {
        int start = at;
        int length = (int) fixed(Integer.BYTES);
        for (int i = 0; i < Long.BYTES; i++) {
            ordinalBytes[i] = (byte) (ordinal >>> (Byte.SIZE * i));
        }
        crc.reset();
        crc.update(ordinalBytes);
        crc.update(bytes, start, Integer.BYTES + length);
        at += length;
        Check.invariant(fixed(Integer.BYTES) == crc.getValue(), "the checksum is wrong");
        ordinal++;
        return start + Integer.BYTES;
    }

    private Payload payload() {
        String encoding = text(0x0a);
        int length = message(0x12);
        at += length;
        return Payload.wrap(encoding, Arrays.copyOfRange(bytes, at - length, at));
    }

    private String text(int tag) {
        int length = message(tag);
        at += length;
        return new String(bytes, at - length, length, StandardCharsets.UTF_8);
    }

    private int message(int tag) {
        expect(tag);
        return (int) varint();
    }

    private void expect(int tag) {
        Check.invariant(bytes[at] == tag, "another field comes");
        at++;
    }

    private long zigzag() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    private long varint() {
        long value = 0;
        int shift = 0;
        while (bytes[at] < 0) {
            value |= (bytes[at++] & 0x7FL) << shift;
            shift += 7;
        }
        return value | (long) bytes[at++] << shift;
    }

    private long fixed(int size) {
        long value = 0;
        for (int i = 0; i < size; i++) {
            value |= (bytes[at++] & 0xFFL) << (Byte.SIZE * i);
        }
        return value;
    }
}
