package dev.reprise.history;

import dev.reprise.form.FieldSink;
import dev.reprise.form.Shape;
import dev.reprise.form.ValueForm;
import java.util.List;

/** How commands are written down. */
final class CommandForm {
    static final Shape COMMAND =
            Shape.union(
                    "Command",
                    "scheduleActivity",
                    "scheduleLocalActivity",
                    "cancelActivity",
                    "startTimer",
                    "cancelTimer",
                    "startChild",
                    "cancelChild",
                    "signalExternal",
                    "cancelExternal",
                    "upsertSearchAttributes",
                    "recordSideEffect",
                    "markPatch",
                    "acceptUpdate",
                    "completeUpdate",
                    "completeRun",
                    "failRun",
                    "cancelRun",
                    "continueAsNew");
    static final Shape SCHEDULE_ACTIVITY =
            Shape.message(
                    "ScheduleActivity", "seq", "unit", "activityId", "type", "input*", "options");
    static final Shape SCHEDULE_LOCAL_ACTIVITY =
            Shape.message(
                    "ScheduleLocalActivity",
                    "seq",
                    "unit",
                    "activityId",
                    "type",
                    "input*",
                    "options");
    static final Shape CANCEL_ACTIVITY = Shape.message("CancelActivity", "seq", "unit", "target");
    static final Shape START_TIMER = Shape.message("StartTimer", "seq", "unit", "duration");
    static final Shape CANCEL_TIMER = Shape.message("CancelTimer", "seq", "unit", "target");
    static final Shape START_CHILD =
            Shape.message("StartChild", "seq", "unit", "runId", "type", "input*", "options");
    static final Shape CANCEL_CHILD =
            Shape.message("CancelChild", "seq", "unit", "target", "reason");
    static final Shape SIGNAL_EXTERNAL =
            Shape.message("SignalExternal", "seq", "unit", "runId", "name", "input*");
    static final Shape CANCEL_EXTERNAL =
            Shape.message("CancelExternal", "seq", "unit", "runId", "reason");
    static final Shape UPSERT_SEARCH_ATTRIBUTES =
            Shape.message("UpsertSearchAttributes", "seq", "unit", "attributes*");
    static final Shape RECORD_SIDE_EFFECT =
            Shape.message("RecordSideEffect", "seq", "unit", "type", "value");
    static final Shape MARK_PATCH = Shape.message("MarkPatch", "seq", "unit", "id", "deprecated");
    static final Shape ACCEPT_UPDATE = Shape.message("AcceptUpdate", "seq", "unit", "updateId");
    static final Shape COMPLETE_UPDATE =
            Shape.message("CompleteUpdate", "seq", "unit", "updateId", "outcome");
    static final Shape COMPLETE_RUN = Shape.message("CompleteRun", "seq", "unit", "result");
    static final Shape FAIL_RUN = Shape.message("FailRun", "seq", "unit", "failure");
    static final Shape CANCEL_RUN = Shape.message("CancelRun", "seq", "unit", "failure");
    static final Shape CONTINUE_AS_NEW =
            Shape.message("ContinueAsNew", "seq", "unit", "type", "input*", "options");

    static final List<Shape> SHAPES =
            List.of(
                    COMMAND,
                    SCHEDULE_ACTIVITY,
                    SCHEDULE_LOCAL_ACTIVITY,
                    CANCEL_ACTIVITY,
                    START_TIMER,
                    CANCEL_TIMER,
                    START_CHILD,
                    CANCEL_CHILD,
                    SIGNAL_EXTERNAL,
                    CANCEL_EXTERNAL,
                    UPSERT_SEARCH_ATTRIBUTES,
                    RECORD_SIDE_EFFECT,
                    MARK_PATCH,
                    ACCEPT_UPDATE,
                    COMPLETE_UPDATE,
                    COMPLETE_RUN,
                    FAIL_RUN,
                    CANCEL_RUN,
                    CONTINUE_AS_NEW);

    private static final int RECORD_SIDE_EFFECT_KIND = 11;
    private static final int MARK_PATCH_KIND = 12;
    private static final int COMPLETE_RUN_KIND = 15;

    private CommandForm() {}

    /** Whether there is a command of this kind, by its number in {@link #COMMAND}. */
    static boolean isKnown(long kind) {
        return kind >= 1 && kind <= COMMAND.fieldCount();
    }

    /** Whether what a command of this kind says must be recalled before it is replayed. */
    static boolean isRecalled(long kind) {
        return kind == RECORD_SIDE_EFFECT_KIND || kind == MARK_PATCH_KIND;
    }

    /** Whether a command of this kind ends the run. */
    static boolean isTerminal(long kind) {
        return kind >= COMPLETE_RUN_KIND;
    }

    static void write(FieldSink out, int field, Command command) {
        out.open(field, COMMAND);
        switch (command) {
            case Command.ScheduleActivity c -> {
                out.open(1, SCHEDULE_ACTIVITY);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.text(3, c.activityId());
                out.text(4, c.type());
                ValueForm.writeAll(out, 5, c.input());
                OptionsForm.write(out, 6, c.options());
            }
            case Command.ScheduleLocalActivity c -> {
                out.open(2, SCHEDULE_LOCAL_ACTIVITY);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.text(3, c.activityId());
                out.text(4, c.type());
                ValueForm.writeAll(out, 5, c.input());
                OptionsForm.write(out, 6, c.options());
            }
            case Command.CancelActivity c -> {
                out.open(3, CANCEL_ACTIVITY);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.number(3, c.target());
            }
            case Command.StartTimer c -> {
                out.open(4, START_TIMER);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.duration(3, c.duration());
            }
            case Command.CancelTimer c -> {
                out.open(5, CANCEL_TIMER);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.number(3, c.target());
            }
            case Command.StartChild c -> {
                out.open(6, START_CHILD);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.text(3, c.runId().value());
                out.text(4, c.type());
                ValueForm.writeAll(out, 5, c.input());
                OptionsForm.write(out, 6, c.options());
            }
            case Command.CancelChild c -> {
                out.open(7, CANCEL_CHILD);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.number(3, c.target());
                out.text(4, c.reason());
            }
            case Command.SignalExternal c -> {
                out.open(8, SIGNAL_EXTERNAL);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.text(3, c.runId().value());
                out.text(4, c.name());
                ValueForm.writeAll(out, 5, c.input());
            }
            case Command.CancelExternal c -> {
                out.open(9, CANCEL_EXTERNAL);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.text(3, c.runId().value());
                out.text(4, c.reason());
            }
            case Command.UpsertSearchAttributes c -> {
                out.open(10, UPSERT_SEARCH_ATTRIBUTES);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                OptionsForm.writeAttributes(out, 3, c.attributes());
            }
            case Command.RecordSideEffect c -> {
                out.open(11, RECORD_SIDE_EFFECT);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.text(3, c.type());
                ValueForm.write(out, 4, c.value());
            }
            case Command.MarkPatch c -> {
                out.open(12, MARK_PATCH);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.text(3, c.id());
                out.bool(4, c.deprecated());
            }
            case Command.AcceptUpdate c -> {
                out.open(13, ACCEPT_UPDATE);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.text(3, c.updateId());
            }
            case Command.CompleteUpdate c -> {
                out.open(14, COMPLETE_UPDATE);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.text(3, c.updateId());
                ValueForm.write(out, 4, c.outcome());
            }
            case Command.CompleteRun c -> {
                out.open(15, COMPLETE_RUN);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                ValueForm.write(out, 3, c.result());
            }
            case Command.FailRun c -> {
                out.open(16, FAIL_RUN);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                ValueForm.write(out, 3, c.failure());
            }
            case Command.CancelRun c -> {
                out.open(17, CANCEL_RUN);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                ValueForm.writeCancelled(out, 3, c.failure());
            }
            case Command.ContinueAsNew c -> {
                out.open(18, CONTINUE_AS_NEW);
                out.number(1, c.seq());
                ValueForm.write(out, 2, c.unit());
                out.text(3, c.type());
                ValueForm.writeAll(out, 4, c.input());
                OptionsForm.write(out, 5, c.options());
            }
        }
        out.close();
        out.close();
    }
}
