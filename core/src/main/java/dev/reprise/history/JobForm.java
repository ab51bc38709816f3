package dev.reprise.history;

import static dev.reprise.form.ValueForm.needed;
import static dev.reprise.form.ValueForm.unread;

import dev.reprise.Failure;
import dev.reprise.InvariantViolation;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.form.FieldSink;
import dev.reprise.form.FieldSource;
import dev.reprise.form.Shape;
import dev.reprise.form.ValueForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the jobs that leave history are written down. */
final class JobForm {
    static final Shape JOB =
            Shape.union(
                    "Job",
                    "start",
                    "signal",
                    "update",
                    "cancel",
                    "seed",
                    "activityResolved",
                    "timerFired",
                    "childStarted",
                    "childNotStarted",
                    "childResolved",
                    "externalResolved");
    static final Shape START = Shape.message("Start", "runId", "workflowType", "input*", "info");
    static final Shape SIGNAL = Shape.message("Signal", "name", "input*", "sender", "requestId");
    static final Shape UPDATE = Shape.message("Update", "id", "name", "input*", "validate");
    static final Shape CANCEL = Shape.message("Cancel", "reason");
    static final Shape SEED = Shape.message("Seed", "seed");
    static final Shape ACTIVITY_RESOLVED = Shape.message("ActivityResolved", "seq", "outcome");
    static final Shape TIMER_FIRED = Shape.message("TimerFired", "seq");
    static final Shape CHILD_STARTED = Shape.message("ChildStarted", "seq", "runId");
    static final Shape CHILD_NOT_STARTED = Shape.message("ChildNotStarted", "seq", "failure");
    static final Shape CHILD_RESOLVED = Shape.message("ChildResolved", "seq", "outcome");
    static final Shape EXTERNAL_RESOLVED = Shape.message("ExternalResolved", "seq", "outcome");

    static final List<Shape> SHAPES =
            List.of(
                    JOB,
                    START,
                    SIGNAL,
                    UPDATE,
                    CANCEL,
                    SEED,
                    ACTIVITY_RESOLVED,
                    TIMER_FIRED,
                    CHILD_STARTED,
                    CHILD_NOT_STARTED,
                    CHILD_RESOLVED,
                    EXTERNAL_RESOLVED);

    private JobForm() {}

    static void write(FieldSink out, int field, Job job) {
        out.open(field, JOB);
        switch (job) {
            case Job.Start j -> {
                out.open(1, START);
                out.text(1, j.runId().value());
                out.text(2, j.workflowType());
                ValueForm.writeAll(out, 3, j.input());
                OptionsForm.write(out, 4, j.info());
            }
            case Job.Signal j -> {
                out.open(2, SIGNAL);
                out.text(1, j.name());
                ValueForm.writeAll(out, 2, j.input());
                out.text(3, j.sender());
                out.text(4, j.requestId());
            }
            case Job.Update j -> {
                out.open(3, UPDATE);
                out.text(1, j.id());
                out.text(2, j.name());
                ValueForm.writeAll(out, 3, j.input());
                out.bool(4, j.validate());
            }
            case Job.Cancel j -> {
                out.open(4, CANCEL);
                out.text(1, j.reason());
            }
            case Job.Seed j -> {
                out.open(5, SEED);
                out.bits(1, j.seed());
            }
            case Job.ActivityResolved j -> {
                out.open(6, ACTIVITY_RESOLVED);
                out.number(1, j.seq());
                ValueForm.write(out, 2, j.outcome());
            }
            case Job.TimerFired j -> {
                out.open(7, TIMER_FIRED);
                out.number(1, j.seq());
            }
            case Job.ChildStarted j -> {
                out.open(8, CHILD_STARTED);
                out.number(1, j.seq());
                out.text(2, j.runId().value());
            }
            case Job.ChildNotStarted j -> {
                out.open(9, CHILD_NOT_STARTED);
                out.number(1, j.seq());
                ValueForm.write(out, 2, j.failure());
            }
            case Job.ChildResolved j -> {
                out.open(10, CHILD_RESOLVED);
                out.number(1, j.seq());
                ValueForm.write(out, 2, j.outcome());
            }
            case Job.ExternalResolved j -> {
                out.open(11, EXTERNAL_RESOLVED);
                out.number(1, j.seq());
                ValueForm.write(out, 2, j.outcome());
            }
            case Job.Query _, Job.Evict _, Job.Recalled _ ->
                    throw new InvariantViolation("a turn holds " + job);
        }
        out.close();
        out.close();
    }

    static Job read(FieldSource in) {
        in.open(JOB);
        Job job =
                switch (in.kind(JOB)) {
                    case 1 -> readStart(in);
                    case 2 -> readSignal(in);
                    case 3 -> readUpdate(in);
                    case 4 -> readCancel(in);
                    case 5 -> readSeed(in);
                    case 6 -> readActivityResolved(in);
                    case 7 -> readTimerFired(in);
                    case 8 -> readChildStarted(in);
                    case 9 -> readChildNotStarted(in);
                    case 10 -> readChildResolved(in);
                    case 11 -> readExternalResolved(in);
                    default -> throw unread(JOB);
                };
        in.endKind(JOB);
        return job;
    }

    private static Job readStart(FieldSource in) {
        in.open(START);
        String runId = "";
        String workflowType = "";
        List<Payload> input = List.of();
        RunInfo info = RunInfo.FIRST;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Job.Start(new RunId(runId), workflowType, input, info);
                }
                case 1 -> runId = in.text();
                case 2 -> workflowType = in.text();
                case 3 -> input = ValueForm.with(input, ValueForm.readPayload(in));
                case 4 -> info = OptionsForm.readInfo(in);
                default -> throw unread(START);
            }
        }
    }

    private static Job readSignal(FieldSource in) {
        in.open(SIGNAL);
        String name = "";
        List<Payload> input = List.of();
        String sender = "";
        String requestId = "";
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Job.Signal(name, input, sender, requestId);
                }
                case 1 -> name = in.name();
                case 2 -> input = ValueForm.with(input, ValueForm.readPayload(in));
                case 3 -> sender = in.name();
                case 4 -> requestId = in.text();
                default -> throw unread(SIGNAL);
            }
        }
    }

    private static Job readUpdate(FieldSource in) {
        in.open(UPDATE);
        String id = "";
        String name = "";
        List<Payload> input = List.of();
        boolean validate = false;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Job.Update(id, name, input, validate);
                }
                case 1 -> id = in.text();
                case 2 -> name = in.name();
                case 3 -> input = ValueForm.with(input, ValueForm.readPayload(in));
                case 4 -> validate = in.bool();
                default -> throw unread(UPDATE);
            }
        }
    }

    private static Job readCancel(FieldSource in) {
        in.open(CANCEL);
        String reason = "";
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Job.Cancel(reason);
                }
                case 1 -> reason = in.text();
                default -> throw unread(CANCEL);
            }
        }
    }

    private static Job readSeed(FieldSource in) {
        in.open(SEED);
        long seed = 0;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Job.Seed(seed);
                }
                case 1 -> seed = in.bits();
                default -> throw unread(SEED);
            }
        }
    }

    private static Job readActivityResolved(FieldSource in) {
        in.open(ACTIVITY_RESOLVED);
        long seq = 0;
        @Nullable Outcome outcome = null;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Job.ActivityResolved(seq, needed(in, outcome, "outcome"));
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> outcome = ValueForm.readOutcome(in);
                default -> throw unread(ACTIVITY_RESOLVED);
            }
        }
    }

    private static Job readTimerFired(FieldSource in) {
        in.open(TIMER_FIRED);
        long seq = 0;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Job.TimerFired(seq);
                }
                case 1 -> seq = ValueForm.readSeq(in);
                default -> throw unread(TIMER_FIRED);
            }
        }
    }

    private static Job readChildStarted(FieldSource in) {
        in.open(CHILD_STARTED);
        long seq = 0;
        String runId = "";
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Job.ChildStarted(seq, new RunId(runId));
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> runId = in.text();
                default -> throw unread(CHILD_STARTED);
            }
        }
    }

    private static Job readChildNotStarted(FieldSource in) {
        in.open(CHILD_NOT_STARTED);
        long seq = 0;
        @Nullable Failure failure = null;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Job.ChildNotStarted(seq, needed(in, failure, "failure"));
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> failure = ValueForm.readFailure(in);
                default -> throw unread(CHILD_NOT_STARTED);
            }
        }
    }

    private static Job readChildResolved(FieldSource in) {
        in.open(CHILD_RESOLVED);
        long seq = 0;
        @Nullable Outcome outcome = null;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Job.ChildResolved(seq, needed(in, outcome, "outcome"));
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> outcome = ValueForm.readOutcome(in);
                default -> throw unread(CHILD_RESOLVED);
            }
        }
    }

    private static Job readExternalResolved(FieldSource in) {
        in.open(EXTERNAL_RESOLVED);
        long seq = 0;
        @Nullable Outcome outcome = null;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Job.ExternalResolved(seq, needed(in, outcome, "outcome"));
                }
                case 1 -> seq = ValueForm.readSeq(in);
                case 2 -> outcome = ValueForm.readOutcome(in);
                default -> throw unread(EXTERNAL_RESOLVED);
            }
        }
    }
}
