package dev.reprise.history;

import static dev.reprise.form.ValueForm.unread;
import static dev.reprise.form.ValueForm.with;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.form.FieldSink;
import dev.reprise.form.FieldSource;
import dev.reprise.form.Shape;
import dev.reprise.form.ValueForm;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How options and what a run knows about itself are written down; what says nothing is left out.
 */
final class OptionsForm {
    static final Shape RETRY =
            Shape.message(
                    "RetryOptions", "attemptsMax", "delay", "backoff", "delayMax", "fatalTypes*");
    static final Shape ACTIVITY =
            Shape.message(
                    "ActivityOptions",
                    "taskQueue",
                    "timeouts",
                    "retry",
                    "cancellation",
                    "priority",
                    "fairnessKey");
    static final Shape ACTIVITY_TIMEOUTS =
            Shape.message(
                    "ActivityTimeouts",
                    "scheduleToClose",
                    "scheduleToStart",
                    "startToClose",
                    "heartbeat");
    static final Shape RUN =
            Shape.message(
                    "RunOptions", "taskQueue", "timeouts", "retry", "attributes*", "priority");
    static final Shape RUN_TIMEOUTS = Shape.message("RunTimeouts", "execution", "run");
    static final Shape CHILD =
            Shape.message("ChildOptions", "run", "parentClose", "idReuse", "cancellation");
    static final Shape ATTRIBUTE = Shape.message("SearchAttribute", "name", "value");
    static final Shape INFO =
            Shape.message(
                    "RunInfo",
                    "options",
                    "attempt",
                    "parent",
                    "continuedFrom",
                    "lastResult",
                    "lastFailure",
                    "legsBefore",
                    "until");

    static final List<Shape> SHAPES =
            List.of(RETRY, ACTIVITY, ACTIVITY_TIMEOUTS, RUN, RUN_TIMEOUTS, CHILD, ATTRIBUTE, INFO);

    static final List<Cancellation> CANCELLATIONS =
            List.of(Cancellation.TRY, Cancellation.WAIT, Cancellation.ABANDON);
    static final List<ChildOptions.ParentClose> PARENT_CLOSES =
            List.of(
                    ChildOptions.ParentClose.TERMINATE,
                    ChildOptions.ParentClose.CANCEL,
                    ChildOptions.ParentClose.ABANDON);
    static final List<ChildOptions.IdReuse> ID_REUSES =
            List.of(
                    ChildOptions.IdReuse.REFUSE,
                    ChildOptions.IdReuse.ALLOW_AFTER_FAILURE,
                    ChildOptions.IdReuse.ALLOW_AFTER_END,
                    ChildOptions.IdReuse.TERMINATE_OTHER);

    private OptionsForm() {}

    static void write(FieldSink out, int field, RetryOptions options) {
        if (options.equals(RetryOptions.UNSAID)) {
            return;
        }
        out.open(field, RETRY);
        out.number(1, options.attemptsMax());
        out.duration(2, options.delay());
        out.real(3, options.backoff());
        out.duration(4, options.delayMax());
        if (!options.fatalTypes().isEmpty()) {
            out.openList(5);
            options.fatalTypes().forEach(type -> out.text(5, type));
            out.closeList();
        }
        out.close();
    }

    static RetryOptions readRetry(FieldSource in) {
        in.open(RETRY);
        int attemptsMax = 0;
        Duration delay = Duration.ZERO;
        double backoff = 0;
        Duration delayMax = Duration.ZERO;
        List<String> fatalTypes = List.of();
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new RetryOptions(attemptsMax, delay, backoff, delayMax, fatalTypes);
                }
                case 1 -> attemptsMax = (int) in.number(Integer.MAX_VALUE);
                case 2 -> delay = in.duration();
                case 3 -> backoff = in.real();
                case 4 -> delayMax = in.duration();
                case 5 -> fatalTypes = with(fatalTypes, in.text());
                default -> throw unread(RETRY);
            }
        }
    }

    static void write(FieldSink out, int field, ActivityOptions options) {
        if (options.equals(ActivityOptions.UNSAID)) {
            return;
        }
        out.open(field, ACTIVITY);
        out.text(1, options.taskQueue());
        if (!options.timeouts().equals(ActivityOptions.Timeouts.NONE)) {
            out.open(2, ACTIVITY_TIMEOUTS);
            out.duration(1, options.timeouts().scheduleToClose());
            out.duration(2, options.timeouts().scheduleToStart());
            out.duration(3, options.timeouts().startToClose());
            out.duration(4, options.timeouts().heartbeat());
            out.close();
        }
        write(out, 3, options.retry());
        out.constant(4, options.cancellation(), CANCELLATIONS);
        out.signed(5, options.priority());
        out.text(6, options.fairnessKey());
        out.close();
    }

    static ActivityOptions readActivity(FieldSource in) {
        in.open(ACTIVITY);
        String taskQueue = "";
        var timeouts = ActivityOptions.Timeouts.NONE;
        RetryOptions retry = RetryOptions.UNSAID;
        Cancellation cancellation = CANCELLATIONS.getFirst();
        int priority = 0;
        String fairnessKey = "";
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new ActivityOptions(
                            taskQueue, timeouts, retry, cancellation, priority, fairnessKey);
                }
                case 1 -> taskQueue = in.text();
                case 2 -> timeouts = readActivityTimeouts(in);
                case 3 -> retry = readRetry(in);
                case 4 -> cancellation = in.constant(CANCELLATIONS);
                case 5 -> priority = readPriority(in);
                case 6 -> fairnessKey = in.text();
                default -> throw unread(ACTIVITY);
            }
        }
    }

    private static int readPriority(FieldSource in) {
        return (int) in.signed(-ActivityOptions.PRIORITY_MAX, ActivityOptions.PRIORITY_MAX);
    }

    private static ActivityOptions.Timeouts readActivityTimeouts(FieldSource in) {
        in.open(ACTIVITY_TIMEOUTS);
        Duration scheduleToClose = Duration.ZERO;
        Duration scheduleToStart = Duration.ZERO;
        Duration startToClose = Duration.ZERO;
        Duration heartbeat = Duration.ZERO;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new ActivityOptions.Timeouts(
                            scheduleToClose, scheduleToStart, startToClose, heartbeat);
                }
                case 1 -> scheduleToClose = in.duration();
                case 2 -> scheduleToStart = in.duration();
                case 3 -> startToClose = in.duration();
                case 4 -> heartbeat = in.duration();
                default -> throw unread(ACTIVITY_TIMEOUTS);
            }
        }
    }

    static void write(FieldSink out, int field, RunOptions options) {
        if (options.equals(RunOptions.UNSAID)) {
            return;
        }
        out.open(field, RUN);
        out.text(1, options.taskQueue());
        if (!options.timeouts().equals(RunOptions.Timeouts.NONE)) {
            out.open(2, RUN_TIMEOUTS);
            out.duration(1, options.timeouts().execution());
            out.duration(2, options.timeouts().run());
            out.close();
        }
        write(out, 3, options.retry());
        writeAttributes(out, 4, options.attributes());
        out.signed(5, options.priority());
        out.close();
    }

    static RunOptions readRun(FieldSource in) {
        in.open(RUN);
        String taskQueue = "";
        var timeouts = RunOptions.Timeouts.NONE;
        RetryOptions retry = RetryOptions.UNSAID;
        List<SearchAttribute> attributes = List.of();
        int priority = 0;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new RunOptions(taskQueue, timeouts, retry, attributes, priority);
                }
                case 1 -> taskQueue = in.text();
                case 2 -> timeouts = readRunTimeouts(in);
                case 3 -> retry = readRetry(in);
                case 4 -> attributes = with(attributes, readAttribute(in));
                case 5 -> priority = readPriority(in);
                default -> throw unread(RUN);
            }
        }
    }

    private static RunOptions.Timeouts readRunTimeouts(FieldSource in) {
        in.open(RUN_TIMEOUTS);
        Duration execution = Duration.ZERO;
        Duration run = Duration.ZERO;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new RunOptions.Timeouts(execution, run);
                }
                case 1 -> execution = in.duration();
                case 2 -> run = in.duration();
                default -> throw unread(RUN_TIMEOUTS);
            }
        }
    }

    static void writeAttributes(FieldSink out, int field, List<SearchAttribute> attributes) {
        if (attributes.isEmpty()) {
            return;
        }
        out.openList(field);
        for (SearchAttribute attribute : attributes) {
            out.open(field, ATTRIBUTE);
            out.text(1, attribute.name());
            ValueForm.write(out, 2, attribute.value());
            out.close();
        }
        out.closeList();
    }

    static SearchAttribute readAttribute(FieldSource in) {
        in.open(ATTRIBUTE);
        String name = "";
        Payload value = Payload.NONE;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new SearchAttribute(name, value);
                }
                case 1 -> name = in.name();
                case 2 -> value = ValueForm.readPayload(in);
                default -> throw unread(ATTRIBUTE);
            }
        }
    }

    static void write(FieldSink out, int field, ChildOptions options) {
        if (options.equals(ChildOptions.UNSAID)) {
            return;
        }
        out.open(field, CHILD);
        write(out, 1, options.run());
        out.constant(2, options.parentClose(), PARENT_CLOSES);
        out.constant(3, options.idReuse(), ID_REUSES);
        out.constant(4, options.cancellation(), CANCELLATIONS);
        out.close();
    }

    static ChildOptions readChild(FieldSource in) {
        in.open(CHILD);
        RunOptions run = RunOptions.UNSAID;
        var parentClose = PARENT_CLOSES.getFirst();
        var idReuse = ID_REUSES.getFirst();
        var cancellation = CANCELLATIONS.getFirst();
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new ChildOptions(run, parentClose, idReuse, cancellation);
                }
                case 1 -> run = readRun(in);
                case 2 -> parentClose = in.constant(PARENT_CLOSES);
                case 3 -> idReuse = in.constant(ID_REUSES);
                case 4 -> cancellation = in.constant(CANCELLATIONS);
                default -> throw unread(CHILD);
            }
        }
    }

    static void write(FieldSink out, int field, RunInfo info) {
        if (info.equals(RunInfo.FIRST)) {
            return;
        }
        out.open(field, INFO);
        write(out, 1, info.options());
        out.number(2, info.attempt());
        out.text(3, info.parent().map(RunId::value).orElse(""));
        out.text(4, info.continuedFrom().map(RunId::value).orElse(""));
        ValueForm.write(out, 5, info.lastResult());
        if (info.lastFailure().isPresent()) {
            ValueForm.write(out, 6, info.lastFailure().get());
        }
        out.number(7, info.leg() - 1);
        if (info.until().isPresent()) {
            out.instant(8, info.until().get());
        }
        out.close();
    }

    static RunInfo readInfo(FieldSource in) {
        in.open(INFO);
        RunOptions options = RunOptions.UNSAID;
        long leg = 1;
        int attempt = 0;
        Optional<RunId> parent = Optional.empty();
        Optional<RunId> continuedFrom = Optional.empty();
        Payload lastResult = Payload.NONE;
        Optional<Failure> lastFailure = Optional.empty();
        Optional<Instant> until = Optional.empty();
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new RunInfo(
                            options,
                            leg,
                            attempt,
                            parent,
                            continuedFrom,
                            lastResult,
                            lastFailure,
                            until);
                }
                case 1 -> options = readRun(in);
                case 2 -> attempt = (int) in.number(Integer.MAX_VALUE);
                case 3 -> parent = Optional.of(new RunId(in.text()));
                case 4 -> continuedFrom = Optional.of(new RunId(in.text()));
                case 5 -> lastResult = ValueForm.readPayload(in);
                case 6 -> lastFailure = Optional.of(ValueForm.readFailure(in));
                case 7 -> leg = 1 + in.number(Long.MAX_VALUE - 1);
                case 8 -> until = Optional.of(in.instant());
                default -> throw unread(INFO);
            }
        }
    }
}
