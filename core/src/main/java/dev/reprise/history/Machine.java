package dev.reprise.history;

import java.util.List;

/**
 * One run of a workflow, seen from outside: code or pattern, it makes no difference. A machine is a
 * function of the activations it was given, in order; it has no other input.
 *
 * <p>The commands of a run are numbered from {@link Command#SEQ_FIRST} without gaps, through all
 * its activations. An activation of queries only advances nothing; one that evicts runs no code of
 * the workflow and emits nothing. Once it has emitted a {@link Command.Terminal} it emits nothing
 * more. {@code MachineContract} in the test fixtures is the contract as tests.
 *
 * <p>A machine is used by one thread at a time. One that failed an activation is thrown away: what
 * goes on is another, to which the transcript was replayed.
 */
@FunctionalInterface
public interface Machine {
    /** Takes in the jobs, goes on as far as it can, and says what it decided. */
    Completion activate(Activation activation);

    /**
     * What it was told and has not taken up: signals that nobody has asked for, then messages whose
     * handlers have not begun, each in the order in which they arrived. When another leg of the run
     * follows this one, it is told that.
     */
    default List<Job> unconsumed() {
        return List.of();
    }
}
