package dev.reprise.sim.task;

/**
 * One instruction of a task. Those that others can notice take a step each; {@link Add}, {@link
 * Branch} and {@link Assert} are done together with the step before them.
 *
 * <p>The first nine are those of the harness that the simulator grew from; the others give tasks
 * memory to race on and locks to deadlock with.
 */
public sealed interface Instruction {
    /** Lets others run: the task is put in a queue again. */
    record Yield(Placement placement) implements Instruction {}

    /** Starts another task. */
    record Spawn(int program, Placement placement) implements Instruction {}

    /** Waits until so much time has passed. */
    record Sleep(long ticks) implements Instruction {}

    /** Waits until something outside is complete. */
    record WaitIo(long token) implements Instruction {}

    /** Takes permits, if there are enough, and goes on at {@code ok}; else at {@code fail}. */
    record TryAcquire(int resource, int units, int ok, int fail) implements Instruction {}

    /** Gives permits back, which the task must hold. */
    record Release(int resource, int units) implements Instruction {}

    /** Goes on elsewhere. */
    record Jump(int target) implements Instruction {}

    /** Ends the task. */
    record Complete() implements Instruction {}

    /** Throws. */
    record Panic() implements Instruction {}

    /** Reads a shared cell into a register. */
    record Load(int cell, int register) implements Instruction {}

    /** Writes a shared cell. */
    record Store(int cell, Operand value) implements Instruction {}

    /** Waits until the lock is free and takes it. */
    record Lock(int lock) implements Instruction {}

    /** Frees a lock, which the task must have. */
    record Unlock(int lock) implements Instruction {}

    /** Frees the lock and waits to be notified; to have the lock again the program takes it. */
    record Await(int condition, int lock) implements Instruction {}

    /** Lets one task that waits for the condition go on, the one of the least number, or all. */
    record Notify(int condition, boolean all) implements Instruction {}

    /** Waits until another task, counted as the case lists them, has ended. */
    record Join(int task) implements Instruction {}

    /** Adds to a register. */
    record Add(int register, Operand value) implements Instruction {}

    /** Goes on elsewhere if the comparison holds. */
    record Branch(int register, Comparison comparison, Operand value, int target)
            implements Instruction {}

    /** Fails the run unless the comparison holds. */
    record Assert(int register, Comparison comparison, Operand value) implements Instruction {}
}
