package dev.reprise.policy;

/** What an attempt is to the activity that was asked for. */
public enum Role {
    /** The activity itself. */
    ACTIVITY,
    /** What is tried once when no retry is left: {@link OnFailure.Recover}. */
    FALLBACK,
    /** What undoes, after a failure for good: {@link OnFailure.Compensate}. */
    COMPENSATION,
    /** What takes the place of the activity after some failures: {@link OnFailure.Route}. */
    ROUTE
}
