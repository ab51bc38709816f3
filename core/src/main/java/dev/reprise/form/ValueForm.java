package dev.reprise.form;

import dev.reprise.Failure;
import dev.reprise.InvariantViolation;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.form.Malformed.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the values of the vocabulary are written down: payloads, outcomes, failures, units; and what
 * all forms share. What a method reads is what the one of the same type wrote.
 */
public final class ValueForm {
    static final Shape PAYLOAD = Shape.message("Payload", "encoding", FieldSink.CONTENT);
    static final Shape OUTCOME = Shape.union("Outcome", "completed", "failed");
    static final Shape FAILURE =
            Shape.union(
                    "Failure",
                    "application",
                    "timeout",
                    "cancelled",
                    "child",
                    "lost",
                    "terminated",
                    "activation");
    static final Shape APPLICATION =
            Shape.message("Application", "type", "message", "details", "fatal", "cause");
    static final Shape TIMEOUT =
            Shape.message("Timeout", "kind", "message", "lastHeartbeat", "cause");
    static final Shape CANCELLED = Shape.message("Cancelled", "message", "details");
    static final Shape CHILD = Shape.message("Child", "workflowType", "runId", "message", "cause");
    static final Shape LOST = Shape.message("Lost", "message", "redeliveries");
    static final Shape TERMINATED = Shape.message("Terminated", "message");
    static final Shape ACTIVATION = Shape.message("ActivationFailure", "kind", "message", "cause");

    /** The shapes of all that is written here. */
    public static final List<Shape> SHAPES =
            List.of(
                    PAYLOAD,
                    OUTCOME,
                    FAILURE,
                    APPLICATION,
                    TIMEOUT,
                    CANCELLED,
                    CHILD,
                    LOST,
                    TERMINATED,
                    ACTIVATION);

    /** The order of the constants in the form. */
    public static final List<Failure.TimeoutKind> TIMEOUT_KINDS =
            List.of(
                    Failure.TimeoutKind.START_TO_CLOSE,
                    Failure.TimeoutKind.SCHEDULE_TO_START,
                    Failure.TimeoutKind.SCHEDULE_TO_CLOSE,
                    Failure.TimeoutKind.HEARTBEAT,
                    Failure.TimeoutKind.RUN,
                    Failure.TimeoutKind.EXECUTION);

    /** The order of the constants in the form. */
    public static final List<Failure.ActivationKind> ACTIVATION_KINDS =
            List.of(
                    Failure.ActivationKind.NONDETERMINISM,
                    Failure.ActivationKind.UNKNOWN_TYPE,
                    Failure.ActivationKind.UNDECODABLE,
                    Failure.ActivationKind.UNEXPECTED_JOB,
                    Failure.ActivationKind.VIOLATION,
                    Failure.ActivationKind.STUCK,
                    Failure.ActivationKind.INTERNAL);

    private static final Function<FieldSource, UnitId> UNIT = ValueForm::parsedUnit;
    private static final byte[] NO_BYTES = new byte[0];

    private ValueForm() {}

    // Payloads

    /** Writes a payload; the field of {@link Payload#NONE} is left out. */
    public static void write(FieldSink out, int field, Payload payload) {
        if (!payload.isNone()) {
            writeItem(out, field, payload);
        }
    }

    /** Writes payloads as a list; an empty one is left out. */
    public static void writeAll(FieldSink out, int field, List<Payload> payloads) {
        if (payloads.isEmpty()) {
            return;
        }
        out.openList(field);
        for (Payload payload : payloads) {
            writeItem(out, field, payload);
        }
        out.closeList();
    }

    private static void writeItem(FieldSink out, int field, Payload payload) {
        out.open(field, PAYLOAD);
        if (!payload.isNone()) {
            out.text(1, payload.encoding());
            out.content(2, payload);
        }
        out.close();
    }

    /** Reads a payload. */
    public static Payload readPayload(FieldSource in) {
        in.open(PAYLOAD);
        String encoding = "";
        byte[] content = NO_BYTES;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return payload(in, encoding, content);
                }
                case 1 -> encoding = in.name();
                case 2 -> content = in.content();
                default -> throw unread(PAYLOAD);
            }
        }
    }

    private static Payload payload(FieldSource in, String encoding, byte[] content) {
        if (encoding.isEmpty()) {
            if (content.length > 0) {
                throw in.malformed(Problem.INCONSISTENT, "a payload with bytes has no encoding.");
            }
            return Payload.NONE;
        }
        return Payload.wrap(encoding, content);
    }

    // Outcomes

    /** Writes an outcome. */
    public static void write(FieldSink out, int field, Outcome outcome) {
        out.open(field, OUTCOME);
        switch (outcome) {
            case Outcome.Completed(var value) -> writeItem(out, 1, value);
            case Outcome.Failed(var failure) -> write(out, 2, failure);
        }
        out.close();
    }

    /** Reads an outcome. */
    public static Outcome readOutcome(FieldSource in) {
        in.open(OUTCOME);
        Outcome outcome =
                in.kind(OUTCOME) == 1
                        ? new Outcome.Completed(readPayload(in))
                        : new Outcome.Failed(readFailure(in));
        in.endKind(OUTCOME);
        return outcome;
    }

    // Failures

    /** Writes a failure with its causes. */
    public static void write(FieldSink out, int field, Failure failure) {
        out.open(field, FAILURE);
        switch (failure) {
            case Failure.Application f -> {
                out.open(1, APPLICATION);
                out.text(1, f.type());
                out.text(2, f.message());
                write(out, 3, f.details());
                out.bool(4, !f.retryable());
                writeCause(out, 5, f);
            }
            case Failure.Timeout f -> {
                out.open(2, TIMEOUT);
                out.constant(1, f.kind(), TIMEOUT_KINDS);
                out.text(2, f.message());
                write(out, 3, f.lastHeartbeat());
                writeCause(out, 4, f);
            }
            case Failure.Cancelled f -> writeFields(out, 3, f);
            case Failure.Child f -> {
                out.open(4, CHILD);
                out.text(1, f.workflowType());
                out.text(2, f.runId().value());
                out.text(3, f.message());
                writeCause(out, 4, f);
            }
            case Failure.Lost f -> {
                out.open(5, LOST);
                out.text(1, f.message());
                out.number(2, f.redeliveries());
            }
            case Failure.Terminated f -> {
                out.open(6, TERMINATED);
                out.text(1, f.message());
            }
            case Failure.Activation f -> {
                out.open(7, ACTIVATION);
                out.constant(1, f.kind(), ACTIVATION_KINDS);
                out.text(2, f.message());
                writeCause(out, 3, f);
            }
        }
        out.close();
        out.close();
    }

    /** Begins a {@link #CANCELLED}, which its caller ends. */
    private static void writeFields(FieldSink out, int field, Failure.Cancelled failure) {
        out.open(field, CANCELLED);
        out.text(1, failure.message());
        write(out, 2, failure.details());
    }

    /** Writes a cancellation where nothing else can be. */
    public static void writeCancelled(FieldSink out, int field, Failure.Cancelled failure) {
        writeFields(out, field, failure);
        out.close();
    }

    private static void writeCause(FieldSink out, int field, Failure failure) {
        if (failure.cause().isPresent()) {
            write(out, field, failure.cause().get());
        }
    }

    /** Reads a failure with its causes. */
    public static Failure readFailure(FieldSource in) {
        in.open(FAILURE);
        Failure failure =
                switch (in.kind(FAILURE)) {
                    case 1 -> readApplication(in);
                    case 2 -> readTimeout(in);
                    case 3 -> readCancelled(in);
                    case 4 -> readChild(in);
                    case 5 -> readLost(in);
                    case 6 -> readTerminated(in);
                    case 7 -> readActivation(in);
                    default -> throw unread(FAILURE);
                };
        in.endKind(FAILURE);
        return failure;
    }

    private static Failure readApplication(FieldSource in) {
        in.open(APPLICATION);
        String type = "";
        String message = "";
        Payload details = Payload.NONE;
        boolean retryable = true;
        Optional<Failure> cause = Optional.empty();
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Failure.Application(type, message, details, retryable, cause);
                }
                case 1 -> type = in.name();
                case 2 -> message = in.text();
                case 3 -> details = readPayload(in);
                case 4 -> retryable = !in.bool();
                case 5 -> cause = Optional.of(readFailure(in));
                default -> throw unread(APPLICATION);
            }
        }
    }

    private static Failure readTimeout(FieldSource in) {
        in.open(TIMEOUT);
        var kind = TIMEOUT_KINDS.getFirst();
        String message = "";
        Payload lastHeartbeat = Payload.NONE;
        Optional<Failure> cause = Optional.empty();
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Failure.Timeout(kind, message, lastHeartbeat, cause);
                }
                case 1 -> kind = in.constant(TIMEOUT_KINDS);
                case 2 -> message = in.text();
                case 3 -> lastHeartbeat = readPayload(in);
                case 4 -> cause = Optional.of(readFailure(in));
                default -> throw unread(TIMEOUT);
            }
        }
    }

    /** Reads a cancellation where nothing else can be. */
    public static Failure.Cancelled readCancelled(FieldSource in) {
        in.open(CANCELLED);
        String message = "";
        Payload details = Payload.NONE;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Failure.Cancelled(message, details);
                }
                case 1 -> message = in.text();
                case 2 -> details = readPayload(in);
                default -> throw unread(CANCELLED);
            }
        }
    }

    private static Failure readChild(FieldSource in) {
        in.open(CHILD);
        String workflowType = "";
        String runId = "";
        String message = "";
        Optional<Failure> cause = Optional.empty();
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Failure.Child(workflowType, new RunId(runId), message, cause);
                }
                case 1 -> workflowType = in.text();
                case 2 -> runId = in.text();
                case 3 -> message = in.text();
                case 4 -> cause = Optional.of(readFailure(in));
                default -> throw unread(CHILD);
            }
        }
    }

    private static Failure readLost(FieldSource in) {
        in.open(LOST);
        String message = "";
        int redeliveries = 0;
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Failure.Lost(message, redeliveries);
                }
                case 1 -> message = in.text();
                case 2 -> redeliveries = (int) in.number(Integer.MAX_VALUE);
                default -> throw unread(LOST);
            }
        }
    }

    private static Failure readTerminated(FieldSource in) {
        in.open(TERMINATED);
        String message = "";
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Failure.Terminated(message);
                }
                case 1 -> message = in.text();
                default -> throw unread(TERMINATED);
            }
        }
    }

    private static Failure readActivation(FieldSource in) {
        in.open(ACTIVATION);
        var kind = ACTIVATION_KINDS.getFirst();
        String message = "";
        Optional<Failure> cause = Optional.empty();
        while (true) {
            switch (in.next()) {
                case 0 -> {
                    return new Failure.Activation(kind, message, cause);
                }
                case 1 -> kind = in.constant(ACTIVATION_KINDS);
                case 2 -> message = in.text();
                case 3 -> cause = Optional.of(readFailure(in));
                default -> throw unread(ACTIVATION);
            }
        }
    }

    // What all forms share

    /** Writes a unit; the root is left out. */
    public static void write(FieldSink out, int field, UnitId unit) {
        if (!unit.isRoot()) {
            out.text(field, unit.toString());
        }
    }

    /** Reads a unit. */
    public static UnitId readUnit(FieldSource in) {
        return in.repeated(UNIT);
    }

    private static UnitId parsedUnit(FieldSource in) {
        return UnitId.parse(in.text());
    }

    /** Reads the number of a command. */
    public static long readSeq(FieldSource in) {
        return in.number(Long.MAX_VALUE);
    }

    /** A list that has one more item; {@code list} must not be used any more. */
    public static <T> List<T> with(List<T> list, T item) {
        if (list.isEmpty()) {
            return List.of(item);
        }
        List<T> longer = list;
        if (list.size() == 1) {
            longer = new ArrayList<>(8);
            longer.add(list.getFirst());
        }
        longer.add(item);
        return longer;
    }

    /** A field that has no meaning when it is left out. */
    public static <T> T needed(FieldSource in, @Nullable T value, String name) {
        if (value == null) {
            throw in.malformed(Problem.INCONSISTENT, "the field " + name + " is missing.");
        }
        return value;
    }

    /** The bug of a reader that does not read a field of the shape. */
    public static InvariantViolation unread(Shape shape) {
        return new InvariantViolation("a field of " + shape + " is not read");
    }
}
