package dev.reprise.flow;

import dev.reprise.Failure;
import dev.reprise.Payload;
import java.util.Optional;

/** An activity failed, and was not to be tried again. */
public final class ActivityFailed extends Failed {
    private static final long serialVersionUID = 1L;

    private final String type;

    ActivityFailed(String type, Failure failure) {
        super("activity " + type + " failed: " + failure.message(), failure);
        this.type = type;
    }

    /** The type of the activity. */
    public String type() {
        return type;
    }

    @Override
    Failure asRunFailure() {
        return new Failure.Application(
                        "ActivityFailed",
                        String.valueOf(getMessage()),
                        Payload.NONE,
                        true,
                        Optional.empty())
                .causedBy(failure());
    }
}
