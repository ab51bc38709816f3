package dev.reprise.flow;

import dev.reprise.history.Cancellation;
import java.util.List;

/**
 * A workflow as data: what {@link ProgramWorkflow} carries out, {@link ProgramMaker} makes up and
 * {@link ProgramShrinker} makes smaller. Slots are where units of a run find each other's promises,
 * scopes and children.
 */
sealed interface Program {
    /** All the code of a workflow: its run method, and what handles its messages. */
    record Code(Program main, Program onSignal, Program onUpdate) {}

    // ---- Structure ----

    /**
     * One after the other.
     *
     * @param tolerant whether a step that fails is noted, and the next carried out
     */
    record Steps(boolean tolerant, List<Program> steps) implements Program {}

    record Repeat(int times, Program body) implements Program {}

    record Catch(Caught what, Program body, Program handler) implements Program {}

    enum Caught {
        CANCELLED,
        ACTIVITY_FAILED,
        EVERYTHING
    }

    record Throw(String type, boolean fatal) implements Program {}

    record ContinueAsNew(String input) implements Program {}

    // ---- Units ----

    record Parallel(List<Program> branches) implements Program {}

    record Settle(List<Program> branches) implements Program {}

    record Race(List<Program> branches) implements Program {}

    record Async(int slot, Program body) implements Program {}

    record Yield() implements Program {}

    // ---- Activities ----

    record Call(String type, Cancellation cancellation) implements Program {}

    record CallStub() implements Program {}

    record CallLocal(String type) implements Program {}

    record Start(int slot, String type, Cancellation cancellation) implements Program {}

    // ---- Promises ----

    record Open(int slot) implements Program {}

    record Settled(int slot, boolean fails) implements Program {}

    record Get(int slot) implements Program {}

    record GetLimited(int slot, int seconds) implements Program {}

    record Gather(Gathered how) implements Program {}

    enum Gathered {
        ALL,
        ANY,
        TWO
    }

    // ---- Time, state and messages ----

    record Sleep(int seconds) implements Program {}

    record Increment() implements Program {}

    record Await(int atLeast) implements Program {}

    record AwaitLimited(int atLeast, int seconds) implements Program {}

    record AwaitTime(int seconds) implements Program {}

    record Signalled(String name) implements Program {}

    record SignalledLimited(String name, int seconds) implements Program {}

    /** A phase that ends after a number of messages; 0 seconds is no limit. */
    record Phased(
            String signal,
            Program onSignal,
            boolean overlapping,
            String update,
            Program onUpdate,
            int messages,
            int seconds)
            implements Program {}

    // ---- Cancellation ----

    record InScope(int slot, Program body) implements Program {}

    record CancelScope(int slot) implements Program {}

    record NonCancellable(Program body) implements Program {}

    record WithTimeout(int seconds, Program body) implements Program {}

    record Saga(List<Program> steps, Program undo, boolean fails) implements Program {}

    // ---- Between units ----

    record Locked(Program body) implements Program {}

    record Permitted(Program body) implements Program {}

    record Send(boolean meeting) implements Program {}

    record Receive(boolean meeting) implements Program {}

    // ---- Other runs ----

    record StartChild(int slot, Cancellation cancellation) implements Program {}

    record CallChild(Cancellation cancellation) implements Program {}

    record CancelChild(int slot) implements Program {}

    record SignalChild(int slot) implements Program {}

    record SignalExternal(String name) implements Program {}

    record CancelExternal() implements Program {}

    // ---- What does not pause ----

    record SideEffect(String type) implements Program {}

    record Chance(boolean uuid) implements Program {}

    record Read() implements Program {}

    record Patched(String id, Program body) implements Program {}

    record DeprecatePatch(String id) implements Program {}

    record Attribute(String name) implements Program {}

    record Publish(String name) implements Program {}
}
