package dev.reprise.sim.task;

/** A task threw, as its program told it to or because it broke a rule of the machine. */
public final class TaskPanic extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whether an assertion of the program failed: the program is wrong, not the executor. */
    private final boolean assertion;

    TaskPanic(String message, boolean assertion) {
        super(message, null, false, false);
        this.assertion = assertion;
    }

    /** Whether an assertion of the program failed. */
    public boolean isAssertion() {
        return assertion;
    }
}
