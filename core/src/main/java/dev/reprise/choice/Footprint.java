package dev.reprise.choice;

import dev.reprise.Check;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What an action touches. Two actions that do not conflict may change places without anyone
 * noticing, which is what partial-order reduction lives on.
 */
public final class Footprint {
    /** Touches nothing that anyone else touches. */
    public static final Footprint NONE = new Footprint(false, new long[0], new long[0]);

    /** May touch anything: conflicts with every footprint but {@link #NONE}. */
    public static final Footprint ANY = new Footprint(true, new long[0], new long[0]);

    /** The largest number of things one footprint names; name {@link #ANY} beyond. */
    public static final int THINGS_MAX = 1024;

    private final boolean any;
    private final long[] reads;
    private final long[] writes;

    private Footprint(boolean any, long[] reads, long[] writes) {
        this.any = any;
        this.reads = reads;
        this.writes = writes;
    }

    /** Reads the things of these numbers, changes nothing. */
    public static Footprint reads(long... things) {
        return new Footprint(false, sorted(things), new long[0]);
    }

    /** Changes the things of these numbers. */
    public static Footprint writes(long... things) {
        return new Footprint(false, new long[0], sorted(things));
    }

    /** Touches what this touches and what {@code other} touches. */
    public Footprint and(Footprint other) {
        if (any || other.any) {
            return ANY;
        }
        return new Footprint(false, sorted(reads, other.reads), sorted(writes, other.writes));
    }

    /** Whether the order of two actions with these footprints can matter. */
    public boolean conflictsWith(Footprint other) {
        if (any || other.any) {
            return !isNone() && !other.isNone();
        }
        return meet(writes, other.writes) || meet(writes, other.reads) || meet(reads, other.writes);
    }

    /** Whether this may touch anything. */
    boolean isAny() {
        return any;
    }

    /** The numbers of the things that are read, ascending; not to be changed. */
    long[] reads() {
        return reads;
    }

    /** The numbers of the things that are changed, ascending; not to be changed. */
    long[] writes() {
        return writes;
    }

    private boolean isNone() {
        return !any && reads.length == 0 && writes.length == 0;
    }

    private static boolean meet(long[] some, long[] others) {
        for (int i = 0, j = 0; i < some.length && j < others.length; ) {
            if (some[i] == others[j]) {
                return true;
            }
            if (some[i] < others[j]) {
                i++;
            } else {
                j++;
            }
        }
        return false;
    }

    private static long[] sorted(long[]... parts) {
        var all = Arrays.stream(parts).flatMapToLong(Arrays::stream).sorted().distinct().toArray();
        Check.argument(
                all.length <= THINGS_MAX, "a footprint of %d things is Footprint.ANY", all.length);
        return all;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Footprint footprint
                && any == footprint.any
                && Arrays.equals(reads, footprint.reads)
                && Arrays.equals(writes, footprint.writes);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(reads) + Arrays.hashCode(writes) + Boolean.hashCode(any);
    }

    @Override
    public String toString() {
        if (any) {
            return "anything";
        }
        return isNone()
                ? "nothing"
                : "reads " + Arrays.toString(reads) + " writes " + Arrays.toString(writes);
    }
}
