package dev.reprise.engine.exec;

/** What became of one turn of a worker. */
public enum Turn {
    /** It ran a task. */
    RAN,
    /** It found nothing to run: whoever drives it lets it look again, or parks it. */
    EMPTY,
    /** It is parked, and nobody has woken it. */
    ASLEEP,
    /** All is done: it has no more turns. */
    DONE,
    /** The task it ran threw. */
    PANICKED
}
