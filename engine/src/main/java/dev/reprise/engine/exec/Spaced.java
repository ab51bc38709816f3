package dev.reprise.engine.exec;

import org.jspecify.annotations.Nullable;

/**
 * Room in memory. A processor shares memory in lines, and fetches those in pairs: two fields less
 * than 128 bytes apart that different threads write slow each other down. The virtual machine lays
 * out the fields of a superclass before those of its subclass, so a superclass full of numbers that
 * nobody uses keeps them apart.
 */
abstract class Spaced {
    long s00, s01, s02, s03, s04, s05, s06, s07, s08, s09, s10, s11, s12, s13, s14, s15;

    /** The end of a lane where thieves take, away from everything else. */
    abstract static class FarEnd extends Spaced {
        volatile long top;
    }

    /** What the owner of a lane writes follows after this. */
    abstract static class Gap extends FarEnd {
        long g00, g01, g02, g03, g04, g05, g06, g07, g08, g09, g10, g11, g12, g13, g14, g15;
    }

    /** The end of a lane where its owner works. */
    abstract static class NearEnd extends Gap {
        volatile @Nullable Object[] slots = new @Nullable Object[0];
        volatile long bottom;
        long cleared;
    }

    /**
     * Room behind a lane, too: what comes after an object in memory is decided by the collector,
     * and may be what every worker reads for every task.
     */
    abstract static class Behind extends NearEnd {
        long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    /** What a worker writes in every turn; a worker has room behind it. */
    abstract static class OfWorker extends Spaced {
        /** Whether it is parked, and whether somebody has woken it since it last took notice. */
        volatile int rest;

        int spawnedSinceWake;
        int sincePoll;
        boolean suspended;
        Source source = Source.LOCAL;
        int victim = -1;
    }
}
