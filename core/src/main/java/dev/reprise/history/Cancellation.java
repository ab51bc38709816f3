package dev.reprise.history;

/** What cancelling something that is under way does to whoever waits for it. */
public enum Cancellation {
    /** It is asked to stop, and the waiting ends at once, as cancelled. */
    TRY,
    /** It is asked to stop, and the waiting goes on until it has ended. */
    WAIT,
    /** It is not even asked to stop; the waiting ends at once, as cancelled. */
    ABANDON
}
