package dev.reprise.flow;

import dev.reprise.Failure;
import dev.reprise.RunId;
import java.util.Optional;

/** A child run failed, or could not be started. */
public final class ChildFailed extends Failed {
    private static final long serialVersionUID = 1L;

    private final transient Failure.Child child;

    ChildFailed(String type, RunId runId, Failure failure) {
        super("child run " + runId + " of " + type + " failed: " + failure.message(), failure);
        this.child = new Failure.Child(type, runId, failure.message(), Optional.empty());
    }

    /** The run that failed. */
    public RunId runId() {
        return child.runId();
    }

    @Override
    Failure asRunFailure() {
        return child.causedBy(failure());
    }
}
