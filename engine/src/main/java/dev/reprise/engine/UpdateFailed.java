package dev.reprise.engine;

import dev.reprise.Failure;
import dev.reprise.RunId;

/** The handler of an update ended without a value. */
public final class UpdateFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Failure failure;

    UpdateFailed(RunId run, String update, Failure failure) {
        super("Update " + update + " of run " + run + " failed: " + failure.describe());
        this.failure = failure;
    }

    /** Why. */
    public Failure failure() {
        return failure;
    }
}
