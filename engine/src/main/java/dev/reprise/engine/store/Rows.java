package dev.reprise.engine.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * What is found under a key: bytes behind a checksum of the key and the bytes. So a value that is
 * not what was written is known whoever damaged it, and one in the place of another, too.
 */
final class Rows {
    private static final int SUM_BYTES = Integer.BYTES;
    private static final int HEAD_BYTES = SUM_BYTES + 2 * Long.BYTES;

    private Rows() {}

    static byte[] ofTurn(byte[] key, byte[] turn) {
        return sealed(
                key, ByteBuffer.allocate(SUM_BYTES + turn.length).put(SUM_BYTES, turn).array());
    }

    static byte[] turn(byte[] key, byte[] row) {
        check(key, row, SUM_BYTES);
        return Arrays.copyOfRange(row, SUM_BYTES, row.length);
    }

    static byte[] ofHead(byte[] key, Head head) {
        boolean whole = head.first() == 0;
        int bytes = HEAD_BYTES + (whole ? 0 : Long.BYTES);
        ByteBuffer row =
                ByteBuffer.allocate(bytes + head.summary().length)
                        .position(SUM_BYTES)
                        .putLong(whole ? head.position() : ~head.position())
                        .putLong(head.epoch());
        if (!whole) {
            row.putLong(head.first());
        }
        return sealed(key, row.put(head.summary()).array());
    }

    static Head head(byte[] key, byte[] row) {
        ByteBuffer in = check(key, row, HEAD_BYTES);
        long position = in.getLong();
        long epoch = in.getLong();
        // A negative position says that the first one that is kept follows.
        long first = position < 0 ? in.getLong() : 0;
        byte[] summary = new byte[in.remaining()];
        in.get(summary);
        return new Head(Keys.run(key), position < 0 ? ~position : position, first, epoch, summary);
    }

    static byte[] ofSnapshot(byte[] key, RunSnapshot snapshot) {
        return sealed(
                key,
                ByteBuffer.allocate(SUM_BYTES + Long.BYTES + snapshot.state().length)
                        .putLong(SUM_BYTES, snapshot.position())
                        .put(SUM_BYTES + Long.BYTES, snapshot.state())
                        .array());
    }

    static RunSnapshot snapshot(byte[] key, byte[] row) {
        long position = check(key, row, SUM_BYTES + Long.BYTES).getLong();
        return new RunSnapshot(
                position, Arrays.copyOfRange(row, SUM_BYTES + Long.BYTES, row.length));
    }

    static byte[] ofRequest(byte[] key, long position) {
        return sealed(
                key,
                ByteBuffer.allocate(SUM_BYTES + Long.BYTES).putLong(SUM_BYTES, position).array());
    }

    static long request(byte[] key, byte[] row) {
        return check(key, row, SUM_BYTES + Long.BYTES).getLong();
    }

    static byte[] ofEpochs(byte[] key, Epochs epochs) {
        return sealed(
                key,
                ByteBuffer.allocate(HEAD_BYTES)
                        .putLong(SUM_BYTES, epochs.store())
                        .putLong(SUM_BYTES + Long.BYTES, epochs.greatest())
                        .array());
    }

    static Epochs epochs(byte[] key, byte[] row) {
        ByteBuffer in = check(key, row, HEAD_BYTES);
        return new Epochs(in.getLong(), in.getLong());
    }

    /** With its checksum, for which there is room. */
    private static byte[] sealed(byte[] key, byte[] row) {
        ByteBuffer.wrap(row).putInt(sum(key, row));
        return row;
    }

    /** The bytes behind the checksum, which is right. */
    private static ByteBuffer check(byte[] key, byte[] row, int bytesMin) {
        if (row.length < bytesMin || ByteBuffer.wrap(row).getInt() != sum(key, row)) {
            throw new StoreFailure(
                    StoreFailure.Kind.DAMAGED,
                    "What is stored under "
                            + shown(key)
                            + " ("
                            + row.length
                            + " bytes) is not what was written: its checksum differs. Restore the"
                            + " store from a backup.");
        }
        return ByteBuffer.wrap(row).position(SUM_BYTES);
    }

    private static int sum(byte[] key, byte[] row) {
        var crc = new CRC32C();
        crc.update(key);
        crc.update(row, SUM_BYTES, row.length - SUM_BYTES);
        return (int) crc.getValue();
    }

    /** A key begins with the id of its run, and may end in a position. */
    private static String shown(byte[] key) {
        int name = 0;
        while (name < key.length && key[name] != 0) {
            name++;
        }
        String run = "'" + new String(key, 0, name, StandardCharsets.UTF_8) + "'";
        return key.length == name + 1 + Long.BYTES
                ? "turn " + Keys.position(key) + " of run " + run
                : run;
    }
}
