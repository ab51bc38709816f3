package dev.reprise.engine.drive;

import java.time.Instant;

/** What time it is, and who says when a time has come. */
public interface Timekeeper {
    /** What time it is. */
    Instant now();

    /**
     * From now on, until it is cancelled, the deadline is told when its time has come. That may be
     * on any thread, and also before this returns.
     */
    void watch(Deadline deadline);
}
