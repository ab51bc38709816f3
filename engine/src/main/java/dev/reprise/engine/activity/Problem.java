package dev.reprise.engine.activity;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import java.util.Optional;

/** What can be wrong around the code of an activity, and is so at every attempt. */
enum Problem {
    /** Nothing is registered under the name. */
    UNKNOWN_ACTIVITY("UnknownActivity"),
    /** The arguments are not those that the code takes. */
    WRONG_ARGUMENTS("WrongArguments"),
    /** What the code gave cannot be encoded. */
    UNENCODABLE_RESULT("UnencodableResult");

    private final String type;

    Problem(String type) {
        this.type = type;
    }

    Outcome.Failed outcome(String message) {
        return new Outcome.Failed(
                new Failure.Application(type, message, Payload.NONE, false, Optional.empty()));
    }
}
