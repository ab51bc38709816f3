package dev.reprise.flow;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import java.util.Optional;

/** Ends an activation that cannot be carried out; it never passes through the code of a user. */
final class ActivationFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure.Activation failure;

    ActivationFailed(ActivationKind kind, String message) {
        this(new Failure.Activation(kind, message, Optional.empty()));
    }

    ActivationFailed(Failure.Activation failure) {
        super(failure.message(), null, false, false);
        this.failure = failure;
    }

    Failure.Activation failure() {
        return failure;
    }
}
