package dev.reprise.schedule;

/** Small sets of numbers from 0 to 63, as the bits of a long. */
final class Bits {
    private Bits() {}

    /** The numbers from {@code first} to {@code last}. */
    static long range(int first, int last) {
        return first > last ? 0 : (-1L << first) & (-1L >>> (63 - last));
    }

    /** The least number of the set that is at least {@code from}, or -1. */
    static int atLeast(long set, int from) {
        long rest = from > 63 ? 0 : set & (-1L << from);
        return rest == 0 ? -1 : Long.numberOfTrailingZeros(rest);
    }

    static boolean has(long set, int number) {
        return (set >>> number & 1) != 0;
    }
}
