package dev.reprise.flow;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.RunOptions;
import dev.reprise.history.SearchAttribute;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The words of conversations: commands that are expected, and jobs that are told. */
final class Commands {
    private Commands() {}

    static Payload text(String value) {
        return Payload.text(value);
    }

    static List<Payload> texts(String... values) {
        return Arrays.stream(values).map(Payload::text).toList();
    }

    private static UnitId unit(String id) {
        return UnitId.parse(id);
    }

    // ---- Commands ----

    static Command activity(long seq, String unit, String type, String... input) {
        return activity(seq, unit, type, ActivityOptions.UNSAID, input);
    }

    static Command activity(
            long seq, String unit, String type, ActivityOptions options, String... input) {
        return new Command.ScheduleActivity(
                seq, unit(unit), Long.toString(seq), type, texts(input), options);
    }

    static Command local(
            long seq, String unit, String type, ActivityOptions options, String... input) {
        return new Command.ScheduleLocalActivity(
                seq, unit(unit), Long.toString(seq), type, texts(input), options);
    }

    static Command cancelActivity(long seq, String unit, long target) {
        return new Command.CancelActivity(seq, unit(unit), target);
    }

    static Command timer(long seq, String unit, String duration) {
        return new Command.StartTimer(seq, unit(unit), Duration.parse(duration));
    }

    static Command cancelTimer(long seq, String unit, long target) {
        return new Command.CancelTimer(seq, unit(unit), target);
    }

    static Command child(long seq, String unit, String type, String... input) {
        return child(seq, unit, type, ChildOptions.UNSAID, input);
    }

    static Command child(
            long seq, String unit, String type, ChildOptions options, String... input) {
        return new Command.StartChild(
                seq, unit(unit), new RunId("run-1/" + seq), type, texts(input), options);
    }

    static Command cancelChild(long seq, String unit, long target, String reason) {
        return new Command.CancelChild(seq, unit(unit), target, reason);
    }

    static Command signalExternal(
            long seq, String unit, String runId, String name, String... input) {
        return new Command.SignalExternal(seq, unit(unit), new RunId(runId), name, texts(input));
    }

    static Command cancelExternal(long seq, String unit, String runId, String reason) {
        return new Command.CancelExternal(seq, unit(unit), new RunId(runId), reason);
    }

    static Command attribute(long seq, String unit, String name, String value) {
        return new Command.UpsertSearchAttributes(
                seq, unit(unit), List.of(new SearchAttribute(name, text(value))));
    }

    static Command sideEffect(long seq, String unit, String type, String value) {
        return new Command.RecordSideEffect(seq, unit(unit), type, text(value));
    }

    static Command patch(long seq, String unit, String id) {
        return new Command.MarkPatch(seq, unit(unit), id, false);
    }

    static Command deprecatedPatch(long seq, String unit, String id) {
        return new Command.MarkPatch(seq, unit(unit), id, true);
    }

    static Command accept(long seq, String unit, String updateId) {
        return new Command.AcceptUpdate(seq, unit(unit), updateId);
    }

    static Command answer(long seq, String unit, String updateId, String value) {
        return new Command.CompleteUpdate(
                seq, unit(unit), updateId, new Outcome.Completed(text(value)));
    }

    static Command failUpdate(long seq, String unit, String updateId, Failure why) {
        return new Command.CompleteUpdate(seq, unit(unit), updateId, new Outcome.Failed(why));
    }

    static Command complete(long seq) {
        return new Command.CompleteRun(seq, UnitId.ROOT, Payload.NONE);
    }

    static Command complete(long seq, String result) {
        return new Command.CompleteRun(seq, UnitId.ROOT, text(result));
    }

    static Command fail(long seq, String unit, Failure why) {
        return new Command.FailRun(seq, unit(unit), why);
    }

    static Command fail(long seq, Class<? extends Throwable> type, String message) {
        return fail(seq, "/", failure(type.getName(), message));
    }

    static Command cancelRun(long seq, String reason) {
        return new Command.CancelRun(seq, UnitId.ROOT, cancelled(reason));
    }

    static Command continued(long seq, String type, String... input) {
        return new Command.ContinueAsNew(seq, UnitId.ROOT, type, texts(input), RunOptions.UNSAID);
    }

    // ---- Failures ----

    static Failure.Application failure(String type, String message) {
        return new Failure.Application(type, message);
    }

    static Failure.Cancelled cancelled(String reason) {
        return new Failure.Cancelled(reason, Payload.NONE);
    }

    // ---- Jobs ----

    static Job.ActivityResolved resolved(long seq, String value) {
        return new Job.ActivityResolved(seq, new Outcome.Completed(text(value)));
    }

    static Job.ActivityResolved failed(long seq, Failure why) {
        return new Job.ActivityResolved(seq, new Outcome.Failed(why));
    }

    static Job.TimerFired fired(long seq) {
        return new Job.TimerFired(seq);
    }

    static Job.Signal signal(String name, String... input) {
        return new Job.Signal(name, texts(input), "", "");
    }

    static Job.Update update(String id, String name, String... input) {
        return new Job.Update(id, name, texts(input), true);
    }

    static Job.Query query(String id, String name, String... input) {
        return new Job.Query(id, name, texts(input));
    }

    static Job.Cancel cancel(String reason) {
        return new Job.Cancel(reason);
    }

    static Job.ChildStarted childStarted(long seq) {
        return new Job.ChildStarted(seq, new RunId("run-1/" + seq));
    }

    static Job.ChildResolved childResolved(long seq, String value) {
        return new Job.ChildResolved(seq, new Outcome.Completed(text(value)));
    }

    static Job.ExternalResolved delivered(long seq) {
        return new Job.ExternalResolved(seq, new Outcome.Completed(Payload.NONE));
    }
}
