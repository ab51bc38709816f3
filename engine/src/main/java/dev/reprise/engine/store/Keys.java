package dev.reprise.engine.store;

import dev.reprise.Check;
import dev.reprise.RunId;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;

/**
 * How things are found: keys whose order as bytes is the order in which they are read. Numbers are
 * big-endian. A run is its id in UTF-8 and a zero, which no id contains, so that no run's keys
 * begin like another's. See docs/store.md.
 */
final class Keys {
    /** The order of runs everywhere: that of their bytes, which is that of their code points. */
    static final Comparator<RunId> RUNS = Comparator.comparing(RunId::value, Keys::compare);

    /** The same of the requests of a run. */
    static final Comparator<KnownRequest> REQUESTS =
            Comparator.comparing(KnownRequest::id, Keys::compare);

    private static final byte BY_TIME = 0;
    private static final byte BY_RUN = 1;
    private static final int TIME_BYTES = Long.BYTES + Integer.BYTES;
    private static final byte END = 0;

    private Keys() {}

    private static int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                return Integer.compare(rank(x), rank(y));
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    /** Halves of surrogate pairs stand for characters beyond all others. */
    private static int rank(char c) {
        return Character.isSurrogate(c) ? c + Character.MAX_VALUE : c;
    }

    /** The key of a run's head, and how the keys of its turns begin. */
    static byte[] ofRun(RunId run) {
        byte[] name = run.value().getBytes(StandardCharsets.UTF_8);
        byte[] key = new byte[name.length + 1];
        System.arraycopy(name, 0, key, 0, name.length);
        return key;
    }

    /** Bytes in the middle between two keys, which need not be a key. */
    static byte[] between(byte[] low, byte[] high) {
        int bytes = Math.max(low.length, high.length) + 1;
        BigInteger sum =
                new BigInteger(1, Arrays.copyOf(low, bytes))
                        .add(new BigInteger(1, Arrays.copyOf(high, bytes)));
        byte[] middle = sum.shiftRight(1).toByteArray();
        byte[] key = new byte[bytes];
        int length = Math.min(bytes, middle.length);
        System.arraycopy(middle, middle.length - length, key, bytes - length, length);
        return key;
    }

    /** The key of a request that a run has carried out. */
    static byte[] ofRequest(byte[] run, String id) {
        byte[] name = id.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(run.length + name.length).put(run).put(name).array();
    }

    /** The id in the key of a request, whose run is known. */
    static String request(byte[] key, byte[] run) {
        return new String(key, run.length, key.length - run.length, StandardCharsets.UTF_8);
    }

    /** The key of what is kept for all runs. */
    static byte[] ofName(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    /** The run that is written at {@code from}, up to its zero. */
    private static RunId runAt(byte[] key, int from) {
        int end = from;
        while (key[end] != END) {
            end++;
        }
        return new RunId(new String(key, from, end - from, StandardCharsets.UTF_8));
    }

    /** The run of a head's key. */
    static RunId run(byte[] key) {
        return runAt(key, 0);
    }

    /** The key of one turn. */
    static byte[] ofTurn(byte[] run, long position) {
        return ByteBuffer.allocate(run.length + Long.BYTES).put(run).putLong(position).array();
    }

    /** The position in a turn's key. */
    static long position(byte[] key) {
        return ByteBuffer.wrap(key).getLong(key.length - Long.BYTES);
    }

    /** The key by which a timer is found when it is due. */
    static byte[] ofTimerByTime(byte[] run, Timer timer) {
        var key = ByteBuffer.allocate(1 + TIME_BYTES + run.length + Long.BYTES).put(BY_TIME);
        return time(key, timer.due()).put(run).putLong(timer.seq()).array();
    }

    /** The key by which a timer is found when its run is deleted. */
    static byte[] ofTimerByRun(byte[] run, Timer timer) {
        var key = ByteBuffer.allocate(1 + run.length + TIME_BYTES + Long.BYTES).put(BY_RUN);
        return time(key.put(run), timer.due()).putLong(timer.seq()).array();
    }

    private static ByteBuffer time(ByteBuffer key, Instant time) {
        // With its first bit turned round a negative number comes before a positive one.
        return key.putLong(time.getEpochSecond() ^ Long.MIN_VALUE).putInt(time.getNano());
    }

    private static Timer timerAt(ByteBuffer key, int time, int seq) {
        return new Timer(
                Instant.ofEpochSecond(
                        key.getLong(time) ^ Long.MIN_VALUE, key.getInt(time + Long.BYTES)),
                key.getLong(seq));
    }

    /** The timer of a key by time. */
    static DueTimer timerByTime(byte[] key) {
        return new DueTimer(
                runAt(key, 1 + TIME_BYTES),
                timerAt(ByteBuffer.wrap(key), 1, key.length - Long.BYTES));
    }

    /** The timer of a key by run, whose run is known. */
    static Timer timerByRun(byte[] key, byte[] run) {
        return timerAt(ByteBuffer.wrap(key), 1 + run.length, key.length - Long.BYTES);
    }

    /** Where the timers by time begin. */
    static byte[] timersByTime() {
        return new byte[] {BY_TIME};
    }

    /** Where the timers end that are due at a time or before. */
    static byte[] timersAfter(Instant until) {
        if (until.equals(Instant.MAX)) {
            return new byte[] {BY_RUN};
        }
        return time(ByteBuffer.allocate(1 + TIME_BYTES).put(BY_TIME), until.plusNanos(1)).array();
    }

    /** Where the timers of a run begin. */
    static byte[] timersOfRun(byte[] run) {
        return ByteBuffer.allocate(1 + run.length).put(BY_RUN).put(run).array();
    }

    /** Where the keys end that begin so; the last byte is the zero after a run's id. */
    static byte[] after(byte[] beginning) {
        byte[] end = beginning.clone();
        end[end.length - 1] = END + 1;
        return end;
    }

    /** The position that a reader begins at. */
    static void checkFrom(RunId run, long from, long first, long position) {
        Check.argument(
                from >= first,
                "the turns of run %s are kept from %d on, and cannot be read from %d",
                run,
                first,
                from);
        Check.argument(
                from <= position,
                "run %s has %d turns, and cannot be read from %d",
                run,
                position,
                from);
    }
}
