package dev.reprise.flow;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import java.util.Optional;

/** Says what it means that the code of a unit threw something. */
final class Ended {
    private static final int FRAMES_MAX = 12;

    private Ended() {}

    /** The failure that an exception is to the outside. */
    static Failure failure(Throwable thrown) {
        return failure(thrown, 0);
    }

    private static Failure failure(Throwable thrown, int depth) {
        Failure failure =
                thrown instanceof Failed failed
                        ? failed.asRunFailure()
                        : new Failure.Application(thrown.getClass().getName(), message(thrown));
        Throwable cause = thrown.getCause();
        return cause == null || failure.cause().isPresent() || depth >= Failure.CHAIN_MAX
                ? failure
                : failure.causedBy(failure(cause, depth + 1));
    }

    private static String message(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null ? "no message" : message;
    }

    /** An {@link Error} is no outcome of a business process: the activation fails. */
    static ActivationFailed badly(Unit unit, Error error) {
        ActivationFailed known = unit.run.problem();
        if (known != null) {
            return known;
        }
        String where =
                "Unit "
                        + unit.id
                        + " of run "
                        + unit.run.name()
                        + " threw "
                        + error.getClass().getName();
        return switch (error) {
            case StackOverflowError _ ->
                    failed(
                            ActivationKind.VIOLATION,
                            where + ": its code calls itself without end.",
                            error,
                            "Give the recursion an end, or make it a loop.");
            case VirtualMachineError _ ->
                    failed(
                            ActivationKind.INTERNAL,
                            where + ".",
                            error,
                            "Give the process what it lacks, then activate the run again.");
            default ->
                    failed(
                            ActivationKind.VIOLATION,
                            where + ".",
                            error,
                            "An Error makes the run wait for better code; throw an exception to"
                                    + " fail the run.");
        };
    }

    private static ActivationFailed failed(
            ActivationKind kind, String what, Error error, String instead) {
        return new ActivationFailed(
                new Failure.Activation(
                        kind,
                        what
                                + "\n  "
                                + error.getMessage()
                                + "\n"
                                + Lines.shown(error.getStackTrace(), FRAMES_MAX)
                                + "What to do: "
                                + instead,
                        Optional.empty()));
    }
}
