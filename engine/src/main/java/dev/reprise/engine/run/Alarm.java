package dev.reprise.engine.run;

import java.time.Instant;

/** Wakes a {@link Conductor} at a time, by calling {@link Conductor#ring}. */
@FunctionalInterface
public interface Alarm {
    /** From now on the alarm goes off at this time or soon after it, and at no time set before. */
    void set(Instant at);
}
