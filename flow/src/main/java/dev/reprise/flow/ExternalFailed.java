package dev.reprise.flow;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.RunId;
import java.util.Optional;

/** A signal to another run, or its cancelling, did not arrive there. */
public final class ExternalFailed extends Failed {
    private static final long serialVersionUID = 1L;

    ExternalFailed(String what, RunId runId, Failure failure) {
        super(what + " did not reach run " + runId + ": " + failure.message(), failure);
    }

    @Override
    Failure asRunFailure() {
        return new Failure.Application(
                        "ExternalFailed",
                        String.valueOf(getMessage()),
                        Payload.NONE,
                        true,
                        Optional.empty())
                .causedBy(failure());
    }
}
