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

    /**
     * The failure that an exception is to the outside, with its causes: the same for the code of
     * workflows and of activities. One of these keeps its failure; any other exception is a failure
     * of the application, of the type that its class is called, which another attempt may mend.
     */
    public static Failure failureOf(Throwable thrown) {
        return Ended.failure(thrown);
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
