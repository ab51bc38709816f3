package dev.reprise.schedule;

/** What becomes of a firing while an earlier one has not ended. */
public enum Overlap {
    /** It is left out. */
    SKIP,
    /** It waits if no other waits, and is left out if one does. */
    BUFFER_ONE,
    /** It waits behind those that wait. */
    BUFFER_ALL,
    /** What runs is cancelled, what waits is left out, and it starts when all have ended. */
    CANCEL_OTHER,
    /** What runs is terminated, what waits is left out, and it starts at once. */
    TERMINATE_OTHER,
    /** It starts beside the others. */
    ALLOW_ALL
}
