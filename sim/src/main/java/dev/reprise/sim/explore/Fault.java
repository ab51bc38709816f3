package dev.reprise.sim.explore;

import java.util.Locale;

/** What can go wrong. */
public enum Fault {
    /** The process dies: what is not durable is gone. Another one begins on the same disk. */
    CRASH,
    /** The paused code of a run leaves memory, and is replayed when it is needed. */
    EVICT,
    /**
     * Another process takes the store, as if this one were dead; this one goes on until it notices.
     */
    TAKEOVER,
    /** Everybody is slow: the next alarm is late, by an hour. */
    LATE,
    /** The disk is full for a while. */
    FULL,
    /** The machine stops in the middle of the next write, of which a part is there. */
    TORN,
    /** The clock of the machine is set back, by an hour. */
    BACK,
    /** The process dies, and the next one has the newer code, if the scenario has any. */
    UPGRADE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
