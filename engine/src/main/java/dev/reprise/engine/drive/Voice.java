package dev.reprise.engine.drive;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Where it is said what happens to activities, at the level that their policies want. */
@FunctionalInterface
public interface Voice {
    /** Into the log of this process. */
    Voice LOG =
            new Voice() {
                private final Logger logger = System.getLogger(Driver.class.getName());

                @Override
                public boolean hears(Level level) {
                    return logger.isLoggable(level);
                }

                @Override
                public void say(Level level, String message) {
                    logger.log(level, message);
                }
            };

    /** Whether anybody hears what is said at a level. */
    default boolean hears(Level level) {
        return true;
    }

    /** Says something. */
    void say(Level level, String message);
}
