package dev.reprise.policy;

import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Payload;
import dev.reprise.Text;
import java.util.List;
import java.util.Optional;

/**
 * After which failures an activity is tried again. Types are those of application failures; a
 * failure that says of itself that it is not retryable never is.
 *
 * @param retryableTypes only these; when empty, all
 * @param fatalTypes never these, whatever else is said
 * @param retryIf the name of a predicate that is asked last; empty for none
 */
public record Errors(List<String> retryableTypes, List<String> fatalTypes, String retryIf) {
    /** Whatever may be mended is tried again. */
    public static final Errors ANY = new Errors(List.of(), List.of(), "");

    /** The type of the failure of an activity whose predicate failed, or is not there. */
    public static final String PREDICATE_FAILED = "PredicateFailed";

    /** Checks the names, and copies the lists. */
    public Errors {
        retryableTypes = Bounds.names("a failure type", retryableTypes);
        fatalTypes = Bounds.names("a failure type", fatalTypes);
        Text.optionalName("a predicate's name", retryIf);
    }

    /** Empty when another attempt may mend the failure; else the failure to end with. */
    Optional<Failure> finalOf(Failure failure, Functions functions) {
        boolean mends =
                switch (failure) {
                    case Failure.Application f -> f.retryable() && mends(f.type());
                    case Failure.Timeout f ->
                            f.kind() == TimeoutKind.START_TO_CLOSE
                                    || f.kind() == TimeoutKind.HEARTBEAT;
                    case Failure.Cancelled _, Failure.Lost _, Failure.Terminated _ -> false;
                    // Not ends of an attempt.
                    case Failure.Child _, Failure.Activation _ -> false;
                };
        return mends ? asked(failure, functions) : Optional.of(failure);
    }

    private boolean mends(String type) {
        return !fatalTypes.contains(type)
                && (retryableTypes.isEmpty() || retryableTypes.contains(type));
    }

    private Optional<Failure> asked(Failure failure, Functions functions) {
        if (retryIf.isEmpty()) {
            return Optional.empty();
        }
        try {
            return functions.judges(retryIf, failure) ? Optional.empty() : Optional.of(failure);
        } catch (RuntimeException e) {
            String message = "Whether to try again could not be told: " + e.getMessage();
            return Optional.of(
                    new Failure.Application(
                                    PREDICATE_FAILED,
                                    message,
                                    Payload.NONE,
                                    false,
                                    Optional.empty())
                            .causedBy(failure));
        }
    }

    /** The same with other types that are tried again. */
    public Errors retryableTypes(List<String> value) {
        return new Errors(value, fatalTypes, retryIf);
    }

    /** The same with other types that are not tried again. */
    public Errors fatalTypes(List<String> value) {
        return new Errors(retryableTypes, value, retryIf);
    }

    /** The same with another predicate. */
    public Errors retryIf(String value) {
        return new Errors(retryableTypes, fatalTypes, value);
    }
}
