package dev.reprise.engine.exec;

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
}
