package dev.reprise.engine.run;

import dev.reprise.engine.run.Rewind.Share;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the runs that follow each other under one id: the first, one that continues it, another
 * attempt, one that was started when all before it had ended, or one that goes on from an earlier
 * moment of the one before. Their entries follow each other in one history.
 *
 * @param number from 1
 * @param origin the position of its first entry
 * @param base the leg that was taken back first, when this one goes on from a moment of it, or of
 *     one that did; else its own number
 * @param shares what it has from other legs, in the order of their commands
 */
record Leg(long number, long origin, long base, List<Share> shares) {
    static final Leg FIRST = new Leg(1, 0, 1, List.of());

    Leg {
        shares = List.copyOf(shares);
    }

    Leg next(long position) {
        return new Leg(number + 1, position, number + 1, List.of());
    }

    /**
     * One that goes on from an earlier moment of this one.
     *
     * @param last the number of the last command that it keeps; 0 when it keeps none
     */
    Leg takenBack(long position, long last) {
        return new Leg(number + 1, position, base, sharesUpTo(last));
    }

    /** What another leg has from this one and from those that this one has something from. */
    List<Share> sharesUpTo(long last) {
        List<Share> kept = new ArrayList<>(shares.size() + 1);
        for (Share share : shares) {
            if (share.last() < last) {
                kept.add(share);
            }
        }
        if (last > 0) {
            kept.add(new Share(last, legOf(last)));
        }
        return kept;
    }

    /** The leg in which a command was decided. */
    long legOf(long seq) {
        return Rewind.legOf(shares, seq, number);
    }

    /** Whether it goes on from a moment of another one, or takes another's place. */
    boolean isTakenBack() {
        return base < number;
    }
}
