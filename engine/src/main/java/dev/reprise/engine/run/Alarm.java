package dev.reprise.engine.run;

import java.time.Instant;

/** Wakes a {@link Conductor} at a time, by calling {@link Conductor#ring}. */
@FunctionalInterface
public interface Alarm {
    /** From now on the alarm goes off at this time or soon after it, and at no time set before. */
    void set(Instant at);

    /**
     * The same, or when so much time has gone by, whatever the clock was set to meanwhile;
     * whichever is first. Where nobody sets the clock both are the same time.
     *
     * @param steady by {@link Surroundings#steady}
     */
    default void set(Instant at, Instant steady) {
        set(at.isBefore(steady) ? at : steady);
    }
}
