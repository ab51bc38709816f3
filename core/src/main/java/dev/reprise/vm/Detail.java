package dev.reprise.vm;

/** How much a run tells of what happens. */
public enum Detail {
    /** Nothing, which costs nothing. */
    NONE,
    /** What can be observed: tasks, picks, lost signals, the end. */
    MIN,
    /** And every instruction. */
    FULL
}
