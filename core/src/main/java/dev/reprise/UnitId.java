package dev.reprise;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of a unit in the structure of its run, the same in every execution: {@code /} is the
 * root, {@code /p1/p0} the first parallel branch of the root's second, {@code /a3} its fourth async
 * unit, {@code /h2} its third handler.
 *
 * <p>Units are ordered root first, then segment by segment: parallel branches before async units
 * before handlers, then by index. A unit comes before the units inside it.
 */
public final class UnitId implements Comparable<UnitId> {
    /** The root unit of every run, {@code /}. */
    public static final UnitId ROOT = new UnitId(new int[0]);

    /** The deepest nesting of units. */
    public static final int DEPTH_MAX = 64;

    /** The greatest index of a unit within its parent. */
    public static final int INDEX_MAX = (1 << 29) - 1;

    private static final int INDEX_BITS = 29;

    /** How a unit came to be: in this order units of one parent are ordered. */
    public enum Kind {
        /** A branch of a parallel statement. */
        PARALLEL(0, 'p'),
        /** A unit started beside its parent. */
        ASYNC(1, 'a'),
        /** A handler of a signal or an update. */
        HANDLER(2, 'h');

        private static final List<Kind> ALL = List.of(PARALLEL, ASYNC, HANDLER);

        private final int rank;
        private final char letter;

        Kind(int rank, char letter) {
            this.rank = rank;
            this.letter = letter;
        }
    }

    /** Each segment is its kind's rank above {@link #INDEX_BITS} bits of index. */
    private final int[] segments;

    private final int hash;

    /** What {@link #toString()} says, once it was asked: each command of the unit is. */
    private @Nullable String text;

    private UnitId(int[] segments) {
        this.segments = segments;
        this.hash = Arrays.hashCode(segments);
    }

    /** The unit number {@code index} of {@code kind} inside this one. */
    public UnitId child(Kind kind, int index) {
        Check.argument(index >= 0 && index <= INDEX_MAX, "unit index out of range: %d", index);
        Check.argument(
                segments.length < DEPTH_MAX,
                "units nest at most %d deep: %s has no room for another unit inside",
                DEPTH_MAX,
                this);
        int[] longer = Arrays.copyOf(segments, segments.length + 1);
        longer[segments.length] = kind.rank << INDEX_BITS | index;
        return new UnitId(longer);
    }

    /** The unit this one is inside of; the root has none. */
    public UnitId parent() {
        Check.state(!isRoot(), "the root unit / has no parent");
        return segments.length == 1
                ? ROOT
                : new UnitId(Arrays.copyOf(segments, segments.length - 1));
    }

    /** Whether this is the root unit. */
    public boolean isRoot() {
        return segments.length == 0;
    }

    /** How many units this one is inside of. */
    public int depth() {
        return segments.length;
    }

    /** How this unit came to be; the root did not. */
    public Kind kind() {
        return Kind.ALL.get(lastSegment() >>> INDEX_BITS);
    }

    /** The index of this unit within its parent; the root has none. */
    public int index() {
        return lastSegment() & INDEX_MAX;
    }

    private int lastSegment() {
        Check.state(!isRoot(), "the root unit / has neither kind nor index");
        return segments[segments.length - 1];
    }

    /** Reads what {@link #toString()} wrote. */
    public static UnitId parse(String text) {
        if (text.equals("/")) {
            return ROOT;
        }
        int[] segments = new int[Math.min(DEPTH_MAX, text.length() / 3 + 1)];
        int depth = 0;
        int at = 0;
        do {
            expect(depth < DEPTH_MAX, text, at, "units nest at most " + DEPTH_MAX + " deep");
            expect(at < text.length() && text.charAt(at) == '/', text, at, "expected /");
            int kind = at + 1 < text.length() ? "pah".indexOf(text.charAt(at + 1)) : -1;
            expect(kind >= 0, text, at + 1, "expected p, a or h");
            int from = at + 2;
            at = digitsEnd(text, from);
            expect(at > from, text, from, "expected a number");
            expect(
                    at == from + 1 || text.charAt(from) != '0',
                    text,
                    from,
                    "a number has no leading 0");
            expect(at - from <= 9, text, from, "the number is greater than " + INDEX_MAX);
            int index = Integer.parseInt(text, from, at, 10);
            expect(index <= INDEX_MAX, text, from, "the number is greater than " + INDEX_MAX);
            segments[depth++] = kind << INDEX_BITS | index;
        } while (at < text.length());
        return new UnitId(Arrays.copyOf(segments, depth));
    }

    private static int digitsEnd(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private static void expect(boolean holds, String text, int at, String sentence) {
        if (!holds) {
            String shown = text.length() <= 100 ? text : text.substring(0, 100) + "…";
            throw new IllegalArgumentException(
                    "\""
                            + shown
                            + "\" is not a unit id such as /p1/h0: at character "
                            + at
                            + ", "
                            + sentence);
        }
    }

    @Override
    public int compareTo(UnitId other) {
        return Arrays.compare(segments, other.segments);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof UnitId that
                        && hash == that.hash
                        && Arrays.equals(segments, that.segments));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        @Nullable String known = text;
        if (known == null) {
            known = isRoot() ? "/" : written();
            text = known;
        }
        return known;
    }

    private String written() {
        var text = new StringBuilder(segments.length * 4);
        for (int segment : segments) {
            text.append('/').append(Kind.ALL.get(segment >>> INDEX_BITS).letter);
            text.append(segment & INDEX_MAX);
        }
        return text.toString();
    }
}
