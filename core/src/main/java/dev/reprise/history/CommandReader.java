package dev.reprise.history;

import static dev.reprise.form.ValueForm.needed;
import static dev.reprise.form.ValueForm.unread;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.form.FieldSource;
import dev.reprise.form.ValueForm;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what {@link CommandForm} wrote. */
final class CommandReader {
    private static final Function<FieldSource, ActivityOptions> ACTIVITY_OPTIONS =
            OptionsForm::readActivity;
    private static final Function<FieldSource, ChildOptions> CHILD_OPTIONS = OptionsForm::readChild;

    private CommandReader() {}

    static Command read(FieldSource in) {
        in.open(CommandForm.COMMAND);
        Command command =
                switch (in.kind(CommandForm.COMMAND)) {
                    case 1 -> readScheduleActivity(in);
                    case 2 -> readScheduleLocalActivity(in);
                    case 3 -> readCancelActivity(in);
                    case 4 -> readStartTimer(in);
                    case 5 -> readCancelTimer(in);
                    case 6 -> readStartChild(in);
                    case 7 -> readCancelChild(in);
                    case 8 -> readSignalExternal(in);
                    case 9 -> readCancelExternal(in);
                    case 10 -> readUpsertSearchAttributes(in);
                    case 11 -> readRecordSideEffect(in);
                    case 12 -> readMarkPatch(in);
                    case 13 -> readAcceptUpdate(in);
                    case 14 -> readCompleteUpdate(in);
                    case 15 -> readCompleteRun(in);
                    case 16 -> readFailRun(in);
                    case 17 -> readCancelRun(in);
                    case 18 -> readContinueAsNew(in);
                    default -> throw unread(CommandForm.COMMAND);
                };
        in.endKind(CommandForm.COMMAND);
        return command;
    }

    private static Command readScheduleActivity(FieldSource in) {
        in.open(CommandForm.SCHEDULE_ACTIVITY);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        String activityId = "";
        String type = "";
        List<Payload> input = List.of();
        ActivityOptions options = ActivityOptions.UNSAID;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.ScheduleActivity(
                            seq, unit, activityId, type, input, options);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> activityId = in.text();
                case 4 -> type = in.name();
                case 5 -> input = ValueForm.with(input, ValueForm.readPayload(in));
                case 6 -> options = in.repeated(ACTIVITY_OPTIONS);
                default -> throw unread(CommandForm.SCHEDULE_ACTIVITY);
            }
        }
    }

    private static Command readScheduleLocalActivity(FieldSource in) {
        in.open(CommandForm.SCHEDULE_LOCAL_ACTIVITY);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        String activityId = "";
        String type = "";
        List<Payload> input = List.of();
        ActivityOptions options = ActivityOptions.UNSAID;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.ScheduleLocalActivity(
                            seq, unit, activityId, type, input, options);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> activityId = in.text();
                case 4 -> type = in.name();
                case 5 -> input = ValueForm.with(input, ValueForm.readPayload(in));
                case 6 -> options = in.repeated(ACTIVITY_OPTIONS);
                default -> throw unread(CommandForm.SCHEDULE_LOCAL_ACTIVITY);
            }
        }
    }

    private static Command readCancelActivity(FieldSource in) {
        in.open(CommandForm.CANCEL_ACTIVITY);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        long target = 0;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.CancelActivity(seq, unit, target);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> target = ValueForm.readSeq(in);
                default -> throw unread(CommandForm.CANCEL_ACTIVITY);
            }
        }
    }

    private static Command readStartTimer(FieldSource in) {
        in.open(CommandForm.START_TIMER);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        Duration duration = Duration.ZERO;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.StartTimer(seq, unit, duration);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> duration = in.duration();
                default -> throw unread(CommandForm.START_TIMER);
            }
        }
    }

    private static Command readCancelTimer(FieldSource in) {
        in.open(CommandForm.CANCEL_TIMER);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        long target = 0;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.CancelTimer(seq, unit, target);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> target = ValueForm.readSeq(in);
                default -> throw unread(CommandForm.CANCEL_TIMER);
            }
        }
    }

    private static Command readStartChild(FieldSource in) {
        in.open(CommandForm.START_CHILD);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        String runId = "";
        String type = "";
        List<Payload> input = List.of();
        ChildOptions options = ChildOptions.UNSAID;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.StartChild(
                            seq, unit, new RunId(runId), type, input, options);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> runId = in.text();
                case 4 -> type = in.name();
                case 5 -> input = ValueForm.with(input, ValueForm.readPayload(in));
                case 6 -> options = in.repeated(CHILD_OPTIONS);
                default -> throw unread(CommandForm.START_CHILD);
            }
        }
    }

    private static Command readCancelChild(FieldSource in) {
        in.open(CommandForm.CANCEL_CHILD);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        long target = 0;
        String reason = "";
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.CancelChild(seq, unit, target, reason);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> target = ValueForm.readSeq(in);
                case 4 -> reason = in.text();
                default -> throw unread(CommandForm.CANCEL_CHILD);
            }
        }
    }

    private static Command readSignalExternal(FieldSource in) {
        in.open(CommandForm.SIGNAL_EXTERNAL);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        String runId = "";
        String name = "";
        List<Payload> input = List.of();
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.SignalExternal(seq, unit, new RunId(runId), name, input);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> runId = in.text();
                case 4 -> name = in.name();
                case 5 -> input = ValueForm.with(input, ValueForm.readPayload(in));
                default -> throw unread(CommandForm.SIGNAL_EXTERNAL);
            }
        }
    }

    private static Command readCancelExternal(FieldSource in) {
        in.open(CommandForm.CANCEL_EXTERNAL);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        String runId = "";
        String reason = "";
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.CancelExternal(seq, unit, new RunId(runId), reason);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> runId = in.text();
                case 4 -> reason = in.text();
                default -> throw unread(CommandForm.CANCEL_EXTERNAL);
            }
        }
    }

    private static Command readUpsertSearchAttributes(FieldSource in) {
        in.open(CommandForm.UPSERT_SEARCH_ATTRIBUTES);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        List<SearchAttribute> attributes = List.of();
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.UpsertSearchAttributes(seq, unit, attributes);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> attributes = ValueForm.with(attributes, OptionsForm.readAttribute(in));
                default -> throw unread(CommandForm.UPSERT_SEARCH_ATTRIBUTES);
            }
        }
    }

    private static Command readRecordSideEffect(FieldSource in) {
        in.open(CommandForm.RECORD_SIDE_EFFECT);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        String type = "";
        Payload value = Payload.NONE;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.RecordSideEffect(seq, unit, type, value);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> type = in.name();
                case 4 -> value = ValueForm.readPayload(in);
                default -> throw unread(CommandForm.RECORD_SIDE_EFFECT);
            }
        }
    }

    private static Command readMarkPatch(FieldSource in) {
        in.open(CommandForm.MARK_PATCH);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        String id = "";
        boolean deprecated = false;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.MarkPatch(seq, unit, id, deprecated);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> id = in.text();
                case 4 -> deprecated = in.bool();
                default -> throw unread(CommandForm.MARK_PATCH);
            }
        }
    }

    private static Command readAcceptUpdate(FieldSource in) {
        in.open(CommandForm.ACCEPT_UPDATE);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        String updateId = "";
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.AcceptUpdate(seq, unit, updateId);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> updateId = in.text();
                default -> throw unread(CommandForm.ACCEPT_UPDATE);
            }
        }
    }

    private static Command readCompleteUpdate(FieldSource in) {
        in.open(CommandForm.COMPLETE_UPDATE);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        String updateId = "";
        @Nullable Outcome outcome = null;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.CompleteUpdate(
                            seq, unit, updateId, needed(in, outcome, "outcome"));
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> updateId = in.text();
                case 4 -> outcome = ValueForm.readOutcome(in);
                default -> throw unread(CommandForm.COMPLETE_UPDATE);
            }
        }
    }

    private static Command readCompleteRun(FieldSource in) {
        in.open(CommandForm.COMPLETE_RUN);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        Payload result = Payload.NONE;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.CompleteRun(seq, unit, result);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> result = ValueForm.readPayload(in);
                default -> throw unread(CommandForm.COMPLETE_RUN);
            }
        }
    }

    private static Command readFailRun(FieldSource in) {
        in.open(CommandForm.FAIL_RUN);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        @Nullable Failure failure = null;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.FailRun(seq, unit, needed(in, failure, "failure"));
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> failure = ValueForm.readFailure(in);
                default -> throw unread(CommandForm.FAIL_RUN);
            }
        }
    }

    private static Command readCancelRun(FieldSource in) {
        in.open(CommandForm.CANCEL_RUN);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        Failure.@Nullable Cancelled failure = null;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.CancelRun(seq, unit, needed(in, failure, "failure"));
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> failure = ValueForm.readCancelled(in);
                default -> throw unread(CommandForm.CANCEL_RUN);
            }
        }
    }

    private static Command readContinueAsNew(FieldSource in) {
        in.open(CommandForm.CONTINUE_AS_NEW);
        long seq = 0;
        UnitId unit = UnitId.ROOT;
        String type = "";
        List<Payload> input = List.of();
        RunOptions options = RunOptions.UNSAID;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Command.ContinueAsNew(seq, unit, type, input, options);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> unit = ValueForm.readUnit(in);
                case 3 -> type = in.name();
                case 4 -> input = ValueForm.with(input, ValueForm.readPayload(in));
                case 5 -> options = OptionsForm.readRun(in);
                default -> throw unread(CommandForm.CONTINUE_AS_NEW);
            }
        }
    }
}
