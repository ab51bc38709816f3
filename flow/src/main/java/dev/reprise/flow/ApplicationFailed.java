package dev.reprise.flow;

import dev.reprise.Failure;
import dev.reprise.Payload;
import java.util.Optional;

/** What the code of a workflow or of an activity throws to fail with a type of its own choice. */
public final class ApplicationFailed extends Failed {
    private static final long serialVersionUID = 1L;

    private ApplicationFailed(Failure.Application failure) {
        super(failure.type() + ": " + failure.message(), failure);
    }

    /** A failure that another attempt may mend. */
    public static ApplicationFailed of(String type, String message) {
        return new ApplicationFailed(new Failure.Application(type, message));
    }

    /** A failure that no attempt will mend. */
    public static ApplicationFailed fatal(String type, String message) {
        return new ApplicationFailed(
                new Failure.Application(type, message, Payload.NONE, false, Optional.empty()));
    }

    /** The same with details, encoded by whoever throws it. */
    public ApplicationFailed details(Payload value) {
        Failure.Application said = application();
        return new ApplicationFailed(
                new Failure.Application(
                        said.type(), said.message(), value, said.retryable(), said.cause()));
    }

    /** The same with what made it happen. */
    public ApplicationFailed causedBy(Throwable thrown) {
        return new ApplicationFailed(
                (Failure.Application) application().causedBy(failureOf(thrown)));
    }

    private Failure.Application application() {
        return (Failure.Application) failure();
    }
}
