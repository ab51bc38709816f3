package dev.reprise.engine.exec;

/** What became of a task from outside. */
enum Admission {
    /** It is in flight. */
    ADMITTED,
    /** The gate is closed. */
    CLOSED,
    /** The gate is open, but as many tasks wait as may. */
    FULL
}
