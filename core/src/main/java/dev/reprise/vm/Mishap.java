package dev.reprise.vm;

import dev.reprise.Failure;
import dev.reprise.pattern.Merge;

/** Something fails where a token is. It is caught where the token was moved, so has no stack. */
final class Mishap extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    private Mishap(Failure failure) {
        super(failure.message(), null, false, false);
        this.failure = failure;
    }

    static Mishap of(String type, String message) {
        return new Mishap(new Failure.Application(type, message));
    }

    /** What an exception of the user's code is as a failure. */
    static Mishap of(RuntimeException exception) {
        return switch (exception) {
            case Mishap mishap -> mishap;
            case Merge.Conflict conflict ->
                    of("MergeConflict", String.valueOf(conflict.getMessage()));
            default -> of(exception.getClass().getName(), String.valueOf(exception.getMessage()));
        };
    }

    Failure failure() {
        return failure;
    }
}
