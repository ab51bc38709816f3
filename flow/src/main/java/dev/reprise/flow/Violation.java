package dev.reprise.flow;

/**
 * The code of a workflow broke a rule of {@link Flow}. It is no failure of the workflow: the
 * activation fails, and the run waits for better code, even when this is caught.
 */
public final class Violation extends Error {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
        super(message);
    }
}
