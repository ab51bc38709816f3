package dev.reprise;

/**
 * A rule that Reprise owes itself is broken: a bug in Reprise, not in the workflow and not in its
 * input. It stops the run it happened in and is never retried.
 */
public final class InvariantViolation extends Error {
    private static final long serialVersionUID = 1L;

    /** Creates the violation; {@code sentence} says which rule, with the values that break it. */
    public InvariantViolation(String sentence) {
        super(sentence);
    }
}
