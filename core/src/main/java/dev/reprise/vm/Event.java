package dev.reprise.vm;

import java.util.Locale;

/**
 * Something that happened in a run.
 *
 * @param step how many times the scheduler had chosen before
 * @param subject the name of a task or a signal, the number of a branch, the type of a failure, an
 *     instruction; nothing for some
 * @param spot where in the pattern, and in which round, instance or attempt; nothing for some
 */
public record Event(long step, What what, String subject, String spot) {
    /** What happened. */
    public enum What {
        /** A function was carried out. */
        RAN,
        /** An effect was asked for. */
        START,
        /** An effect completed. */
        END,
        /** A task of either sort failed. */
        FAIL,
        /** An effect that was asked for is of no interest any more. */
        WITHDRAWN,
        /** The scheduler picked a branch. */
        PICKED,
        /** A signal came that nobody waits for and nobody keeps. */
        LOST,
        /** The run is over. */
        DONE,
        /** The run is over without a result. */
        CANCELLED,
        /** The run is over: a failure met no scope. */
        FAILED,
        /** An instruction was carried out; told only in full detail. */
        REDUCED
    }

    /** As docs/patterns.md writes it: {@code ran a /0/1[2]}. */
    @Override
    public String toString() {
        var line = new StringBuilder(what.name().toLowerCase(Locale.ROOT));
        if (!subject.isEmpty()) {
            line.append(' ').append(subject);
        }
        if (!spot.isEmpty()) {
            line.append(' ').append(spot);
        }
        return line.toString();
    }
}
