package dev.reprise.sim;

import dev.reprise.engine.exec.Source;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Tasks;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A trace in words, and the hash of them: the first eight bytes of SHA-256 over the texts of all
 * events that the harness this grew from had, in its own words, so that its recordings can be
 * compared. Events that it did not have are for people and left out of the hash.
 */
final class TraceText {
    private final Case plan;
    private final Tasks tasks;
    private final @Nullable Flaw flaw;

    TraceText(Case plan, @Nullable Flaw flaw) {
        this.plan = plan;
        this.flaw = flaw;
        tasks = new Tasks(plan);
    }

    /** The hash of a trace. */
    long hash(Trace trace) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (int at = 0; at < trace.size(); at++) {
                hashed(trace, at)
                        .ifPresent(text -> digest.update(text.getBytes(StandardCharsets.UTF_8)));
            }
            return ByteBuffer.wrap(digest.digest()).order(ByteOrder.LITTLE_ENDIAN).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The text of an event that the hash is made of, if it is one of those. */
    Optional<String> hashed(Trace trace, int at) {
        return Optional.ofNullable(
                switch (trace.type(at)) {
                    case STEP ->
                            "Step { n: " + trace.step(at) + ", action: " + deed(trace, at) + " }";
                    case POPPED -> "Exec { event: " + popped(trace, at) + " }";
                    case FINISHED -> "Exec { event: InitiateDone }";
                    case PANICKED -> "Exec { event: PanicRecorded }";
                    case RAN ->
                            "TaskInstr { tid: "
                                    + id(trace.task(at))
                                    + ", pc: "
                                    + trace.pc(at)
                                    + ", instr: "
                                    + text(instruction(trace, at))
                                    + " }";
                    case HAPPENED ->
                            "External { event: "
                                    + text(plan.events().get((int) trace.argument(at)).event())
                                    + " }";
                    case VIOLATED ->
                            flaw == null
                                    ? null
                                    : "InvariantViolation { kind: "
                                            + flaw.kind()
                                            + ", message: \""
                                            + flaw.message()
                                            + "\" }";
                    default -> null;
                });
    }

    private String deed(Trace trace, int at) {
        return switch (trace.deed(at)) {
            case STEP_WORKER -> "StepWorker { wid: " + trace.argument(at) + " }";
            case PARK_WORKER -> "ParkWorker { wid: " + trace.argument(at) + " }";
            case DELIVER -> "DeliverEvent { index: " + trace.argument(at) + " }";
            case ADVANCE -> "AdvanceTimeTo { now: " + trace.argument(at) + " }";
            case STEP_TASK -> "StepTask { tid: " + id((int) trace.argument(at)) + " }";
        };
    }

    private String popped(Trace trace, int at) {
        var source =
                switch (trace.source(at)) {
                    case LOCAL -> "Local";
                    case INJECTOR -> "Injector";
                    case STEAL -> "Steal";
                };
        return "Pop { wid: "
                + trace.worker(at)
                + ", source: "
                + source
                + ", victim: "
                + (trace.source(at) == Source.STEAL ? "Some(" + trace.victim(at) + ")" : "None")
                + ", tid: "
                + id(trace.task(at))
                + " }";
    }

    private Instruction instruction(Trace trace, int at) {
        return plan.programs().get(trace.program(at)).at(trace.pc(at));
    }

    private String id(int task) {
        return Integer.toUnsignedString(tasks.id(task));
    }

    /** An event of the case in words. */
    static String text(Event event) {
        return switch (event) {
            case Event.IoComplete(long token) -> "IoComplete { token: " + token + " }";
            case Event.CloseGate _ -> "CloseGateJoin";
        };
    }

    /** An instruction in words. */
    static String text(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Yield(var placement) -> "Yield { placement: " + placement + " }";
            case Instruction.Spawn(int program, var placement) ->
                    "Spawn { program: " + program + ", placement: " + placement + " }";
            case Instruction.Sleep(long ticks) -> "Sleep { ticks: " + ticks + " }";
            case Instruction.WaitIo(long token) -> "WaitIo { token: " + token + " }";
            case Instruction.TryAcquire(int resource, int units, int ok, int fail) ->
                    "TryAcquire { res: "
                            + resource
                            + ", units: "
                            + units
                            + ", ok: "
                            + ok
                            + ", fail: "
                            + fail
                            + " }";
            case Instruction.Release(int resource, int units) ->
                    "Release { res: " + resource + ", units: " + units + " }";
            case Instruction.Jump(int target) -> "Jump { target: " + target + " }";
            case Instruction.Complete _ -> "Complete";
            case Instruction.Panic _ -> "Panic";
            case Instruction.Load(int cell, int register) ->
                    "Load { cell: " + cell + ", register: " + register + " }";
            case Instruction.Store(int cell, var value) ->
                    "Store { cell: " + cell + ", value: " + value + " }";
            case Instruction.Lock(int lock) -> "Lock { lock: " + lock + " }";
            case Instruction.Unlock(int lock) -> "Unlock { lock: " + lock + " }";
            case Instruction.Await(int condition, int lock) ->
                    "Await { condition: " + condition + ", lock: " + lock + " }";
            case Instruction.Notify(int condition, boolean all) ->
                    "Notify { condition: " + condition + ", all: " + all + " }";
            case Instruction.Join(int task) -> "Join { task: " + task + " }";
            case Instruction.Add(int register, var value) ->
                    "Add { register: " + register + ", value: " + value + " }";
            case Instruction.Branch(int register, var comparison, var value, int target) ->
                    "Branch { register: "
                            + register
                            + ", comparison: "
                            + comparison
                            + ", value: "
                            + value
                            + ", target: "
                            + target
                            + " }";
            case Instruction.Assert(int register, var comparison, var value) ->
                    "Assert { register: "
                            + register
                            + ", comparison: "
                            + comparison
                            + ", value: "
                            + value
                            + " }";
        };
    }
}
