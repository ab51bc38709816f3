package dev.reprise.engine.exec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one worker counts of itself. Only its own thread writes, so no addition needs to be atomic;
 * anyone may read.
 */
final class Tally {
    /** The first number lies in the middle, away from those of other workers. */
    static final int RAN = 16;

    static final int SPAWNED = 17;
    static final int STEALS = 18;
    static final int PARKS = 19;
    static final int WAKES = 20;

    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts = new long[WAKES + 16];

    void raise(int what) {
        COUNTS.setOpaque(counts, what, counts[what] + 1);
    }

    long read(int what) {
        return (long) COUNTS.getOpaque(counts, what);
    }
}
