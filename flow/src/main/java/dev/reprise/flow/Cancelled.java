package dev.reprise.flow;

import dev.reprise.Failure;
import dev.reprise.Payload;

/** What a workflow waited for was cancelled, or its own waiting was. */
public final class Cancelled extends Failed {
    private static final long serialVersionUID = 1L;

    Cancelled(String reason) {
        this(new Failure.Cancelled(reason, Payload.NONE));
    }

    Cancelled(Failure.Cancelled failure) {
        super(failure.message(), failure);
    }

    @Override
    public Failure.Cancelled failure() {
        return (Failure.Cancelled) super.failure();
    }
}
