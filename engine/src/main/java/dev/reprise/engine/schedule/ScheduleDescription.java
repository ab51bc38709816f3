package dev.reprise.engine.schedule;

import dev.reprise.RunId;
import dev.reprise.schedule.Fate;
import dev.reprise.schedule.Firing;
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
 * @param backfills how many backfills are under way
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
        int backfills,
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
        recent = List.copyOf(recent);
    }

    /** Something that was started. */
    public record Started(Firing firing, RunId run) {}

    /**
     * What became of a firing.
     *
     * @param at when that was decided
     * @param run the run that was, or would have been, started for it
     */
    public record Action(Instant at, Firing firing, Fate.Kind kind, RunId run) {}
}
