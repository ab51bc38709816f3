package dev.reprise.schedule;

/** How something that a schedule started has ended. */
public enum Ending {
    /** It gave a result. */
    COMPLETED,
    /** It failed, timed out, or could not be started. */
    FAILED,
    /** It was cancelled. */
    CANCELLED,
    /** It was terminated. */
    TERMINATED
}
