package dev.reprise.engine.activity;

import dev.reprise.Check;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.history.Command;
import dev.reprise.policy.Notes;
import java.util.List;

/**
 * One delivery of one attempt of an activity.
 *
 * @param run the run that asked for it
 * @param leg in which of the runs that follow each other under its id, from 1
 * @param birth which of the runs that ever had its id that is; 0 where keys and tokens do not say
 * @param seq the number of the command by which it did
 * @param activityId what the workflow calls this activity; unique among the open ones of a run
 * @param type the name under which the activity is registered
 * @param input the arguments
 * @param attempt from 1
 * @param redeliveries how often this attempt was delivered before, and lost with a process
 * @param handover what it is told of what was before it
 * @param notes what its policy says to those who watch
 */
public record Call(
        RunId run,
        long leg,
        long birth,
        long seq,
        String activityId,
        String type,
        List<Payload> input,
        int attempt,
        int redeliveries,
        Handover handover,
        Notes notes) {
    /** A call of a first leg that is told of nothing before it. */
    public Call(
            RunId run,
            long seq,
            String activityId,
            String type,
            List<Payload> input,
            int attempt,
            int redeliveries) {
        this(
                run,
                1,
                0,
                seq,
                activityId,
                type,
                input,
                attempt,
                redeliveries,
                Handover.NONE,
                Notes.NONE);
    }

    /** Checks the names and numbers, and copies the arguments. */
    public Call {
        Check.argument(leg >= 1, "the first leg is 1: %d", leg);
        Check.argument(
                seq >= Command.SEQ_FIRST,
                "a sequence number is at least %d: %d",
                Command.SEQ_FIRST,
                seq);
        Text.name("an activity id", activityId);
        Text.name("an activity type", type);
        Check.argument(attempt >= 1, "attempts are counted from 1: %d", attempt);
        Check.argument(redeliveries >= 0, "redeliveries must not be negative: %d", redeliveries);
        input = List.copyOf(input);
    }

    /** The same, told of something before it. */
    public Call handover(Handover value) {
        return new Call(
                run, leg, birth, seq, activityId, type, input, attempt, redeliveries, value, notes);
    }

    /** The same with other notes. */
    public Call notes(Notes value) {
        return new Call(
                run,
                leg,
                birth,
                seq,
                activityId,
                type,
                input,
                attempt,
                redeliveries,
                handover,
                value);
    }

    /** The name under which it is measured: that of its policy, or its own. */
    public String telemetryName() {
        return notes.telemetryName().isEmpty() ? type : notes.telemetryName();
    }
}
