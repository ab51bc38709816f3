package dev.reprise.sim;

/**
 * What went wrong in a run.
 *
 * @param kind the name of the oracle that objected, or one of the kinds below
 * @param step the step after which it was noticed
 * @param message a sentence
 */
public record Flaw(String kind, int step, String message) {
    /** The run was given up: it had not ended when its steps were used up. */
    public static final String STEP_LIMIT = "StepLimit";

    /** A task threw. */
    public static final String PANIC = "Panic";

    /** An assertion of a program failed. */
    public static final String ASSERTION = "Assertion";

    /** Tasks wait for each other for ever. */
    public static final String DEADLOCK = "Deadlock";

    /** The executor itself threw, or the machine that runs the tasks. */
    public static final String ESCAPED = "EscapedPanic";

    /**
     * Whether the programs of the tasks are wrong, not what runs them: then they are left as they
     * are when the failure is made small, for a program that is changed fails for other reasons.
     */
    public boolean isOfPrograms() {
        return kind.equals(PANIC) || kind.equals(ASSERTION) || kind.equals(DEADLOCK);
    }

    @Override
    public String toString() {
        return kind + " at step " + step + ": " + message;
    }
}
