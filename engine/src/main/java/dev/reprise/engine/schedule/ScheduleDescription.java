package dev.reprise.engine.schedule;

import dev.reprise.RunId;
import dev.reprise.schedule.Fate;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Rota;
import dev.reprise.schedule.State.Counts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a schedule says of itself.
 *
 * @param created since when there is one of this name
 * @param paused why it is paused, if it is
 * @param next its next times, some of them; none when it is paused or all its starts are used up
 * @param running what it started and has not ended
 * @param waiting how many times wait for that
 * @param backfills those that are under way, and the last of those that are over, in the order of
 *     their numbers
 * @param recent what became of its last times, the last one last
 * @param counts what became of all of them
 */
public record ScheduleDescription(
        String name,
        ScheduleSpec spec,
        Instant created,
        Optional<String> paused,
        List<Instant> next,
        List<Started> running,
        int waiting,
        List<Backfill> backfills,
        List<Action> recent,
        Counts counts) {
    /** So many times of the future are told. */
    public static final int NEXT_MAX = 10;

    /** So many times of the past are told. */
    public static final int RECENT_MAX = 20;

    /** Copies the lists. */
    public ScheduleDescription {
        next = List.copyOf(next);
        running = List.copyOf(running);
        backfills = List.copyOf(backfills);
        recent = List.copyOf(recent);
    }

    /** Something that was started. */
    public record Started(Firing firing, RunId run) {}

    /**
     * What is done of what was to be done in the past.
     *
     * @param number by which it can be stopped; the ids of what it starts end with it
     * @param from times from here on are meant
     * @param until times from here on are not meant
     * @param overlap what becomes of a time while another is at work
     * @param started how many of its times have started something
     * @param skipped how many of them are left out
     * @param left how many are to come, or would have come if it had not been stopped; of more than
     *     {@link Rota#BACKFILL_TIMES_MAX}, that there are more
     * @param isOver whether it starts nothing more
     */
    public record Backfill(
            long number,
            Instant from,
            Instant until,
            Overlap overlap,
            long started,
            long skipped,
            long left,
            boolean isOver) {}

    /**
     * What became of a firing.
     *
     * @param at when that was decided
     * @param run the run that was, or would have been, started for it
     */
    public record Action(Instant at, Firing firing, Fate.Kind kind, RunId run) {}
}
