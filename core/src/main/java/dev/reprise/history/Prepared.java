package dev.reprise.history;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.UnitId;
import java.util.List;
import java.util.Optional;

/**
 * A runnable: one activity that a run has asked for, ready to be executed by whoever takes it. It
 * is what the command says, and nothing else.
 *
 * @param activityId what the workflow calls this activity
 * @param task the name of the activity
 * @param options what the workflow's code says about it
 * @param local whether it may run before its command is durable
 */
public record Prepared(
        RunnableId id,
        UnitId unit,
        String activityId,
        String task,
        List<Payload> input,
        ActivityOptions options,
        boolean local) {
    /** Checks the names, and copies the input. */
    public Prepared {
        Text.name("an activity id", activityId);
        Text.name("an activity type", task);
        input = Limits.copied("payloads of input", input, Limits.INPUT_MAX);
    }

    /** What a command asks for; empty when it asks for no activity. */
    public static Optional<Prepared> of(RunId run, Command command) {
        return switch (command) {
            case Command.ScheduleActivity c ->
                    Optional.of(
                            new Prepared(
                                    new RunnableId(run, c.seq()),
                                    c.unit(),
                                    c.activityId(),
                                    c.type(),
                                    c.input(),
                                    c.options(),
                                    false));
            case Command.ScheduleLocalActivity c ->
                    Optional.of(
                            new Prepared(
                                    new RunnableId(run, c.seq()),
                                    c.unit(),
                                    c.activityId(),
                                    c.type(),
                                    c.input(),
                                    c.options(),
                                    true));
            default -> Optional.empty();
        };
    }

    /** The command that asks for this. */
    public Command command() {
        long seq = id.seq();
        return local
                ? new Command.ScheduleLocalActivity(seq, unit, activityId, task, input, options)
                : new Command.ScheduleActivity(seq, unit, activityId, task, input, options);
    }
}
