package dev.reprise.choice;

/** The classes of {@link Scheduler#priority}: a higher one is always chosen before a lower one. */
public enum Priority {
    /** Before everything else. */
    HIGH,
    /** Where nothing else is said. */
    NORMAL,
    /** Only when nothing else is enabled. */
    LOW
}
