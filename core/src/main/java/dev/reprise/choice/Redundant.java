package dev.reprise.choice;

/**
 * Thrown by a scheduler of {@link Search#exhaustive} when whatever could be chosen now leads only
 * to executions that were run already. The owner gives the execution up, as neither passed nor
 * failed, and tells the search that it has ended.
 */
public final class Redundant extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Thrown very often, so it carries no stack trace. */
    Redundant() {
        super("this execution repeats others and need not be run to its end", null, false, false);
    }
}
