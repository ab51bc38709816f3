package dev.reprise.flow;

import dev.reprise.Failure;

/** Something that a workflow waited for ended without a value; {@link #failure()} says why. */
public abstract sealed class Failed extends RuntimeException
        permits ActivityFailed,
                ApplicationFailed,
                Cancelled,
                ChildFailed,
                ExternalFailed,
                TimedOut {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    Failed(String message, Failure failure) {
        // The same on every replay, and read by people in one run of many: a trace would only cost.
        super(message, null, true, false);
        this.failure = failure;
    }

    /** Why it ended without a value. */
    public Failure failure() {
        return failure;
    }

    /** What becomes of the run when nobody catches this. */
    Failure asRunFailure() {
        return failure;
    }
}
