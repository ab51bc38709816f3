package dev.reprise.sim;

import java.util.List;
import java.util.SortedMap;

/**
 * One step in a {@link Picture}.
 *
 * @param label the number of the step
 * @param isChosen whether it was a choice other than the default
 * @param isFailing whether this is where it went wrong
 * @param rests how each lane was before and after, where there is something to say
 */
record PictureColumn(
        String label,
        boolean isChosen,
        boolean isFailing,
        List<Box> boxes,
        List<Arrow> arrows,
        SortedMap<PictureLane, Rests> rests) {

    /** What ran in a lane: a few letters, the name of its style, and all of it in words. */
    record Box(PictureLane lane, String text, String style, String words) {}

    /** What reached from one lane to another: the name of its style says what it was. */
    record Arrow(PictureLane from, PictureLane to, String style, String words) {}

    /** How a lane is while nothing runs in it. */
    enum Rest {
        /** There is nothing to show: a task that has ended, or is not there yet. */
        NONE,
        /** It is ready. */
        READY,
        /** A task waits. */
        WAITS,
        /** A worker is parked. */
        PARKED
    }

    /** How a lane was before a step and after it. */
    record Rests(Rest before, Rest after) {}
}
