package dev.reprise.engine;

import dev.reprise.Failure;
import dev.reprise.RunId;

/** The run whose result was asked for has ended without one. */
public final class RunFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    RunFailed(RunId run, Failure failure) {
        super("Run " + run + " has no result: " + failure.describe());
        this.failure = failure;
    }

    /** How it ended. */
    public Failure failure() {
        return failure;
    }
}
