package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Head;
import dev.reprise.filter.Attributes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a run without carrying it out.
 *
 * @param entries how many entries its history ever had
 * @param first the position of the first entry that is kept: legs before it were forgotten ({@link
 *     Retention#legs})
 * @param reason why it is stuck, or was terminated
 * @param activities the activities that have not ended; empty when there are too many to list
 * @param timers the timers that have not fired; empty when there are too many to list
 * @param leg which of the runs it is that followed each other under this id, from 1
 * @param origin the position of the first entry of its leg
 * @param parent the run whose child it is
 * @param ended when it ended, if it has and that was recorded
 * @param children the children it waits for, or has to close; empty when there are too many to list
 * @param attributes by which it can be found
 * @param bytes how many bytes the history of its leg has; of runs that older versions wrote, those
 *     since
 * @param isLong whether that history is so long that it was warned of: see {@link HistoryLimits}
 */
public record Description(
        RunId run,
        String type,
        Status status,
        Instant started,
        long entries,
        long first,
        Optional<String> reason,
        List<OpenActivity> activities,
        List<OpenTimer> timers,
        long leg,
        long origin,
        Optional<RunId> parent,
        Optional<Instant> ended,
        List<OpenChild> children,
        Attributes attributes,
        long bytes,
        boolean isLong) {
    /**
     * What a store says of a run.
     *
     * @throws dev.reprise.form.Malformed when the summary cannot be read
     */
    public static Description of(Head head) {
        return Summary.fromBytes(head.summary()).describe(head);
    }

    /** Copies the lists. */
    public Description {
        activities = List.copyOf(activities);
        timers = List.copyOf(timers);
        children = List.copyOf(children);
    }

    /**
     * An activity that has not ended.
     *
     * @param attempt which attempt is, or will be, under way
     * @param redeliveries how often this attempt was lost with a process and delivered again
     * @param notBefore when the attempt begins, if it waits for that
     * @param parked where it waits for a person, if it does
     */
    public record OpenActivity(
            long seq,
            int attempt,
            int redeliveries,
            Optional<Instant> notBefore,
            Optional<String> parked) {}

    /** A timer that has not fired. */
    public record OpenTimer(long seq, Instant due) {}

    /**
     * A child that has not ended, as far as its parent knows.
     *
     * @param begun whether it is known that it has started
     */
    public record OpenChild(long seq, RunId run, boolean begun) {}
}
