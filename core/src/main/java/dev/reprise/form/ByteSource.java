package dev.reprise.form;

import dev.reprise.Check;
import dev.reprise.form.Malformed.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values that a {@link ByteSink} wrote. Every read is checked against the end of the
 * input first, so no count in the input can make it allocate more than the input holds.
 */
public final class ByteSource {
    private final String what;
    private byte[] bytes;
    private int end;
    private long origin;
    private int at;

    /** Reads all of {@code bytes}; {@code what} names the input in messages. */
    public ByteSource(String what, byte[] bytes) {
        this(what, bytes, 0, bytes.length, 0);
    }

    /**
     * Reads a part of {@code bytes}.
     *
     * @param origin the position in the whole input of the first byte of this part
     */
    public ByteSource(String what, byte[] bytes, int from, int to, long origin) {
        this.what = what;
        this.bytes = bytes;
        this.at = from;
        this.end = to;
        this.origin = origin - from;
    }

    /** From now on reads from other bytes; {@link #moveTo} says which. */
    void replace(byte[] bytes) {
        this.bytes = bytes;
        at = 0;
        end = 0;
    }

    /** Reads another part of the same bytes, as if it were a new source. */
    void moveTo(int from, int to, long origin) {
        this.at = from;
        this.end = to;
        this.origin = origin - from;
    }

    /** Goes back to a position where it was before, in the same part of the bytes. */
    public void backTo(long position) {
        Check.argument(position <= position(), "there is no way back to what comes");
        at = (int) (position - origin);
    }

    byte[] backing() {
        return bytes;
    }

    int at() {
        return at;
    }

    int end() {
        return end;
    }

    /** The position, in the whole input, of the next byte. */
    public long position() {
        return origin + at;
    }

    /** How many bytes are left. */
    public int remaining() {
        return end - at;
    }

    /** Whether there is anything left. */
    public boolean isEmpty() {
        return at == end;
    }

    /** Reads one byte as 0..255. */
    public int u8() {
        if (at == end) {
            throw truncated(1);
        }
        return bytes[at++] & 0xFF;
    }

    /** Reads an unsigned LEB128 number of at most 64 bits. */
    public long varint() {
        if (at < end && bytes[at] >= 0) {
            return bytes[at++];
        }
        return varintLong();
    }

    private long varintLong() {
        long value = 0;
        int next = at;
        for (int shift = 0; shift < 63; shift += 7) {
            if (next == end) {
                at = next;
                throw truncated(1);
            }
            byte part = bytes[next++];
            value |= (part & 0x7FL) << shift;
            if (part >= 0) {
                at = next;
                return value;
            }
        }
        at = next;
        int last = u8();
        if (last > 1) {
            throw malformed(Problem.LIMIT, "a number has more than 64 bits.");
        }
        return value | (long) last << 63;
    }

    /** Reads a number written by {@link ByteSink#zigzag}. */
    public long zigzag() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    /**
     * Reads a number that must be in 0..{@code max}.
     *
     * @param field the field's name, for the message
     */
    public int count(String field, int max) {
        long value = varint();
        if (value < 0 || value > max) {
            throw malformed(
                    Problem.LIMIT,
                    field
                            + " is "
                            + Long.toUnsignedString(value)
                            + ", at most "
                            + max
                            + " is allowed.");
        }
        return (int) value;
    }

    /** Reads 32 bits, least significant byte first. */
    public int fixed32() {
        require(Integer.BYTES);
        int value = LittleEndian.int32(bytes, at);
        at += Integer.BYTES;
        return value;
    }

    /** Reads 64 bits, least significant byte first. */
    public long fixed64() {
        require(Long.BYTES);
        long value = LittleEndian.int64(bytes, at);
        at += Long.BYTES;
        return value;
    }

    /** Reads a counted run of bytes. */
    public byte[] bytes() {
        int length = counted();
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    /** Reads all bytes that are left. */
    byte[] rest() {
        int from = at;
        at = end;
        return Arrays.copyOfRange(bytes, from, end);
    }

    /** Reads a counted run of bytes as a source of its own that shares the bytes. */
    public ByteSource part() {
        int length = counted();
        at += length;
        return new ByteSource(what, bytes, at - length, at, origin + at - length);
    }

    /**
     * From now on the end is that of the counted run of bytes that comes next.
     *
     * @return the end until now, for {@link #leave}
     */
    int enter() {
        int length = counted();
        int outerEnd = end;
        end = at + length;
        return outerEnd;
    }

    /** The end is again what it was before {@link #enter}; the run must have been read. */
    void leave(int outerEnd) {
        expectEnd();
        end = outerEnd;
    }

    /**
     * The value that {@code repeats} knows for the counted run of bytes that comes next, which is
     * then passed over; null when it knows none.
     */
    <T> @Nullable T skipRepeat(Repeats repeats, Function<FieldSource, T> read) {
        int from = at + 1;
        int to = shortRunEnd();
        @Nullable T known = to < from ? null : repeats.find(read, bytes, from, to);
        if (known != null) {
            at = to;
        }
        return known;
    }

    /** The bytes of the counted run that comes next, if it is short and all there. */
    byte @Nullable [] peekShortRun() {
        int from = at + 1;
        int to = shortRunEnd();
        return to < from ? null : Arrays.copyOfRange(bytes, from, to);
    }

    /** Where the counted run that comes next ends, or -1: it is long, or not all there. */
    private int shortRunEnd() {
        if (at == end || bytes[at] < 0 || bytes[at] > Repeats.BYTES_MAX) {
            return -1;
        }
        int to = at + 1 + bytes[at];
        return to <= end ? to : -1;
    }

    /** Passes over so many bytes. */
    public void skip(long length) {
        if (length < 0 || length > end - at) {
            throw announced(length);
        }
        at += (int) length;
    }

    /** Passes over a counted run of bytes. */
    public void skipPart() {
        int length = counted();
        at += length;
    }

    /** Passes over a text of ASCII characters if it is {@code expected}; else says false. */
    public boolean skipText(String expected) {
        int length = expected.length();
        if (end - at <= length || bytes[at] != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[at + 1 + i] != expected.charAt(i)) {
                return false;
            }
        }
        at += length + 1;
        return true;
    }

    /** Reads a text; bytes that are not UTF-8 are refused. */
    public String text() {
        int length = counted();
        int from = at;
        at += length;
        for (int i = from; i < at; i++) {
            if (bytes[i] < 0) {
                return utf8(from, length);
            }
        }
        return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
    }

    private String utf8(int from, int length) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, length))
                    .toString();
        } catch (CharacterCodingException e) {
            at = from;
            throw malformed(Problem.SYNTAX, "a text is not UTF-8.");
        }
    }

    /** Checks that everything has been read. */
    public void expectEnd() {
        if (at != end) {
            throw malformed(Problem.TRAILING, remaining() + " bytes follow where none may.");
        }
    }

    /** The refusal of this input at the next byte. */
    public Malformed malformed(Problem problem, String sentence) {
        return new Malformed(problem, what, "byte " + position(), sentence);
    }

    private int counted() {
        long length = varint();
        if (length < 0 || length > end - at) {
            throw announced(length);
        }
        return (int) length;
    }

    private Malformed announced(long length) {
        return malformed(
                Problem.TRUNCATED,
                Long.toUnsignedString(length)
                        + " bytes are announced, "
                        + (end - at)
                        + " are left.");
    }

    private void require(int length) {
        if (end - at < length) {
            throw truncated(length);
        }
    }

    private Malformed truncated(int length) {
        return malformed(
                Problem.TRUNCATED,
                length
                        + (length == 1 ? " byte is" : " bytes are")
                        + " needed, "
                        + (end - at)
                        + " are left.");
    }
}
