package dev.reprise.engine.run;

import java.util.Comparator;

/**
 * By which a run knows something that it has to do with another.
 *
 * @param leg the leg that asked for it
 * @param seq the number of the command by which it did
 */
public record BondId(long leg, long seq) implements Comparable<BondId> {
    private static final Comparator<BondId> ORDER =
            Comparator.comparingLong(BondId::leg).thenComparingLong(BondId::seq);

    @Override
    public int compareTo(BondId other) {
        return ORDER.compare(this, other);
    }
}
