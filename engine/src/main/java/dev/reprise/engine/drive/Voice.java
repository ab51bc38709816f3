package dev.reprise.engine.drive;

import java.lang.System.Logger.Level;

/** Where a driver says what happens to activities, at the level that their policies want. */
@FunctionalInterface
public interface Voice {
    /** Into the log of this process. */
    Voice LOG = System.getLogger(Driver.class.getName())::log;

    /** Says something. */
    void say(Level level, String message);
}
