package dev.reprise.history;

import static dev.reprise.form.ValueForm.needed;
import static dev.reprise.form.ValueForm.unread;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.FieldSink;
import dev.reprise.form.FieldSource;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.form.Shape;
import dev.reprise.form.ValueForm;
import dev.reprise.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How runnables, and what becomes of them, are written down. */
final class LifecycleForm {
    static final Shape LIFECYCLE = Shape.union("Lifecycle", "dispatched", "completed", "failed");
    static final Shape REF = Shape.message("RunnableRef", "runId", "command", "policy");

    private static final Shape DISPATCHED =
            Shape.message(
                    "Dispatched", "runId", "seq", "task", "input*", "policy", "attempt", "at");
    private static final Shape COMPLETED =
            Shape.message("Completed", "runId", "seq", "result", "attempt", "took");
    private static final Shape FAILED =
            Shape.message("Failed", "runId", "seq", "error", "attempts", "action");
    private static final List<Lifecycle.Action> ACTIONS =
            List.of(
                    Lifecycle.Action.HALT,
                    Lifecycle.Action.SKIP,
                    Lifecycle.Action.COMPENSATE,
                    Lifecycle.Action.DEAD_LETTER);

    private LifecycleForm() {}

    // ---- Events ----

    static void write(FieldSink out, Lifecycle event) {
        switch (event) {
            case Lifecycle.Dispatched it -> {
                out.open(1, DISPATCHED);
                write(out, it.id());
                out.text(3, it.task());
                ValueForm.writeAll(out, 4, it.input());
                out.bytes(5, bytes(it.policy()));
                out.number(6, it.attempt());
                out.instant(7, it.at());
            }
            case Lifecycle.Completed it -> {
                out.open(2, COMPLETED);
                write(out, it.id());
                ValueForm.write(out, 3, it.result());
                out.number(4, it.attempt());
                out.duration(5, it.took());
            }
            case Lifecycle.Failed it -> {
                out.open(3, FAILED);
                write(out, it.id());
                ValueForm.write(out, 3, it.error());
                out.number(4, it.attempts());
                out.constant(5, it.action(), ACTIONS);
            }
        }
        out.close();
    }

    private static void write(FieldSink out, RunnableId id) {
        out.text(1, id.run().value());
        out.number(2, id.seq());
    }

    static Lifecycle read(FieldSource source) {
        return TurnForm.guarded(
                source,
                in -> {
                    var parts = new Parts();
                    Lifecycle event =
                            switch (in.kind(LIFECYCLE)) {
                                case 1 -> parts.readDispatched(in);
                                case 2 -> parts.readCompleted(in);
                                case 3 -> parts.readFailed(in);
                                default -> throw unread(LIFECYCLE);
                            };
                    in.endKind(LIFECYCLE);
                    return event;
                });
    }

    /** The parts of an event, as far as they have been read. */
    private static final class Parts {
        private String run = "";
        private long seq;
        private int attempts;

        RunnableId id() {
            return new RunnableId(new RunId(run), seq);
        }

        Lifecycle readDispatched(FieldSource in) {
            in.open(DISPATCHED);
            String task = "";
            List<Payload> input = List.of();
            Policy policy = Policy.DEFAULT;
            Instant at = Instant.EPOCH;
            for (int field = in.next(); field != 0; field = in.next()) {
                switch (field) {
                    case 1 -> run = in.name();
                    case 2 -> seq = ValueForm.readSeq(in);
                    case 3 -> task = in.name();
                    case 4 -> input = ValueForm.with(input, ValueForm.readPayload(in));
                    case 5 -> policy = readPolicy(in);
                    case 6 -> attempts = (int) in.number(Integer.MAX_VALUE);
                    case 7 -> at = in.instant();
                    default -> throw unread(DISPATCHED);
                }
            }
            return new Lifecycle.Dispatched(id(), task, input, policy, attempts, at);
        }

        Lifecycle readCompleted(FieldSource in) {
            in.open(COMPLETED);
            Payload result = Payload.NONE;
            Duration took = Duration.ZERO;
            for (int field = in.next(); field != 0; field = in.next()) {
                switch (field) {
                    case 1 -> run = in.name();
                    case 2 -> seq = ValueForm.readSeq(in);
                    case 3 -> result = ValueForm.readPayload(in);
                    case 4 -> attempts = (int) in.number(Integer.MAX_VALUE);
                    case 5 -> took = in.duration();
                    default -> throw unread(COMPLETED);
                }
            }
            return new Lifecycle.Completed(id(), result, attempts, took);
        }

        Lifecycle readFailed(FieldSource in) {
            in.open(FAILED);
            @Nullable Failure error = null;
            Lifecycle.Action action = Lifecycle.Action.HALT;
            for (int field = in.next(); field != 0; field = in.next()) {
                switch (field) {
                    case 1 -> run = in.name();
                    case 2 -> seq = ValueForm.readSeq(in);
                    case 3 -> error = ValueForm.readFailure(in);
                    case 4 -> attempts = (int) in.number(Integer.MAX_VALUE);
                    case 5 -> action = in.constant(ACTIONS);
                    default -> throw unread(FAILED);
                }
            }
            return new Lifecycle.Failed(id(), needed(in, error, "error"), attempts, action);
        }
    }

    // ---- References ----

    static void write(FieldSink out, RunnableRef ref) {
        out.text(1, ref.prepared().id().run().value());
        CommandForm.write(out, 2, ref.prepared().command());
        out.bytes(3, bytes(ref.policy()));
    }

    static RunnableRef readRef(FieldSource source) {
        return TurnForm.guarded(
                source,
                in -> {
                    String run = "";
                    @Nullable Command command = null;
                    Policy policy = Policy.DEFAULT;
                    for (int field = in.next(); field != 0; field = in.next()) {
                        switch (field) {
                            case 1 -> run = in.name();
                            case 2 -> command = CommandReader.read(in);
                            case 3 -> policy = readPolicy(in);
                            default -> throw unread(REF);
                        }
                    }
                    Command asked = needed(in, command, "command");
                    var prepared = Prepared.of(new RunId(run), asked);
                    if (prepared.isEmpty()) {
                        throw in.malformed(
                                Problem.INCONSISTENT,
                                "command " + asked.seq() + " asks for no activity.");
                    }
                    return new RunnableRef(prepared.get(), policy);
                });
    }

    private static byte[] bytes(Policy policy) {
        var out = new ByteSink(16);
        policy.writeTo(out);
        return out.toByteArray();
    }

    private static Policy readPolicy(FieldSource in) {
        var bytes = new ByteSource("policy", in.bytes());
        try {
            Policy policy = Policy.readFrom(bytes);
            bytes.expectEnd();
            return policy;
        } catch (Malformed inner) {
            throw in.malformed(inner.problem(), "in the policy: " + inner.getMessage());
        }
    }
}
