package dev.reprise.sim;

import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Comparison;
import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Operand;
import dev.reprise.sim.task.Placement;
import dev.reprise.sim.task.Tasks;

/**
 * Instructions, events and tasks in words that need no manual. Those of {@link TraceText} are for
 * the hash, and may never change; these are for people, and may.
 */
final class SummaryWords {
    private final Case plan;
    private final Tasks tasks;

    SummaryWords(Case plan, Tasks tasks) {
        this.plan = plan;
        this.tasks = tasks;
    }

    String task(int task) {
        return "task " + Integer.toUnsignedString(tasks.id(task));
    }

    String program(int program) {
        return plan.programs().get(program).name();
    }

    static String event(Event event) {
        return switch (event) {
            case Event.IoComplete(long token) -> "completion " + token;
            case Event.CloseGate _ -> "the gate is closed";
        };
    }

    /** An instruction as a line of a listing. */
    String instruction(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Yield(var placement) -> "yield" + to(placement);
            case Instruction.Spawn(int program, var placement) ->
                    "spawn " + program(program) + to(placement);
            case Instruction.Sleep(long ticks) -> "sleep " + ticks;
            case Instruction.WaitIo(long token) -> "wait for completion " + token;
            case Instruction.TryAcquire(int resource, int units, int ok, int fail) ->
                    "take "
                            + units
                            + " of resource "
                            + resource
                            + ", then "
                            + ok
                            + ", else "
                            + fail;
            case Instruction.Release(int resource, int units) ->
                    "give back " + units + " of resource " + resource;
            case Instruction.Jump(int target) -> "go to " + target;
            case Instruction.Complete _ -> "end";
            case Instruction.Panic _ -> "panic";
            case Instruction.Load(int cell, int register) -> "r" + register + " = cell " + cell;
            case Instruction.Store(int cell, var value) -> "cell " + cell + " = " + value;
            case Instruction.Lock(int lock) -> "take lock " + lock;
            case Instruction.Unlock(int lock) -> "free lock " + lock;
            case Instruction.Await(int condition, int lock) ->
                    "free lock " + lock + " and wait for condition " + condition;
            case Instruction.Notify(int condition, boolean all) ->
                    "notify " + (all ? "all" : "one") + " of condition " + condition;
            case Instruction.Join(int task) -> "wait for the end of " + task(task);
            case Instruction.Add(int register, var value) -> "r" + register + " += " + value;
            case Instruction.Branch(int register, var comparison, var value, int target) ->
                    (isAlways(register, comparison, value)
                                    ? ""
                                    : "if " + holds(register, comparison, value) + " ")
                            + "go to "
                            + target;
            case Instruction.Assert(int register, var comparison, var value) ->
                    isNever(register, comparison, value)
                            ? "fail"
                            : "assert " + holds(register, comparison, value);
        };
    }

    /**
     * An instruction in as few letters as a small box has room for.
     *
     * @param note what it read, wrote or led to, as {@link SummarySteps} says it
     */
    String brief(Instruction instruction, String note) {
        return switch (instruction) {
            case Instruction.Yield _ -> "yield";
            case Instruction.Spawn(int program, _) -> "spawn " + program(program);
            case Instruction.Sleep(long ticks) -> "sleep " + ticks;
            case Instruction.WaitIo(long token) -> "wait io " + token;
            case Instruction.TryAcquire(int resource, int units, _, _) ->
                    "take "
                            + permits(units, resource)
                            + (note.startsWith(SummarySteps.REFUSED) ? " ✗" : "");
            case Instruction.Release(int resource, int units) -> "give " + permits(units, resource);
            case Instruction.Jump(int target) -> "go to " + target;
            case Instruction.Complete _ -> "end";
            case Instruction.Panic _ -> "panic";
            case Instruction.Load(int cell, int register) ->
                    note.isEmpty()
                            ? "r" + register + " = c" + cell
                            : "c" + cell + " → " + lastWord(note);
            case Instruction.Store(int cell, var value) ->
                    "c" + cell + " ← " + (note.isEmpty() ? value : lastWord(note));
            case Instruction.Lock(int lock) -> "lock " + lock;
            case Instruction.Unlock(int lock) -> "free " + lock;
            case Instruction.Await(int condition, _) -> "await " + condition;
            case Instruction.Notify(int condition, boolean all) ->
                    "notify " + condition + (all ? "*" : "");
            case Instruction.Join(int task) -> "join t" + Integer.toUnsignedString(tasks.id(task));
            case Instruction.Add _, Instruction.Branch _, Instruction.Assert _ ->
                    instruction(instruction);
        };
    }

    private static String permits(int units, int resource) {
        return (units == 1 ? "R" : units + "R") + resource;
    }

    private static String lastWord(String note) {
        return note.substring(note.lastIndexOf(' ') + 1);
    }

    private static String to(Placement placement) {
        return switch (placement) {
            case LOCAL -> " into the worker's own lane";
            case GLOBAL -> " into the shared queue";
            case EXTERNAL -> " through the gate";
        };
    }

    private static boolean isAlways(int register, Comparison comparison, Operand value) {
        return comparison == Comparison.EQ && isItself(register, value);
    }

    private static boolean isNever(int register, Comparison comparison, Operand value) {
        return comparison == Comparison.NE && isItself(register, value);
    }

    private static boolean isItself(int register, Operand value) {
        return value.register() && value.value() == register;
    }

    private static String holds(int register, Comparison comparison, Operand value) {
        return "r" + register + " " + comparison.sign() + " " + value;
    }

    /** What a task is doing, or waits for. */
    String state(int task) {
        long awaited = tasks.awaited(task);
        return switch (tasks.state(task)) {
            case READY -> tasks.canGoOn(task) ? "may run" : stuck(tasks.next(task));
            case SLEEPING -> "sleeps until " + awaited;
            case WAITING -> "waits for completion " + awaited;
            case LOCKING -> "waits for lock " + awaited + had((int) awaited);
            case AWAITING -> "waits for condition " + awaited;
            case JOINING -> "waits for the end of " + task((int) awaited);
            case COMPLETED -> "has ended";
        };
    }

    /** Where there is no executor, a task waits before its instruction, not in it. */
    private String stuck(Instruction next) {
        return switch (next) {
            case Instruction.Lock(int lock) -> "waits for lock " + lock + had(lock);
            case Instruction.Join(int other) -> "waits for the end of " + task(other);
            default -> "may run";
        };
    }

    /** Who has a lock. */
    String had(int lock) {
        int owner = tasks.owner(lock);
        return owner < 0 ? ", which is free" : ", which " + task(owner) + " has";
    }
}
